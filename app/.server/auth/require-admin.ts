import { createContext, data, type MiddlewareFunction, redirect } from 'react-router'
import type { Role } from '#app/domain/access/rights.ts'
import { pagePath, rememberOrigin } from '../platform/http/admin-origin.ts'
import { appContext } from '../platform/http/request-context.ts'
import { cookiesAfterWrite, renewSession } from './commands/admin-session.ts'
import { sessionContext } from './session-context.ts'

/** Who is signed in, with both factors. */
export type Admin = { id: string; email: string; role: Role }

/** Set by the guard alone; `context.get(adminContext)` throws without the guard. */
export const adminContext = createContext<Admin>()

/**
 * Guards every page and every write of the admin area [AUTH-16, AUTH-22]. A visitor who asks for a
 * page without a session is sent to sign in, and back afterwards; everything else is refused.
 */
export const requireAdmin: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  const app = context.get(appContext)
  const session = await renewSession(app, request.headers).catch((error: unknown) => {
    app.log.error({ err: error }, 'Error fetching admin data')
    const next = { to: pagePath(new URL(request.url)), label: 'Try again', reload: true }
    const text = wantsPage(request) ? { ...noAnswer, next } : notDone
    throw data(text, { status: 503, headers: notKept })
  })
  if (!session) {
    if (!wantsPage(request)) {
      const path = new URL(request.url).pathname
      app.log.info({ code: 'signed_out', path, method: request.method }, 'refused')
      throw data(signedOut, { status: 401, headers: notKept })
    }
    const cookie = await rememberOrigin(app, new URL(request.url))
    throw redirect('/admin/login', { headers: { ...notKept, 'Set-Cookie': cookie } })
  }
  context.set(adminContext, session.admin)
  const { sessionId: id, factorAt } = session
  context.set(sessionContext, { id, factorAt })
  const response = await next()
  const cookies = wantsPage(request)
    ? session.cookies
    : await cookiesAfterWrite(app, session).catch((error: unknown) => {
        // The write is done, and its answer says so whether or not the session gets a new token.
        app.log.error({ err: error }, 'a session kept its token after a write')
        return session.cookies
      })
  for (const cookie of cookies) response.headers.append('Set-Cookie', cookie)
  response.headers.set('Cache-Control', 'no-store')
  return response
}

const wantsPage = ({ method }: Request) => method === 'GET' || method === 'HEAD'

const noAnswer = {
  title: 'Error fetching admin data',
  sentence: 'The database isn’t responding, so no one can sign in. Please try again in a moment.',
}

const notDone = {
  title: 'Error fetching admin data',
  sentence: 'The database isn’t responding, so nothing was changed. Please try again in a moment.',
}

const signedOut = {
  title: 'You are signed out',
  sentence: 'Nothing was saved. Please sign in again, then try again.',
  next: { to: '/admin/login', label: 'Sign in' },
}

const notKept = { 'Cache-Control': 'no-store' }

/** Headers that set these cookies, each the value of a Set-Cookie header. */
export function withCookies(cookies: readonly string[]): Headers {
  const headers = new Headers(notKept)
  for (const cookie of cookies) headers.append('Set-Cookie', cookie)
  return headers
}
