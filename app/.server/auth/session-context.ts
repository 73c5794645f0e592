import { createContext } from 'react-router'

/** A session ends so long after its sign-in, however much it is used [SESS-01]. */
export const maxSessionMs = 24 * 60 * 60 * 1000

/** Whether the browser is, or was a moment ago, signed in to the admin area (better-auth.ts). It proves nothing. */
export const hasSessionCookie = (headers: Headers): boolean =>
  headers.get('cookie')?.includes('shop-admin.session_token=') ?? false

/** The session of the request; set by the guard alone (require-admin.ts). */
export const sessionContext = createContext<{
  id: string
  /** When it last showed a second factor. */
  factorAt: Date | null
}>()
