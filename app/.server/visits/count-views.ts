import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AppContext } from '#app/.server/app-context.ts'
import { openRequestLimit } from '#app/.server/platform/http/limits/request-limit.ts'
import { isDataRequest, isRobot, pathOf, sourceOf, viewOf } from '#app/domain/visits/visit.ts'

/**
 * How many views of one network count in an hour: more than a household or a small office makes, and few enough that
 * a program that calls itself a browser adds little [VISIT-03].
 */
export const viewLimit = { points: 120, seconds: 3600 } as const

/** The start of the name of the cookie that staff sign in with (auth/better-auth.ts). */
const staffCookie = 'shop-admin.'

/** Is called with every request and its answer, before the page cache and the app. */
export type CountViews = (request: IncomingMessage, response: ServerResponse) => void

/**
 * Counts a view once its page has been sent, so that no visitor waits for it. Whatever is not a page that a person
 * opened is left out: other methods, prefetches, programs, staff, and answers that are not a page [VISIT-01, VISIT-02].
 */
export function openCountViews(app: AppContext, limit: typeof viewLimit = viewLimit): CountViews {
  const isOver = openRequestLimit(app, { ...limit, noteRefusal: () => {} })
  const count = ({ req, statusCode }: ServerResponse): void => {
    // 304: a browser that has the page asks whether it changed.
    if (statusCode !== 200 && statusCode !== 304) return
    const { headers, url = '' } = req
    const view = viewOf(url)
    if (!view || isRobot(headers['user-agent']) || headers.cookie?.includes(staffCookie)) return
    const { referer: referrer } = headers
    const isData = isDataRequest(url)
    // Data that a page loads again, because a price changed or a filter was set.
    if (isData && referrer && pathOf(pathIn(referrer)) === pathOf(url)) return
    if (isOver(req) !== null) return
    app.visits.add(view.kind, view.key)
    if (isData) return
    const fetchSite = headers['sec-fetch-site'] as string | undefined
    const source = sourceOf({ url, referrer, fetchSite, host: headers.host ?? '' })
    if (source !== null) app.visits.add('source', source)
  }
  /** One function for all answers: Node calls it with the answer as `this`. */
  function onSent(this: ServerResponse): void {
    try {
      count(this)
    } catch (error) {
      app.log.error({ err: error }, 'a view could not be counted')
    }
  }
  return (request, response) => {
    if (request.method !== 'GET' || !isPageRequest(request.headers, request.url ?? '')) return
    response.on('finish', onSent)
  }
}

/** Whether a browser opens a page, as far as the headers say; a prefetch is only a guess that somebody will. */
function isPageRequest(headers: IncomingMessage['headers'], url: string): boolean {
  if (headers['sec-purpose'] !== undefined || headers.purpose === 'prefetch') return false
  const target = headers['sec-fetch-dest']
  if (target !== undefined && target !== 'document') return target === 'empty' && isDataRequest(url)
  return isDataRequest(url) || headers.accept?.includes('text/html') === true
}

function pathIn(referrer: string): string {
  const start = referrer.indexOf('/', referrer.indexOf('//') + 2)
  return start === -1 ? '/' : referrer.slice(start)
}
