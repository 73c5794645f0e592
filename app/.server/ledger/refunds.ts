import { and, asc, eq, inArray, isNotNull, ne, notInArray, notLike, sql } from 'drizzle-orm'
import {
  type OrderBalance,
  type SaleParts,
  sumEntries,
  withoutDeclined,
} from '#app/domain/ledger/ledger.ts'
import { type Cents, cents, sumCents } from '#app/domain/money/cents.ts'
import { creditNoteName } from '#app/domain/orders/number.ts'
import { type ByHand, byHand, offlineReference } from '#app/domain/payments/offline-payment.ts'
import {
  type KnownRefund,
  type RefundStatus,
  withRefund,
} from '#app/domain/refunds/refund-state.ts'
import { shippingTaxLeft } from '#app/domain/refunds/shipping-tax-left.ts'
import { yearAt } from '#app/domain/time/day.ts'
import { brand } from '#brand'
import { type Orm, rows } from '../platform/db/database.ts'
import { offlinePayments } from '../platform/db/draft-order-schema.ts'
import { refunds } from '../platform/db/ledger-schema.ts'
import { orders, paymentEvents } from '../platform/db/schema.ts'
import { orderTaxes } from '../platform/db/tax-schema.ts'
import { wirePayments } from './cash-balance.ts'
import { entriesOfOrder, notRefundedOf } from './repository.ts'

export type RefundRow = typeof refunds.$inferSelect

/** Oldest first. */
export function refundsOfOrder(orm: Orm, orderId: string): Promise<RefundRow[]> {
  return orm.select().from(refunds).where(eq(refunds.orderId, orderId)).orderBy(asc(refunds.at))
}

/** What credits of an order paid for other pieces of it [EDIT-02]. */
export async function appliedOfOrder(orm: Orm, orderId: string): Promise<Cents> {
  const [found] = await orm
    .select({ cents: sql<string>`coalesce(sum(${refunds.appliedCents}), 0)` })
    .from(refunds)
    .where(eq(refunds.orderId, orderId))
  return cents(Number(found?.cents ?? 0))
}

/** Whether staff hand it back themselves, or as the credit of a trade-in that it was paid with [TRADE-12]. */
export async function isRefundByHand(
  orm: Orm,
  { provider, reference }: Pick<RefundRow, 'provider' | 'reference'>,
): Promise<ByHand> {
  if (provider !== byHand) return false
  const isOfCredit = and(
    eq(sql`${offlineReference('')} || ${offlinePayments.id}`, reference),
    eq(offlinePayments.kind, 'trade-in'),
  )
  return (await orm.$count(offlinePayments, isOfCredit)) > 0 ? 'credit' : true
}

/** References of payments that are credits of trade-ins and reduced the taxable amount of an order [TRADE-12]. */
export async function taxReducingCreditReferences(orm: Orm, orderId: string): Promise<Set<string>> {
  const found = await orm
    .select({ id: offlinePayments.id })
    .from(offlinePayments)
    .where(and(eq(offlinePayments.orderId, orderId), eq(offlinePayments.reducesTax, true)))
  return new Set(found.map(({ id }) => offlineReference(id)))
}

/** Of which key a part of a refund is: of the first the refund's own [REFUND-23]. */
export const partKey = (key: string, nth: number) => (nth === 0 ? key : `${key}:${nth + 1}`)

/** The parts of one refund, one for each payment it is of, the first of them first. */
export function partsOfRefund(ofOrder: readonly RefundRow[], key: string): RefundRow[] {
  const parts: RefundRow[] = []
  for (;;) {
    const part = ofOrder.find((each) => each.key === partKey(key, parts.length))
    if (!part) return parts
    parts.push(part)
  }
}

/** The parts of the refund of a return, which names the first of them. */
export function partsOfReturn(ofOrder: readonly RefundRow[], first: string | null): RefundRow[] {
  const refund = ofOrder.find(({ id }) => id === first)
  return refund ? partsOfRefund(ofOrder, refund.key) : []
}

