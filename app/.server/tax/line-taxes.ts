import { and, asc, eq, isNotNull, isNull, lt, or, sql } from 'drizzle-orm'
import { cents } from '#app/domain/money/cents.ts'
import { type LineTax, sumOfTaxes } from '#app/domain/tax/sales-tax.ts'
import { taxOfSale } from '../ledger/repository.ts'
import type { Orm } from '../platform/db/database.ts'
import { type OrderRow, orders } from '../platform/db/schema.ts'
import { orderTaxes } from '../platform/db/tax-schema.ts'

export async function lineTaxesOf(orm: Orm, orderId: string): Promise<LineTax[]> {
  const found = await orm
    .select()
    .from(orderTaxes)
    .where(eq(orderTaxes.orderId, orderId))
    .orderBy(asc(orderTaxes.line), asc(orderTaxes.position))
  return found.map(({ taxableCents, taxCents, line, state, level, name, rate }) => ({
    line,
    state,
    level,
    name,
    rate,
    taxable: cents(taxableCents),
    tax: cents(taxCents),
  }))
}

/**
 * Keeps the tax of each line of a sold order, and of its shipping, once, in the caller's transaction on a row it has locked.
 * False where it is not the tax the order was sold with: nothing is stored then [TAX-04].
 */
export async function storeLineTaxes(
  tx: Orm,
  order: Pick<OrderRow, 'id' | 'lineTaxesKnownAt'>,
  taxes: readonly LineTax[],
  at: Date,
): Promise<boolean> {
  if (order.lineTaxesKnownAt !== null) return true
  if (sumOfTaxes(taxes) !== (await taxOfSale(tx, order.id))) return false
  const places = new Map<number | null, number>()
  const rows = taxes.map(({ taxable, tax, ...each }) => {
    const position = places.get(each.line) ?? 0
    places.set(each.line, position + 1)
    return { orderId: order.id, position, taxableCents: taxable, taxCents: tax, ...each }
  })
  if (rows.length > 0) await tx.insert(orderTaxes).values(rows)
  await tx.update(orders).set({ lineTaxesKnownAt: at }).where(eq(orders.id, order.id))
  return true
}

/** Orders paid with tax of whose lines it is not known yet, those not asked for longest first. */
export async function ordersWithoutLineTaxes(
  orm: Orm,
  { askedBefore, limit }: { askedBefore: Date; limit: number },
): Promise<Pick<OrderRow, 'id' | 'number' | 'paymentSession' | 'paymentReference'>[]> {
  const { id, number, paymentSession, paymentReference, lineTaxesAskedAt: askedAt } = orders
  return orm
    .select({ id, number, paymentSession, paymentReference })
    .from(orders)
    .where(
      and(
        orders.withTax,
        isNotNull(orders.paidAt),
        isNull(orders.lineTaxesKnownAt),
        or(isNull(askedAt), lt(askedAt, askedBefore)),
      ),
    )
    .orderBy(sql`${askedAt} nulls first`, asc(id))
    .limit(limit)
}

/**
 * The sales tax of an order, in cents. Where its payment page adds it, it is the tax of its sale; until it
 * is paid, what the page computed, so that a bank payment on its way has its whole sum.
 */
export const orderTax = sql<number>`case when ${orders.withTax} and ${orders.paidAt} is null
  then coalesce(${orders.pageTaxCents}, 0)::float8 when ${orders.withTax} then (
  select coalesce(-sum(e.tax), 0) from ledger_entries e
  where e.order_id = orders.id and e.kind = 'sale')::float8 else ${orders.taxCents}::float8 end`
