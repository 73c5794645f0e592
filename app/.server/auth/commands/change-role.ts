import { eq } from 'drizzle-orm'
import { raiseAlert } from '#app/.server/alerts/raise-alert.ts'
import type { AppContext } from '#app/.server/app-context.ts'
import { type AuditActor, recordAuditEvent } from '#app/.server/audit-log/record-event.ts'
import { admins } from '#app/.server/platform/db/auth-schema.ts'
import type { Role } from '#app/domain/access/rights.ts'
import { adminByEmail } from '../queries/admins.ts'
import { revokeInvitationsBy } from './invite.ts'
import { keepingAnOwner } from './keep-an-owner.ts'
import { noSuchAdmin } from './remove-admin.ts'

/**
 * Another role for an admin, from their next request on [ROLE-04, ROLE-05]. What somebody who is no
 * owner any more began ends with it: their open invitations [INVITE-06].
 */
export async function changeRole(
  app: AppContext,
  { email, role, actor }: { email: string; role: Role; actor: AuditActor },
): Promise<{ email: string; before: Role; after: Role }> {
  const at = app.now()
  return keepingAnOwner(app, async (tx) => {
    const admin = await adminByEmail(tx, email)
    if (!admin) throw noSuchAdmin(email)
    const facts = { before: admin.role, after: role }
    if (admin.role === role) return { email: admin.email, ...facts }
    await tx.update(admins).set({ role }).where(eq(admins.id, admin.id))
    if (role !== 'owner') await revokeInvitationsBy(tx, admin.id, { at, actor })
    const target = { type: 'admin', id: admin.email } as const
    await recordAuditEvent(tx, { at, actor, action: 'admin.role_changed', target, facts })
    const told = { by: actor.id, email: admin.email, ...facts }
    await raiseAlert(tx, { kind: 'staff-role-changed', at, facts: told })
    return { email: admin.email, ...facts }
  })
}
