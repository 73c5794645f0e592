import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { AwsClient } from 'aws4fetch'
import { boundedFetch, boundedStream, FetchFailure } from './http/bounded-fetch.ts'
import type { Reach } from './outgoing-address.ts'

/** A bucket of a service that speaks S3, by the names that the programs of AWS use. */
export type BucketSettings = {
  bucket: string
  /** Without slashes at its ends; may be empty. */
  prefix: string
  endpoint: string
  /** Where that address may lead. */
  reach: Reach
  region: string
  accessKeyId: string
  secretAccessKey: string
}

/** What a service that speaks S3 answered, or why it did not; without a key. */
export class BucketError extends Error {}

/** `bytes`: how long it is; null where that is not known. */
export type StoredFile = { bytes: number | null; body: ReadableStream<Uint8Array> }

export type Bucket = {
  /** `s3://bucket/prefix` */
  description: string
  /** null where it is not there. */
  read(name: string): Promise<Buffer | null>
  /** The same as a stream: only what is on its way is in memory. */
  open(name: string): Promise<StoredFile | null>
  store(name: string, bytes: Buffer): Promise<void>
  /** Of all that is stored under the prefix, and when each was. */
  list(): Promise<{ name: string; at: Date }[]>
  remove(name: string): Promise<void>
}

/** Anyone who reads a stored file as it comes may be on a slow line. */
const openMs = 3_600_000

export const bucketDescription = ({ bucket, prefix }: BucketSettings) =>
  `s3://${bucket}${prefix ? `/${prefix}` : ''}`

/** A whole backup is read into memory; an answer without end is not. */
const maxBytes = 4 * 1024 ** 3

/** A service that is busy is asked again. */
const retries = 2
const retryMs = 100

const codeIn = (answer: string) => /<Code>([^<]{1,80})</.exec(answer)?.[1] ?? ''

/** By the calls that every service knows which speaks S3; the bucket is in the path. */
export function openBucket(
  settings: BucketSettings,
  { signal, timeoutMs }: { signal: AbortSignal; timeoutMs: number },
): Bucket {
  const { endpoint, bucket, prefix, reach } = settings
  const client = new AwsClient({ ...settings, service: 's3' })
  const description = bucketDescription(settings)
  const keyOf = (name: string) => (prefix ? `${prefix}/${name}` : name)
  const addressOf = (name: string) =>
    `${endpoint}/${bucket}/${keyOf(name).split('/').map(encodeURIComponent).join('/')}`
  const failed = (why: string, cause?: unknown) =>
    new BucketError(`${description} answered: ${why}`, { cause })

  type Ask = { method?: string; body?: Buffer }
  const signed = async (address: string, { method = 'GET', body: bytes }: Ask) => {
    const body = bytes ? new Uint8Array(bytes) : null
    // Signed over the bytes, so that the service refuses what was altered on the way.
    const sha256 = createHash('sha256')
      .update(body ?? '')
      .digest('hex')
    const { headers } = await client.sign(address, {
      method,
      body,
      headers: { 'X-Amz-Content-Sha256': sha256 },
    })
    return { method, headers, body, reach, signal }
  }
  const fetchFailed = (error: unknown) =>
    error instanceof FetchFailure && error.why !== 'stopped' ? failed(error.message, error) : error

  const ask = async (address: string, init: Ask = {}) => {
    for (let attempt = 0; ; attempt += 1) {
      const answer = await boundedFetch(address, {
        ...(await signed(address, init)),
        timeoutMs,
        maxBytes,
      }).catch((error: unknown) => {
        throw fetchFailed(error)
      })
      const { status, bytes } = answer
      if (answer.ok || status === 404) return answer
      if (attempt >= retries || (status < 500 && status !== 429)) {
        throw failed(`${status} ${codeIn(bytes.toString())}`.trim())
      }
      await sleep(retryMs * 2 ** attempt, undefined, { signal })
    }
  }
  const noBucket = () => failed('404: there is no such bucket')
  return {
    description,
    async read(name) {
      const { status, bytes } = await ask(addressOf(name))
      return status === 404 ? null : bytes
    },
    async open(name) {
      const address = addressOf(name)
      const call = { ...(await signed(address, {})), timeoutMs: openMs }
      const response = await boundedStream(address, call).catch((error: unknown) => {
        throw fetchFailed(error)
      })
      if (!response.ok || !response.body) {
        await response.body?.cancel()
        if (response.status === 404 || response.ok) return null
        throw failed(`${response.status}`)
      }
      const length = response.headers.get('Content-Length')
      return { bytes: length === null ? null : Number(length), body: response.body }
    },
    async store(name, bytes) {
      const answer = await ask(addressOf(name), { method: 'PUT', body: bytes })
      if (answer.status === 404) throw noBucket()
    },
    async list() {
      const found: { name: string; at: Date }[] = []
      const start = prefix ? `${prefix}/` : ''
      let token = ''
      do {
        const query = new URLSearchParams({ 'list-type': '2', prefix: start })
        if (token) query.set('continuation-token', token)
        const answer = await ask(`${endpoint}/${bucket}?${query}`)
        if (answer.status === 404) throw noBucket()
        const text = answer.bytes.toString()
        for (const entry of text.split('<Contents>').slice(1)) {
          const [, key = ''] = /<Key>([^<]*)<\/Key>/.exec(entry) ?? []
          const [, at = ''] = /<LastModified>([^<]*)</.exec(entry) ?? []
          found.push({ name: key.slice(start.length), at: new Date(at) })
        }
        token = /<NextContinuationToken>([^<]*)</.exec(text)?.[1] ?? ''
      } while (token)
      return found
    },
    async remove(name) {
      await ask(addressOf(name), { method: 'DELETE' })
    },
  }
}
