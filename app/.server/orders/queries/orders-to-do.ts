import { type SQL, sql } from 'drizzle-orm'
import type { ShippingAddress } from '#app/.server/platform/db/columns.ts'
import { type Orm, rows } from '#app/.server/platform/db/database.ts'
import { stagesOfWork } from '#app/domain/draft-orders/custom-work.ts'
import type { OrderStep } from '#app/domain/fulfillment/work-status.ts'
import type { ByMode } from '#app/domain/payments/mode.ts'
import { type Day, dayAt } from '#app/domain/time/day.ts'
import { brand } from '#brand'

/** The day it is for the shop. */
export const shopDay = (now: Date): Day => dayAt(now, brand.timeZone)

/** Paid, and not all of it sent. As its indexes are written, with no parameter. */
export const toDo = sql`orders.state = 'paid'`

/** Custom work whose deposit is paid and whose balance is not asked for yet: it is being made [TODAY-04]. */
export const customWorkToDo = sql`orders.state = 'pending' and orders.id in (
  select order_id from custom_work where stage in (${sql.join(
    stagesOfWork.map((stage) => sql.raw(`'${stage}'`)),
    sql`, `,
  )}))`

/** All orders with work to do. Written as in its index, with no parameter. */
export const allToDo = sql`orders.state in ('paid', 'pending') and (${toDo} or ${customWorkToDo})`

/**
 * Those of them that cannot be sent, or whose buyer cannot be written to, because the payment did not say
 * where and to whom. One that is picked up needs no address, and an order that staff made and were paid for
 * offline may be picked up at the shop. Many countries have no states, and some no postal codes, as
 * `missingParts` says [SHIPPING-08].
 */
export const addressMissing = sql`${toDo} and orders.shipping_method <> 'pickup'
  and (orders.origin = 'web' or exists (select from payment_events
    where payment_events.order_id = orders.id and payment_events.type = 'paid'))
  and (${emptyPart('name')} or ${emptyPart('line1')} or ${emptyPart('city')}
    or orders.shipping_country = 'US' and (${emptyPart('state')} or ${emptyPart('postalCode')}))`

/** The same, or a buyer on the web who cannot be written to. */
export const buyerMissing = sql`(${addressMissing}
  or ${toDo} and orders.origin = 'web' and orders.email is null)`

function emptyPart(name: keyof ShippingAddress): SQL {
  return sql.raw(`btrim(coalesce(orders.shipping_address ->> '${name}', '')) = ''`)
}

const hasPickup = sql`exists (select from pickups where pickups.order_id = orders.id)`

/** Ready, and waiting for the buyer to pick it up: no longer to be shipped [PICKUP-06]. */
export const toBePickedUp = sql`${toDo} and orders.step = 'ready' and ${hasPickup}`

/** Those to do that should have left before today [DESK-05]; what waits for its buyer is ready in time. */
export const lateOn = (today: Day): SQL =>
  sql`${toDo} and orders.ship_by < ${today} and not (orders.step = 'ready' and ${hasPickup})`

/** At a step of the work; nobody works on a refunded order. */
export function atStep(step: OrderStep): SQL {
  const isToDo = step === 'paid' || step === 'making' || step === 'ready'
  const at = sql`${isToDo ? toDo : sql`orders.state = 'fulfilled'`} and orders.step = ${step}`
  return step === 'ready' ? sql`${at} and not ${hasPickup}` : at
}

/** The buyer’s bank has not decided. As its index is written. */
export const disputed = sql`orders.dispute = 'open'`

/**
 * Orders that hold more of their buyer's money than they cost, or any after they ended unpaid, until it is refunded
 * or staff recorded why it is not; a refund of pieces that is on its way is none (overpaidToReview). Those that are
 * paid can be made and sent. As its index is written.
 */
const moneyToRefund = sql`select overpaid.id from orders overpaid
  where overpaid.overpaid_cents > 0 and overpaid.state <> 'pending'`

/**
 * Placed, and paid by a bank debit that takes days: not made before the money is here [TODAY-14].
 */
export const debitOnItsWay = sql`orders.state = 'pending' and orders.pay_by = 'debit'
  and orders.payment_processing_at is not null`

/** Placed, and awaiting a wire that has not come in full: not made either [TODAY-16]. */
export const wireAwaited = sql`orders.state = 'pending' and orders.pay_by = 'wire'
  and orders.payment_processing_at is not null`

