import { type Role, roleNames } from '#app/domain/access/rights.ts'
import { formatDateTime } from '#app/domain/time/date-time.ts'
import { brand } from '#brand'
import type { Email } from './email.ts'

type Invitation = { role: Role; invitedBy: string; expiresAt: Date }

/** Null for the invitation: it ended before its email was sent. Null for the link: as it is stored. */
export function invitationEmail(invitation: Invitation | null, link: string | null): Email {
  const subject = `You’re invited to the ${brand.name} admin area`
  if (!invitation) {
    return { subject, blocks: [{ is: 'paragraph', text: 'The invitation has ended.' }] }
  }
  const { role, invitedBy, expiresAt } = invitation
  return {
    subject,
    blocks: [
      {
        is: 'paragraph',
        text: `${invitedBy} invited you to join the ${brand.name} admin area. Your role: ${roleNames[role]}. Use the link to choose a password and set up an authenticator app.`,
      },
      link === null
        ? { is: 'paragraph', text: '(Link removed from this saved copy.)' }
        : { is: 'button', label: 'Accept the invitation', href: link },
      {
        is: 'paragraph',
        text: `It works once and expires on ${formatDateTime(expiresAt, brand.timeZone)}.`,
      },
      {
        is: 'paragraph',
        text: 'If you weren’t expecting this invitation, you can ignore this email. Please don’t share the link.',
      },
    ],
  }
}
