import { eq } from 'drizzle-orm'
import { balanceOfOrder } from '#app/.server/ledger/repository.ts'
import { auditLog } from '#app/.server/platform/db/audit-log-schema.ts'
import { emailOutbox, orderHistory, orderLines, orders } from '#app/.server/platform/db/schema.ts'
import { riskSetting } from '#app/.server/settings/risk.ts'
import type { QuoteResponse } from '#app/contracts/quote/quote-response.ts'
import { lineCents } from '#tests/support/storm/check-prices.ts'
import { type SimulatedFate, type Story, trackingOf } from './story.ts'
import type { World } from './world.ts'

const ends: Record<SimulatedFate, string> = {
  paid: 'fulfilled',
  later: 'fulfilled',
  'webhook lost': 'fulfilled',
  failed: 'cancelled',
  left: 'expired',
  refunded: 'refunded',
  cancelled: 'cancelled',
}

/** What is not as it must be after a story; nothing is the aim. */
export async function checkStory(
  { shop, stripe }: World,
  story: Story,
  { orderId, quote, isPaid }: { orderId: string; quote: QuoteResponse; isPaid: boolean },
): Promise<string[]> {
  const wrong: string[] = []
  const must = (holds: boolean, what: string) => {
    if (!holds) wrong.push(what)
  }
  const { orm } = shop.db
  const [order] = await orm.select().from(orders).where(eq(orders.id, orderId))
  if (!order) return ['the order is gone']
  must(order.state === ends[story.fate], `${order.state} instead of ${ends[story.fate]}`)
  must(order.holdReason === null, `held: ${order.holdReason}`)

  const lowest = Math.min(story.perGram.quoted, story.perGram.ordered) / 10_000
  const [line] = quote.lines
  const cents = line ? lineCents(line, lowest) : 0
  must(order.totalCents === cents, `${order.totalCents} cents instead of ${cents}`)
  const lines = await orm.select().from(orderLines).where(eq(orderLines.orderId, orderId))
  const sum = lines.reduce((total, { lineTotalCents }) => total + lineTotalCents, 0)
  must(sum === order.totalCents, `lines of ${sum} cents in an order of ${order.totalCents}`)

  const sessions = [...stripe.store.sessions.values()].filter(
    ({ client_reference_id }) => client_reference_id === orderId,
  )
  must(sessions.length === 1, `${sessions.length} payment pages`)
  must(sessions[0]?.amount_total === cents, `Stripe was asked ${sessions[0]?.amount_total}`)
  const wasPaid = isPaid || story.fate === 'refunded'
  must((order.paidAt !== null) === wasPaid, `paid at ${order.paidAt?.toISOString()}`)
  const refunded = story.fate === 'refunded' ? cents : 0
  const balance = await balanceOfOrder(orm, orderId)
  must(balance.refunded === refunded, `${balance.refunded} cents refunded`)
  must(balance.paid === (wasPaid ? cents : 0), `${balance.paid} cents in the ledger`)
  must(balance.due === 0, `${balance.due} cents are due`)
  if (isPaid) must(order.tracking === trackingOf(story), `tracking ${order.tracking}`)

  const history = await orm
    .select()
    .from(orderHistory)
    .where(eq(orderHistory.orderId, orderId))
    .orderBy(orderHistory.id)
  let state: string | null = null
  for (const { fromState, toState } of history) {
    must(fromState === state, `history goes on from ${fromState} after ${state}`)
    state = toState
  }
  must(state === order.state, `history ends with ${state}`)
  const steps = history.filter(({ fromState, toState }) => fromState !== toState)
  const states = steps.map(({ toState }) => toState)
  must(new Set(states).size === states.length, `history: ${states.join(', ')}`)

  const emails = await orm.select().from(emailOutbox).where(eq(emailOutbox.orderId, orderId))
  const kinds = emails.map(({ kind }) => kind).toSorted()
  const expected = [
    ...(wasPaid ? ['order-paid-buyer', 'order-paid-staff'] : []),
    ...(isPaid ? ['order-fulfilled-buyer'] : []),
    ...(story.fate === 'refunded' ? ['order-refunded-buyer'] : []),
  ].toSorted()
  must(kinds.join() === expected.join(), `mails ${kinds.join(', ')}`)

  const entries = await orm.select().from(auditLog).where(eq(auditLog.targetId, orderId))
  const actions = entries
    .map(({ action }) => action)
    .filter((each) => each !== 'order.hold_released')
  const releases = entries.length - actions.length
  const held = isPaid && order.totalCents >= riskSetting.defaults.highValue
  must(releases === (held ? 1 : 0), `released ${releases} times`)
  must(!isPaid || order.openHolds === 0, `${order.openHolds} holds were not released`)
  const acted = isPaid ? 'order.fulfilled' : story.fate === 'cancelled' ? 'order.canceled' : ''
  must(actions.join() === acted, `audit log: ${actions.join(', ')}`)
  return wrong
}
