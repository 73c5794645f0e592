import { createCookie } from 'react-router'
import type { AppContext } from '#app/.server/app-context.ts'
import { ownCookie } from './public-origin.ts'

const cookieOf = (app: AppContext) => {
  const { name, place } = ownCookie(app, 'find-order')
  return createCookie(name, { ...place, sameSite: 'strict' })
}

/** The session of the list of orders that a browser opened by a mailed link; null without one. */
export async function findOrderSession(app: AppContext, headers: Headers): Promise<string | null> {
  const kept: unknown = await cookieOf(app)
    .parse(headers.get('Cookie'))
    .catch(() => null)
  return typeof kept === 'string' && kept !== '' ? kept : null
}

/** A Set-Cookie header that keeps the session as long as it lasts; null forgets it. */
export function storeFindOrderSession(
  app: AppContext,
  session: string | null,
  minutes = 0,
): Promise<string> {
  return cookieOf(app).serialize(session ?? '', { maxAge: session === null ? 0 : minutes * 60 })
}
