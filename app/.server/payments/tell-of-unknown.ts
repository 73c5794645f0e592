import { raiseAlert } from '#app/.server/alerts/raise-alert.ts'
import type { Orm } from '#app/.server/platform/db/database.ts'
import { paidSum } from '#app/domain/payments/payment-event.ts'
import type { PaymentEvent } from './gateway/payment-event.ts'

/** What needs an answer from somebody, though no order is there to show it. */
const told: Partial<Record<PaymentEvent['type'], string>> = {
  'dispute open': 'The buyer’s bank disputes a payment',
  'inquiry open': 'The buyer’s bank asks about a payment',
  'dispute lost': 'A dispute was lost',
  'fraud warning': 'The bank of a card warns of fraud',
}

/** Owners hear of a dispute or warning about a payment the shop does not know, once [DISPUTE-05]. */
export async function tellOfUnknown(tx: Orm, event: PaymentEvent, at: Date): Promise<void> {
  const says = told[event.type]
  if (!says || event.reference === null) return
  const sum = event.amount === null ? '' : ` over ${paidSum(event)}`
  await raiseAlert(tx, {
    kind: 'unknown-payment-disputed',
    at,
    occasion: `${event.type} ${event.reference}`,
    facts: { what: `${says}${sum}.`, reference: event.reference },
  })
}
