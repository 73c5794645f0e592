import { eq } from 'drizzle-orm'
import type { RouterContextProvider } from 'react-router'
import type { AppContext } from '../app-context.ts'
import { adminSessions } from '../platform/db/auth-schema.ts'
import { AppError } from '../platform/errors.ts'
import { secondsToWait } from '../platform/http/limits/rate-limits.ts'
import { appContext } from '../platform/http/request-context.ts'
import { sessionContext } from './session-context.ts'

/** A second factor that was shown longer ago does not count for what costs money or trust. */
const freshForMs = 10 * 60 * 1000

const code = 'fresh_factor_needed'
const message = 'Please confirm it’s you. Nothing has been changed yet.'

/** The screen asks for a code or a passkey, and then sends the same form again [FRESH-02]. */
class ReauthenticationNeeded extends AppError {
  constructor() {
    super(code, 403, message)
  }
}

/** The same before an action runs: for keepScreen, and for a browser without JavaScript. */
export const reauthenticationNeeded = {
  code,
  title: 'Confirm it’s you',
  sentence: `${message} Confirm it in a new tab, then reload this page. Your browser will submit the form again.`,
  next: { to: '/admin/confirm', label: 'Confirm (opens in a new tab)', newTab: true },
}

/** The session has shown a second factor just now. */
export async function factorShown(app: AppContext, sessionId: string): Promise<void> {
  await app.db.orm
    .update(adminSessions)
    .set({ factorAt: app.now() })
    .where(eq(adminSessions.id, sessionId))
}

/**
 * Refuses a request whose session has not shown a code, a recovery code or a passkey in the last ten
 * minutes [FRESH-01]. For actions behind the guard, within runCommand, before anything is changed; which
 * of them: route-rights.ts.
 */
export async function requireReauthentication(
  context: Readonly<RouterContextProvider>,
): Promise<void> {
  if (!hasReauthenticated(context)) throw new ReauthenticationNeeded()
}

/** How much a write moves: nothing, less than its limit, or more. */
export type Extent = 'none' | 'small' | 'large'

/**
 * The same for a write that has a limit: a large one is refused, and so is the eleventh small one of a
 * session within an hour, lest many small ones add up to a large one [FRESH-06].
 */
export async function requireFreshFor(
  context: Readonly<RouterContextProvider>,
  extent: Extent,
): Promise<void> {
  if (extent === 'none' || hasReauthenticated(context)) return
  if (extent === 'large') throw new ReauthenticationNeeded()
  const wait = await secondsToWait(context, 'smallChange', context.get(sessionContext).id)
  if (wait !== null) throw new ReauthenticationNeeded()
}

/** Both ways: after a clock was set back, a time in the future is no permission for years. */
export function hasReauthenticated(context: Readonly<RouterContextProvider>): boolean {
  const { factorAt } = context.get(sessionContext)
  const now = context.get(appContext).now()
  return factorAt !== null && Math.abs(now.getTime() - factorAt.getTime()) < freshForMs
}
