import { and, eq } from 'drizzle-orm'
import { isRefundEvent, knownRefunds } from '#app/.server/ledger/refunds.ts'
import type { Orm } from '#app/.server/platform/db/database.ts'
import { ledgerEntries } from '#app/.server/platform/db/ledger-schema.ts'
import type { OrderRow } from '#app/.server/platform/db/schema.ts'
import {
  adjustmentEntry,
  attachedEntry,
  type Entry,
  paymentEntry,
  paymentReturnedEntry,
  refundFailedEntry,
  saleEntry,
  totalOf,
  unmatchedEntry,
  unmatchedRefundEntry,
  unmatchedRefundFailedEntry,
} from '#app/domain/ledger/ledger.ts'
import { type Cents, cents } from '#app/domain/money/cents.ts'
import type { PaymentEffect } from '#app/domain/payments/payment-event.ts'
import { reversalOf } from '#app/domain/payments/refund-or-dispute.ts'
import { givenBack } from '#app/domain/refunds/refund-state.ts'
import {
  balanceOfOrder,
  type EntryFacts,
  recordEntry,
  refundedOfPayment,
  unmatchedOfPayment,
} from '../ledger/repository.ts'
import { recordDisputed } from '../risk/record-dispute.ts'
import type { MoneyEvent } from './gateway/payment-event.ts'
import {
  completeUnmatchedRefund,
  recordBalanceRefund,
  recordMovedBalance,
  recordRefund,
} from './record-refund.ts'
import { deferredEvents } from './repository.ts'

type Sale = Pick<
  OrderRow,
  | 'id'
  | 'payBy'
  | 'totalCents'
  | 'discountCents'
  | 'shippingCents'
  | 'taxCents'
  | 'pageTaxCents'
  | 'paymentProvider'
  | 'livemode'
  | 'paymentReference'
  | 'paymentCustomer'
>

const none = cents(0)

/**
 * Writes what an event moved into the ledger, in the transaction that applies it, and before the
 * order changes [LEDGER-05]. Money of another currency is only in the events.
 */
export async function recordMoney(
  tx: Orm,
  order: Sale,
  event: MoneyEvent,
  { effect, at, by }: { effect: PaymentEffect; at: Date; by: string },
): Promise<void> {
  const facts = { ...factsOf(order, at), reference: event.reference, by, why: effect.why }
  const amount = moneyOf(event)
  if (amount !== null && isRefund(event.type)) {
    // Even if the order has it already: the refund itself may not.
    const { reference, provider } = event
    if (effect.outcome === 'deferred' || reference === null) return
    const of = { ...facts, provider, reference }
    if (reference === order.paymentCustomer) await recordBalanceRefund(tx, order, event, amount, of)
    else await recordRefund(tx, event, amount, of)
  } else if (amount !== null && effect.outcome !== 'ignored' && effect.outcome !== 'deferred') {
    await recordMovement(tx, order, event, amount, facts)
  }
  if (effect.outcome === 'applied' && effect.becomes === 'paid') {
    await recordSale(tx, order, facts, event.parts?.tax ?? taxOfWire(order))
  }
}

const isRefund = (type: string) => type === 'refunded' || isRefundEvent(type)

/** A transfer does not say what of it is tax; the payment page of the wire did. */
const taxOfWire = ({ payBy, pageTaxCents }: Sale) =>
  payBy === 'wire' && pageTaxCents !== null ? cents(pageTaxCents) : none

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
  switch (event.type) {
    case 'paid':
      // Each transfer is a separate event.
      if (order.payBy === 'wire') return
      if (!(await write(paymentEntry(amount), paymentKey(event)))) {
        await recordAttached(tx, order, facts)
      }
      return
    case 'transferred':
      await write(paymentEntry(amount), paymentKey(event))
      return
    case 'refund kept':
      // Stripe names the refund; where it also says that it failed, it is the same money.
      await write(
        refundFailedEntry(amount),
        event.object ? `refund failed:${event.object}` : `refund kept:${event.reference}`,
      )
      return
    case 'balance sent back':
    case 'sending back failed':
      await recordMovedBalance(tx, order, event, amount, facts)
      return
    case 'transfer returned':
    case 'debit returned':
      await write(paymentReturnedEntry(amount), `returned:${reversalOf(event)}`)
      return
    default:
      await recordDisputed(tx, event, amount, facts)
  }
}

/** The payment was booked as one of no order, until staff said which it is for [UNATTACHED-02]. */
async function recordAttached(tx: Orm, order: Sale, facts: Omit<EntryFacts, 'key'>): Promise<void> {
  const { provider, reference, at } = facts
  if (reference === null) return
  const unattached = await unmatchedOfPayment(tx, reference)
  if (unattached <= 0) return
  const key = `attached:${provider}:${reference}:${order.id}:${at.toISOString()}`
  await recordEntry(tx, attachedEntry(unattached), { ...facts, key })
}

