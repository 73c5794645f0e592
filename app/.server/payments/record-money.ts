import type { Orm } from '#app/.server/platform/db/database.ts'
import { type Cents, cents } from '#app/domain/money/cents.ts'
import {
  adjustmentEntry,
  creditEntry,
  creditFor,
  disputeLostEntry,
  disputeOpenedEntry,
  disputeWonEntry,
  type Entry,
  paymentEntry,
  refundEntry,
  refundFailedEntry,
  saleEntry,
  totalOf,
  unattachedEntry,
  unattachedRefundEntry,
} from '#app/domain/payments/ledger.ts'
import type { PaymentEffect } from '#app/domain/payments/payment-event.ts'
import {
  balanceOfOrder,
  type EntryFacts,
  entriesOfOrder,
  recordEntry,
  refundedOfPayment,
  unattachedOfPayment,
} from '../ledger/repository.ts'
import type { OrderRow } from '../orders/transition.ts'
import type { PaymentEvent } from './gateway/payment-event.ts'

/** What of an event moves money; a deferred one has no more. */
export type MoneyEvent = Pick<
  PaymentEvent,
  'id' | 'provider' | 'livemode' | 'type' | 'amount' | 'currency' | 'reference' | 'object'
>

type Sale = Pick<
  OrderRow,
  'id' | 'totalCents' | 'paymentProvider' | 'livemode' | 'paymentReference'
>

const none = cents(0)

/**
 * Writes what an event moved into the ledger, in the transaction that applies it, and before the
 * order changes [LEDGER-05]. Money of another currency stands in the events alone.
 */
export async function recordMoney(
  tx: Orm,
  order: Sale,
  event: MoneyEvent,
  { effect, at, by }: { effect: PaymentEffect; at: Date; by: string },
): Promise<void> {
  const facts = { ...factsOf(order, at), reference: event.reference, by, why: effect.why }
  const amount = moneyOf(event)
  if (amount !== null && effect.outcome !== 'ignored' && effect.outcome !== 'deferred') {
    await recordMovement(tx, order, event, amount, facts)
  }
  if (effect.outcome === 'applied' && effect.becomes === 'paid') {
    await recordSale(tx, order, facts)
  }
}

/** US cents above zero; null where the event moved none. */
function moneyOf({ amount, currency }: MoneyEvent): Cents | null {
  return amount !== null && amount > 0 && currency?.toLowerCase() === 'usd' ? amount : null
}

async function recordMovement(
  tx: Orm,
  order: Sale,
  event: MoneyEvent,
  amount: Cents,
  facts: Omit<EntryFacts, 'key'>,
): Promise<void> {
  const write = (entry: Entry, key: string) => recordEntry(tx, entry, { ...facts, key })
  const dispute = event.object ?? event.reference
  switch (event.type) {
    case 'paid':
      await write(paymentEntry(amount), paymentKey(event))
      return
    case 'refunded':
      await recordRefunded(tx, order.id, amount, facts)
      return
    case 'refund failed': {
      const { refunded } = await balanceOfOrder(tx, order.id)
      const came = cents(Math.min(amount, refunded))
      if (came > 0)
        await write(refundFailedEntry(came), `refund failed:${event.object ?? event.id}`)
      return
    }
    case 'dispute open':
      await write(disputeOpenedEntry(amount), `dispute opened:${dispute}`)
      return
    case 'dispute won': {
      if (await wasDisputed(tx, order.id, `dispute opened:${dispute}`)) {
        await write(disputeWonEntry(amount), `dispute won:${dispute}`)
      }
      return
    }
    case 'dispute lost':
      // Its beginning may not have come, or come later.
      await write(disputeOpenedEntry(amount), `dispute opened:${dispute}`)
      await write(disputeLostEntry(amount), `dispute lost:${dispute}`)
      return
  }
}

const paymentKey = ({ provider, reference, id }: MoneyEvent) =>
  `payment:${provider}:${reference ?? id}`

/** `inAll`: what was given back of this payment, as the provider counts it. */
async function recordRefunded(
  tx: Orm,
  orderId: string,
  inAll: Cents,
  facts: Omit<EntryFacts, 'key'>,
): Promise<void> {
  const { reference } = facts
  if (reference === null) return
  const refund = cents(inAll - (await refundedOfPayment(tx, reference)))
  if (refund <= 0) return
  const credit = creditFor(await balanceOfOrder(tx, orderId), refund)
  if (totalOf(credit) > 0) {
    await recordEntry(tx, creditEntry(credit), { ...facts, key: `credit:${reference}:${inAll}` })
  }
  await recordEntry(tx, refundEntry(refund), { ...facts, key: `refund:${reference}:${inAll}` })
}

async function wasDisputed(tx: Orm, orderId: string, key: string): Promise<boolean> {
  return (await entriesOfOrder(tx, orderId)).some((entry) => entry.key === key)
}

const factsOf = (order: Sale, at: Date) => ({
  orderId: order.id,
  at,
  provider: order.paymentProvider,
  livemode: order.livemode,
})

/** The order is sold: the buyer owes its total, which the payment before it has covered. */
async function recordSale(tx: Orm, order: Sale, facts: Omit<EntryFacts, 'key'>): Promise<void> {
  const parts = { goods: cents(order.totalCents), tax: none, shipping: none, discount: none }
  if (totalOf(parts) === 0) return
  await recordEntry(tx, saleEntry(parts), { ...facts, key: `sale:${order.id}` })
}

/** Staff took a payment for the order that did not fit; what is missing of it is let off. */
export async function recordAcceptedSale(
  tx: Orm,
  order: Sale,
  { at, by, why, reference }: Pick<EntryFacts, 'at' | 'by' | 'why' | 'reference'>,
): Promise<void> {
  const facts = { ...factsOf(order, at), by, why, reference }
  await recordSale(tx, order, facts)
  const { due } = await balanceOfOrder(tx, order.id)
  if (due <= 0) return
  await recordEntry(tx, adjustmentEntry(due), { ...facts, key: `adjustment:${order.id}` })
}

/** Money of a payment that belongs to no order of the shop [LEDGER-06]. */
export async function recordUnattached(tx: Orm, event: MoneyEvent, at: Date): Promise<void> {
  const amount = moneyOf(event)
  if (amount === null) return
  const { provider, livemode, reference } = event
  const by = `payment provider (${provider})`
  const facts = { orderId: null, at, provider, livemode, reference, by }
  if (event.type === 'paid') {
    const why = 'A payment that belongs to no order.'
    await recordEntry(tx, unattachedEntry(amount), { ...facts, why, key: paymentKey(event) })
  }
  if (event.type === 'refunded' && reference !== null) {
    const since = amount - (await refundedOfPayment(tx, reference))
    const refund = cents(Math.min(since, await unattachedOfPayment(tx, reference)))
    if (refund <= 0) return
    const why = 'A payment that belongs to no order was refunded.'
    const key = `refund:${reference}:${amount}`
    await recordEntry(tx, unattachedRefundEntry(refund), { ...facts, why, key })
  }
}
