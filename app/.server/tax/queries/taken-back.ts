import { type SQL, sql } from 'drizzle-orm'
import { type Orm, rows } from '#app/.server/platform/db/database.ts'
import { placeOfSale } from '#app/.server/platform/db/place-of-sale.ts'
import { type SaleSums, type TakenBack, takenBackOf } from '#app/domain/tax/taken-back.ts'

type Times = { first: SQL; end: SQL; livemode: boolean }

/**
 * What the buyers' banks took back of sales between two moments, by the state of the sale: the change between what
 * was lost of each order at the first and at the end, so that months add up to the cent. A dispute that is won
 * later, and another payment of the order, are below zero [TAX-11].
 */
export async function takenBackBetween(
  orm: Orm,
  { first, end, livemode }: Times,
): Promise<(TakenBack & { state: string })[]> {
  const found = await rows<{ state: string; before: SaleSums; after: SaleSums }>(
    orm,
    sql`select ${placeOfSale()} as state, ${sumsUntil(first)} as before, ${sumsUntil(end)} as after
      from orders where livemode = ${livemode} and id in (
        select order_id from ledger_entries where at >= ${first} and at < ${end})
      and exists (select from ledger_entries taken where taken.order_id = orders.id
        and (taken.kind = 'payment returned' or taken.losses <> 0) and taken.at < ${end})`,
  )
  return found.map(({ state, before, after }) => {
    const [was, is] = [takenBackOf(before), takenBackOf(after)]
    return {
      state,
      goods: is.goods - was.goods,
      taxedGoods: is.taxedGoods - was.taxedGoods,
      tax: is.tax - was.tax,
    }
  })
}

/** What the entries of an order before a moment add up to. */
const sumsUntil = (moment: SQL) => sql`(select json_build_object(
    'goods', coalesce(-sum(sales + discounts), 0)::float8,
    'tax', coalesce(-sum(tax), 0)::float8,
    'total', coalesce(sum(receivable) filter (where kind in ('sale', 'credit', 'adjustment')), 0)::float8,
    'taken', coalesce(sum(losses), 0)::float8
      + coalesce(sum(receivable) filter (where kind = 'payment returned'), 0)::float8,
    'kept', coalesce(-sum(receivable) filter (where kind in ('payment', 'attached', 'payment returned')), 0)::float8
      + coalesce(sum(payments) filter (where kind in ('refund', 'refund failed')), 0)::float8
      - coalesce(sum(losses), 0)::float8)
  from ledger_entries e where e.order_id = orders.id and e.at < ${moment})`
