import { deliveredOn } from '#app/domain/fulfillment/buyer-parcel.ts'
import { dayAt, formatDay } from '#app/domain/time/day.ts'
import { brand } from '#brand'
import { buyerEmail } from './common-fields.ts'
import type { Block } from './email.ts'
import { block, type FieldValues, needed, words } from './fill-template.ts'
import type { OrderFacts } from './order-facts.ts'
import { heading, paragraph, summary } from './order-parts.ts'

/** The emails about a parcel: sent, delivered, its tracking number corrected. */
export const parcelEmails = {
  'order-fulfilled-buyer': buyerEmail({
    name: 'Shipping confirmation',
    when: 'Sent to the buyer when a package ships.',
    more: [
      words('parcel', '“Order FN-7K3M-Q9XZ,” “Part of order …,” or “The rest of order …”'),
      words('what was sent', 'A sentence: all of it, the last package, or one package of several'),
      needed(block('tracking', 'Tracking number and link, and whether a signature is required')),
      block('pieces', 'What’s in the package'),
      block('weights', 'What each piece weighs, with its serial number'),
      block('certificates', 'Links to the certificates of the pieces that shipped'),
    ],
    subject: '{parcel} is on its way',
    text: `{what was sent}

{tracking}

{your order}

Shipping time: {shipping time}

{goes to}

{pieces}

{weights}

{certificates}`,
    values: (facts) => ({
      ...parcelValues(facts),
      certificates: certificates(facts),
    }),
  }),

  'order-delivered-buyer': buyerEmail({
    name: 'Delivered',
    when: 'Sent to the buyer when the whole order is marked as delivered.',
    more: [
      needed(words('delivered', 'A sentence: it was delivered, and when')),
      block('tracking', 'Tracking number and link of each package'),
    ],
    subject: 'Order {order number} was delivered',
    text: `{delivered} We hope you enjoy it.

{your order}

If anything isn’t right, please let us know.

{tracking}`,
    values: (facts) => ({
      delivered: deliveredText(facts),
      tracking: tracking(facts),
    }),
  }),

  'order-tracking-buyer': buyerEmail({
    name: 'Tracking number updated',
    when: 'Sent to the buyer when you correct a package’s tracking number.',
    more: [
      needed(block('tracking', 'Tracking number and link, and whether a signature is required')),
      block('pieces', 'What’s in the package'),
    ],
    subject: 'Corrected tracking number for order {order number}',
    text: `The tracking number we gave you for order {order number} was wrong. Here’s the right one.

{tracking}

{your order}

{goes to}

{pieces}`,
    values: parcelValues,
  }),
}

const sentTexts = {
  whole: (number: string) => `Order ${number} has shipped.`,
  only: (number: string) => `Order ${number} has shipped.`,
  last: (number: string) =>
    `The last package of order ${number} has shipped. Everything is now on its way.`,
  'more follows': (number: string) =>
    `Part of order ${number} has shipped. We’ll email you when the rest ships.`,
} as const

/** As a subject begins with it: a buyer sees by it whether more will follow. */
const sentNames = {
  whole: (number: string) => `Order ${number}`,
  only: (number: string) => `Order ${number}`,
  last: (number: string) => `The rest of order ${number}`,
  'more follows': (number: string) => `Part of order ${number}`,
} as const

function parcelValues(facts: OrderFacts): FieldValues {
  const { parcelOf, parcels, weighed } = facts
  const { number } = facts.summary
  const inTheParcel: Block =
    parcelOf === 'whole'
      ? summary(facts)
      : { is: 'lines', lines: parcels.flatMap(({ pieces }) => pieces) }
  return {
    parcel: sentNames[parcelOf](number),
    'what was sent': sentTexts[parcelOf](number),
    tracking: tracking(facts),
    pieces: [heading('What’s in the package'), inTheParcel],
    weights:
      weighed.length === 0
        ? []
        : [heading('What each piece weighs'), { is: 'lines', lines: [...weighed] }],
  }
}

function deliveredText({ summary: { number }, parcels }: OrderFacts): string {
  const day = deliveredOn(parcels)
  const on = day ? ` on ${formatDay(dayAt(day, brand.timeZone))}` : ''
  return `Order ${number} was delivered${on}.`
}

/** Each piece as it was weighed, with what proves it. */
function certificates({ certificates: all }: OrderFacts): Block[] {
  if (all.length === 0) return []
  const links = all.map(({ label, href }): Block => ({ is: 'link', label, href }))
  return [heading(all.length === 1 ? 'Certificate' : 'Certificates'), ...links]
}

function tracking({ parcels }: OrderFacts): Block[] {
  return parcels.flatMap(({ tracking: text, href, signature, deliveredAt }) => [
    paragraph(`Tracking: ${text}`),
    ...(href ? [{ is: 'button' as const, label: 'Track your package', href }] : []),
    ...(signature && !deliveredAt
      ? [paragraph('The carrier will ask for a signature on delivery.')]
      : []),
  ])
}
