import type { EmailTemplate } from '#app/domain/emails/email-template.ts'
import type { Email } from './email.ts'
import { block, type EmailText, fillTemplate, needed } from './fill-template.ts'
import { paragraph, signature } from './order-parts.ts'
import { marked } from './order-staff-emails.ts'

export type CartReminderFacts = {
  /** `Sound Wave (Small)`, each with its quantity where it is more than one. */
  pieces: readonly string[]
  cart: string
  end: string
  isTest: boolean
}

export const cartReminderText = {
  name: 'Cart reminder',
  when: 'Sent once to a buyer who asked for it in the cart and didn’t finish the checkout. Turn it on in Cart Reminders.',
  fields: [
    block('pieces', 'The pieces in the cart'),
    needed(block('cart', 'Link that brings the cart back')),
    needed(block('end', 'That this is the only email, with a link to end any other reminder')),
    block('signature', 'Your shop’s name, address, email, and phone'),
  ],
  builtIn: {
    subject: 'Your cart is still here',
    body: `You asked us to email you once if you didn’t finish your checkout. These pieces were in your cart:

{pieces}

{cart}

Prices follow the gold price, so your cart shows today’s price. If a piece is no longer available, the page says so.

{end}

Questions? Reply to this email.

{signature}`,
  },
  values: ({ pieces, cart, end }) => ({
    pieces: [{ is: 'lines', lines: [...pieces] }],
    cart: [{ is: 'button', label: 'See your cart', href: cart }],
    end: [
      paragraph('This is the only email about this cart. We delete your address once it’s sent.'),
      { is: 'link', label: 'End any other cart reminder', href: end },
    ],
    signature: signature(),
  }),
} satisfies EmailText<CartReminderFacts>

export function cartReminderEmail(
  facts: CartReminderFacts,
  written: EmailTemplate | null = null,
): Email {
  const text = written ?? cartReminderText.builtIn
  return marked(fillTemplate(text, cartReminderText.values(facts)), facts)
}

/** For the preview, since no address is kept to show a real one. */
export const sampleCartReminder = (publicUrl: string): CartReminderFacts => ({
  pieces: ['Sound Wave (Small)', '2 × Fir Cone (Large)'],
  cart: new URL('/cart-reminder/sample', publicUrl).href,
  end: new URL('/cart-reminder/end/sample', publicUrl).href,
  isTest: false,
})
