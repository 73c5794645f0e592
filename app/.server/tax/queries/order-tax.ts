import { sql } from 'drizzle-orm'
import { orders } from '#app/.server/platform/db/schema.ts'

/**
 * The sales tax of an order, in cents. Where its payment page adds it, it is the tax of its sale; until it
 * is paid, what the page computed, so that a bank payment on its way has its whole sum.
 */
export const orderTax = sql<number>`case when ${orders.withTax} and ${orders.paidAt} is null
  then coalesce(${orders.pageTaxCents}, 0)::float8 when ${orders.withTax} then (
  select coalesce(-sum(e.tax), 0) from ledger_entries e
  where e.order_id = orders.id and e.kind = 'sale')::float8 else ${orders.taxCents}::float8 end`
