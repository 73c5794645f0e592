import { and, eq, gt } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { admins, passwordResets } from '#app/.server/platform/db/auth-schema.ts'
import type { Orm } from '#app/.server/platform/db/database.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import { hashOfToken } from '#app/.server/platform/secret.ts'
import { LinkEnded } from '../auth-errors.ts'

/** Whose password the link may change; refused where it was used or has ended [FORGOT-02]. */
export async function adminOfPasswordLink(app: AppContext, token: string) {
  return withDatabase(app, async ({ orm }) => {
    const [found] = await orm
      .select({ admin: admins })
      .from(passwordResets)
      .innerJoin(admins, eq(admins.id, passwordResets.adminId))
      .where(isPasswordLink(app, token))
    if (!found) throw passwordLinkEnded()
    return found.admin
  })
}

/** Uses the link up, within the transaction that changes the password. */
export async function takePasswordLink(tx: Orm, app: AppContext, token: string): Promise<void> {
  const taken = await tx
    .delete(passwordResets)
    .where(isPasswordLink(app, token))
    .returning({ id: passwordResets.id })
  if (taken.length === 0) throw passwordLinkEnded()
}

function isPasswordLink(app: AppContext, token: string) {
  return and(
    eq(passwordResets.tokenHash, hashOfToken(token)),
    gt(passwordResets.expiresAt, app.now()),
  )
}

function passwordLinkEnded(): LinkEnded {
  const message = 'This link was already used or is more than 30 minutes old.'
  return new LinkEnded('password_link_ended', 410, message)
}
