import { and, desc, eq, gt, isNull } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { admins, invitations } from '#app/.server/platform/db/auth-schema.ts'
import type { Orm } from '#app/.server/platform/db/database.ts'
import { emailOutbox } from '#app/.server/platform/db/schema.ts'
import { hasDatabase } from '#app/.server/platform/db/with-database.ts'
import { invitationIdOf } from '#app/.server/platform/invitation-link.ts'
import { shownEmail } from '#app/.server/platform/shown-email.ts'
import { InvitationEnded } from '../auth-errors.ts'
import { adminByEmail } from './admins.ts'

const { id, email, role, createdAt, expiresAt, acceptedAt, revokedAt } = invitations
const columns = {
  id,
  email,
  role,
  createdAt,
  expiresAt,
  acceptedAt,
  revokedAt,
  /** The owner's email address. */
  invitedBy: admins.email,
}

/** Neither used nor revoked; it may have passed its end. */
export const isUnused = and(isNull(acceptedAt), isNull(revokedAt))

export const isOpen = (now: Date) => and(isUnused, gt(expiresAt, now))

export async function invitationById(orm: Orm, asked: string) {
  const [found] = await orm
    .select(columns)
    .from(invitations)
    .innerJoin(admins, eq(admins.id, invitations.invitedBy))
    .where(eq(id, asked))
  // Its link is this shop's: the person who invited is no longer an admin, or it ended long ago.
  if (!found) throw new InvitationEnded('gone')
  return found
}

export type Invitation = Awaited<ReturnType<typeof invitationById>>

/** Says why it can no longer make anyone an admin [INVITE-04]. */
export async function refuseEnded(orm: Orm, invitation: Invitation, now: Date): Promise<void> {
  if (invitation.acceptedAt) throw new InvitationEnded('used')
  if (invitation.revokedAt) throw new InvitationEnded('revoked')
  if (invitation.expiresAt <= now) throw new InvitationEnded('expired')
  if (await adminByEmail(orm, invitation.email)) throw new InvitationEnded('taken')
}

/** The invitation that the link is of; refused with the reason if it can no longer be accepted. */
export async function invitationByToken(app: AppContext, token: string): Promise<Invitation> {
  const id = hasDatabase(app) ? invitationIdOf(app, token) : null
  if (id === null) throw new InvitationEnded('unknown')
  const invitation = await invitationById(app.db.orm, id)
  await refuseEnded(app.db.orm, invitation, app.now())
  return invitation
}

/** As its page and the list of staff show them; an invitation makes an admin of the stored one [PLACE-09]. */
export const shownAddresses = (invitation: Pick<Invitation, 'email' | 'invitedBy'>) => ({
  email: shownEmail(invitation.email),
  invitedBy: shownEmail(invitation.invitedBy),
})

/** Those that can be accepted, newest first, and what became of their emails. */
export async function openInvitations(app: AppContext) {
  const open = await app.db.orm
    .select({ id, email, role, expiresAt, invitedBy: admins.email, mail: emailOutbox.state })
    .from(invitations)
    .innerJoin(admins, eq(admins.id, invitations.invitedBy))
    .leftJoin(emailOutbox, eq(emailOutbox.invitationId, id))
    .where(isOpen(app.now()))
    .orderBy(desc(createdAt), id)
  return open.map((invitation) => ({ ...invitation, ...shownAddresses(invitation) }))
}
