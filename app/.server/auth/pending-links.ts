import { eq } from 'drizzle-orm'
import { adminEmailChanges, passwordResets } from '../platform/db/auth-schema.ts'
import type { Orm } from '../platform/db/database.ts'

/**
 * Ends what emailed links could still do to an account: a change of the email address that is not
 * confirmed yet [SESS-10], and a link to choose another password [FORGOT-03]. Every command that changes
 * a password, a second factor or the sessions of an account calls it: these are the remedies of someone
 * who finds that a link was requested by somebody else.
 */
export async function dropPendingLinks(tx: Orm, adminId: string): Promise<void> {
  await tx.delete(adminEmailChanges).where(eq(adminEmailChanges.adminId, adminId))
  await tx.delete(passwordResets).where(eq(passwordResets.adminId, adminId))
}
