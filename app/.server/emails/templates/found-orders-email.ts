import type { EmailTemplate } from '#app/domain/emails/email-template.ts'
import { end } from './common-fields.ts'
import type { Email } from './email.ts'
import { block, type EmailText, fillTemplate, needed } from './fill-template.ts'
import { paragraph, signature } from './order-parts.ts'
import { marked } from './order-staff-emails.ts'

/** The way to all orders of an address; `href` is null in the copy that is kept. */
type FoundOrders = { href: string | null; isTest: boolean }

export const foundOrdersText = {
  name: 'Find my order',
  when: 'Sent to anyone who asks for a list of orders placed with their email address.',
  fields: [
    needed(block('link', 'Link to the orders, which works once, within an hour')),
    block('signature', 'Your shop’s name, address, email, and phone'),
  ],
  builtIn: {
    subject: 'The link to your orders',
    body: `Someone asked for the orders placed with this email address. If that was you, open this link within an hour. It works once.

{link}

If it wasn’t you, you don’t need to do anything. No one can see your orders without this link.

${end}`,
  },
  values: ({ href }) => ({
    link: href
      ? [{ is: 'button', label: 'See your orders', href }]
      : [paragraph('(Link removed from this saved copy.)')],
    signature: signature(),
  }),
} satisfies EmailText<FoundOrders>

export function foundOrdersEmail(facts: FoundOrders, written: EmailTemplate | null = null): Email {
  return marked(
    fillTemplate(written ?? foundOrdersText.builtIn, foundOrdersText.values(facts)),
    facts,
  )
}
