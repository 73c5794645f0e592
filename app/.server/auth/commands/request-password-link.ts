import { randomBytes } from 'node:crypto'
import type { AppContext } from '#app/.server/app-context.ts'
import { passwordResets } from '#app/.server/platform/db/auth-schema.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import { passwordLinkMinutes } from '../password-link.ts'

/**
 * Stores that somebody forgot the password of an address. Whether an admin has it is looked up by a job
 * (jobs/send-password-links.ts): here the same is done for every address, in the same time [FORGOT-01].
 */
export async function requestPasswordLink(app: AppContext, email: string): Promise<void> {
  const now = app.now()
  await withDatabase(app, ({ orm }) =>
    orm.insert(passwordResets).values({
      id: randomBytes(16).toString('base64url'),
      email,
      requestedAt: now,
      expiresAt: new Date(now.getTime() + passwordLinkMinutes * 60_000),
      nextAttemptAt: now,
    }),
  )
}
