import { sql } from 'drizzle-orm'
import type { PricePerGram } from '#app/domain/gold-price/rates.ts'
import { exposureOf, type Uncovered } from '#app/domain/metal/exposure.ts'
import {
  balancesOf,
  type MetalKind,
  type Position,
  positionOf,
  returnedEntry,
  sentEntry,
} from '#app/domain/metal/metal-ledger.ts'
import type { Cents } from '#app/domain/money/cents.ts'
import { type Orm, rows } from '../platform/db/database.ts'
import type { MetalBook } from './metal-ledger.ts'

/**
 * What the ledger adds up to. Hand entries are summed from their table; what orders do to gold, from
 * the rows of orders themselves, so that the two cannot disagree [METAL-02].
 */
type Flows = {
  /** By kind, without reversed entries. */
  entered: Partial<Record<MetalKind, number>>
  /** Since the ledger began. */
  sent: number
  returned: number
}
type Entered = { kind: MetalKind; mg: number; stock: number; pieces: number }

export type Here = { stock: number; pieces: number; flows: Flows }

/** What is here by the ledger: fine gold and pieces. */
export async function goldHere(orm: Orm, book: MetalBook): Promise<Here> {
  const { livemode, beganAt } = book
  const entered = await rows<Entered>(
    orm,
    sql`select kind, sum(stock)::float8 as stock, sum(pieces)::float8 as pieces,
          sum(case when kind = 'opening' then 0 - opening
            when kind in ('purchase', 'melted', 'found') then stock
            when kind = 'loss of pieces' then 0 - pieces else 0 - stock end)::float8 as mg
        from metal_entries where livemode = ${livemode} group by kind`,
  )
  const moved = beganAt === null ? { sent: 0, returned: 0 } : await movedSince(orm, book)
  const { stock, pieces } = balancesOf([
    ...entered.map((each) => ({ stock: each.stock, pieces: each.pieces })),
    sentEntry(0, moved.sent),
    returnedEntry(moved.returned),
  ])
  const flows = {
    entered: Object.fromEntries(entered.map(({ kind, mg }) => [kind, mg])),
    ...moved,
  }
  return { stock, pieces, flows }
}

/** All that was sent by an index alone, less what orders of the other mode have of it: few. */
async function movedSince(orm: Orm, { livemode, beganAt, parcelBefore }: MetalBook) {
  const [found] = await rows<{ sent: number; returned: number }>(
    orm,
    sql`select (coalesce((select sum(actual_mg) from weighed_items
          where parcel_id is not null and parcel_id > ${parcelBefore}), 0)
        - coalesce((select sum(w.actual_mg) from orders join weighed_items w on w.order_id = orders.id
          where orders.livemode = ${!livemode} and w.parcel_id > ${parcelBefore}), 0))::float8 as sent,
        (coalesce((select sum(line.weighed_mg) from order_returns r
          join order_return_lines line on line.return_id = r.id
          join orders on orders.id = r.order_id
          where r.state = 'refunded' and r.closed_at >= ${beganAt}
            and orders.livemode = ${livemode}), 0)
          + (${recastGold(livemode, beganAt)}))::float8 as returned`,
  )
  return found ?? { sent: 0, returned: 0 }
}

/** Of a trade-in `t`: work on it began, or its order was sent before anybody said so; not of a piece sent back. */
export const cameToBeRecast = sql`t.kind = 'recast' and (t.state in ('working', 'done')
  or (t.state = 'agreed' and exists (select from parcels p where p.order_id = t.order_id)))`

/**
 * Pieces that are recast, by weight: each came in with its owner and leaves by the parcel of its order, and is gold
 * of the shop at no time [TRADE-14].
 */
const recastGold = (
  livemode: boolean,
  beganAt: Date | null,
) => sql`select coalesce(sum(t.weighed_mg), 0)
  from trade_ins t join orders o on o.id = t.order_id
  where ${cameToBeRecast} and t.livemode = ${livemode}
    and t.agreed_at >= ${beganAt}`

/** Refunds that removed their pieces: an edit did even where its money did not arrive [EDIT-03]. */
const isRemoving = sql`(state not in ('refused', 'failed') or key like 'edit:%')`

/** By line of an order: pieces refunded by line and by no return, so before they were sent. */
const refundedLines = sql`select r.order_id, (each ->> 'position')::int as line,
    sum((each ->> 'quantity')::int) as pieces
  from refunds r cross join lateral jsonb_array_elements(r.lines) each
  where ${isRemoving} and jsonb_array_length(r.lines) > 0
    and not exists (select from order_returns back where back.refund_id = r.id)
  group by 1, 2`

const sentPieces = sql`(select coalesce(sum(quantity), 0) from parcel_lines gone
  where gone.order_id = line.order_id and gone.line = line.position)`

