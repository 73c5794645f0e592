import type { OrderMailKind, ShippingAddress } from '#app/.server/platform/db/schema.ts'
import type { ShippingSettings } from '#app/.server/settings/queries/settings.ts'
import { type Cents, formatCents } from '#app/domain/money/cents.ts'
import type { BuyerParcel } from '#app/domain/orders/buyer-parcel.ts'
import { formatDateTime } from '#app/domain/orders/date-time.ts'
import { type OrderSummary, totalWithTax } from '#app/domain/orders/order-summary.ts'
import { wireRules } from '#app/domain/orders/wire-rules.ts'
import type { PayLinkKind } from '#app/domain/payments/pay-link.ts'
import { brand } from '#brand'
import { type DelayFacts, delayBlocks, delayOutcome } from './delay-emails.ts'
import type { Block, Email } from './email.ts'

/** All that an email about an order may say. */
export type OrderFacts = {
  summary: OrderSummary
  isTest: boolean
  /** The way back to the order: its confirmation page for the buyer, its admin page for staff. */
  page: string
  /** The same page, which shows all for an hour. */
  confirmedPage: string
  adminPage: string
  email: string | null
  address: ShippingAddress | null
  tracking: string | null
  /** Those a mail about sending is about, and whether they are the order. */
  parcels: readonly BuyerParcel[]
  parcelOf: 'whole' | 'last' | 'more follows'
  paymentReference: string | null
  holdReason: string | null
  /** What a mail about a refund is about; null in one of an older shop, where all was refunded. */
  refund: {
    amount: Cents
    note: string
    creditNote: { name: string; href: string } | null
  } | null
  receipt: { name: string; href: string } | null
  /** The notice of a delay that a mail is about. */
  delay: DelayFacts | null
  /** Of an order paid by wire: what came, what is missing, until when the price stands. */
  wire: { received: Cents; missing: Cents; until: Date } | null
  /** What a mail with a pay link asks for; `href` is null in the copy that is kept. */
  payLink: {
    amount: Cents
    kind: PayLinkKind
    until: Date
    agreement: string | null
    href: string | null
  } | null
  /** Why it must not be sent yet, a text for each. */
  heldBack: readonly string[]
  shipping: ShippingSettings
}

const { street, city, region, postalCode } = brand.address
const signature: Block[] = [
  {
    is: 'lines',
    lines: [brand.name, `${street}, ${city}, ${region} ${postalCode}`, brand.email, brand.phone],
  },
]

/** The email of a kind about an order. Where it was paid as a test, it says so first. */
export function emailFor(kind: OrderEmailKind, facts: OrderFacts): Email {
  return marked(templates[kind](facts), facts)
}

/** Those that are about one order. */
export type OrderEmailKind = Exclude<OrderMailKind, 'order-list-buyer'>

const payLinkWords = {
  whole: 'To pay:',
  deposit: 'The deposit for',
  balance: 'The balance of',
} as const satisfies Record<PayLinkKind, string>

function payLink({ payLink: link }: OrderFacts): Block[] {
  if (link === null) return []
  const { amount, until, agreement, href } = link
  return [
    ...(agreement === null ? [] : [paragraph(agreement)]),
    paragraph(`Due now: ${formatCents(amount)}, until ${formatDateTime(until)}.`),
    href ? { is: 'link', label: 'Pay', href } : paragraph('(The link is not kept.)'),
  ]
}

function marked({ subject, blocks }: Email, { isTest }: Pick<OrderFacts, 'isTest'>): Email {
  if (!isTest) return { subject, blocks }
  return {
    subject: `Test: ${subject}`,
    blocks: [notice('Test payment — no card is charged'), ...blocks],
  }
}

/** The way to all orders of an address; `href` is null in the copy that is kept. */
export function foundOrdersEmail(href: string | null, latest: Pick<OrderFacts, 'isTest'>): Email {
  const blocks: Block[] = [
    paragraph(
      'Somebody asked for the orders with this e-mail address. If that was you, open this link within an hour. It works once.',
    ),
    href ? { is: 'link', label: 'See your orders', href } : paragraph('(The link is not kept.)'),
    paragraph('If it was not you, do nothing: nobody sees your orders without this link.'),
    ...signature,
  ]
  return marked({ subject: 'The link to your orders', blocks }, latest)
}

