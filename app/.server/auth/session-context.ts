import { createContext } from 'react-router'

/** A session ends so long after its sign-in, however much it is used [SESS-01]. */
export const maxSessionMs = 24 * 60 * 60 * 1000

/** The session of the request; set by the guard alone (require-admin.ts). */
export const sessionContext = createContext<{
  id: string
  /** When it last showed a second factor. */
  factorAt: Date | null
}>()
