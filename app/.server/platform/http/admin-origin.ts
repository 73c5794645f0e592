import { createCookie } from 'react-router'
import type { AppContext } from '#app/.server/app-context.ts'
import { ownCookie } from './public-origin.ts'

/** Where everybody lands who came from nowhere in particular. */
const dashboard = '/admin/dashboard'

/** Of the admin area, but not its guarded part: to go back there would lead nowhere. */
const notAnOrigin = /^\/admin\/(login|logout|setup|invitation|email)(\/|$)/i

/**
 * The page first asked for, over the sign-in: in its own cookie for ten minutes, never in the
 * address, where anybody could write another one [AUTH-04, D30].
 */
const cookieOf = (app: AppContext) => {
  const { name, place } = ownCookie(app, 'shop-admin.origin')
  return createCookie(name, { ...place, sameSite: 'lax', maxAge: 10 * 60 })
}

/** A Set-Cookie header that keeps the address. */
export async function rememberOrigin(app: AppContext, url: URL): Promise<string> {
  return cookieOf(app).serialize(safeOrigin(pagePath(url)))
}

/** The page to go on to, and the Set-Cookie header that forgets it. */
export async function takeOrigin(app: AppContext, headers: Headers) {
  const cookie = cookieOf(app)
  // It was in the browser's hands, so it is checked like any input.
  const kept: unknown = await cookie.parse(headers.get('Cookie')).catch(() => null)
  return { origin: safeOrigin(kept), forget: await cookie.serialize('', { maxAge: 0 }) }
}

/** A path of this site in the admin area, other than signing in and out; else the dashboard [D30]. */
export function safeOrigin(asked: unknown): string {
  const site = 'http://site.invalid'
  if (typeof asked !== 'string' || asked.length > 2000) return dashboard
  if (!asked.startsWith('/admin/') || !URL.canParse(asked, site)) return dashboard
  const { origin, pathname, search } = new URL(asked, site)
  if (origin !== site || !pathname.startsWith('/admin/') || pathname.includes('//'))
    return dashboard
  return notAnOrigin.test(pathname) ? dashboard : pathname + search
}

/** As it is in the address line, where the router asked for a page's data alone. */
export function pagePath({ pathname, searchParams }: URL): string {
  const search = new URLSearchParams(searchParams)
  search.delete('_routes')
  search.delete('index')
  const query = search.size > 0 ? `?${search}` : ''
  return pathname.replace(/(\/_)?\.data$/, '') + query
}
