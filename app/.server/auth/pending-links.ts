import { eq } from 'drizzle-orm'
import type { StaffWork } from '../audit-log/staff-transaction.ts'
import { adminEmailChanges, passwordResets } from '../platform/db/auth-schema.ts'
import type { Orm } from '../platform/db/database.ts'
import { revokeInvitationsBy } from './commands/invite.ts'

/**
 * Ends what emailed links could still do to an account or by it: a change of the email address that is not
 * confirmed yet [SESS-10], a link to choose another password [FORGOT-03], and open invitations that it
 * sent [INVITE-06]. Every command that changes a password, a second factor or the sessions of an account
 * calls it: these are the remedies of someone who finds that a link was requested by somebody else.
 */
export async function dropPendingLinks(tx: Orm, adminId: string, staff: StaffWork): Promise<void> {
  await revokeInvitationsBy(tx, adminId, staff)
  await tx.delete(adminEmailChanges).where(eq(adminEmailChanges.adminId, adminId))
  await tx.delete(passwordResets).where(eq(passwordResets.adminId, adminId))
}