/** Those that moved money, or may have. */
export function refundsOfPayment(
  orm: Orm,
  reference: string | readonly string[],
): Promise<RefundRow[]> {
  return orm
    .select()
    .from(refunds)
    .where(and(inArray(refunds.reference, [reference].flat()), ne(refunds.state, 'refused')))
    .orderBy(asc(refunds.at))
}

export async function findRefund(
  orm: Orm,
  column: 'id' | 'key' | 'providerId',
  value: string,
): Promise<RefundRow | null> {
  const [refund] = await orm.select().from(refunds).where(eq(refunds[column], value))
  return refund ?? null
}

export async function changeRefund(
  tx: Orm,
  id: string,
  change: Partial<Pick<RefundRow, 'state' | 'providerId' | 'problem' | 'settledAt' | 'askedAt'>>,
): Promise<void> {
  await tx.update(refunds).set(change).where(eq(refunds.id, id))
}

export type OrderMoney = OrderBalance & {
  /** What of the tax that is left is of the shipping. */
  shippingTax: Cents
  /** Refunds asked for, of which the ledger does not know yet that money was moved. */
  outstanding: Cents
}

/** The ledger of an order beside the refunds that are on their way: `due` and `refundable` count them as done. */
export async function moneyOfOrder(orm: Orm, orderId: string): Promise<OrderMoney> {
  const entries = await entriesOfOrder(orm, orderId)
  const sums = sumEntries(entries)
  const asked = sumCents(
    (await refundsOfOrder(orm, orderId))
      .filter(({ state }) => state !== 'refused')
      .map(({ amountCents }) => cents(amountCents)),
  )
  const booked = sumCents(
    entries
      .filter(({ kind }) => kind === 'refund')
      .map(({ postings }) => postings.receivable ?? cents(0)),
  )
  const outstanding = cents(asked - booked)
  const afterwards = {
    ...sums,
    due: cents(sums.due + outstanding),
    refundable: cents(Math.max(0, sums.refundable - Math.max(0, outstanding))),
  }
  return {
    ...withoutDeclined(afterwards, await notRefundedOf(orm, orderId)),
    ...{ outstanding, shippingTax: await shippingTaxOfOrder(orm, orderId, sums.sold) },
  }
}

/** Of what is left of a sale. */
async function shippingTaxOfOrder(orm: Orm, orderId: string, sold: SaleParts): Promise<Cents> {
  if (sold.shipping === 0) return cents(0)
  const { shippingCents, lineTaxesKnownAt: knownAt } = orders
  const taxed = sql<number>`(select coalesce(sum(${orderTaxes.taxCents}), 0) from ${orderTaxes}
    where ${orderTaxes.orderId} = ${orders.id} and ${orderTaxes.line} is null)::float8`
  const [order] = await orm
    .select({ shippingCents, knownAt, taxed })
    .from(orders)
    .where(eq(orders.id, orderId))
  return shippingTaxLeft(sold, {
    shipping: cents(order?.shippingCents ?? 0),
    taxed: order?.knownAt ? cents(order.taxed) : null,
  })
}

/** A payment of an order, and what of it may still be refunded. */
export type RefundablePayment = {
  /** The provider's id of it; of money on a buyer's cash balance, of the customer. */
  reference: string
  provider: string
  from: 'payment' | 'cash balance'
  left: Cents
}

/** The wires of an order are one payment, and what it did not take. */
export async function paymentsOfOrder(orm: Orm, orderId: string): Promise<RefundablePayment[]> {
  const [order] = await orm.select().from(orders).where(eq(orders.id, orderId))
  const each = await singlePayments(orm, orderId)
  if (order?.payBy !== 'wire' || order.paymentCustomer === null) return each
  const provider = order.paymentProvider
  const wired = (await wirePayments(orm, order)).map((payment) => ({ ...payment, provider }))
  return [...wired, ...each.filter(({ isAttached }) => isAttached)]
}

