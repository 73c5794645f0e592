import { and, eq } from 'drizzle-orm'
import { recordShipment } from '#app/.server/fulfillment/commands/record-shipment.ts'
import { paymentsOfOrder } from '#app/.server/ledger/refunds.ts'
import { balanceOfOrder } from '#app/.server/ledger/repository.ts'
import { attachPayment } from '#app/.server/payments/commands/attach-payment.ts'
import { staffCancelOrder } from '#app/.server/payments/commands/cancel-order.ts'
import {
  acceptPaymentOfHeldOrder,
  settlePaymentHold,
} from '#app/.server/payments/commands/resolve-held-order.ts'
import { orderLines, orders, paymentEvents } from '#app/.server/platform/db/schema.ts'
import {
  declineRefund,
  previewDeclinedRefund,
} from '#app/.server/refunds/commands/decline-refund.ts'
import { honorPrice } from '#app/.server/refunds/commands/honor-price.ts'
import { refundOrder } from '#app/.server/refunds/commands/refund-order.ts'
import { refundPayment } from '#app/.server/refunds/commands/refund-payment.ts'
import { previewRefund } from '#app/.server/refunds/queries/preview-refund.ts'
import { releaseShippingHold } from '#app/.server/risk/commands/release-shipping-hold.ts'
import { holdsOfOrder } from '#app/.server/risk/holds.ts'
import { cents } from '#app/domain/money/cents.ts'
import type { RefundInput } from '#app/domain/refunds/plan-refund.ts'
import { awaitsPriceDecision } from '#app/domain/refunds/price-decision.ts'
import { checksOf } from '#app/domain/risk/hold.ts'
import { readyToSend } from '#tests/support/weighing.ts'
import type { Purchase } from './purchase.ts'
import { act, count, type Scene } from './scene.ts'

export const by = 'ann@example.com'
const reason = 'The buyer was asked.'
const requireFresh = async () => {}

/** As the screen shows it now. */
async function seen({ world }: Scene, { order }: Purchase) {
  const [row] = await world.shop.db.orm
    .select()
    .from(orders)
    .where(eq(orders.id, order?.id ?? ''))
  if (!row) throw new Error(`the order ${order?.number} is gone`)
  return row
}

/** Sent only where it is whole: what staff are let do is held against the order as it was before. */
export async function send(scene: Scene, purchase: Purchase): Promise<void> {
  const { world, stripe, wrong } = scene
  const before = await seen(scene, purchase)
  const { id, revision, number, totalCents } = before
  const { due } = await balanceOfOrder(world.shop.db.orm, id)
  const parcel = {
    id,
    revision,
    by,
    tracking: `1Z999AA1012345${number}`,
    sanctions: 'yes',
  } as const
  await readyToSend(world.shop, { id })
  await act(scene, (app) => recordShipment(app, parcel))
  if (before.state === 'fulfilled' || (await seen(scene, purchase)).state !== 'fulfilled') return
  count(scene, 'sent')
  const must = (holds: boolean, what: string) => holds || wrong.push(`${number} was sent ${what}`)
  must(before.state === 'paid', `while ${before.state}`)
  must(before.holdReason === null && before.openHolds === 0, 'while it was held')
  must(before.dispute !== 'open' || before.openHolds === 0, 'while it was disputed')
  must(!awaitsPriceDecision(before), 'before its withdrawn price was decided about')
  must(due <= 0, `while ${due} cents were due`)
  const received = stripe.receivedAsTold(purchase)
  must(
    received >= totalCents || purchase.isAccepted,
    `with ${received} of ${totalCents} cents paid`,
  )
}

/** Whatever keeps it here is decided about: its money, its holds, its price. */
export async function decide(scene: Scene, purchase: Purchase): Promise<void> {
  const { drawn, world } = scene
  const before = await seen(scene, purchase)
  const { id, revision } = before
  const staff = { id, revision, by, reason }
  if (before.holdReason !== null) {
    const accepts = before.state === 'pending' && drawn.percent(60)
    if (!accepts) {
      await act(scene, (app) => settlePaymentHold(app, staff))
      if (drawn.percent(50)) await declines(scene, purchase)
      return
    }
    await act(scene, (app) => acceptPaymentOfHeldOrder(app, staff))
    purchase.isAccepted ||= (await seen(scene, purchase)).state === 'paid'
    return
  }
  if (awaitsPriceDecision(before)) {
    if (drawn.percent(50)) await act(scene, (app) => honorPrice(app, staff))
    else await refund(scene, purchase, { of: 'whole' })
    return
  }
  const holds = await holdsOfOrder(world.shop.db.orm, id)
  const held = holds.find(({ releasedAt }) => releasedAt === null)
  if (!held) return
  const checks = checksOf(held.kind).map(({ name }) => name)
  await act(scene, (app) => releaseShippingHold(app, { ...staff, hold: held.id, checks }))
}

