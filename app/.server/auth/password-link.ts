import { brand } from '#brand'
import type { Email } from '../emails/templates/email.ts'

/** How long the link works, from the request on. */
export const passwordLinkMinutes = 30

export function passwordLinkEmail(href: string): Email {
  return {
    subject: 'Choose a new password',
    blocks: [
      {
        is: 'paragraph',
        text: `Someone asked to reset your password for ${brand.name}. The link works once, for ${passwordLinkMinutes} minutes. You’ll also need a code from your authenticator app, a recovery code, or a passkey.`,
      },
      { is: 'button', label: 'Choose a new password', href },
      {
        is: 'paragraph',
        text: 'If this wasn’t you, ignore this email. Your password won’t change. Don’t share the link.',
      },
    ],
  }
}
