import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { createContext, type MiddlewareFunction } from 'react-router'
import type { AppContext } from '#app/.server/app-context.ts'
import { AppError } from '#app/.server/platform/errors.ts'
import { networkOf } from '../client-address.ts'
import { refusal } from '../error-page.ts'
import { pageLifeContext } from '../page-cache/page-life.ts'
import { clientAddressContext } from '../request-context.ts'
import { waitText } from './rate-limits.ts'
import { openRefusalLog } from './refusal-log.ts'

/**
 * How much one network may have rendered in a minute [LIMIT-02]. What is answered from memory costs
 * nothing and is not counted, so a person is far from it, and so is an office behind one address; a
 * program that asks for ever new addresses is not. Searches are counted a second time, for each one
 * looks through the whole catalog.
 */
export const readLimits = { render: 600, search: 240, seconds: 60 } as const

export type ReadLimits = {
  /** In how many seconds this network may have another page rendered; null: now. */
  retryAfter(address: string, url: string): Promise<number | null>
  /** The answer to one that may not yet, which the log counts. */
  refuse(request: Request, ask: { address: string; seconds: number }): Response
}

/** The counts of one process: reads are not worth asking the database for. */
export function openReadLimits(
  app: Pick<AppContext, 'log' | 'closing'> & {
    config: Pick<AppContext['config'], 'webProcesses'>
  },
): ReadLimits {
  const { webProcesses } = app.config
  const count = (points: number) =>
    new RateLimiterMemory({
      // Connections fall to the processes of a machine evenly.
      points: Math.ceil(points / webProcesses),
      duration: readLimits.seconds,
    })
  const renders = count(readLimits.render)
  const searches = count(readLimits.search)
  const refused = openRefusalLog(app, 'reads')
  return {
    async retryAfter(address, url) {
      const network = networkOf(address)
      if (network === null) return null
      try {
        const { pathname, search, searchParams } = new URL(url, 'http://shop.invalid')
        await renders.consume(network, pointsOf(pathname, search))
        if (searchParams.get('q')) await searches.consume(network)
        return null
      } catch (limit) {
        if (!(limit instanceof RateLimiterRes)) throw limit
        return Math.max(1, Math.ceil(limit.msBeforeNext / 1000))
      }
    },
    refuse(request, { address, seconds }) {
      refused(networkOf(address) ?? address)
      const message = `Too many pages were requested from your network. Please try again in ${waitText(seconds)}.`
      return refusal(request, new AppError('too_many_requests', 429, message), {
        'Retry-After': String(seconds),
      })
    },
  }
}

/**
 * The router's list of routes is worked out for each path that is requested, at about 8 ms of
 * processor time for 256 characters of paths, as long as a page takes. A PDF takes about 50 ms.
 */
function pointsOf(pathname: string, search: string): number {
  if (pathname.endsWith('.pdf')) return 5
  return pathname === '/__manifest' ? 1 + Math.floor(search.length / 256) : 1
}

/** Of one app; server.ts sets it. */
export const readLimitsContext = createContext<ReadLimits>()

/**
 * Middleware of every route. A page that the cache asks for is counted where the visitor is known:
 * in serve-cached.ts; what a page answers to a form, in server.ts.
 */
export const limitReads: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  if (!isRead || context.get(pageLifeContext)) return next()
  const limits = context.get(readLimitsContext)
  const address = context.get(clientAddressContext)
  const seconds = await limits.retryAfter(address, request.url)
  return seconds === null ? next() : limits.refuse(request, { address, seconds })
}
