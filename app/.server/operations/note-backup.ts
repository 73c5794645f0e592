import type { Orm } from '../db/database.ts'
import { logDeed } from './log-deed.ts'

/** Staff see in their log when the last backup was written, and that it was. */
export async function noteBackup(
  orm: Orm,
  { now, file }: { now: Date; file: string },
): Promise<void> {
  await logDeed(orm, { at: now, by: 'npm run backup', deed: 'wrote a backup', subject: file })
}
