import { asc, eq, inArray, or, sql } from 'drizzle-orm'
import type { LedgerRow } from '#app/.server/ledger/repository.ts'
import { type Orm, rows } from '#app/.server/platform/db/database.ts'
import { refunds } from '#app/.server/platform/db/ledger-schema.ts'
import { orderHistory, paymentEvents } from '#app/.server/platform/db/schema.ts'
import { accounts } from '#app/domain/ledger/ledger.ts'
import type { Purchase } from './purchase.ts'
import type { Scene } from './scene.ts'

/** All that was stored of a purchase, beside what is at Stripe: to read where something is wrong. */
export async function storyOf(
  { world, stripe }: Scene,
  purchase: Purchase,
  entries: readonly LedgerRow[],
): Promise<string[]> {
  const { orm } = world.shop.db
  const id = purchase.order?.id ?? ''
  const { reference, orderId } = paymentEvents
  const events = await orm
    .select()
    .from(paymentEvents)
    .where(or(eq(orderId, id), inArray(reference, [...purchase.intents, ''])))
    .orderBy(asc(paymentEvents.receivedAt), asc(paymentEvents.id))
  const history = await orm
    .select()
    .from(orderHistory)
    .where(eq(orderHistory.orderId, id))
    .orderBy(asc(orderHistory.id))
  const asked = await orm
    .select()
    .from(refunds)
    .where(or(eq(refunds.orderId, id), inArray(refunds.reference, [...purchase.intents, ''])))
    .orderBy(asc(refunds.at), sql`id`)
  const { order, payBy, intents, waiting } = purchase
  return [
    `${order?.number ?? 'no order'} of ${order?.total}, by ${payBy}, ${intents.join(', ')}`,
    ...entries.map((row) => {
      const posted = accounts.filter((account) => row[account] !== 0)
      const sums = posted.map((account) => `${account} ${row[account]}`)
      return `ledger: ${when(row)} ${row.kind}: ${sums.join(', ')} (${row.key})`
    }),
    ...events.map(
      ({ receivedAt, type, amountCents, objectId, outcome, id }) =>
        `event: ${when({ at: receivedAt })} ${type} ${amountCents} ${objectId}: ${outcome} (${id})`,
    ),
    ...history.map((row) => `history: ${when(row)} ${row.toState} ${row.why} (${row.by})`),
    ...asked.map(
      (row) =>
        `refund: ${when(row)} ${row.origin} ${row.state} ${row.amountCents} ${row.providerId}`,
    ),
    ...stripe
      .refunds(purchase)
      .map((refund) => `at Stripe: ${refund.id} ${refund.amount} ${refund.status}`),
    ...stripe.disputes(purchase).map((dispute) => `at Stripe: ${JSON.stringify(dispute)}`),
    ...waiting.map(({ type, id }) => `not delivered: ${type} (${id})`),
  ]
}

/** All that is stored of an order that may be done with, to read where something is wrong. */
export async function storedOf(orm: Orm, number: string): Promise<string[]> {
  const found = await rows<{ row: unknown }>(
    orm,
    sql`with o as (select * from orders where number = ${number})
      select to_jsonb(o) as row from o
      union all select to_jsonb(e) from payment_events e join o on e.order_id = o.id
      union all select to_jsonb(l) from ledger_entries l join o on l.order_id = o.id
      union all select to_jsonb(h) from order_history h join o on h.order_id = o.id`,
  )
  return found.map(({ row }) => JSON.stringify(row))
}

const when = ({ at }: { at: Date }) => at.toISOString().slice(0, 16)
