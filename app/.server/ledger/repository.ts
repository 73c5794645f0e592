import { and, asc, eq, inArray, ne, or, type SQL, sql } from 'drizzle-orm'
import {
  accounts,
  balanceOf,
  type Entry,
  type OrderBalance,
  overpaidAndKept,
  type Postings,
} from '#app/domain/ledger/ledger.ts'
import { paymentsOfSale } from '#app/domain/ledger/payments-of-sale.ts'
import { type Cents, cents } from '#app/domain/money/cents.ts'
import { receiptName } from '#app/domain/orders/number.ts'
import { type Orm, rows } from '../platform/db/database.ts'
import { ledgerEntries, receipts } from '../platform/db/ledger-schema.ts'
import { orders } from '../platform/db/schema.ts'

export type LedgerRow = typeof ledgerEntries.$inferSelect

/** An entry beside its money. */
export type EntryFacts = Pick<
  LedgerRow,
  'key' | 'orderId' | 'at' | 'provider' | 'livemode' | 'reference' | 'by' | 'why'
>

/**
 * Writes an entry once, and with it what was overpaid of its order; false where one of the same key is there
 * [LEDGER-05].
 */
export async function recordEntry(tx: Orm, entry: Entry, facts: EntryFacts): Promise<boolean> {
  const written = await tx
    .insert(ledgerEntries)
    .values({ ...facts, kind: entry.kind, ...entry.postings, recordedAt: sql`now()` })
    .onConflictDoNothing({ target: ledgerEntries.key })
    .returning({ id: ledgerEntries.id })
  if (written.length === 0) return false
  if (facts.orderId !== null) await storeOverpaid(tx, facts.orderId)
  return true
}

/**
 * Lists find overpaid orders by it, however many entries there are [TODAY-11]. A decision not to refund ends with the
 * money it is about, so that what comes later needs review again; a dispute takes nothing of it [TODAY-12].
 */
export async function storeOverpaid(tx: Orm, orderId: string): Promise<void> {
  const { id, overpaidCents: stored, notRefundedCents: decided } = orders
  // Of two entries at once the second waits here until it can see the first.
  await tx.select({ id }).from(orders).where(eq(id, orderId)).for('no key update')
  const balance = await balanceOfOrder(tx, orderId)
  const overpaidCents = overpaidAndKept(balance)
  const notRefundedCents = balance.declined
  await tx
    .update(orders)
    .set({ overpaidCents, notRefundedCents })
    .where(and(eq(id, orderId), or(ne(stored, overpaidCents), ne(decided, notRefundedCents))))
}

/** Oldest first. */
export async function entriesOfOrder(orm: Orm, orderId: string): Promise<(LedgerRow & Entry)[]> {
  const found = await orm
    .select()
    .from(ledgerEntries)
    .where(eq(ledgerEntries.orderId, orderId))
    .orderBy(asc(ledgerEntries.id))
  return found.map((row) => ({ ...row, postings: postingsOf(row) }))
}

function postingsOf(row: LedgerRow): Postings {
  const posted = accounts.filter((account) => row[account] !== 0)
  return Object.fromEntries(posted.map((account) => [account, cents(row[account])]))
}

export async function balanceOfOrder(orm: Orm, orderId: string): Promise<OrderBalance> {
  return balanceOf(await entriesOfOrder(orm, orderId), await notRefundedOf(orm, orderId))
}

/**
 * The references of the payments that paid an order, for which a refund reverses the sale
 * [REFUND-17].
 */
export async function salePaymentsOf(orm: Orm, orderId: string): Promise<Set<string>> {
  const [order] = await orm
    .select({ paymentReference: orders.paymentReference })
    .from(orders)
    .where(eq(orders.id, orderId))
  return paymentsOfSale(await entriesOfOrder(orm, orderId), order?.paymentReference ?? null)
}

/** What staff decided not to refund of an order. */
export async function notRefundedOf(orm: Orm, orderId: string): Promise<Cents> {
  const [order] = await orm
    .select({ notRefundedCents: orders.notRefundedCents })
    .from(orders)
    .where(eq(orders.id, orderId))
  return cents(order?.notRefundedCents ?? 0)
}

/** Whether a payment is booked as one of this order. */
export async function isPaymentOf(orm: Orm, orderId: string, reference: string): Promise<boolean> {
  const { key, kind, orderId: of, reference: named } = ledgerEntries
  const [found] = await orm
    .select({ key })
    .from(ledgerEntries)
    .where(and(eq(of, orderId), eq(named, reference), inArray(kind, ['payment', 'attached'])))
    .limit(1)
  return found !== undefined
}

/** The tax an order was sold with, whatever was credited since. */
export const taxOfSale = (orm: Orm, orderId: string) =>
  creditsOf(orm, sql`tax`, sql`order_id = ${orderId} and kind = 'sale'`)

/** What was refunded of one payment in all, including refunds that failed later. */
export const refundedOfPayment = (orm: Orm, reference: string | readonly string[]) =>
  creditsOf(
    orm,
    sql`payments`,
    sql`${inArray(ledgerEntries.reference, [reference].flat())} and kind = 'refund'`,
  )

/** What of a payment belongs to no order (not yet, or no longer). */
export const unmatchedOfPayment = (orm: Orm, reference: string) =>
  creditsOf(orm, sql`unattached`, sql`reference = ${reference}`)

/** What an account was credited in all, less its debits: credits are below zero in the table. */
async function creditsOf(orm: Orm, account: SQL, which: SQL): Promise<Cents> {
  const [sum] = await rows<{ cents: number }>(
    orm,
    sql`select coalesce(-sum(${account}), 0)::float8 as cents from ledger_entries where ${which}`,
  )
  return cents(sum?.cents ?? 0)
}

/** `R-00012`; null where the order was never paid. */
export async function receiptNumberOf(orm: Orm, orderId: string): Promise<string | null> {
  const [receipt] = await orm.select().from(receipts).where(eq(receipts.orderId, orderId))
  return receipt ? receiptName(receipt) : null
}
