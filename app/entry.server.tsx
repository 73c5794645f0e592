import { randomBytes } from 'node:crypto'
import { Writable } from 'node:stream'
import { renderToPipeableStream } from 'react-dom/server'
import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from 'react-router'
import { hydrateAfterPaint } from '#app/.server/platform/http/hydration/hydrate-after-paint.ts'
import { wasRefused } from '#app/.server/platform/http/limits/body-limit.ts'
import {
  answerInTurn,
  pageQueueContext,
  tooBusy,
} from '#app/.server/platform/http/limits/page-queue.ts'
import { appContext } from '#app/.server/platform/http/request-context.ts'
import {
  contentSecurityPolicy,
  hashInlineScripts,
} from '#app/.server/platform/http/security-headers.ts'
import { NonceContext } from '#app/ui/layout/nonce.ts'

export const streamTimeout = 10_000

/** Renders a page whole, so that its inline scripts can be hashed before the first byte leaves. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const mark = randomBytes(16).toString('base64url')
  const renderPage = () =>
    render(
      <NonceContext.Provider value={mark}>
        <ServerRouter context={routerContext} url={request.url} nonce={mark} />
      </NonceContext.Provider>,
      mark,
    )
  const page = await answerInTurn(context.get(pageQueueContext), { request, status }, renderPage)
  if (page === null) return tooBusy(request)
  // The admin area is a tool: it is hydrated at once. While developing, Vite has its own scripts.
  const isAdmin = new URL(request.url).pathname.startsWith('/admin')
  const deferred = isAdmin || import.meta.env.DEV ? page : hydrateAfterPaint(page, mark)
  const { html, hashes } = hashInlineScripts(deferred, mark)
  headers.set('Content-Type', 'text/html; charset=utf-8')
  headers.set('Content-Security-Policy', contentSecurityPolicy(hashes, pictureOrigins(context)))
  if (!isAdmin) headers.set('Speculation-Rules', '"/speculation-rules.json"')
  const answer = request.method === 'HEAD' ? null : html
  return new Response(answer, { status, headers })
}

/** A page that failed is logged whole; one that a reader left, or asked for wrongly, is not. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || isRouteErrorResponse(error) || wasRefused(context)) return
  const { pathname } = new URL(request.url)
  context.get(appContext).log.error({ err: error, path: pathname }, 'a page failed')
}

/**
 * Texts of a content site may hold pictures within their HTML. One under plain http, on this machine,
 * brings its pictures from there too.
 */
function pictureOrigins(context: RouterContextProvider): string[] {
  const { contentSite } = context.get(appContext).config
  if (!contentSite) return []
  return [
    'data:',
    ...(contentSite.url.startsWith('http:') ? [new URL(contentSite.url).origin] : []),
  ]
}

function render(element: React.ReactElement, nonce: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    const sink = new Writable({
      write(chunk: Buffer, _encoding, done) {
        chunks.push(chunk)
        done()
      },
      final(done) {
        clearTimeout(tooLong)
        resolve(Buffer.concat(chunks).toString('utf8'))
        done()
      },
    })
    const { pipe, abort } = renderToPipeableStream(element, {
      nonce,
      onAllReady: () => pipe(sink),
      onShellError: reject,
      onError: (error) => {
        clearTimeout(tooLong)
        reject(error)
      },
    })
    const tooLong = setTimeout(() => abort(new Error('rendering took too long')), streamTimeout)
  })
}
