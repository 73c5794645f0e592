import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http'
import type { Duplex } from 'node:stream'
import { getRequestListener, RequestError } from '@hono/node-server'
import { AppError } from '../errors.ts'
import { waitText } from './limits/rate-limits.ts'
import type { RequestLimit } from './limits/request-limit.ts'
import type { PageCache } from './page-cache/page-cache.ts'
import { serveCached } from './page-cache/serve-cached.ts'
import { hasNul, isAsSent, isTooLong } from './request-target.ts'

/** A request that is refused before it is routed: the app answers with this error. */
export type Malformed = { malformed?: AppError; retryAfter?: number }

export type App = {
  fetch(request: Request, env?: Malformed): Response | Promise<Response>
  /** Counts every request before anything else is done for it. */
  requestLimit?: RequestLimit
  /** Answers before the app does; see serve-cached.ts. */
  pageCache?: PageCache
  /** Is told of each request that is answered, before it is. */
  countRequest?: (request: IncomingMessage, response: ServerResponse) => void
  mayMake?: (request: IncomingMessage) => Promise<boolean>
  /** See listen.ts. */
  connections?: { inAll: number; ofOneNetwork: number; idleMs: number }
}

/**
 * A server that hands requests to the app. What Node would answer automatically, in a bare line (no HTTP,
 * headers too large, too slow), the app answers as well, so that it gets the usual headers and form.
 */
export function openServer(app: App): Server {
  const refuse = async (problem: AppError) =>
    app.fetch(new Request('http://malformed.invalid/'), { malformed: problem })
  const refusals = new WeakMap<IncomingMessage, Malformed>()
  const listener = getRequestListener(
    (request, env) => {
      const refused = refusals.get(env.incoming as IncomingMessage)
      return app.fetch(request, refused ? { ...env, ...refused } : (env as Malformed))
    },
    { errorHandler: (error) => refuse(error instanceof RequestError ? invalid() : broken()) },
  )
  const answerRequest = app.pageCache ? serveCached(app.pageCache, listener, app.mayMake) : listener
  const server = createServer(
    // Node's own refusal has no headers; the listener refuses the same, by its error handler.
    { requireHostHeader: false, connectionsCheckingInterval: 5000 },
    (request, response) => {
      // HTTP/1.0, as some health checks speak it, knows no Host.
      if (request.httpVersion === '1.0') request.headers.host ??= 'localhost'
      const refused = refusalOf(app, request)
      if (!refused) {
        app.countRequest?.(request, response)
        return answerRequest(request, response)
      }
      refusals.set(request, refused)
      return listener(request, response)
    },
  )
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Answering) => {
    answer(socket, refuse(problemOf(error.code)))
  })
  server.on('connect', (_request, socket: Answering) => {
    answer(socket, refuse(new AppError('method_not_allowed', 405, 'This server is not a proxy.')))
  })
  server.on('checkExpectation', async (_request, response: ServerResponse) => {
    const refused = await refuse(
      new AppError('expectation_failed', 417, 'What the header Expect asks for is not offered.'),
    )
    const text = await refused.text()
    refused.headers.set('Content-Length', String(Buffer.byteLength(text)))
    response.writeHead(refused.status, [...refused.headers].flat()).end(text)
  })
  return server
}

function refusalOf(app: App, request: IncomingMessage): Malformed | null {
  const retryAfter = app.requestLimit?.(request) ?? null
  if (retryAfter !== null) {
    const message = `Your network has sent too many requests. Please try again in ${waitText(retryAfter)}.`
    return { malformed: new AppError('too_many_requests', 429, message), retryAfter }
  }
  const problem = problemOfTarget(request.url ?? '')
  return problem && { malformed: problem }
}

function problemOfTarget(target: string): AppError | null {
  if (isTooLong(target)) {
    return new AppError('address_too_long', 414, 'The address of this request is too long.')
  }
  if (hasNul(target)) {
    return new AppError('malformed_address', 400, 'The address of this request has a NUL in it.')
  }
  if (isAsSent(target)) return null
  const message = 'The address of this request is not written in its normal form.'
  return new AppError('malformed_address', 400, message)
}

const invalid = () => new AppError('malformed_request', 400, 'The request is not valid HTTP.')

const broken = () =>
  new AppError('internal_error', 500, 'Something went wrong on our side. Please try again.')

/** By the codes of Node: https://nodejs.org/api/http.html#event-clienterror */
function problemOf(code: string | undefined): AppError {
  if (code === 'HPE_HEADER_OVERFLOW')
    return new AppError('headers_too_large', 431, 'The headers of the request are too large.')
  if (code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW')
    return new AppError('too_large', 413, 'The request is larger than it may be.')
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return new AppError('request_timeout', 408, 'The request did not arrive in time.')
  return invalid()
}

/** Node keeps here what is being answered on a connection; it has no public name. */
type Answering = Duplex & { _httpMessage?: ServerResponse | null }

async function answer(socket: Answering, refused: Promise<Response>): Promise<void> {
  try {
    const response = await refused
    const text = await response.text()
    if (!socket.writable || socket._httpMessage?.headersSent) throw new Error('answered already')
    const head = [
      `HTTP/1.1 ${response.status} ${STATUS_CODES[response.status]}`,
      ...[...response.headers].map(([name, value]) => `${name}: ${value}`),
      `content-length: ${Buffer.byteLength(text)}`,
      `date: ${new Date().toUTCString()}`,
      'connection: close',
    ]
    socket.end(`${head.join('\r\n')}\r\n\r\n${text}`, () => socket.destroy())
  } catch {
    socket.destroy()
  }
}
