import { and, eq, inArray, notLike, sql } from 'drizzle-orm'
import { type Cents, cents, sumCents } from '#app/domain/money/cents.ts'
import type { CashBalance } from '#app/domain/payments/payment-event.ts'
import { type Orm, rows } from '../platform/db/database.ts'
import { ledgerEntries, refunds } from '../platform/db/ledger-schema.ts'
import { type orders, paymentEvents } from '../platform/db/schema.ts'
import { entriesOfOrder, refundedOfPayment } from './repository.ts'

/**
 * Money of wires at Stripe: what paid the order is in its payment; what is too little, too much or too
 * late is on the cash balance of the order's customer (docs/decisions/042-bank-price.md).
 */
type WireOrder = Pick<
  typeof orders.$inferSelect,
  'id' | 'payBy' | 'paymentCustomer' | 'paymentReference'
>

const movements = ['balance sent back', 'sending back failed']

/**
 * Under which the ledger has what left the cash balance: its customer. An earlier version
 * booked each movement by its own id.
 */
export async function cashBalanceReferences(
  orm: Orm,
  { id, paymentCustomer }: Pick<WireOrder, 'id' | 'paymentCustomer'>,
): Promise<string[]> {
  const moved = await movementsOf(orm, id)
  const own = moved.flatMap(({ reference }) => reference ?? [])
  return paymentCustomer === null ? own : [paymentCustomer, ...own]
}

/** In US dollars, as far as they were applied. */
function movementsOf(orm: Orm, orderId: string) {
  const { type, amountCents: amount, reference, outcome, currency } = paymentEvents
  return orm
    .select({ type, amount, reference })
    .from(paymentEvents)
    .where(
      and(
        eq(paymentEvents.orderId, orderId),
        inArray(type, movements),
        notLike(outcome, 'ignored: %'),
        eq(sql`lower(${currency})`, 'usd'),
      ),
    )
}

export async function cashBalanceOf(
  orm: Orm,
  order: Pick<WireOrder, 'id' | 'paymentCustomer'>,
): Promise<CashBalance> {
  const moved = await movementsOf(orm, order.id)
  const sumOf = (which: string) =>
    sumCents(moved.filter(({ type }) => type === which).map(({ amount }) => cents(amount ?? 0)))
  const references = await cashBalanceReferences(orm, order)
  return {
    sent: sumOf('balance sent back'),
    cameBack: sumOf('sending back failed'),
    refunded: await refundedOfPayment(orm, references),
    failed: await failedOf(orm, references),
  }
}

/** Refunds of these that came back, as the ledger has them. */
async function failedOf(orm: Orm, references: readonly string[]): Promise<Cents> {
  const { payments, kind, reference } = ledgerEntries
  const [sum] = await orm
    .select({ cents: sql<number>`coalesce(sum(${payments}), 0)::float8` })
    .from(ledgerEntries)
    .where(and(eq(kind, 'refund failed'), inArray(reference, [...references])))
  return cents(sum?.cents ?? 0)
}

export type WirePayment = { reference: string; from: 'payment' | 'cash balance'; left: Cents }

/**
 * Where the money of an order that was wired is, and what of it may still be refunded. Stripe moves
 * into the payment what makes the order paid, also where that came too late for the shop, and
 * nothing else.
 */
export async function wirePayments(orm: Orm, order: WireOrder): Promise<WirePayment[]> {
  const { id, paymentCustomer: customer, paymentReference: payment } = order
  if (customer === null) return []
  const attached = await attachedTo(orm, id)
  const entries = (await entriesOfOrder(orm, id)).filter(
    ({ reference }) => reference === null || !attached.includes(reference),
  )
  const asked = await orm
    .select({ reference: refunds.reference, amount: refunds.amountCents })
    .from(refunds)
    .where(and(eq(refunds.orderId, id), sql`${refunds.state} <> 'refused'`))
  const keptIds = await keptRefunds(orm, id)

  const net = (of: typeof entries) =>
    sumCents(of.map(({ postings }) => postings.payments ?? cents(0)))
  const ofPayment = entries.filter(({ reference }) => reference !== null && reference === payment)
  // What a bank did not take of it, and Stripe put on the cash balance.
  const kept = net(ofPayment.filter(({ key }) => keptIds.includes(key)))
  const sale = entries.find(({ kind }) => kind === 'sale')
  // The goods and their tax.
  const taken = sale?.postings.receivable ?? (await takenUnsold(orm, id, payment))
  const hasTaken = payment !== null && taken !== undefined
  const inPayment = hasTaken ? taken + net(ofPayment) - kept : 0
  const onBalance = net(entries) - inPayment

  const outstanding = (isIt: (reference: string | null) => boolean) => {
    const booked = entries.filter(({ kind, reference }) => kind === 'refund' && isIt(reference))
    const wanted = asked.filter(({ reference }) => isIt(reference) && !attached.includes(reference))
    const sum = wanted.reduce((all, { amount }) => all + amount, 0)
    return Math.max(0, sum + net(booked))
  }
  const leftOf = (money: number, isIt: (reference: string | null) => boolean) =>
    cents(Math.max(0, money - outstanding(isIt)))
  const balance = {
    reference: customer,
    from: 'cash balance' as const,
    left: leftOf(onBalance, (reference) => reference !== payment),
  }
  if (payment === null || !hasTaken) return [balance]
  const left = leftOf(inPayment, (reference) => reference === payment)
  return [{ reference: payment, from: 'payment', left }, balance]
}

/** Payments that staff attached to it: each is refunded separately. */
async function attachedTo(orm: Orm, orderId: string): Promise<string[]> {
  const found = await rows<{ reference: string | null }>(
    orm,
    sql`select distinct reference from ledger_entries
        where order_id = ${orderId} and kind = 'attached'`,
  )
  return found.flatMap(({ reference }) => reference ?? [])
}

/** What the provider's payment took of an order that was not sold: the whole, after the order had expired [WIRE-05]. */
async function takenUnsold(
  orm: Orm,
  orderId: string,
  payment: string | null,
): Promise<Cents | undefined> {
  if (payment === null) return undefined
  const { amountCents, currency, orderId: of, reference, type } = paymentEvents
  const [whole] = await orm
    .select({ amount: amountCents })
    .from(paymentEvents)
    .where(
      and(
        eq(of, orderId),
        eq(type, 'paid'),
        eq(reference, payment),
        eq(sql`lower(${currency})`, 'usd'),
      ),
    )
    .limit(1)
  return whole?.amount == null ? undefined : cents(whole.amount)
}

/** By the key of their entry (record-money.ts). */
async function keptRefunds(orm: Orm, orderId: string): Promise<string[]> {
  const found = await orm
    .select({ object: paymentEvents.objectId })
    .from(paymentEvents)
    .where(and(eq(paymentEvents.orderId, orderId), eq(paymentEvents.type, 'refund kept')))
  return found.flatMap(({ object }) => (object === null ? [] : `refund failed:${object}`))
}
