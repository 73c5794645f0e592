import type { HttpBindings } from '@hono/node-server'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'
import { compress } from 'hono/compress'
import { etag } from 'hono/etag'
import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router'
import type { AppContext } from '#app/.server/app-context.ts'
import { defaultBrand } from '#brand'
import { AppError } from '../errors.ts'
import { failureResponse, methodNotAllowed } from './api-route.ts'
import { clientAddress } from './client-address.ts'
import { refusal } from './error-page.ts'
import { bodyLimitContext, isTooLarge, limitBody, tooLarge } from './limits/body-limit.ts'
import {
  openPageQueue,
  openPdfQueue,
  pageQueueContext,
  pdfQueueContext,
} from './limits/page-queue.ts'
import { createRateLimiters, rateLimitersContext } from './limits/rate-limits.ts'
import { openReadLimits, type ReadLimits, readLimitsContext } from './limits/read-limits.ts'
import type { Malformed } from './malformed.ts'
import { type PageLife, pageLifeContext } from './page-cache/page-life.ts'
import { mapPageErrors } from './page-errors.ts'
import { openPageMethods } from './page-methods.ts'
import { noteUntrustedProxy, proxyNotTrusted, underItsOrigin } from './public-origin.ts'
import { renderPageContext } from './render-page.ts'
import { appContext, clientAddressContext } from './request-context.ts'
import { isSameOrigin } from './same-origin.ts'
import { setSecurityHeaders } from './security-headers.ts'
import { serveCertificatePicture } from './serve-certificate-picture.ts'
import { serveMedia } from './serve-media.ts'

/** `pageLife`: the page cache asks, for nobody in particular; the answer's life is noted there. */
type RequestEnv = Malformed & HttpBindings & { pageLife?: PageLife }

/**
 * The HTTP host: what is true of every request is here, once (headers, limits, origin, size,
 * compression, files); everything else is a route.
 */
