import { eq } from 'drizzle-orm'
import type { AlertOrigin } from '#app/.server/alerts/alert.ts'
import { raiseAlert } from '#app/.server/alerts/raise-alert.ts'
import type { AppContext } from '#app/.server/app-context.ts'
import type { AuditActor } from '#app/.server/audit-log/record-event.ts'
import { admins } from '#app/.server/platform/db/auth-schema.ts'
import type { Role } from '#app/domain/access/rights.ts'
import { adminByEmail } from '../queries/admins.ts'
import { keepingAnOwner } from './assert-owner-left.ts'
import { revokeInvitationsBy } from './invite.ts'
import { noSuchAdmin } from './remove-admin.ts'

/**
 * Another role for an admin, from their next request on [ROLE-04, ROLE-05]. What somebody who is no
 * longer an owner began ends with it: their open invitations [INVITE-06]. `from`: where an admin asked.
 */
export async function changeRole(
  app: AppContext,
  {
    email,
    role,
    actor,
    from,
  }: { email: string; role: Role; actor: AuditActor; from?: AlertOrigin },
): Promise<{ email: string; before: Role; after: Role }> {
  return keepingAnOwner(app, { actor, address: from?.address }, async (tx, staff) => {
    const admin = await adminByEmail(tx, email)
    if (!admin) throw noSuchAdmin(email)
    const facts = { before: admin.role, after: role }
    if (admin.role === role) return { email: admin.email, ...facts }
    const told = { by: actor.id, email: admin.email, ...facts }
    // Sent before the change, so that an owner who is demoted is told, too.
    await raiseAlert(tx, { kind: 'staff-role-changed', at: staff.at, facts: told, from })
    await tx.update(admins).set({ role }).where(eq(admins.id, admin.id))
    if (role !== 'owner') await revokeInvitationsBy(tx, admin.id, staff)
    const target = { type: 'admin', id: admin.email } as const
    await staff.audit({ action: 'admin.role_changed', target, facts })
    return { email: admin.email, ...facts }
  })
}
