import { formatCents } from '#app/domain/money/cents.ts'
import { totalWithTax } from '#app/domain/orders/order-summary.ts'
import { howItGoesBack } from '#app/domain/payments/offline-payment.ts'
import type { PaymentRequestKind } from '#app/domain/payments/payment-request-link.ts'
import { formatDateTime } from '#app/domain/time/date-time.ts'
import { brand } from '#brand'
import { certificateEmails } from './certificate-emails.ts'
import { buyerEmail, end, greeting, greetingField } from './common-fields.ts'
import { debitEmails } from './debit-emails.ts'
import { delayEmails } from './delay-emails.ts'
import { endedOrderEmails } from './ended-order-emails.ts'
import { block, type EmailText, needed, words } from './fill-template.ts'
import type { OrderFacts } from './order-facts.ts'
import { orderPaidEmail } from './order-paid-email.ts'
import { paragraph, signature, summary } from './order-parts.ts'
import { parcelEmails } from './parcel-emails.ts'
import { partEmails } from './partial-payment-emails.ts'
import { pickupEmail } from './pickup-email.ts'
import { refundLines } from './refund-lines.ts'
import { returnEmails } from './return-emails.ts'
import { wireEmails } from './wire-emails.ts'

/** The emails about an order that its buyer gets, each with the text that stands until staff write another. */
export type BuyerEmailKind = keyof typeof buyerEmails

export const buyerEmails = {
  ...orderPaidEmail,

  ...partEmails,

  ...parcelEmails,

  ...pickupEmail,

  ...certificateEmails,

  'order-refunded-buyer': buyerEmail({
    name: 'Refund issued',
    when: 'Sent to the buyer when a refund is issued. The credit note is attached.',
    more: [
      needed(words('refunded', 'The amount refunded')),
      block(
        'what is refunded',
        'The pieces with their amounts, shipping, tax, and where the money goes',
      ),
      words(
        'how it goes back',
        'A sentence: to the original payment method and how long it takes, or from you directly',
      ),
      words('reason', 'Why, if it wasn’t part of the sale: a late wire or an overpayment'),
      words('note', 'Your note to the buyer'),
      block('credit note', 'Link to the credit note'),
    ],
    subject: 'Your refund for order {order number}',
    text: `We’re refunding {refunded} for order {order number}. {how it goes back}

{your order}

{reason}

# Refund details

{what is refunded}

{note}

{credit note}

# Your order

{what was bought}`,
    values: (facts) => {
      const { refund, summary: sold } = facts
      const note = refund?.creditNote
      return {
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
  }),

  ...endedOrderEmails,
  ...delayEmails,
  ...wireEmails,

  'order-pay-buyer': {
    name: 'Payment link',
    when: 'Sent to the buyer when you send a payment link for an order you created.',
    fields: [
      greetingField,
      words('order number', 'Order number, such as FN-7K3M-Q9XZ'),
      words('what is due', '“Payment due for,” “Deposit due for,” or “Balance due for”'),
      words('agreement', 'The terms of the custom work'),
      words('paid so far', 'What has been paid so far, if anything'),
      needed(words('due now', 'The amount due')),
      words('until', 'When the link expires'),
      needed(block('pay', 'The link')),
      block('what was bought', 'The pieces, how each is priced, and the total'),
      block('signature', 'Your shop’s name, address, email, and phone'),
    ],
    builtIn: {
      subject: '{what is due} order {order number}',
      body: `{greeting}

Order {order number} is ready for payment. Use the secure link below to pay the amount due.

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
        'due now': link
          ? `${formatCents(link.amount)}${facts.summary.taxToCome ? ' plus sales tax, calculated on the payment page from your address' : ''}`
          : '',
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
    name: 'Order link',
    when: 'Sent to the buyer when someone with the order link asks to see the buyer’s name and address or to return a piece.',
    fields: [
      greetingField,
      words('order number', 'Order number, such as FN-7K3M-Q9XZ'),
      needed(block('link', 'The link, which works for an hour')),
      block('signature', 'Your shop’s name, address, email, and phone'),
    ],
    builtIn: {
      subject: 'Your link to order {order number}',
      body: `{greeting}

Someone with the link to order {order number} asked to see its name and address or to return a piece. If that was you, open this link within an hour.

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
    name: 'New order link',
    when: 'Sent to the buyer when you correct the email address on the order. The old link no longer works.',
    fields: [
      greetingField,
      words('order number', 'Order number, such as FN-7K3M-Q9XZ'),
      needed(block('link', 'The link')),
      block('signature', 'Your shop’s name, address, email, and phone'),
    ],
    builtIn: {
      subject: 'New link to order {order number}',
      body: `{greeting}

We corrected the email address on order {order number}. The order page has a new link, and the old one no longer works.

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
  change: 'Payment due for changes to',
} as const satisfies Record<PaymentRequestKind, string>
