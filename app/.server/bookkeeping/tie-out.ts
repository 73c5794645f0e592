import { type SQL, sql } from 'drizzle-orm'
import { movementOf } from '#app/domain/bookkeeping/journal-facts.ts'
import type {
  ComparedPayment,
  ListedPayout,
  LooseEnds,
  Stray,
  TakenByHand,
} from '#app/domain/bookkeeping/loose-ends.ts'
import { type Orm, rows } from '../platform/db/database.ts'
import type { Times } from '../tax/queries/changed-sales.ts'
import { dayOf, handOf, within } from './month-facts.ts'

type Compared = Omit<LooseEnds, 'goldWithoutCost' | 'notInMetal'>

/** What of a month the ledger, Stripe's balance, and Stripe's payouts disagree on [JOURNAL-04]. */
export async function tieOut(orm: Orm, times: Times): Promise<Compared> {
  const strays = await straysOf(orm, times)
  const inDollars = strays.filter(({ currency }) => currency === 'usd')
  return {
    payments: await paymentsOf(orm, times),
    payouts: await payoutsOf(orm, times),
    strays: inDollars.filter(({ category }) => movementOf(category) === 'payment'),
    fees: inDollars.filter(({ category }) => movementOf(category) === 'fee'),
    foreign: strays.filter(({ currency }) => currency !== 'usd'),
    byHand: await takenByHand(orm, times),
  }
}

/**
 * Payments of the month as they are at its end. A wire is in the ledger by what reached the cash balance of its buyer,
 * and at Stripe by the payment it was moved into, so both are compared under that payment.
 */
function paymentsOf(orm: Orm, times: Times): Promise<ComparedPayment[]> {
  const { livemode, end } = times
  const key = (entry: SQL, order: SQL) => sql`case when ${entry}.reference like 'pi\\_%'
    then ${entry}.reference else coalesce(${order}.payment_reference, ${entry}.reference, ${entry}.key) end`
  return rows<ComparedPayment>(
    orm,
    sql`with touched as (
          select ${key(sql`l`, sql`wire`)} as payment
          from ledger_entries l left join orders wire on wire.id = l.order_id and wire.pay_by = 'wire'
          where l.livemode = ${livemode} and l.provider = 'stripe' and l.payments <> 0
            and ${within(sql`l.at`, times)}
          union
          select payment from stripe_transactions
          where livemode = ${livemode} and currency = 'usd' and payment is not null
            and ${within(sql`created_at`, times)}),
        compared as (select payment,
          (select coalesce(sum(l.payments), 0) from ledger_entries l
            where l.reference = touched.payment and l.provider = 'stripe'
              and l.livemode = ${livemode} and l.at < ${end})
          + (select coalesce(sum(l.payments), 0) from ledger_entries l
            where l.key = touched.payment and l.reference is null and l.at < ${end})
          + (select coalesce(sum(l.payments), 0) from orders wire
            join ledger_entries l on l.order_id = wire.id
            where wire.payment_reference = touched.payment and wire.pay_by = 'wire'
              and l.reference is distinct from touched.payment
              and (l.reference is null or l.reference not like 'pi\\_%')
              and l.provider = 'stripe' and l.at < ${end}) as booked,
          (select sum(amount_cents) from stripe_transactions t
            where t.payment = touched.payment and t.livemode = ${livemode} and t.currency = 'usd'
              and t.created_at < ${end}) as at_stripe
          from touched)
        select payment, booked::float8 as booked, at_stripe::float8 as "atStripe",
          (select min(number) from (
            select o.number from ledger_entries l join orders o on o.id = l.order_id
              where l.reference = payment
            union all select o.number from orders o
              where o.payment_reference = payment and o.pay_by = 'wire') of_payment) as order
        from compared where booked <> coalesce(at_stripe, 0) order by payment`,
  )
}

/** Balance transactions without a payment, and those not in US dollars. Payouts are left to the caller's filter. */
function straysOf(orm: Orm, times: Times): Promise<(Stray & { category: string })[]> {
  return rows(
    orm,
    sql`select id, ${dayOf(sql`created_at`)} as day, category, amount_cents::float8 as amount,
        currency, detail
      from stripe_transactions
      where livemode = ${times.livemode} and ${within(sql`created_at`, times)}
        and (payment is null or currency <> 'usd')
      order by created_at, id`,
  )
}

/** Payouts in US dollars that left in the month, each with what it is made of, itself left out. */
function payoutsOf(orm: Orm, times: Times): Promise<ListedPayout[]> {
  return rows<ListedPayout>(
    orm,
    sql`select p.id, ${dayOf(sql`p.created_at`)} as day, p.amount_cents::float8 as amount, p.status,
        p.is_automatic as "isAutomatic",
        (select sum(net_cents) from stripe_transactions t
          where t.payout_id = p.id and t.currency = p.currency
            and t.source is distinct from p.id)::float8 as sum
      from stripe_payouts p
      where p.livemode = ${times.livemode} and p.currency = 'usd'
        and ${within(sql`p.created_at`, times)}
      order by p.created_at, p.id`,
  )
}

/** Payments and refunds that staff recorded. The shop cannot check them against a bank. */
function takenByHand(orm: Orm, times: Times): Promise<TakenByHand[]> {
  return rows<TakenByHand>(
    orm,
    sql`select orders.number as order, ${dayOf(sql`e.at`)} as day, h.kind, e.payments::float8 as amount
      from ledger_entries e join hand_payments h on ${handOf(sql`e`)}
      left join orders on orders.id = e.order_id
      where e.livemode = ${times.livemode} and e.provider = 'hand' and e.payments <> 0
        and h.kind <> 'trade-in' and ${within(sql`e.at`, times)}
      order by e.at, e.id`,
  )
}
