import { brand } from '#brand'
import type { Email } from '../emails/templates/email.ts'

type Change = { from: string; to: string; link: string; cancelLink: string }

/** Both addresses are told: the old one first, which alone can object [SESS-08]. */
export function emailChangeEmails({
  from,
  to,
  link,
  cancelLink,
}: Change): { to: string; email: Email }[] {
  return [
    {
      to: from,
      email: {
        subject: 'Someone asked to change your email address',
        blocks: [
          {
            is: 'paragraph',
            text: `Someone with your password and a code asked to use ${to} instead of this address to sign in to ${brand.name}. The change takes effect once that address confirms it.`,
          },
          {
            is: 'notice',
            text: 'If that wasn’t you, click the link to cancel the change and sign out everywhere. Then sign in and change your password.',
          },
          { is: 'button', label: 'This wasn’t me', href: cancelLink },
        ],
      },
    },
    {
      to,
      email: {
        subject: 'Confirm your new email address',
        blocks: [
          {
            is: 'paragraph',
            text: `Someone asked to use this address to sign in to ${brand.name} instead of ${from}. The link works for two hours.`,
          },
          { is: 'button', label: 'Confirm the new address', href: link },
          { is: 'paragraph', text: 'If you didn’t ask for it, you don’t need to do anything.' },
        ],
      },
    },
  ]
}
