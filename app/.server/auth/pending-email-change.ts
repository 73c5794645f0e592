import { eq } from 'drizzle-orm'
import { adminEmailChanges } from '../platform/db/auth-schema.ts'
import type { Orm } from '../platform/db/database.ts'

/**
 * Ends a change of the email address that is not confirmed yet [SESS-10]. Every command that changes a
 * password, a second factor or the sessions of an account calls it: these are the remedies of someone
 * who finds that a change was requested by somebody else.
 */
export async function dropPendingEmailChange(tx: Orm, adminId: string): Promise<void> {
  await tx.delete(adminEmailChanges).where(eq(adminEmailChanges.adminId, adminId))
}
