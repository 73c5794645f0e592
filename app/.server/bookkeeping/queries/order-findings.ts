import { type SQL, sql } from 'drizzle-orm'
import { type Orm, rows } from '#app/.server/platform/db/database.ts'
import { placeOfSale } from '#app/.server/platform/db/place-of-sale.ts'
import { type Cents, formatCents } from '#app/domain/money/cents.ts'
import { orderStateWord } from '#app/domain/orders/order-state.ts'
import { nontaxable } from '#app/domain/tax/sales-tax.ts'

/** More of one kind are counted and not named. */
const namedAtMost = 5

type Found = { number: string; a: string | number | null; b: string | number | null }
type OrderCheck = {
  /** Answers the order's number, and what the sentence needs. */
  find: SQL
  sentence: (found: Found) => string
}

const money = (amount: Found['a']) => formatCents(Number(amount) as Cents)

const word = (state: Found['a']) => orderStateWord(String(state ?? 'nothing'))

/** What must be so of every order, whatever happened to it. */
const checks = (): OrderCheck[] => [
  {
    find: sql`select number, total_cents as a, shipping_cents + coalesce(sum(line_total_cents - order_lines.discount_cents), 0)::bigint as b
      from orders left join order_lines on order_id = id
      group by id having total_cents - shipping_cents <> coalesce(sum(line_total_cents - order_lines.discount_cents), 0)
        or orders.discount_cents <> coalesce(sum(order_lines.discount_cents), 0)`,
    sentence: ({ number, a, b }) =>
      `Order ${number}: its lines add up to ${money(b)}, but its total is ${money(a)}.`,
  },
  {
    find: sql`select number, state as a, last.to_state as b
      from orders left join (select distinct on (order_id) order_id, to_state
        from order_history order by order_id, id desc) last on last.order_id = orders.id
      where last.to_state is distinct from state`,
    sentence: ({ number, a, b }) =>
      `Order ${number} is ${word(a)}, but its history says ${word(b)}.`,
  },
  {
    find: sql`select number, coalesce(before, 'nothing') as a, coalesce(from_state, 'nothing') as b
      from (select order_id, from_state, lag(to_state) over (partition by order_id order by id) as before
        from order_history) step join orders on orders.id = order_id
      where before is distinct from from_state`,
    sentence: ({ number, a, b }) =>
      `Order ${number}: its history has a gap: after ${word(a)} it continues as if it were ${word(b)}.`,
  },
  {
    find: sql`select number, null as a, null as b from orders
      where (paid_at is not null) <> (state in ('paid', 'fulfilled', 'refunded'))`,
    sentence: ({ number }) => `Order ${number}: its status and its payment time don’t match.`,
  },
  {
    find: sql`select number, null as a, null as b from orders
      where paid_at is not null and not exists (select from payment_events
        where order_id = orders.id and type in ('paid', 'transferred')
          and outcome in ('applied', 'on hold', 'updated'))
        and not exists (select from hand_payments where order_id = orders.id)`,
    sentence: ({ number }) => `Order ${number} counts as paid, but no payment is recorded.`,
  },
  {
    find: sql`select number, kind as a, null as b
      from orders, unnest(array['order-paid-buyer', 'order-paid-staff']) as kind
      where paid_at is not null
        and not (orders.email is null and kind.kind = 'order-paid-buyer')
        and not exists (select from mail_outbox where order_id = orders.id and mail_outbox.kind = kind.kind)`,
    sentence: ({ number, a }) =>
      `Order ${number} is paid, but the email about it to ${a === 'order-paid-staff' ? 'staff' : 'its buyer'} is missing.`,
  },
  {
    find: sql`select number, null as a, null as b from orders
      where paid_at is not null and not exists (select from receipts where order_id = orders.id)`,
    sentence: ({ number }) => `Order ${number} is paid, but has no receipt.`,
  },
  {
    find: sql`select orders.number, receipts.number as a, null as b
      from receipts join orders on orders.id = order_id
      where receipts.number > 1 and not exists (select from receipts earlier
        where earlier.livemode = receipts.livemode and earlier.number = receipts.number - 1)`,
    sentence: ({ number, a }) =>
      `Order ${number}: the receipt before its own, number ${a}, is missing.`,
  },
  {
    find: sql`select number, total_cents as a, coalesce(sold.cents, 0) as b
      from orders left join (select order_id, -sum(sales + shipping + discounts)::bigint as cents
        from ledger_entries where kind = 'sale' group by order_id) sold on sold.order_id = orders.id
      where coalesce(sold.cents, 0) <> case when paid_at is null then 0 else total_cents end`,
    sentence: ({ number, a, b }) =>
      `Order ${number}: the ledger says ${money(b)} was sold, but its total is ${money(a)}.`,
  },
  {
    find: sql`select number, coalesce(sold.cents, 0) as a, coalesce(lines.cents, 0) as b
      from orders left join (select order_id, -sum(tax)::bigint as cents
        from ledger_entries where kind = 'sale' group by order_id) sold on sold.order_id = orders.id
      left join (select order_id, sum(tax_cents)::bigint as cents
        from order_taxes group by order_id) lines on lines.order_id = orders.id
      where line_taxes_known_at is not null and coalesce(sold.cents, 0) <> coalesce(lines.cents, 0)`,
    sentence: ({ number, a, b }) =>
      `Order ${number}: it was sold with ${money(a)} of tax, but its lines have ${money(b)}.`,
  },
  {
    find: sql`select number, null as a, null as b from orders
      where with_tax and line_taxes_known_at is null
        and line_taxes_asked_at > paid_at + interval '1 day'`,
    sentence: ({ number }) =>
      `Order ${number}: the payment provider hasn’t reported the tax for each line yet.`,
  },
  {
    // Until somebody has released it; of orders from before the last change of the settings only what is held.
    find: sql`select number, total_cents as a, ${placeOfSale()} as b from orders
      where with_tax and state in ('paid', 'fulfilled') and (id in (
          select order_id from order_holds where kind = 'sales tax' and released_at is null)
        or id not in (select order_id from order_holds where kind = 'sales tax')
          and exists (select from sales_tax_settings where enabled and updated_at <= paid_at
            and states @> to_jsonb(upper(btrim(${placeOfSale()}))))
          and id in (select order_id from order_lines where tax_code is distinct from ${nontaxable})
          and id not in (select order_id from ledger_entries
            where kind = 'sale' and tax <> 0 and order_id is not null))`,
    sentence: ({ number, a, b }) =>
      `Order ${number}: the sales tax expected on ${money(a)}${b === '' ? '' : ` to ${b}`} wasn’t charged as it should have been.`,
  },
  {
    find: sql`select number, paid.cents as a, coalesce(booked.cents, 0) as b
      from orders join (select order_id, sum(amount_cents)::bigint as cents
        from (select distinct on (order_id, coalesce(reference, id)) order_id, amount_cents
          from payment_events
          where (type = 'transferred' and outcome in ('updated', 'applied', 'on hold')
              or type = 'paid' and (outcome in ('applied', 'on hold')
                -- One of several payments of an order that staff made.
                or outcome = 'updated' and exists (select from orders
                  where id = order_id and origin = 'staff'))) and lower(currency) = 'usd'
          order by order_id, coalesce(reference, id), received_at, id) event
        group by order_id) paid on paid.order_id = orders.id
      left join (select order_id, -sum(receivable)::bigint as cents from ledger_entries
        where kind in ('payment', 'attached') group by order_id) booked on booked.order_id = orders.id
      where coalesce(booked.cents, 0) < paid.cents`,
    sentence: ({ number, a, b }) =>
      `Order ${number}: payments of ${money(a)} arrived, but the ledger has ${money(b)}.`,
  },
  {
    // Money that staff took themselves, and the ledger, say the same [SALE-07].
    find: sql`select number, coalesce(taken.cents, 0) as a, coalesce(booked.cents, 0) as b
      from orders left join (select order_id, sum(amount_cents)::bigint as cents
        from hand_payments group by order_id) taken on taken.order_id = orders.id
      left join (select order_id, -sum(receivable)::bigint as cents from ledger_entries
        where kind = 'payment' and provider = 'hand' group by order_id) booked on booked.order_id = orders.id
      where coalesce(taken.cents, 0) <> coalesce(booked.cents, 0)`,
    sentence: ({ number, a, b }) =>
      `Order ${number}: ${money(a)} was recorded manually, but the ledger has ${money(b)}.`,
  },
  {
    find: sql`select number, total_cents as a, null as b from orders join custom_work on order_id = id
      where paid_at is not null and fixed_at is null`,
    sentence: ({ number }) =>
      `Order ${number} counts as paid, but its gold price was never locked.`,
  },
  {
    // A refund that failed is no refund; a payment that its bank reversed was paid nevertheless.
    find: sql`select coalesce('Order ' || orders.number, 'Payment ' || of) as number,
        money.refunded as a, money.paid as b
      from (select coalesce(order_id, reference) as of, min(order_id) as order_id,
          sum(case kind when 'payment' then payments when 'attached' then -receivable
            end)::bigint as paid,
          -sum(payments) filter (where kind in ('refund', 'refund failed'))::bigint as refunded
        from ledger_entries group by coalesce(order_id, reference)) money
      left join orders on orders.id = money.order_id
      where coalesce(money.refunded, 0) > coalesce(money.paid, 0)`,
    sentence: ({ number, a, b }) =>
      `${number}: ${money(a)} was refunded, but only ${money(b ?? 0)} was paid.`,
  },
  {
    // As the domain adds it up (overpaidAndKept, without what was declined).
    find: sql`select number, overpaid_cents as a, coalesce(money.cents, 0) as b
      from orders left join (select order_id, greatest(0, least(
          -coalesce(sum(receivable) filter (
            where kind in ('sale', 'adjustment', 'payment', 'attached', 'payment returned')), 0)
            - max(not_refunded_cents),
          -sum(receivable) - max(not_refunded_cents),
          -coalesce(sum(receivable) filter (where kind in ('payment', 'attached', 'payment returned')), 0)
            + coalesce(sum(payments) filter (where kind in ('refund', 'refund failed')), 0)
            - sum(disputed) - sum(losses)))::bigint as cents
        from ledger_entries join orders decided on decided.id = order_id
        group by order_id) money
        on money.order_id = orders.id
      where overpaid_cents <> coalesce(money.cents, 0)`,
    sentence: ({ number, a, b }) =>
      `Order ${number}: it’s listed as overpaid by ${money(a)}, but the ledger says ${money(b)}.`,
  },
  {
    find: sql`select number, asked.cents as a, coalesce(paid.cents, 0) as b
      from orders join (select order_id, sum(amount_cents)::bigint as cents from refunds
        where origin = 'shop' and state not in ('refused', 'failed') group by order_id) asked
        on asked.order_id = orders.id
      left join (select order_id, -sum(receivable)::bigint as cents from ledger_entries
        where kind in ('payment', 'attached') group by order_id) paid on paid.order_id = orders.id
      where asked.cents > coalesce(paid.cents, 0)`,
    sentence: ({ number, a, b }) =>
      `Order ${number}: refunds of ${money(a)} were requested, but only ${money(b)} was paid.`,
  },
  {
    find: sql`select number, null as a, null as b from orders
      where paid_at is null and exists (select from mail_outbox
        where order_id = orders.id and kind in ('order-paid-buyer', 'order-paid-staff'))`,
    sentence: ({ number }) => `Order ${number} isn’t paid, but an email says it is.`,
  },
  {
    find: sql`select number, stock_claims.state as a, orders.state as b
      from stock_claims join orders on orders.id = order_id
      where stock_claims.state <> case when orders.state = 'pending' then 'reserved'
        when paid_at is null then 'released' else 'sold' end`,
    sentence: ({ number, a, b }) =>
      `Order ${number} is ${word(b)}, but its counted pieces are ${a}.`,
  },
  {
    find: sql`select name as number, reserved as a, coalesce(claimed.pieces, 0) as b
      from (select id as product_id, '' as size, name, pieces_reserved as reserved from products
        union all select product_id, size_key, products.name || ' (' || size_key || ')',
          size.pieces_reserved from product_attributes size
        join products on products.id = product_id where size_key is not null) counts
      left join (select product_id, size, sum(quantity)::bigint as pieces from stock_claims
        where state = 'reserved' group by product_id, size) claimed using (product_id, size)
      where reserved <> coalesce(claimed.pieces, 0)`,
    sentence: ({ number, a, b }) =>
      `${number}: ${a} counted as in a checkout, unpaid orders have ${b}.`,
  },
]

/** A sentence for each order that does not agree with itself; none where all do. */
export async function orderFindings(orm: Orm): Promise<string[]> {
  const findings: string[] = []
  for (const { find, sentence } of checks()) {
    const found = await orm.transaction(async (tx) => {
      // All of several tables: joined by sorting or hashing, also by a planner that lacks statistics and
      // takes them for small.
      await tx.execute(sql`set local enable_nestloop = off`)
      return rows<Found & { all: number }>(
        tx,
        sql`select number, a, b, (count(*) over ())::int as all
          from (${find}) as found order by number limit ${namedAtMost}`,
      )
    })
    findings.push(...found.map(sentence))
    const more = (found[0]?.all ?? 0) - found.length
    if (more > 0)
      findings.push(`And ${more} more ${more === 1 ? 'order' : 'orders'} like the last one.`)
  }
  return findings
}
