import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { maxBytes } from '#app/domain/catalog/media-limits.ts'
import type { Config } from '../config.ts'
import type { MediaRow } from '../platform/db/media-schema.ts'
import { AppError } from '../platform/errors.ts'
import { lookBeside } from './hidden-file.ts'
import { diskFullMessage } from './picture-maker.ts'

/** Uploads that have not come whole wait here. Never in the bucket. */
const uploadsFolder = ({ dataDir }: Pick<Config, 'dataDir'>) => join(dataDir, 'uploads')

const pathOf = (config: Pick<Config, 'dataDir'>, key: string) =>
  join(uploadsFolder(config), `${key}.part`)

/** More than any shop's staff upload at once: two dozen of the largest files. */
const maxUnfinished = 24

/**
 * Puts a part of an upload to those before it; answers how many bytes there are now. A part that does
 * not follow on is not written: the answer says where to go on.
 */
export async function storePart(
  config: Pick<Config, 'dataDir'>,
  { key, at, part }: { key: string; at: number; part: Buffer },
): Promise<number> {
  const folder = uploadsFolder(config)
  const file = pathOf(config, key)
  const there = (await stat(file).catch(() => null))?.size ?? 0
  if (there !== at) return there
  try {
    if (at === 0) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      if ((await readdir(folder)).length >= maxUnfinished) {
        throw new AppError(
          'uploads_busy',
          503,
          'Too many images are being uploaded at once. Try this one again in a few minutes.',
        )
      }
    }
    const handle = await open(file, 'a', 0o600)
    try {
      await handle.writeFile(part)
    } catch (error) {
      // So that what did come can be followed on.
      await handle.truncate(at).catch(() => {})
      throw error
    } finally {
      await handle.close()
    }
  } catch (error) {
    if (isDiskFull(error)) throw new AppError('disk_full', 507, diskFullMessage, { cause: error })
    throw error
  }
  return at + part.length
}

export function isDiskFull(error: unknown): boolean {
  return error instanceof Error && 'code' in error && /^(ENOSPC|EDQUOT)$/.test(String(error.code))
}

/** A whole upload: where it is, how it begins, what it is known by, and what else is in it. */
export async function openUpload(config: Pick<Config, 'dataDir'>, key: string) {
  const file = pathOf(config, key)
  const hash = createHash('sha256')
  const besides = lookBeside()
  let first = new Uint8Array()
  for await (const chunk of createReadStream(file, { end: maxBytes }) as AsyncIterable<Buffer>) {
    if (first.length === 0) first = new Uint8Array(chunk.subarray(0, 64))
    hash.update(chunk)
    besides.read(chunk)
  }
  return { file, first, id: hash.digest('hex').slice(0, 16), besides: besides.found() }
}

export async function dropUpload(config: Pick<Config, 'dataDir'>, key: string): Promise<void> {
  await rm(pathOf(config, key), { force: true })
}

/** What nobody goes on with: a page was closed, a phone lost its way. */
export async function dropOldUploads(config: Pick<Config, 'dataDir'>, before: Date): Promise<void> {
  const folder = uploadsFolder(config)
  for (const name of await readdir(folder).catch(() => [])) {
    const file = await stat(join(folder, name)).catch(() => null)
    if (file && file.mtime < before) await rm(join(folder, name), { force: true })
  }
}

/** How far an upload has come, or the picture it became. */
export type Uploaded = { received: number } | { picture: MediaRow; isNew: boolean }