/** Custom work of which the deposit was paid and is here: no refund, and no bank, took it back [METAL-12]. */
const depositPaid = sql`custom_work.order_id is not null and (
  select coalesce(-sum(receivable) filter (where kind in ('payment', 'attached', 'payment returned')), 0)
    + coalesce(sum(payments) filter (where kind in ('refund', 'refund failed')), 0) - sum(losses)
  from ledger_entries e where e.order_id = orders.id) >= greatest(1, custom_work.deposit_cents)`

type OpenGold = { owed: number; custom: number; uncovered: Uncovered[] }

/**
 * Grams of paid orders that are still to be sent, those of custom work whose deposit is paid, and of both those that
 * the gold which is here does not cover, by the price they were sold at; what has no price yet is no risk. What was
 * paid first is covered first [METAL-03, METAL-08, METAL-12].
 */
async function openGold(orm: Orm, livemode: boolean, onHand: number): Promise<OpenGold> {
  const found = await rows<{
    isPaid: boolean
    mg: number
    uncovered: number
    soldAt: number | null
  }>(
    orm,
    sql`with open as (
          select orders.paid_at is not null as is_paid,
            coalesce(orders.paid_at, fixed_at, orders.created_at) as since,
            line.order_id, line.position,
            case when orders.paid_at is null and fixed_at is null then null
              else line.price_per_gram end as price_per_gram,
            line.weight_mg * greatest(0, line.quantity - ${sentPieces}
              - coalesce(back.pieces, 0)) as mg
          from orders join order_lines line on line.order_id = orders.id
          left join (${refundedLines}) back
            on back.order_id = line.order_id and back.line = line.position
          left join custom_work on custom_work.order_id = orders.id
          where orders.livemode = ${livemode} and orders.state in ('paid', 'pending')
            and (orders.state = 'paid' or ${depositPaid})),
        covered as (select is_paid, mg, price_per_gram,
            sum(mg) over (order by since, order_id, position) - ${onHand}::float8 as beyond
          from open)
        select is_paid as "isPaid", sum(mg)::float8 as mg,
          sum(greatest(0, least(mg, beyond)))::float8 as uncovered,
          (price_per_gram * 10000)::float8 as "soldAt"
        from covered group by is_paid, price_per_gram`,
  )
  const sumOf = (some: typeof found) => some.reduce((sum, { mg }) => sum + mg, 0)
  return {
    owed: sumOf(found.filter(({ isPaid }) => isPaid)),
    custom: sumOf(found.filter(({ isPaid }) => !isPaid)),
    uncovered: found
      .filter(({ uncovered, soldAt }) => uncovered > 0 && soldAt !== null)
      .map(({ uncovered, soldAt }) => ({ mg: uncovered, soldAt: soldAt as PricePerGram })),
  }
}

export type MetalPosition = Position & { loss: Cents; flows: Flows }

/**
 * What is here, what is owed, what must be bought, and what that costs more than it was sold for.
 */
export async function metalPosition(
  orm: Orm,
  book: MetalBook,
  now: PricePerGram,
): Promise<MetalPosition> {
  const { stock, pieces, flows } = await goldHere(orm, book)
  const { owed, custom, uncovered } = await openGold(orm, book.livemode, stock + pieces)
  return {
    ...positionOf({ stock, pieces, owed, custom }),
    loss: exposureOf(uncovered, now),
    flows,
  }
}

/**
 * Refunded, or reversed by the bank, since the ledger began and never sent: of orders that ended,
 * whatever was left of them [METAL-03].
 */
export async function refundedUnsent(orm: Orm, { livemode, beganAt }: MetalBook): Promise<number> {
  if (beganAt === null) return 0
  const [found] = await rows<{ mg: number }>(
    orm,
    sql`select coalesce(sum(line.weight_mg * greatest(0, least(
          line.quantity - ${sentPieces},
          case orders.state when 'paid' then coalesce(back.pieces, 0) else line.quantity end
        ))), 0)::float8 as mg
      from orders join order_lines line on line.order_id = orders.id
      left join (${refundedLines}) back
        on back.order_id = line.order_id and back.line = line.position
      where orders.livemode = ${livemode} and orders.state in ('paid', 'fulfilled', 'refunded')
        and (orders.id in (select order_id from refunds where at >= ${beganAt}
            and livemode = ${livemode} and ${isRemoving})
          or (orders.state = 'refunded' and (orders.dispute = 'lost'
              and orders.dispute_occurred_at >= ${beganAt}
            or orders.id in (select order_id from ledger_entries
              where kind = 'payment returned' and at >= ${beganAt}))))`,
  )
  return found?.mg ?? 0
}
