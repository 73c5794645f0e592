import { createContext, type MiddlewareFunction, type RouterContextProvider } from 'react-router'
import { AppError } from '#app/.server/platform/errors.ts'

/** How much a body may hold, in kB, and how long it may take to arrive from when it is first read. */
type BodyLimit = { kilobytes: number; seconds: number }

/** What a route takes that asks for no more: a form of a few fields, such as a sign-in [LIMIT-01]. */
const usual: BodyLimit = { kilobytes: 16, seconds: 10 }
/** No route takes more [SEC-05]; so much only the file of products. */
export const largestKilobytes = 16 * 1024

/** No body may take longer to arrive; a slow line has the time that the largest file needs. */
export const maxBodySeconds = 120

export type LimitedBody = {
  request: Request
  /** Before the body is read. */
  allow(limit: BodyLimit): void
  /** Why the rest of the body was not read, whatever the route made of that; null: it was. */
  refused(): AppError | null
  /** A connection on which some of a body is left unread cannot be used again. */
  isUnread(): boolean
}

/** The body of a request; server.ts sets it. */
export const bodyLimitContext = createContext<LimitedBody | null>(null)

/** Middleware of a route that takes a larger body than the usual 16 kB. */
export function bodyLimit(
  kilobytes: number,
  seconds = usual.seconds,
): MiddlewareFunction<Response> {
  return ({ context }, next) => {
    context.get(bodyLimitContext)?.allow({ kilobytes, seconds })
    return next()
  }
}

/** Whether the body was refused: what failed for that is no failure of the shop. */
export function wasRefused(context: Readonly<RouterContextProvider>): boolean {
  return context.get(bodyLimitContext)?.refused() != null
}

/** True where a request says of itself that it is larger than any route takes. */
export function isTooLarge(request: Request): boolean {
  return lengthOf(request) > largestKilobytes * 1024
}

export function tooLarge(kilobytes = largestKilobytes): AppError {
  const most = kilobytes >= 1024 ? `${kilobytes / 1024} MB` : `${kilobytes} kB`
  return new AppError('too_large', 413, `The request is larger than ${most}.`)
}

/**
 * The request with a body that ends in an error once more of it was read than the route allows, or it
 * took too long. Nothing is read before the route asks for it, and never more than one chunk ahead.
 */
export function limitBody(request: Request): LimitedBody {
  if (!request.body) return { request, allow() {}, refused: () => null, isUnread: () => false }
  let limit = usual
  let problem: AppError | null = null
  let received = 0
  let isUnread = true
  let until: Promise<never> | null = null
  let timer: NodeJS.Timeout | undefined
  const reader = request.body.getReader()
  const refuse = (why: AppError): never => {
    problem = why
    void reader.cancel().catch(() => {})
    throw why
  }
  const startClock = () =>
    new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        reject(new AppError('request_timeout', 408, 'The request did not arrive in time.'))
      }, limit.seconds * 1000)
      timer.unref()
    })
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const most = limit.kilobytes * 1024
        if (lengthOf(request) > most) refuse(tooLarge(limit.kilobytes))
        until ??= startClock()
        try {
          const { done, value } = await Promise.race([reader.read(), until])
          if (done) {
            clearTimeout(timer)
            isUnread = false
            return controller.close()
          }
          received += value.byteLength
          if (received > most) refuse(tooLarge(limit.kilobytes))
          controller.enqueue(value)
        } catch (error) {
          clearTimeout(timer)
          if (problem) throw error
          refuse(error instanceof AppError ? error : malformed())
        }
      },
      cancel(reason) {
        clearTimeout(timer)
        return reader.cancel(reason)
      },
    },
    { highWaterMark: 0 },
  )
  const { method, headers, signal } = request
  const init = { method, headers, signal, body, duplex: 'half' as const }
  return {
    request: new Request(request.url, init),
    allow(more) {
      limit = more
    },
    refused: () => problem,
    isUnread: () => isUnread,
  }
}

const malformed = () => new AppError('malformed_request', 400, 'The request is not valid HTTP.')

function lengthOf(request: Request): number {
  return Number(request.headers.get('content-length') ?? 0)
}
