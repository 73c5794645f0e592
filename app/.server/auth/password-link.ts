import { brand } from '#brand'
import type { Email } from '../mail/templates/email.ts'

/** How long the link works, from the request on. */
export const passwordLinkMinutes = 30

export function passwordLinkEmail(href: string): Email {
  return {
    subject: `${brand.name}: choose a new password`,
    blocks: [
      { is: 'heading', text: 'Choose a new password' },
      {
        is: 'paragraph',
        text: `Somebody asked for a new password of your account at ${brand.name}. The link works once, for ${passwordLinkMinutes} minutes. It asks for a code from your phone app, one of your recovery codes or a passkey as well.`,
      },
      { is: 'link', label: 'Choose a new password', href },
      {
        is: 'paragraph',
        text: 'If that was not you, nothing needs to be done: your password stays. Please do not share the link.',
      },
    ],
  }
}