const paymentKey = ({ provider, reference, id }: MoneyEvent) =>
  `payment:${provider}:${reference ?? id}`

const factsOf = (order: Sale, at: Date) => ({
  orderId: order.id,
  at,
  provider: order.paymentProvider,
  livemode: order.livemode,
})

/**
 * The order is sold: the buyer owes its total and tax, which the payment before it has covered. To a tax
 * that the payment page added comes one that staff agreed to; there is never both.
 */
export async function recordSale(
  tx: Orm,
  order: Sale,
  facts: Omit<EntryFacts, 'key'>,
  tax: Cents = none,
): Promise<void> {
  const discount = cents(order.discountCents)
  const shipping = cents(order.shippingCents)
  const goods = cents(order.totalCents + discount - shipping)
  const parts = { goods, tax: cents(tax + order.taxCents), shipping, discount }
  if (totalOf(parts) === 0) return
  await recordEntry(tx, saleEntry(parts), { ...facts, key: `sale:${order.id}` })
}

type AcceptedPayment = Pick<EntryFacts, 'at' | 'by' | 'why' | 'reference'> & { tax: Cents }

/** Staff took a payment for the order that did not fit; what is missing of it is let off. */
export async function recordAcceptedSale(
  tx: Orm,
  order: Sale,
  { tax, at, by, why, reference }: AcceptedPayment,
): Promise<void> {
  const facts = { ...factsOf(order, at), by, why, reference }
  await recordSale(tx, order, facts, tax)
  const { due } = await balanceOfOrder(tx, order.id)
  if (due <= 0) return
  await recordEntry(tx, adjustmentEntry(due), { ...facts, key: `adjustment:${order.id}` })
}

/** Money from a payment that belongs to no order of the shop [LEDGER-06]. */
export async function recordUnmatched(tx: Orm, event: MoneyEvent, at: Date): Promise<void> {
  const amount = moneyOf(event)
  if (amount === null) return
  const { provider, livemode, reference } = event
  const by = `payment provider (${provider})`
  const facts = { orderId: null, at, provider, livemode, reference, by }
  if (event.type === 'paid' || event.type === 'transferred') {
    const why = 'A payment that belongs to no order.'
    await recordEntry(tx, unmatchedEntry(amount), { ...facts, why, key: paymentKey(event) })
    // What was refunded or disputed of it may have been reported before it.
    for (const earlier of await deferredEvents(tx, event)) await recordUnmatched(tx, earlier, at)
    return
  }
  if (reference === null || !(await isBooked(tx, reference))) return
  if (isRefund(event.type)) {
    await recordUnmatchedRefund(tx, event, amount, { ...facts, reference })
    await completeUnmatchedRefund(tx, event, at)
  } else if ((await unmatchedOfPayment(tx, reference)) > 0) {
    const why = 'A payment that belongs to no order was disputed.'
    await recordDisputed(tx, event, amount, { ...facts, why })
  }
}

/** A payment of another program in the same account is not in the ledger, nor are its refunds. */
async function isBooked(tx: Orm, reference: string): Promise<boolean> {
  const { kind, reference: of } = ledgerEntries
  const [payment] = await tx
    .select({ key: ledgerEntries.key })
    .from(ledgerEntries)
    .where(and(eq(of, reference), eq(kind, 'payment')))
    .limit(1)
  return payment !== undefined
}

async function recordUnmatchedRefund(
  tx: Orm,
  { id, object, type }: MoneyEvent,
  amount: Cents,
  facts: Omit<EntryFacts, 'key' | 'why' | 'reference'> & { reference: string },
): Promise<void> {
  const { reference } = facts
  // First of all: what came back may have been refunded again by now.
  if (type === 'refund failed') {
    const why = 'A refund of a payment that belongs to no order failed.'
    const key = `refund failed:${object ?? id}`
    await recordEntry(tx, unmatchedRefundFailedEntry(amount), { ...facts, why, key })
  }
  const booked = await refundedOfPayment(tx, reference)
  const known = await knownRefunds(tx, reference, { withoutOrder: true })
  const inAll = givenBack(known, cents(Math.max(booked, type === 'refunded' ? amount : 0)))
  const refund = cents(inAll - booked)
  if (refund > 0) {
    const why = 'A payment that belongs to no order was refunded.'
    const key = `refund:${reference}:${inAll}`
    await recordEntry(tx, unmatchedRefundEntry(refund), { ...facts, why, key })
  }
}
