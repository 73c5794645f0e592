import { confirmWithin } from '#app/domain/emails/confirmation.ts'
import { brand } from '#brand'
import type { Email } from './email.ts'
import { paragraph, signature } from './order-parts.ts'

type Links = { confirm: string; leave: string }

/** Asks whether the address is that of the person who filled in the form [NEWS-01]. */
export function confirmNewsletterEmail({
  sentence,
  confirm,
  leave,
}: Links & { sentence: string }): Email {
  return {
    subject: 'Confirm your newsletter sign-up',
    blocks: [
      paragraph(
        `Someone entered this address to get the newsletter of ${brand.name}. If that was you, please confirm ${confirmWithin}.`,
      ),
      { is: 'button', label: 'Confirm', href: confirm },
      paragraph(`You agreed to this: “${sentence}”`),
      { is: 'link', label: 'Unsubscribe at any time', href: leave },
      paragraph(
        'If it wasn’t you, you don’t need to do anything. We don’t store your address unless you confirm.',
      ),
      ...signature(),
    ],
  }
}
