import { type SQL, sql } from 'drizzle-orm'
import { type Orm, rows } from '#app/.server/platform/db/database.ts'
import { placeOfSale } from '#app/.server/platform/db/place-of-sale.ts'
import {
  type SalePart,
  type SaleSums,
  takenBackOf,
  taxedPartOf,
} from '#app/domain/tax/taken-back.ts'

export type Times = { first: SQL; end: SQL; livemode: boolean }

/** What changed between two moments in a sale that was refunded, in whole or part, or that a bank took back. */
export type ChangedSale = {
  orderId: string
  state: string
  /** As it was sold. */
  sold: SalePart
  /** What the bank took. A dispute that is won later, and another payment, are below zero [TAX-11]. */
  takenBack: SalePart
  /** What was taxed at the first moment, with what was sold since. */
  wasTaxed: SalePart
  isTaxed: SalePart
}

/**
 * The change is that between what is left of each order at the first moment and at the end, so that months add up to
 * the cent.
 */
export async function changedSales(
  orm: Orm,
  { first, end, livemode }: Times,
): Promise<ChangedSale[]> {
  type Found = Pick<ChangedSale, 'orderId' | 'state' | 'sold'> & {
    /** Of `sold` what was sold between the moments. */
    soldNow: SalePart
    before: SaleSums
    after: SaleSums
  }
  const found = await rows<Found>(
    orm,
    sql`select id as "orderId", ${placeOfSale()} as state,
        ${soldWhile(sql`true`)} as sold,
        ${soldWhile(sql`sale.at >= ${first} and sale.at < ${end}`)} as "soldNow",
        ${sumsUntil(first)} as before, ${sumsUntil(end)} as after
      from orders where livemode = ${livemode} and id in (
        select order_id from ledger_entries where at >= ${first} and at < ${end})
      and exists (select from ledger_entries e where e.order_id = orders.id and e.at < ${end}
        and (e.kind in ('credit', 'adjustment', 'payment returned') or e.losses <> 0))`,
  )
  return found.map(({ orderId, state, sold, soldNow, before, after }) => {
    const [was, is] = [takenBackOf(before), takenBackOf(after)]
    const [left, added] = [taxedPartOf(before), soldNow.tax === 0 ? nothing : soldNow]
    return {
      orderId,
      state,
      sold,
      takenBack: { goods: is.goods - was.goods, tax: is.tax - was.tax },
      wasTaxed: { goods: left.goods + added.goods, tax: left.tax + added.tax },
      isTaxed: taxedPartOf(after),
    }
  })
}

const nothing: SalePart = { goods: 0, tax: 0 }

const soldWhile = (when: SQL) => sql`(select json_build_object(
    'goods', coalesce(-sum(sales + shipping + discounts), 0)::float8, 'tax', coalesce(-sum(tax), 0)::float8)
  from ledger_entries sale where sale.order_id = orders.id and sale.kind = 'sale' and ${when})`

/** What the entries of an order before a moment add up to. */
const sumsUntil = (moment: SQL) => sql`(select json_build_object(
    'goods', coalesce(-sum(sales + shipping + discounts), 0)::float8,
    'tax', coalesce(-sum(tax), 0)::float8,
    'total', coalesce(sum(receivable) filter (where kind in ('sale', 'credit', 'adjustment')), 0)::float8,
    'taken', coalesce(sum(losses), 0)::float8
      + coalesce(sum(receivable) filter (where kind = 'payment returned'), 0)::float8,
    'kept', coalesce(-sum(receivable) filter (where kind in ('payment', 'attached', 'payment returned')), 0)::float8
      + coalesce(sum(payments) filter (where kind in ('refund', 'refund failed')), 0)::float8
      - coalesce(sum(losses), 0)::float8)
  from ledger_entries e where e.order_id = orders.id and e.at < ${moment})`
