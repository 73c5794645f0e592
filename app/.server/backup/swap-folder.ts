import { existsSync, mkdirSync, readdirSync, renameSync, rmdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** A restored database, and the secret with it, that waits to take its place in the data folder. */
const prefix = 'restored-'

/** What takes its place, the database last: with it the shop is restored. */
const parts = ['secret', 'db'] as const

export const restoredFolder = (dataDir: string, stamp: string) => join(dataDir, `${prefix}${stamp}`)

/** Where a restore makes the new database. */
export const unfinishedRestore = (dataDir: string) => join(dataDir, 'restore.unfinished')

/** Whether a restore was cut off between the last two of its steps. */
export function isRestorePending(dataDir: string): boolean {
  return existsSync(dataDir) && readdirSync(dataDir).some((entry) => entry.startsWith(prefix))
}

/**
 * Puts a restored database in the place of the present one, which is moved aside; answers where to,
 * or null where there was none. What a restore began and a power cut interrupted, the next start
 * finishes by this; what it left half made, customers' data among it, is deleted. The caller holds the
 * data folder's lock.
 */
export function finishRestore(dataDir: string): string | null {
  rmSync(unfinishedRestore(dataDir), { recursive: true, force: true })
  const waiting = isRestorePending(dataDir)
    ? readdirSync(dataDir).filter((entry) => entry.startsWith(prefix))
    : []
  let last: string | null = null
  for (const entry of waiting.sort()) {
    const restored = join(dataDir, entry)
    const aside = join(dataDir, `before-restore-${entry.slice(prefix.length)}`)
    for (const part of parts) {
      const place = join(dataDir, part)
      if (!existsSync(join(restored, part))) continue
      if (existsSync(place)) {
        mkdirSync(aside, { recursive: true, mode: 0o700 })
        renameSync(place, join(aside, part))
      }
      renameSync(join(restored, part), place)
    }
    rmdirSync(restored)
    last = existsSync(aside) ? aside : null
  }
  return last
}