/** Records why what the shop holds of the buyer's money is not refunded. */
async function declines(scene: Scene, purchase: Purchase): Promise<void> {
  const { id, revision } = await seen(scene, purchase)
  const staff = { id, revision, by }
  const preview = await act(scene, (app) => previewDeclinedRefund(app, { ...staff, note: '' }))
  if (!preview) return
  const declined = { ...staff, reason, note: '', stated: preview.amount, requireFresh }
  await act(scene, (app) => declineRefund(app, declined))
}

export async function cancel(scene: Scene, purchase: Purchase): Promise<void> {
  const { id, revision } = await seen(scene, purchase)
  await act(scene, (app) => staffCancelOrder(app, { id, revision, by, reason }))
}

/** As a whole, by lines or by sum; a sum may be nonsense, a form may be sent twice or be an old one. */
export async function refund(scene: Scene, purchase: Purchase, input?: RefundInput): Promise<void> {
  const { drawn, stripe, world } = scene
  const { orm } = world.shop.db
  const { id, revision } = await seen(scene, purchase)
  const { refundable } = await balanceOfOrder(orm, id)
  const payments = await paymentsOfOrder(orm, id)
  const payment = drawn.percent(70) ? null : (drawn.oneOf(payments)?.reference ?? null)
  const asked = input ?? (await anyRefundInput(scene, id, refundable))
  const stated = await act(scene, (app) => previewRefund(app, { id, wish: asked, payment }))
  if (!stated) return
  purchase.isRefundAsked = true
  purchase.isRefundedUnawares ||= stripe.takenBackUntold(purchase) > 0
  const key = `form ${purchase.index} ${scene.counts.get('refunds asked for') ?? 0}`
  const form = { id, revision, by, reason, note: '', key, payment, wish: asked, requireFresh }
  count(scene, 'refunds asked for')
  count(scene, `refunds of ${asked.of}`)
  const press = () => act(scene, (app) => refundOrder(app, { ...form, stated: stated.amount }))
  const made = await press()
  if (drawn.percent(20)) {
    const again = await press()
    if (made && again && again.id !== made.id) scene.wrong.push(`${id}: one form, two refunds`)
  }
  if (made && drawn.percent(10)) {
    const old = { ...form, key: `${key} by another`, stated: stated.amount }
    const other = await act(scene, (app) => refundOrder(app, old))
    if (other) scene.wrong.push(`${id}: a refund by a screen that was not of now`)
  }
}

async function anyRefundInput(
  { drawn, world }: Scene,
  orderId: string,
  refundable: number,
): Promise<RefundInput> {
  const { below, oneOf, percent } = drawn
  if (percent(25)) return { of: 'whole' }
  if (percent(50)) {
    const sum = oneOf([1 + below(refundable + 1), 1 + below(refundable + 1), 1, refundable])
    return { of: 'sum', amount: cents(percent(6) ? oneOf([0, -1, refundable + 1]) : sum) }
  }
  const lines = await world.shop.db.orm
    .select()
    .from(orderLines)
    .where(eq(orderLines.orderId, orderId))
    .orderBy(orderLines.position)
  const quantities = lines.map(({ position, quantity }) => ({
    position,
    quantity: below(quantity + 1),
  }))
  return { of: 'lines', quantities }
}

/** A payment without an order is attached to one, or given back. */
export async function resolveStray(scene: Scene, stray: Purchase): Promise<void> {
  const { drawn, world, open } = scene
  const [reference = ''] = stray.intents
  const [event] = await world.shop.db.orm
    .select()
    .from(paymentEvents)
    .where(and(eq(paymentEvents.reference, reference), eq(paymentEvents.type, 'paid')))
  if (!event) return
  const { id } = event
  const placed = open.filter(({ order }) => order !== null)
  const fits = placed.filter(({ order }) => order?.total === event.amountCents)
  const target = fits[0] ?? drawn.oneOf(placed)
  if (!target?.order || drawn.percent(40)) {
    const key = `stray ${scene.counts.get('payments refunded') ?? 0}`
    const form = { id, by, reason, key, requireFresh }
    if (await act(scene, (app) => refundPayment(app, form))) count(scene, 'payments refunded')
    return
  }
  const { number } = target.order
  await act(scene, (app) => attachPayment(app, { id, number, by }))
  const [after] = await world.shop.db.orm
    .select()
    .from(paymentEvents)
    .where(eq(paymentEvents.id, id))
  if (after?.orderId !== target.order.id) return
  count(scene, 'payments attached')
  target.intents.push(reference)
  target.waiting.push(...stray.waiting)
  target.told.push(...stray.told)
  open.splice(open.indexOf(stray), 1)
}
