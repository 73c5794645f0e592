/** What kind of obstacle it is, for the exit code of the command. */
export type Obstacle = 'not there' | 'damaged' | 'cannot be written' | 'busy' | 'refused'

/** Why a backup could not be written or restored: sentences for the owner, with what to do. */
export class BackupError extends Error {
  readonly obstacle: Obstacle

  constructor(obstacle: Obstacle, message: string, options?: ErrorOptions) {
    super(message, options)
    this.obstacle = obstacle
  }
}
