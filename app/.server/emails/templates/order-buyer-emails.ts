import { formatCents } from '#app/domain/money/cents.ts'
import { totalWithTax } from '#app/domain/orders/order-summary.ts'
import { howItGoesBack } from '#app/domain/payments/offline-payment.ts'
import type { PaymentRequestKind } from '#app/domain/payments/payment-request-link.ts'
import { formatDateTime } from '#app/domain/time/date-time.ts'
import { brand } from '#brand'
import { common, commonValues, end, greeting, greetingField } from './common-fields.ts'
import { debitEmails } from './debit-emails.ts'
import { delayEmails } from './delay-emails.ts'
import { endedOrderEmails } from './ended-order-emails.ts'
import { block, type EmailText, needed, words } from './fill-template.ts'
import type { OrderFacts } from './order-facts.ts'
import { orderPaidEmail } from './order-paid-email.ts'
import { paragraph, signature, summary } from './order-parts.ts'
import { parcelEmails } from './parcel-emails.ts'
import { partEmails } from './partial-payment-emails.ts'
import { refundLines } from './refund-lines.ts'
import { returnEmails } from './return-emails.ts'
import { wireEmails } from './wire-emails.ts'

/** The emails about an order that its buyer gets, each with the text that stands until staff write another. */
export type BuyerEmailKind = keyof typeof buyerEmails

export const buyerEmails = {
  ...orderPaidEmail,

  ...partEmails,

  ...parcelEmails,

  'order-refunded-buyer': {
    name: 'A refund',
    when: 'To the buyer, for each refund. The credit note is attached.',
    fields: [
      ...common,
      needed(words('refunded', 'The amount refunded')),
      block(
        'what is refunded',
        'The pieces with their sums, shipping and tax, and where the money goes',
      ),
      words(
        'how it goes back',
        'A sentence: to the original payment method, with the days banks take, or from you directly',
      ),
      words(
        'reason',
        'Why, where it was no part of the sale: a wire that came too late, or paid too much',
      ),
      words('note', 'What staff wrote to the buyer with the refund'),
      block('credit note', 'The link to the credit note'),
    ],
    builtIn: {
      subject: 'Your refund for order {order number}',
      body: `{greeting}

We’re refunding {refunded} for order {order number}. {how it goes back}

{your order}

{reason}

# Refund details

{what is refunded}

{note}

{credit note}

# Your order

{what was bought}

${end}`,
    },
    values: (facts) => {
      const { refund, summary: sold } = facts
      const note = refund?.creditNote
      return {
        ...commonValues(facts),
        refunded: formatCents(refund?.amount ?? totalWithTax(sold)),
        'what is refunded': refundLines(facts),
        'how it goes back': howItGoesBack(refund?.isByHand ?? false),
        reason: refund?.reason ?? '',
        note: refund?.note ?? '',
        'credit note': note
          ? [{ is: 'link', label: `Credit note ${note.name}`, href: note.href }]
          : [],
      }
    },
  },

  ...endedOrderEmails,
  ...delayEmails,
  ...wireEmails,

  'order-pay-buyer': {
    name: 'Payment link',
    when: 'Sent to the buyer when you send a payment link for an order you created.',
    fields: [
      greetingField,
      words('order number', 'The number of the order, such as FN-7K3M-Q9XZ'),
      words('what is due', '“Payment due for”, “Deposit due for”, or “Balance due for”'),
      words('agreement', 'What was agreed about custom work, as staff wrote it down'),
      words('paid so far', 'What was paid of it before, if anything was'),
      needed(words('due now', 'The sum that the link asks for')),
      words('until', 'When the link ends'),
      needed(block('pay', 'The link')),
      block('what was bought', 'The pieces, how each price is made, and the total'),
      block('signature', 'Name, address, email, and phone of the shop'),
    ],
    builtIn: {
      subject: '{what is due} your order {order number}',
      body: `{greeting}

Your order {order number} is ready for payment. Use the secure link below to pay the amount due.

{pay}

Due now: {due now}. Please pay by {until}.

{paid so far}

{agreement}

{what was bought}

${end}`,
    },
    values: (facts) => {
      const { paymentRequestLink: link } = facts
      return {
        greeting: greeting(facts),
        'order number': facts.summary.number,
        'what is due': paymentRequestLabels[link?.kind ?? 'whole'],
        agreement: link?.agreement ?? '',
        'paid so far':
          link && link.received > 0 ? `You’ve paid ${formatCents(link.received)} so far.` : '',
        'due now': link ? formatCents(link.amount) : '',
        until: link ? formatDateTime(link.until, brand.timeZone) : '',
        pay: link?.href
          ? [{ is: 'button', label: 'Pay', href: link.href }]
          : [paragraph('(Link removed from this saved copy.)')],
        'what was bought': [summary(facts)],
        signature: signature(),
      }
    },
  },

  'order-link-buyer': {
    name: 'The link to an order',
    when: 'Sent to the buyer when someone with the order link asks to see the buyer’s name and address or to return a piece.',
    fields: [
      greetingField,
      words('order number', 'The number of the order, such as FN-7K3M-Q9XZ'),
      needed(block('link', 'The link, good for an hour')),
      block('signature', 'Name, address, email, and phone of the shop'),
    ],
    builtIn: {
      subject: 'Your link to order {order number}',
      body: `{greeting}

Someone with the link to your order {order number} asked to see its name and address or to return a piece. If that was you, open this link within an hour.

{link}

If it wasn’t you, you don’t need to do anything. Without this link, that person can’t see the name and address or return a piece.

${end}`,
    },
    values: (facts) => ({
      greeting: greeting(facts),
      'order number': facts.summary.number,
      link: [{ is: 'button', label: facts.confirmedFor, href: facts.confirmedPage }],
      signature: signature(),
    }),
  },

  'order-new-link-buyer': {
    name: 'The new link to an order',
    when: 'To the buyer, when staff correct the email address of the order. The old link no longer works.',
    fields: [
      greetingField,
      words('order number', 'The number of the order, such as FN-7K3M-Q9XZ'),
      needed(block('link', 'The link')),
      block('signature', 'Name, address, email, and phone of the shop'),
    ],
    builtIn: {
      subject: 'New link to order {order number}',
      body: `{greeting}

We corrected the email address of your order {order number}. Its page has a new link, and the old one no longer works.

{link}

If you didn’t place this order, please tell us.

${end}`,
    },
    values: (facts) => ({
      greeting: greeting(facts),
      'order number': facts.summary.number,
      link: [{ is: 'button', label: 'View your order', href: facts.page }],
      signature: signature(),
    }),
  },
  ...debitEmails,
  ...returnEmails,
} satisfies Record<string, EmailText<OrderFacts>>

const paymentRequestLabels = {
  whole: 'Payment due for',
  deposit: 'Deposit due for',
  balance: 'Balance due for',
} as const satisfies Record<PaymentRequestKind, string>
