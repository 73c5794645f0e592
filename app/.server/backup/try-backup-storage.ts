import { randomUUID } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Config } from '../config.ts'
import { BucketError, openBucket } from '../platform/bucket.ts'
import { NotAccepted, NotReached } from '../platform/errors.ts'
import { FetchFailure } from '../platform/http/bounded-fetch.ts'
import { BackupError } from './backup-file.ts'
import { backupStorage } from './backup-storage.ts'

type Target = NonNullable<Config['backup']['to']>

const field = 'BACKUP_TO'
const bytes = Buffer.from('A test by the shop to see whether backups can be written here.\n')

/**
 * Writes a small file to the place for backups, reads it back and deletes it [KEYTRY-01]. A folder is
 * created within one that exists, and no further: a disk may be missing.
 */
export async function tryBackupPlace(
  to: Target,
  limits: { signal: AbortSignal; timeoutMs: number },
): Promise<void> {
  const name = `trial-${randomUUID()}.txt`
  if (to.kind === 'folder') return tryFolder(to, name, limits.signal)
  const bucket = openBucket(to, limits)
  try {
    await bucket.store(name, bytes)
    const read = await bucket.read(name)
    await bucket.remove(name)
    if (!read?.equals(bytes)) {
      throw new NotAccepted(
        field,
        `A test file written to ${bucket.description} couldn’t be read back.`,
      )
    }
  } catch (error) {
    if (!(error instanceof BucketError)) throw error
    const { cause } = error
    if (cause instanceof FetchFailure && cause.why !== 'address') {
      throw new NotReached(field, `${bucket.description} couldn’t be reached, so it wasn’t tested.`)
    }
    throw new NotAccepted(field, `The test file couldn’t be written. ${error.message}.`)
  }
}

async function tryFolder(
  to: Extract<Target, { kind: 'folder' }>,
  name: string,
  signal: AbortSignal,
): Promise<void> {
  const place = backupStorage(to, signal)
  try {
    await mkdir(to.path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
    await place.store(name, bytes)
    const read = await place.read(name)
    await place.remove(name)
    if (!read?.equals(bytes))
      throw new NotAccepted(field, 'A test file written there couldn’t be read back.')
  } catch (error) {
    if (error instanceof NotAccepted) throw error
    const cause = error instanceof BackupError ? error.cause : error
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
    if (code === 'ENOENT') {
      throw new NotAccepted(
        field,
        `There is no folder ${dirname(to.path)}. Check its name and that its disk is connected, or create it first.`,
      )
    }
    throw new NotAccepted(
      field,
      `The shop can’t write to the folder ${to.path}: ${reasons[code] ?? code}.`,
    )
  }
}

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'its disk is read-only',
  ENOSPC: 'its disk is full',
  ENOTDIR: 'a file is in the way',
  EEXIST: 'a file is in the way',
}
