import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Encoding } from './accept-encoding.ts'

/** One encoding of an answer, ready to send. */
export type Variant = {
  etag: string
  body: Buffer
  /** Name, value, name, value, …, as Node writes them. */
  headers: string[]
}

export type StoredResponse = {
  status: number
  /** Its own headers say that it is for one reader alone. */
  isPrivate: boolean
  /** The variant where it is made already. */
  ready(encoding: Encoding): Variant | undefined
  /** Bytes of the plain form. */
  plainBytes: number
  /** The variant; what does not get smaller stays plain. Made once. */
  as(encoding: Encoding): Promise<Variant>
}

/** Compressing less than this costs more than it saves. */
const minCompressedBytes = 1024
/** Good enough, at a few milliseconds a page; the highest takes a hundred times as long. */
const brotliQuality = 6

const compress = {
  br: (plain: Buffer) =>
    promisify(brotliCompress)(plain, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: brotliQuality,
        [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
      },
    }),
  gzip: (plain: Buffer) => promisify(gzip)(plain, { level: 7 }),
}

/** Those of the connection or of one encoding are written again. */
const ownHeaders = new Set([
  'content-length',
  'content-encoding',
  'transfer-encoding',
  'etag',
  'vary',
])

/** Reads an answer to its end; its parts are then sent as often as asked for. */
export async function storeResponse(response: Response): Promise<StoredResponse> {
  const plain = Buffer.from(await response.arrayBuffer())
  const headers = [...response.headers].filter(([name]) => !ownHeaders.has(name))
  const hash = createHash('sha256').update(plain).digest('base64url').slice(0, 22)
  const cacheControl = response.headers.get('cache-control') ?? ''

  const variant = (encoding: Encoding, body: Buffer): Variant => {
    const etag = `"${hash}-${encoding}"`
    const own = {
      'Content-Length': String(body.length),
      Vary: 'Accept-Encoding',
      ...(encoding === 'identity' ? {} : { 'Content-Encoding': encoding }),
      ...(response.status === 200 ? { ETag: etag } : {}),
    }
    return { etag, body, headers: [...headers, ...Object.entries(own)].flat() }
  }
  const ready = new Map<Encoding, Variant>([['identity', variant('identity', plain)]])
  const making = new Map<Encoding, Promise<Variant>>()

  const make = async (encoding: 'br' | 'gzip'): Promise<Variant> => {
    const body = plain.length < minCompressedBytes ? plain : await compress[encoding](plain)
    const made =
      body.length < plain.length ? variant(encoding, body) : (ready.get('identity') as Variant)
    ready.set(encoding, made)
    return made
  }
  return {
    status: response.status,
    isPrivate: /no-store|private/.test(cacheControl) || response.headers.has('set-cookie'),
    ready: (encoding) => ready.get(encoding),
    as: async (encoding) => {
      const known = ready.get(encoding)
      if (known || encoding === 'identity') return known ?? variant(encoding, plain)
      const made = making.get(encoding) ?? make(encoding)
      making.set(encoding, made)
      return made
    },
    plainBytes: plain.length,
  }
}

/** What an answer takes in memory, with both compressed forms reckoned at a half of the plain one. */
export const sizeOf = ({ plainBytes }: StoredResponse): number => Math.ceil(plainBytes * 1.5) + 2000