async function singlePayments(
  orm: Orm,
  orderId: string,
): Promise<(RefundablePayment & { isAttached: boolean })[]> {
  const found = await rows<{
    reference: string
    provider: string
    cents: number
    isAttached: boolean
  }>(
    orm,
    sql`select reference, provider, sum(payments)::float8
          - greatest(0, (select coalesce(sum(amount_cents), 0) from refunds
              where refunds.reference = entry.reference and state <> 'refused')
            + coalesce(sum(payments) filter (where kind = 'refund'), 0))::float8 as cents,
          bool_or(kind = 'attached') as "isAttached"
        from ledger_entries entry
        where reference in (select reference from ledger_entries
          where order_id = ${orderId} and kind in ('payment', 'attached'))
        group by reference, provider order by min(id)`,
  )
  return found.map(({ cents: left, ...payment }) => ({
    ...payment,
    from: 'payment',
    left: cents(Math.max(0, left)),
  }))
}

const refundTypes = ['refund pending', 'refund succeeded', 'refund failed'] as const
export type RefundEventType = (typeof refundTypes)[number]
export function isRefundEvent(type: string): type is RefundEventType {
  return (refundTypes as readonly string[]).includes(type)
}
export const statusOf = (type: RefundEventType) => type.slice('refund '.length) as RefundStatus

/** The refunds of a payment that its provider has named, from events that were applied. */
export async function knownRefunds(
  orm: Orm,
  reference: string | readonly string[],
  { withoutOrder = false } = {},
): Promise<KnownRefund[]> {
  const events = await orm
    .select({
      type: paymentEvents.type,
      amount: paymentEvents.amountCents,
      object: paymentEvents.objectId,
    })
    .from(paymentEvents)
    .where(
      and(
        inArray(paymentEvents.reference, [reference].flat()),
        inArray(paymentEvents.type, [...refundTypes]),
        isNotNull(paymentEvents.objectId),
        notLike(paymentEvents.outcome, 'ignored: %'),
        notInArray(
          paymentEvents.outcome,
          withoutOrder ? ['deferred'] : ['deferred', 'unknown order'],
        ),
        eq(sql`lower(${paymentEvents.currency})`, 'usd'),
      ),
    )
  return events.reduce<KnownRefund[]>((known, { type, amount, object }) => {
    if (object === null || amount === null || !isRefundEvent(type)) return known
    return withRefund(known, { id: object, amount: cents(amount), status: statusOf(type) })
  }, [])
}

export type NewRefund = Omit<
  typeof refunds.$inferInsert,
  'goodsCents' | 'taxCents' | 'shippingCents' | 'discountCents'
> & { credit: SaleParts }

/** Stores a refund; what takes something back of the sale gets the next credit note of its year. */
export async function storeRefund(tx: Orm, { credit, ...refund }: NewRefund): Promise<RefundRow> {
  const { goods, tax, shipping, discount } = credit
  const note = goods + tax + shipping + discount > 0 ? await nextCreditNote(tx, refund) : null
  const [stored] = await tx
    .insert(refunds)
    .values({
      ...refund,
      goodsCents: goods,
      taxCents: tax,
      shippingCents: shipping,
      discountCents: discount,
      creditNoteYear: note?.year ?? null,
      creditNoteNumber: note?.number ?? null,
    })
    .returning()
  if (!stored) throw new RangeError('A refund was not stored')
  return stored
}

/** Numbers without gaps: drawing one waits until the other is committed or given up. */
async function nextCreditNote(
  tx: Orm,
  { at, livemode }: Pick<NewRefund, 'at' | 'livemode'>,
): Promise<{ year: number; number: number }> {
  const year = yearAt(at, brand.timeZone)
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('credit notes'))`)
  const [last] = await rows<{ number: number | null }>(
    tx,
    sql`select max(credit_note_number) as number from refunds
      where livemode = ${livemode} and credit_note_year = ${year}`,
  )
  return { year, number: (last?.number ?? 0) + 1 }
}

/** Null where a refund took nothing back of the sale. */
export function creditNoteOf(refund: RefundRow): string | null {
  const { creditNoteYear: year, creditNoteNumber: number, livemode } = refund
  return year === null || number === null ? null : creditNoteName({ year, number, livemode })
}