const templates: Record<OrderEmailKind, (facts: OrderFacts) => Email> = {
  'order-paid-buyer': (facts) => ({
    subject: `Your order ${facts.summary.number} is paid`,
    blocks: [
      paragraph(
        `Thank you. Your order ${facts.summary.number} is paid. Here is what you bought, and how its price was made.`,
      ),
      summary(facts),
      ...receiptLink(facts),
      ...goesTo(facts),
      heading('What happens next'),
      {
        is: 'lines',
        lines: [
          `Processing time: ${facts.shipping.processingTime}`,
          `Shipping time: ${facts.shipping.shippingTime}`,
          facts.shipping.shippingCost,
        ],
      },
      ...backToOrder(facts),
    ],
  }),

  'order-fulfilled-buyer': (facts) => ({
    subject:
      facts.parcelOf === 'whole'
        ? `Your order ${facts.summary.number} is on its way`
        : `A parcel of your order ${facts.summary.number} is on its way`,
    blocks: [
      paragraph(sentWords[facts.parcelOf](facts.summary.number)),
      ...tracking(facts),
      paragraph(`Shipping time: ${facts.shipping.shippingTime}`),
      ...goesTo(facts),
      ...inTheParcel(facts),
      ...backToOrder(facts),
    ],
  }),

  'order-tracking-buyer': (facts) => ({
    subject: `The corrected tracking of your order ${facts.summary.number}`,
    blocks: [
      paragraph(
        `The tracking number we gave you for your order ${facts.summary.number} was wrong. This is the right one.`,
      ),
      ...tracking(facts),
      ...goesTo(facts),
      ...inTheParcel(facts),
      ...backToOrder(facts),
    ],
  }),

  'order-link-buyer': (facts) => ({
    subject: `The link to your order ${facts.summary.number}`,
    blocks: [
      paragraph(
        `Somebody with the link to your order ${facts.summary.number} asked to see it whole, with name and address. If that was you, open this link within an hour.`,
      ),
      { is: 'link', label: 'See the order', href: facts.confirmedPage },
      paragraph('If it was not you, do nothing: without this link they stay hidden.'),
    ],
  }),

  'order-refunded-buyer': (facts) => ({
    subject: `A refund for your order ${facts.summary.number}`,
    blocks: [
      paragraph(
        `${formatCents(facts.refund?.amount ?? totalWithTax(facts.summary))} of your order ${facts.summary.number} goes back the way it came. Banks take 5 to 10 business days for it.`,
      ),
      ...(facts.refund?.note ? [paragraph(facts.refund.note)] : []),
      ...(facts.refund?.creditNote
        ? [
            {
              is: 'link' as const,
              label: `Credit note ${facts.refund.creditNote.name}`,
              href: facts.refund.creditNote.href,
            },
          ]
        : []),
      heading('Your order'),
      summary(facts),
      ...backToOrder(facts),
    ],
  }),

  'order-delay-buyer': (facts) => ({
    subject: `Your order ${facts.summary.number} is delayed: keep it, or cancel it`,
    blocks: [
      ...delayBlocks(facts.summary.number, facts.delay),
      heading('Your order'),
      summary(facts),
      ...backToOrder(facts),
    ],
  }),

  'order-delay-staff': (facts) => {
    const { subject, sentence } = delayOutcome(facts.summary.number, facts.delay)
    return {
      subject: `Order ${facts.summary.number}: ${subject}`,
      blocks: [paragraph(sentence), adminLink(facts), summary(facts), ...buyerLines(facts)],
    }
  },

  'order-wire-buyer': (facts) => ({
    subject: `Your order ${facts.summary.number} waits for your wire`,
    blocks: [
      paragraph(
        `Your order ${facts.summary.number} is kept for you at its price, and waits for your wire.`,
      ),
      ...wireLines(facts),
      paragraph(wireRules),
      { is: 'link', label: 'How to send it, and what has come', href: facts.page },
      summary(facts),
      ...backToOrder(facts),
    ],
  }),

  'order-pay-buyer': (facts) => ({
    subject: `${payLinkWords[facts.payLink?.kind ?? 'whole']} your order ${facts.summary.number}`,
    blocks: [
      paragraph(
        `Your order ${facts.summary.number} is written down as below. By the link you pay what is due now, on the page of our payment provider.`,
      ),
      ...payLink(facts),
      summary(facts),
      ...signature,
    ],
  }),

  'order-wire-late-buyer': (facts) => ({
    subject: `Your order ${facts.summary.number} has run out`,
    blocks: [
      paragraph(
        `The wire for your order ${facts.summary.number} was not whole within 36 hours, so the order has run out and nothing will be sent.`,
      ),
      ...(facts.wire
        ? [
            paragraph(
              `${formatCents(facts.wire.received)} reached us. All of it goes back to you; a person looks after it and writes to you where anything is needed.`,
            ),
          ]
        : []),
      ...backToOrder(facts),
    ],
  }),

  'order-paid-staff': (facts) => ({
    subject: `Order ${facts.summary.number} is paid: ${formatCents(totalWithTax(facts.summary))}`,
    blocks: [
      paragraph(`Order ${facts.summary.number} is paid and waits to be made and sent.`),
      ...facts.heldBack.map((reason) => notice(`Not to be sent yet. ${reason}`)),
      adminLink(facts),
      summary(facts),
      ...goesTo(facts),
      ...buyerLines(facts),
    ],
  }),

  'order-held-staff': (facts) => ({
    subject: `Order ${facts.summary.number} needs a look`,
    blocks: [
      paragraph(
        `Money came for order ${facts.summary.number} that the order could not take. Nothing more happens to it until a person has looked.`,
      ),
      ...(facts.holdReason ? [notice(facts.holdReason)] : []),
      adminLink(facts),
      summary(facts),
      ...buyerLines(facts),
    ],
  }),

  'order-hold-staff': (facts) => ({
    subject: `Order ${facts.summary.number}: look before it is sent`,
    blocks: [
      paragraph(
        `Order ${facts.summary.number} cannot be marked as sent until an owner or a manager has looked at it and released it.`,
      ),
      ...facts.heldBack.map(notice),
      adminLink(facts),
      summary(facts),
      ...goesTo(facts),
      ...buyerLines(facts),
    ],
  }),

  'order-dispute-open-staff': (facts) =>
    disputed(
      facts,
      'its payment is disputed',
      `The buyer’s bank disputes the payment of order ${facts.summary.number}. It cannot be marked as fulfilled until somebody releases it by name and reason. Please answer the dispute in the Stripe dashboard before its deadline.`,
    ),

  'order-dispute-won-staff': (facts) =>
    disputed(
      facts,
      'the dispute was won',
      `The dispute about the payment of order ${facts.summary.number} was decided in our favor. If the order was not sent yet, release it in the admin area, and it can be sent.`,
    ),

  'order-dispute-lost-staff': (facts) =>
    disputed(
      facts,
      'the dispute was lost',
      `The dispute about the payment of order ${facts.summary.number} was lost, and the money went back to the buyer. Please look at the order and note what you decided. It is shown as needing a look until then.`,
    ),
}

