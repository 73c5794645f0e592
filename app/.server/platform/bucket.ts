import { createHash } from 'node:crypto'
import { AwsClient } from 'aws4fetch'

/** A bucket of a service that speaks S3, by the names that the programs of AWS use. */
export type BucketSettings = {
  bucket: string
  /** Without slashes at its ends; may be empty. */
  prefix: string
  endpoint: string
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

/** Whoever reads a stored file as it comes may be on a slow line. */
const openMs = 3_600_000

export const bucketDescription = ({ bucket, prefix }: BucketSettings) =>
  `s3://${bucket}${prefix ? `/${prefix}` : ''}`

/** By the calls that every service knows which speaks S3; the bucket stands in the path. */
export function openBucket(
  settings: BucketSettings,
  { signal, timeoutMs }: { signal: AbortSignal; timeoutMs: number },
): Bucket {
  const { endpoint, bucket, prefix } = settings
  const client = new AwsClient({ ...settings, service: 's3', retries: 2 })
  const description = bucketDescription(settings)
  const keyOf = (name: string) => (prefix ? `${prefix}/${name}` : name)
  const addressOf = (name: string) =>
    `${endpoint}/${bucket}/${keyOf(name).split('/').map(encodeURIComponent).join('/')}`
  const failed = (why: string, cause?: unknown) =>
    new BucketError(`${description} answered: ${why}`, { cause })

  const ask = async (
    address: string,
    init: { method?: string; body?: Buffer; within?: number } = {},
  ) => {
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
        signal: AbortSignal.any([signal, AbortSignal.timeout(init.within ?? timeoutMs)]),
      })
      if (answer.ok || answer.status === 404) return answer
      const [, code = ''] = /<Code>([^<]{1,80})</.exec(await answer.text()) ?? []
      throw failed(`${answer.status} ${code}`.trim())
    } catch (error) {
      if (error instanceof BucketError || signal.aborted) throw error
      const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
      throw failed(cause instanceof Error ? cause.message : String(cause), error)
    }
  }
  const noBucket = () => failed('404: there is no such bucket')
  return {
    description,
    async read(name) {
      const answer = await ask(addressOf(name))
      const bytes = Buffer.from(await answer.arrayBuffer())
      return answer.status === 404 ? null : bytes
    },
    async open(name) {
      const answer = await ask(addressOf(name), { within: openMs })
      if (answer.status === 404 || !answer.body) {
        await answer.body?.cancel()
        return null
      }
      const length = answer.headers.get('Content-Length')
      return { bytes: length === null ? null : Number(length), body: answer.body }
    },
    async store(name, bytes) {
      const answer = await ask(addressOf(name), { method: 'PUT', body: bytes })
      if (answer.status === 404) throw noBucket()
      await answer.arrayBuffer()
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
        const text = await answer.text()
        for (const [, entry = ''] of text.matchAll(/<Contents>([\s\S]*?)<\/Contents>/g)) {
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
