import { createHash } from 'node:crypto'
import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { AwsClient } from 'aws4fetch'
import type { Config } from '../config.ts'
import { BackupError } from './backup-file.ts'
import { saveFile } from './write-backup-file.ts'

type Target = NonNullable<Config['backup']['to']>

/** Where the backups of every night are kept. Each method throws a BackupError that says why not. */
export type BackupPlace = {
  /** For staff; without a key. */
  description: string
  /** The path of a file there, or null where it is on no disk of this machine. */
  pathOf(name: string): string | null
  names(): Promise<string[]>
  /** Stores it and reads it back. */
  store(name: string, bytes: Buffer): Promise<void>
  /** null where it is not there. */
  read(name: string): Promise<Buffer | null>
  remove(name: string): Promise<void>
}

export function backupPlace(to: Target, signal: AbortSignal): BackupPlace {
  return to.kind === 'folder' ? folderPlace(to.path) : bucketPlace(to, signal)
}

function folderPlace(folder: string): BackupPlace {
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
    remove: (name) => rm(pathOf(name), { force: true }),
  }
}

const s3TimeoutMs = 10 * 60_000

/** By the calls that every service knows which speaks S3; the bucket stands in the path. */
function bucketPlace(settings: Extract<Target, { kind: 's3' }>, signal: AbortSignal): BackupPlace {
  const { endpoint, bucket, prefix } = settings
  const client = new AwsClient({ ...settings, service: 's3', retries: 2 })
  const description = `s3://${bucket}${prefix ? `/${prefix}` : ''}`
  const keyOf = (name: string) => (prefix ? `${prefix}/${name}` : name)
  const addressOf = (name: string) =>
    `${endpoint}/${bucket}/${keyOf(name).split('/').map(encodeURIComponent).join('/')}`

  const ask = async (address: string, init: { method?: string; body?: Buffer } = {}) => {
    // Signed over the bytes, so that the service refuses what was altered on the way.
    const sha256 = createHash('sha256')
      .update(init.body ?? '')
      .digest('hex')
    try {
      const answer = await client.fetch(address, {
        method: init.method ?? 'GET',
        body: init.body ? new Uint8Array(init.body) : null,
        headers: { 'X-Amz-Content-Sha256': sha256 },
        redirect: 'error',
        signal: AbortSignal.any([signal, AbortSignal.timeout(s3TimeoutMs)]),
      })
      if (answer.ok || answer.status === 404) return answer
      const [, code = ''] = /<Code>([^<]{1,80})</.exec(await answer.text()) ?? []
      throw failed(`${answer.status} ${code}`.trim())
    } catch (error) {
      if (error instanceof BackupError || signal.aborted) throw error
      const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
      throw failed(cause instanceof Error ? cause.message : String(cause), error)
    }
  }
  const failed = (why: string, cause?: unknown) =>
    new BackupError('cannot be written', `${description} answered: ${why}`, { cause })
  const read = async (name: string) => {
    const answer = await ask(addressOf(name))
    return answer.status === 404 ? null : Buffer.from(await answer.arrayBuffer())
  }
  return {
    description,
    pathOf: () => null,
    read,
    async store(name, bytes) {
      const answer = await ask(addressOf(name), { method: 'PUT', body: bytes })
      if (answer.status === 404) throw failed('404: there is no such bucket')
      await answer.arrayBuffer()
      if (!(await read(name))?.equals(bytes)) {
        throw new BackupError('damaged', `${name} does not read back from ${description}`)
      }
    },
    async names() {
      const found: string[] = []
      const start = prefix ? `${prefix}/` : ''
      let token = ''
      do {
        const query = new URLSearchParams({ 'list-type': '2', prefix: start })
        if (token) query.set('continuation-token', token)
        const answer = await ask(`${endpoint}/${bucket}?${query}`)
        if (answer.status === 404) throw failed('404: there is no such bucket')
        const text = await answer.text()
        for (const [, key = ''] of text.matchAll(/<Key>([^<]*)<\/Key>/g))
          found.push(key.slice(start.length))
        token = /<NextContinuationToken>([^<]*)</.exec(text)?.[1] ?? ''
      } while (token)
      return found
    },
    async remove(name) {
      await ask(addressOf(name), { method: 'DELETE' })
    },
  }
}