/** Those that wait for a look by staff, whatever their state [TODAY-11, TODAY-12]. */
export const needsLook = sql`orders.id in (
  select reviewed.id from orders reviewed where reviewed.needs_review union all ${moneyToRefund})`

/** An email about it was given up, and waits for staff to send it again. */
export const emailFailed = sql`orders.id in (
  select order_id from mail_outbox where mail_outbox.state = 'failed' and order_id is not null)`

/** The longest promised first, so late ones lead; equal days by age. */
export const promisedFirst = [
  sql`orders.ship_by`,
  sql`orders.created_at`,
  sql`orders.id collate "C"`,
]
/** The same, in reverse. */
export const promisedLast = [
  sql`orders.ship_by desc`,
  sql`orders.created_at desc`,
  sql`orders.id collate "C" desc`,
]

/** How many orders wait for work, and for which [DESK-05]. */
export type Work = {
  toDo: number
  late: number
  /** Not begun, in the making, ready to ship, custom work before its balance, ready for pickup: they add up to `toDo`. */
  paid: number
  making: number
  ready: number
  custom: number
  pickup: number
  /** Whatever their state: for a look by staff, at their bank, with an email that was given up. */
  held: number
  disputed: number
  mail: number
  /** Paid, and it is not known where they go. */
  address: number
  /** Bank debits that are on their way: there is nothing to do. */
  debit: number
  /** Wires that are awaited. */
  wire: number
}

const none: Work = {
  ...{ toDo: 0, late: 0, paid: 0, making: 0, ready: 0, custom: 0, pickup: 0 },
  ...{ held: 0, disputed: 0, mail: 0, address: 0 },
  ...{ debit: 0, wire: 0 },
}

/** Found by their indexes: few rows, however many orders there are. */
export async function workOn(orm: Orm, today: Day): Promise<ByMode<Work>> {
  type Counted<Name extends keyof Work> = Pick<Work, Name> & { livemode: boolean }
  const [work, held, emails, custom, debits] = await Promise.all([
    rows<Counted<Exclude<keyof Work, 'held' | 'mail' | 'custom' | 'debit' | 'wire'>>>(
      orm,
      sql`select livemode,
          (count(*) filter (where state = 'paid'))::int as "toDo",
          (count(*) filter (where ${lateOn(today)}))::int as late,
          (count(*) filter (where state = 'paid' and step = 'paid'))::int as paid,
          (count(*) filter (where state = 'paid' and step = 'making'))::int as making,
          (count(*) filter (where state = 'paid' and step = 'ready' and not ${hasPickup}))::int as ready,
          (count(*) filter (where ${toBePickedUp}))::int as pickup,
          (count(*) filter (where dispute = 'open'))::int as disputed,
          (count(*) filter (where ${addressMissing}))::int as address
        from orders where state = 'paid' or dispute = 'open' group by livemode`,
    ),
    rows<Counted<'held'>>(
      orm,
      sql`select livemode, count(*)::int as held from orders where ${needsLook} group by livemode`,
    ),
    rows<Counted<'mail'>>(
      orm,
      sql`select livemode, count(*)::int as mail from orders where ${emailFailed} group by livemode`,
    ),
    rows<Counted<'custom'>>(
      orm,
      sql`select livemode, count(*)::int as custom from orders
        where ${customWorkToDo} group by livemode`,
    ),
    rows<Counted<'debit' | 'wire'>>(
      orm,
      sql`select livemode, (count(*) filter (where ${debitOnItsWay}))::int as debit,
          (count(*) filter (where ${wireAwaited}))::int as wire
        from orders where (${debitOnItsWay}) or (${wireAwaited}) group by livemode`,
    ),
  ])
  const of = (mode: boolean): Work => {
    const isOf = (counted: { livemode: boolean }) => counted.livemode === mode
    const { livemode: _, ...found } = {
      ...none,
      livemode: mode,
      ...work.find(isOf),
      ...held.find(isOf),
      ...emails.find(isOf),
      ...custom.find(isOf),
      ...debits.find(isOf),
    }
    return { ...found, toDo: found.toDo + found.custom }
  }
  return { live: of(true), test: of(false) }
}

/** Whether there are orders of each mode: one look into an index each. */
export async function modesOfOrders(orm: Orm): Promise<ByMode<boolean>> {
  const [found] = await rows<ByMode<boolean>>(
    orm,
    sql`select exists (select from orders where livemode) as live,
      exists (select from orders where not livemode) as test`,
  )
  return found ?? { live: false, test: false }
}
