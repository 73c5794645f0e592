import { open, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { Config } from '../config.ts'
import { BucketError, bucketDescription, openBucket, type StoredFile } from '../platform/bucket.ts'
import { BackupError } from './backup-file.ts'
import { saveFile } from './write-backup-file.ts'

type Target = NonNullable<Config['backup']['to']>

/** Where the backups of every night are kept. Each method throws a BackupError that says why not. */
export type BackupStorage = {
  /** For staff; without a key. */
  description: string
  /** The path of a file there, or null where it is on no disk of this machine. */
  pathOf(name: string): string | null
  names(): Promise<string[]>
  /** Stores it and reads it back. */
  store(name: string, bytes: Buffer): Promise<void>
  /** null where it is not there. */
  read(name: string): Promise<Buffer | null>
  /** The same as a stream. */
  open(name: string): Promise<StoredFile | null>
  remove(name: string): Promise<void>
}

/** As BackupPlace has it. */
export const storageDescription = (to: Target) =>
  to.kind === 'folder' ? to.path : bucketDescription(to)

export function backupStorage(to: Target, signal: AbortSignal): BackupStorage {
  return to.kind === 'folder' ? folderPlace(to.path) : bucketPlace(to, signal)
}

function folderPlace(folder: string): BackupStorage {
  const pathOf = (name: string) => join(folder, name)
  const isMissing = (error: unknown) =>
    error instanceof Error && 'code' in error && error.code === 'ENOENT'
  return {
    description: folder,
    pathOf,
    // A folder that is not there is not made: it may be a disk that is not mounted.
    store: (name, bytes) => saveFile(pathOf(name), bytes),
    async names() {
      return readdir(folder).catch((error: unknown) => {
        throw new BackupError('not there', `The folder ${folder} of BACKUP_TO cannot be read`, {
          cause: error,
        })
      })
    },
    async read(name) {
      return readFile(pathOf(name)).catch((error: unknown) => {
        if (isMissing(error)) return null
        throw error
      })
    },
    async open(name) {
      try {
        const file = await open(pathOf(name))
        const { size } = await file.stat()
        const body = Readable.toWeb(file.createReadStream()) as ReadableStream<Uint8Array>
        return { bytes: size, body }
      } catch (error) {
        if (isMissing(error)) return null
        throw new BackupError('not there', `${name} in ${folder} cannot be read`, { cause: error })
      }
    },
    remove: (name) => rm(pathOf(name), { force: true }),
  }
}

const s3TimeoutMs = 10 * 60_000

function bucketPlace(
  settings: Extract<Target, { kind: 's3' }>,
  signal: AbortSignal,
): BackupStorage {
  const bucket = openBucket(settings, { signal, timeoutMs: s3TimeoutMs })
  const { description } = bucket
  return {
    description,
    pathOf: () => null,
    read: (name) => orBackupError(bucket.read(name)),
    open: (name) => orBackupError(bucket.open(name)),
    async store(name, bytes) {
      await orBackupError(bucket.store(name, bytes))
      if (!(await orBackupError(bucket.read(name)))?.equals(bytes)) {
        throw new BackupError('damaged', `${name} does not read back from ${description}`)
      }
    },
    names: async () => (await orBackupError(bucket.list())).map(({ name }) => name),
    remove: (name) => orBackupError(bucket.remove(name)),
  }
}

async function orBackupError<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof BucketError)) throw error
    throw new BackupError('cannot be written', error.message, { cause: error.cause })
  }
}
