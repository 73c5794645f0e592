import { and, eq } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { adminActor } from '#app/.server/audit-log/record-event.ts'
import { staffWork } from '#app/.server/audit-log/staff-transaction.ts'
import { invitations } from '#app/.server/platform/db/auth-schema.ts'
import { InvitationEnded } from '../auth-errors.ts'
import { type Invitation, invitationById, isOpen, refuseEnded } from '../queries/invitations.ts'
import type { EnrollmentLink } from './enroll.ts'

/**
 * Makes an admin of the invitation's address and role; the first to mark it used becomes one
 * [INVITE-05].
 */
export function invitationEnrollment(
  app: AppContext,
  { id, email, role, invitedBy }: Invitation,
  address: string,
): EnrollmentLink {
  return {
    nonce: id,
    ticketPurpose: 'invitation-ticket/v1',
    async use(tx) {
      const at = app.now()
      const used = await tx
        .update(invitations)
        .set({ acceptedAt: at })
        .where(and(eq(invitations.id, id), isOpen(at)))
        .returning({ id: invitations.id })
      if (used.length === 0) {
        await refuseEnded(tx, await invitationById(tx, id), at)
        throw new InvitationEnded('used')
      }
      await staffWork(tx, { at, by: email, address }).audit({
        action: 'admin.invitation_accepted',
        target: { type: 'admin', id: email },
        facts: { role, invitedBy },
      })
      return { role, actor: adminActor(invitedBy) }
    },
  }
}