function wireLines({ wire }: OrderFacts): Block[] {
  if (!wire) return []
  return [
    {
      is: 'lines',
      lines: [
        `Received so far: ${formatCents(wire.received)}`,
        `Still missing: ${formatCents(wire.missing)}`,
        `To reach us by: ${formatDateTime(wire.until)}`,
      ],
    },
  ]
}

function disputed(facts: OrderFacts, subject: string, sentences: string): Email {
  return {
    subject: `Order ${facts.summary.number}: ${subject}`,
    blocks: [
      paragraph(sentences),
      adminLink(facts),
      summary(facts),
      ...(facts.tracking ? [paragraph(`Sent. Tracking: ${facts.tracking}`)] : []),
      ...goesTo(facts),
      ...buyerLines(facts),
    ],
  }
}

const sentWords = {
  whole: (number: string) => `Your order ${number} has left our hands.`,
  last: (number: string) =>
    `The last parcel of your order ${number} has left our hands: all of it is on its way.`,
  'more follows': (number: string) =>
    `A parcel of your order ${number} has left our hands. The rest follows, and a mail tells you.`,
} as const

function tracking({ parcels }: OrderFacts): Block[] {
  return parcels.flatMap(({ tracking: text, href, signature }) => [
    paragraph(`Tracking: ${text}`),
    ...(href ? [{ is: 'link' as const, label: 'Follow your parcel', href }] : []),
    ...(signature ? [paragraph('The carrier asks for a signature when it arrives.')] : []),
  ])
}

/** The pieces by name; with their prices where the parcel is the order. */
function inTheParcel(facts: OrderFacts): Block[] {
  const head = heading('What is in the parcel')
  if (facts.parcelOf === 'whole') return [head, summary(facts)]
  return [head, { is: 'lines', lines: facts.parcels.flatMap(({ pieces }) => pieces) }]
}

function receiptLink({ receipt }: OrderFacts): Block[] {
  if (!receipt) return []
  return [{ is: 'link', label: `Receipt ${receipt.name}`, href: receipt.href }]
}

function goesTo({ address }: OrderFacts): Block[] {
  if (!address) return []
  const { name, line1, line2, city, state, postalCode } = address
  const lines = [name, line1, line2, `${city}, ${state} ${postalCode}`].filter(Boolean)
  return [heading('Goes to'), { is: 'lines', lines }]
}

function backToOrder({ page }: OrderFacts): Block[] {
  return [
    { is: 'link', label: 'Your order on our site', href: page },
    paragraph(
      'Keep this address: it is the way back to your order. Whoever has it sees the order.',
    ),
    ...signature,
  ]
}

function buyerLines({ email, paymentReference }: OrderFacts): Block[] {
  const lines = [
    ...(email ? [`Buyer: ${email}`] : []),
    ...(paymentReference ? [`Payment: ${paymentReference}`] : []),
  ]
  return lines.length > 0 ? [{ is: 'lines', lines }] : []
}

function adminLink({ adminPage }: OrderFacts): Block {
  return { is: 'link', label: 'The order in the admin area', href: adminPage }
}

const summary = (facts: OrderFacts): Block => ({ is: 'summary', summary: facts.summary })
const heading = (text: string): Block => ({ is: 'heading', text })
const paragraph = (text: string): Block => ({ is: 'paragraph', text })
const notice = (text: string): Block => ({ is: 'notice', text })
