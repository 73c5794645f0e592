import type { PickupPlace } from '#app/.server/settings/queries/order-shipping-texts.ts'
import { addressLine } from '#app/domain/content/brand-facts.ts'
import { formatCents } from '#app/domain/money/cents.ts'
import { countryLine, placeLine } from '#app/domain/orders/city-line.ts'
import { formatDateTime } from '#app/domain/time/date-time.ts'
import { brand } from '#brand'
import type { Block } from './email.ts'
import type { OrderFacts } from './order-facts.ts'

export const heading = (text: string): Block => ({ is: 'heading', text })
export const paragraph = (text: string): Block => ({ is: 'paragraph', text })
export const notice = (text: string): Block => ({ is: 'notice', text })
export const summary = (facts: OrderFacts): Block => ({
  is: 'summary',
  summary: facts.summary,
  // Buyers who paid have a receipt.
  isPaid: facts.receipt !== null,
})

export function signature(): Block[] {
  const { name, address, email, phone, phoneLink } = brand
  return [
    {
      is: 'lines',
      lines: [name, addressLine(address), email, phone],
      links: phoneLink ? { [phone]: phoneLink } : {},
    },
  ]
}

/** For the buyer, who wrote it, and for staff, who print it; in no other email. */
export function giftNote({ giftNote: note }: OrderFacts): Block[] {
  return note === null ? [] : [heading('Gift note'), { is: 'lines', lines: note.split('\n') }]
}

/** A buyer in the shop may be known by name and phone number alone. */
export function goesTo({ address, isHandedOver, pickupPlace }: OrderFacts): Block[] {
  if (isHandedOver) return [paragraph('The order was handed over in person.')]
  if (pickupPlace) {
    return [heading('Where to pick it up'), { is: 'lines', lines: pickupLines(pickupPlace) }]
  }
  if (!address?.line1) return []
  const { name, line1, line2 } = address
  const lines = [name, line1, line2, placeLine(address), countryLine(address)].filter(Boolean)
  return [heading('Shipping to'), { is: 'lines', lines }]
}

export const pickupLines = ({ address, hours }: PickupPlace): string[] =>
  [brand.name, ...address.split('\n'), hours].filter(Boolean)

export function wireLines({ wire, arrival }: OrderFacts): Block[] {
  if (!wire) return []
  return [
    {
      is: 'lines',
      lines: [
        `Received so far: ${formatCents(wire.received)}`,
        `Still due: ${formatCents(wire.missing)}`,
        `Due by: ${formatDateTime(wire.until, brand.timeZone)}`,
        ...(arrival
          ? [`If the full amount arrives by then, your order should arrive about ${arrival}.`]
          : []),
      ],
    },
  ]
}
