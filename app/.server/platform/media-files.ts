import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { LRUCache } from 'lru-cache'
import { type BucketSettings, openBucket } from './bucket.ts'

/**
 * Where the files of uploaded pictures are. A name is never given to another content, so nothing is
 * ever replaced.
 */
export type MediaFiles = {
  /** For staff; without a key. */
  description: string
  /** null where it is not there. */
  read(name: string): Promise<Buffer | null>
  /** Whole or not at all. */
  store(name: string, bytes: Buffer): Promise<void>
  list(): Promise<{ name: string; at: Date }[]>
  remove(name: string): Promise<void>
}

/** The kept picture, of which all others are made: the one file of each that goes into a backup. */
export const masterName = (id: string) => `${id}-master.webp`

/** The names of files: of masters, and of what is made of them. */
export const mediaFileName =
  /^[\da-f]{16}-(?:master\.webp|[\da-f]{8}(?:\.jpg|-\d{1,4}\.(?:avif|webp)))$/

export type MediaPlace = { kind: 'folder'; path: string } | ({ kind: 's3' } & BucketSettings)

export function openMediaFiles(place: MediaPlace, signal: AbortSignal): MediaFiles {
  return place.kind === 'folder' ? folderFiles(place.path) : bucketFiles(place, signal)
}

function folderFiles(folder: string): MediaFiles {
  const pathOf = (name: string) => join(folder, checked(name))
  return {
    description: folder,
    read: (name) => readFile(pathOf(name)).catch(nullIfMissing),
    async store(name, bytes) {
      const path = pathOf(name)
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const unfinished = `${path}.${randomUUID()}.unfinished`
      try {
        const handle = await open(unfinished, 'wx', 0o600)
        try {
          await handle.writeFile(bytes)
          await handle.sync()
        } finally {
          await handle.close()
        }
        await rename(unfinished, path)
      } catch (error) {
        await rm(unfinished, { force: true }).catch(() => {})
        throw error
      }
      await flushFolder(folder)
    },
    async list() {
      const names = (await readdir(folder).catch(nullIfMissing)) ?? []
      const found = await Promise.all(
        names.map(async (name) => {
          const file = await stat(join(folder, name)).catch(nullIfMissing)
          return file?.isFile() ? { name, at: file.mtime } : null
        }),
      )
      return found.filter((file) => file !== null)
    },
    // What a crash left unfinished is listed under its own name.
    remove: (name) => rm(join(folder, name.replace(/[\\/]/g, '')), { force: true }),
  }
}

/** A power cut must not take back what was answered. Not every system can flush a folder. */
async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => null)
  await handle?.sync().catch(() => {})
  await handle?.close()
}

const bucketTimeoutMs = 30_000
/** Of a bucket so much is kept in memory, so that a page does not wait for it at every picture. */
const bucketCacheBytes = 64 * 1024 * 1024

function bucketFiles(settings: BucketSettings, signal: AbortSignal): MediaFiles {
  const bucket = openBucket(settings, { signal, timeoutMs: bucketTimeoutMs })
  const kept = new LRUCache<string, Buffer>({
    maxSize: bucketCacheBytes,
    sizeCalculation: ({ length }) => length + 1,
  })
  const isShown = (name: string) => !name.endsWith('-master.webp')
  return {
    description: bucket.description,
    async read(name) {
      const known = kept.get(name)
      if (known) return known
      const bytes = await bucket.read(checked(name))
      if (bytes && isShown(name)) kept.set(name, bytes)
      return bytes
    },
    store: (name, bytes) => bucket.store(checked(name), bytes),
    list: () => bucket.list(),
    async remove(name) {
      kept.delete(name)
      await bucket.remove(name)
    },
  }
}

/** No other file can be asked for. */
function checked(name: string): string {
  if (!mediaFileName.test(name)) throw new RangeError(`${name} is no file of a picture`)
  return name
}

function nullIfMissing(error: unknown): null {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
  throw error
}
