import { eq } from 'drizzle-orm'
import type { RouterContextProvider } from 'react-router'
import type { AppContext } from '../app-context.ts'
import { adminSessions } from '../platform/db/auth-schema.ts'
import { AppError } from '../platform/errors.ts'
import { appContext } from '../platform/http/request-context.ts'
import { sessionContext } from './session-context.ts'

/** A second factor that was shown longer ago does not count for what costs money or trust. */
const freshForMs = 10 * 60 * 1000

/** The screen asks for a code or a passkey, and then sends the same form again [FRESH-02]. */
class FreshFactorNeeded extends AppError {
  constructor() {
    super('fresh_factor_needed', 403, 'Please confirm that it is you. Nothing was changed yet.')
  }
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
 * minutes [FRESH-01]. For actions behind the guard, within runCommand, before anything is changed.
 */
export async function requireFreshFactor(context: Readonly<RouterContextProvider>): Promise<void> {
  const { factorAt } = context.get(sessionContext)
  if (!isFresh(factorAt, context.get(appContext).now())) throw new FreshFactorNeeded()
}

/** Both ways: after a clock was set back, a time in the future is no permission for years. */
function isFresh(factorAt: Date | null, now: Date): boolean {
  return factorAt !== null && Math.abs(now.getTime() - factorAt.getTime()) < freshForMs
}