export function createHttpHandler(
  app: AppContext,
  build: ServerBuild,
  readLimits: ReadLimits = openReadLimits(app),
): Hono<{ Bindings: RequestEnv }> {
  const hono = new Hono<{ Bindings: RequestEnv }>()
  const render = createRequestHandler(
    mapPageErrors(build),
    import.meta.env.DEV ? 'development' : 'production',
  )
  const rateLimiters = createRateLimiters(app)
  const pageQueue = openPageQueue()
  const pdfQueue = openPdfQueue()
  const pageMethod = openPageMethods(build)

  /** For nobody in particular, as for the page cache. */
  const renderAs = (path: string, shop: AppContext): Promise<Response> => {
    const context = new RouterContextProvider()
    context.set(appContext, shop)
    context.set(pageLifeContext, {})
    context.set(pageQueueContext, pageQueue)
    context.set(pdfQueueContext, pdfQueue)
    return render(new Request(new URL(path, app.publicUrl)), context)
  }

  hono.use(async (c, next) => {
    await next()
    setSecurityHeaders(c.res.headers, decoded(c.req.path), app.publicUrl.startsWith('https:'))
    // Pages and their data show prices: no cache keeps them unasked, so that no older one shows [LIVE-07].
    const life = c.res.headers.get('Cache-Control') ?? 'no-cache'
    c.res.headers.set('Cache-Control', isHtml(c.res) ? `${life}, no-transform` : life)
  })
  hono.use(async (c, next) => {
    const { malformed: problem, retryAfter } = c.env ?? {}
    if (problem) {
      return refusal(c.req.raw, problem, {
        ...(retryAfter ? { 'Retry-After': String(retryAfter) } : {}),
        // The body is not read, so the connection cannot be used again.
        ...(c.req.raw.body ? { Connection: 'close' } : {}),
      })
    }
    if (decoded(c.req.path) !== '') return next()
    return refusal(
      c.req.raw,
      new AppError(
        'malformed_address',
        400,
        'The address of this request is not encoded correctly.',
      ),
    )
  })
  hono.use(compress())

  hono.get('/assets/*', staticFiles('./build/client', 'public, max-age=31536000, immutable'))
  hono.use('/pendants/*', etag())
  hono.get(
    '/pendants/:file{[\\w-]+\\.(jpg|avif|webp)}',
    staticFiles('./content/pendants/pictures', 'public, max-age=86400', /^\/pendants/),
  )
  // The engraved drawings that stood here before: saved carts and shared links still name them.
  hono.get('/pendants/:file{[\\w-]+\\.svg}', (c) =>
    c.redirect(c.req.path.replace(/\.svg$/, '.jpg'), 301),
  )
  hono.get('/media/:file', (c) => serveMedia(app, c.req.raw, c.req.param('file')))
  hono.get('/certificate-pictures/:file', (c) =>
    serveCertificatePicture(app, c.req.raw, c.req.param('file')),
  )
  hono.use('/pictures/*', etag())
  hono.get(
    '/pictures/:file{[\\w-]+\\.(jpg|avif|webp)}',
    staticFiles('./content/pictures', 'public, max-age=86400', /^\/pictures/),
  )
  hono.use('/share/:file', (c, next) => {
    const instead = sharedInstead(app, c.req.param('file'))
    return instead ? Promise.resolve(c.redirect(instead, 302)) : next()
  })
  hono.get(
    '/share/:file{[\\w-]+\\.jpg}',
    staticFiles('./content/share', 'public, max-age=86400', /^\/share/),
  )
  hono.get(
    '/:file{[\\w-]+\\.(ico|svg|png)}',
    staticFiles('./build/client', 'public, max-age=86400'),
  )

  hono.use(async (c, next) => {
    const forwarded = c.req.header('x-forwarded-for') !== undefined
    if (forwarded && app.config.trustProxy === 0) noteUntrustedProxy(app)
    return isTooLarge(c.req.raw) ? unread(c.req.raw, tooLarge()) : next()
  })
  hono.use(async (c, next) => {
    if (c.req.method === 'GET' || c.req.method === 'HEAD') return next()
    if (!isSameOrigin(c.req.raw, app)) {
      const from = c.req.header('origin')?.slice(0, 200)
      app.log.warn({ code: 'wrong_origin', path: c.req.path, from }, 'refused')
      return refusal(
        c.req.raw,
        new AppError(
          'wrong_origin',
          403,
          `This request came from another site and was refused. This shop’s own address is ${app.publicUrl}; it is set by PUBLIC_URL.`,
        ),
      )
    }
    const untrusted = c.req.header('origin') ? proxyNotTrusted(app) : null
    if (untrusted) {
      app.log.error({ path: c.req.path }, untrusted)
      return refusal(c.req.raw, new AppError('proxy_not_trusted', 403, untrusted))
    }
    return next()
  })

  const mayRead = async (request: Request, env: RequestEnv): Promise<Response | null> => {
    const address = clientAddress(env.incoming, app.config.trustProxy)
    const seconds = await readLimits.retryAfter(address, request.url)
    return seconds === null ? null : readLimits.refuse(request, { address, seconds })
  }
  // The router answers this address before any middleware of a route.
  hono.get('/__manifest', async (c, next) => (await mayRead(c.req.raw, c.env)) ?? next())
  hono.use(async (c, next) => {
    if (c.req.method === 'GET' || c.req.method === 'HEAD') return next()
    const answer = pageMethod(c.req.raw)
    const refused = answer === 'page' ? await mayRead(c.req.raw, c.env) : answer
    if (!refused) return next()
    // The body is not read, so the connection cannot be used again.
    refused.headers.set('Connection', 'close')
    return refused
  })

  hono.all('*', async (c) => {
    const context = new RouterContextProvider()
    context.set(appContext, app)
    const { pageLife } = c.env ?? {}
    if (pageLife) context.set(pageLifeContext, pageLife)
    else context.set(clientAddressContext, clientAddress(c.env.incoming, app.config.trustProxy))
    context.set(readLimitsContext, readLimits)
    context.set(rateLimitersContext, rateLimiters)
    context.set(pageQueueContext, pageQueue)
    context.set(pdfQueueContext, pdfQueue)
    context.set(renderPageContext, renderAs)
    const body = limitBody(underItsOrigin(c.req.raw))
    context.set(bodyLimitContext, body)
    const response = await render(body.request, context)
    const refused = body.refused()
    if (refused) return unread(c.req.raw, refused)
    // A fetched Response may have immutable headers; the host adds its own.
    const answer = new Response(response.body, response)
    if (body.isUnread()) answer.headers.set('Connection', 'close')
    // What staff changed shows everywhere once they are answered that it was.
    const mayChange = c.req.method === 'POST' && c.req.path.startsWith('/admin')
    if (mayChange && response.status < 500) await app.revisions.settle()
    // The router refuses methods in its own formats, and without Allow; API routes answer rightly.
    if (response.status === 405 && !response.headers.has('Allow')) {
      return methodNotAllowed('GET, HEAD')
    }
    return answer
  })
  hono.onError((error, c) => failureResponse(app, error, c.req.path))
  return hono
}

/** The rest of the body is not read, so the connection cannot be used again. */
function unread(request: Request, problem: AppError): Response {
  return refusal(request, problem, { Connection: 'close' })
}

/** The path as the router reads it; empty where it is not encoded correctly. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return ''
  }
}

function staticFiles(root: string, cacheControl: string, strip?: RegExp) {
  return serveStatic({
    root,
    precompressed: true,
    ...(strip ? { rewriteRequestPath: (path: string) => path.replace(strip, '') } : {}),
    onFound: (_path, c) => {
      c.header('Cache-Control', cacheControl)
    },
  })
}

/** Proxies such as Cloudflare rewrite email addresses in pages, which React then finds changed [DOM-08]. */
function isHtml({ headers }: Response): boolean {
  return headers.get('Content-Type')?.startsWith('text/html') ?? false
}

/**
 * What a shop shares in place of a card of `content/share` once it has another name than the one drawn
 * on all of them: the piece itself, else the picture of the home page. Null: the card.
 */
function sharedInstead({ cache }: Pick<AppContext, 'cache'>, file: string): string | null {
  const name = cache.texts?.brand?.name ?? defaultBrand.name
  if (name === defaultBrand.name) return null
  const [, piece] = /^pendant-([\w-]+)\.jpg$/.exec(file) ?? []
  return piece ? `/pendants/${piece}-front.jpg` : '/pictures/hero.jpg'
}
