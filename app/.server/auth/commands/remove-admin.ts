import { eq } from 'drizzle-orm'
import type { AlertOrigin } from '#app/.server/alerts/alert.ts'
import { raiseAlert } from '#app/.server/alerts/raise-alert.ts'
import type { AppContext } from '#app/.server/app-context.ts'
import type { AuditActor } from '#app/.server/audit-log/record-event.ts'
import { admins } from '#app/.server/platform/db/auth-schema.ts'
import { AppError } from '#app/.server/platform/errors.ts'
import { adminByEmail, hasAdmin } from '../queries/admins.ts'
import { keepingAnOwner, LastOwner } from './assert-owner-left.ts'
import { revokeInvitationsBy } from './invite.ts'

/**
 * Takes the row away, and with it every session and every invitation of theirs at once; answers whether
 * any admin is left. The last owner stays while there are other admins. `from`: where an admin asked.
 */
export async function removeAdmin(
  app: AppContext,
  { email, actor, from }: { email: string; actor: AuditActor; from?: AlertOrigin },
): Promise<{ email: string; left: boolean }> {
  return keepingAnOwner(app, { actor, address: from?.address }, async (tx, staff) => {
    const admin = await adminByEmail(tx, email)
    if (!admin) throw noSuchAdmin(email)
    const facts = { role: admin.role }
    // Before the row is gone: an owner who is removed is told, too [ALERT-05].
    const told = { by: actor.id, email: admin.email, ...facts }
    await raiseAlert(tx, { kind: 'staff-removed', at: staff.at, facts: told, from })
    await revokeInvitationsBy(tx, admin.id, staff)
    await tx.delete(admins).where(eq(admins.id, admin.id))
    const target = { type: 'admin', id: admin.email } as const
    await staff.audit({ action: 'admin.removed', target, facts })
    const left = await hasAdmin(tx)
    // Only the command removes the very last admin; it prints the setup link for the next one.
    if (!left && actor.type === 'admin') throw new LastOwner()
    return { email: admin.email, left }
  })
}

export function noSuchAdmin(email: string): AppError {
  return new AppError('no_such_admin', 404, `There’s no admin with the email address ${email}.`)
}
