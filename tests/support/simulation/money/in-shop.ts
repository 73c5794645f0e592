import { desc, eq } from 'drizzle-orm'
import { closeVoidOrders } from '#app/.server/payments/commands/close-void-orders.ts'
import { expireOrders } from '#app/.server/payments/commands/expire-orders.ts'
import { receiveWebhook } from '#app/.server/payments/commands/receive-webhook.ts'
import {
  fetchLostEvents,
  reconcilePayments,
} from '#app/.server/payments/jobs/reconcile-payments.ts'
import { remindOfWires } from '#app/.server/payments/jobs/remind-of-wires.ts'
import { fetchLineTaxes } from '#app/.server/payments/jobs/store-line-taxes.ts'
import { goldPriceHistory } from '#app/.server/platform/db/gold-price-schema.ts'
import { withdrawGoldPrice } from '#app/.server/refunds/commands/withdraw-gold-price.ts'
import { sendRefunds } from '#app/.server/refunds/jobs/send-refunds.ts'
import { resumeSelling, stopSelling } from '#app/.server/selling/commands/stop-selling.ts'
import { bankDiscountSetting } from '#app/.server/settings/bank-discount.ts'
import { saveSetting } from '#app/.server/settings/commands/save-setting.ts'
import type { BankDiscount } from '#app/domain/pricing/bank-discount.ts'
import { collectsTax } from '#tests/support/sales-tax.ts'
import type { Purchase } from './purchase.ts'
import { act, count, type Scene } from './scene.ts'
import { by } from './staff.ts'

const reason = 'A decimal point too far.'

/** Bank price or sales tax, at any rates: orders that are both are not sold for now. */
export async function changeSettings(scene: Scene): Promise<void> {
  const withTax = scene.drawn.percent(50)
  const discount = (withTax ? 0 : scene.drawn.oneOf([0, 250, 333, 1000])) as BankDiscount
  if (withTax) scene.stripe.taxBecomes()
  await act(scene, (app) => collectsTax(app, { enabled: withTax }))
  await act(scene, (app) => saveSetting(app, bankDiscountSetting, { bankDiscount: discount }, by))
}

const anyPrice = ({ drawn }: Scene) => 1_250_000 + drawn.below(100_000)

/** A few of the last prices are called wrong, and one that is right is set after that. */
export async function withdrawPrices(scene: Scene): Promise<void> {
  const { orm } = scene.world.shop.db
  const last = await orm
    .select()
    .from(goldPriceHistory)
    .where(eq(goldPriceHistory.status, 'accepted'))
    .orderBy(desc(goldPriceHistory.id))
    .limit(4)
  const from = scene.drawn.oneOf(last)?.id
  const until = scene.drawn.percent(50) ? from : last[0]?.id
  if (from === undefined || until === undefined) return
  await act(scene, (app) => withdrawGoldPrice(app, { from, until, by, reason }))
  count(scene, 'withdrawals')
  await scene.world.goldBecomes(anyPrice(scene))
}

export async function stopForAWhile(scene: Scene): Promise<void> {
  await act(scene, (app) => stopSelling(app, { by, message: '' }))
  await act(scene, closeVoidOrders)
  await act(scene, (app) => resumeSelling(app, { by }))
  count(scene, 'stops')
}

export const setPrice = (scene: Scene) => scene.world.goldBecomes(anyPrice(scene))

const jobs = [
  reconcilePayments,
  reconcilePayments,
  sendRefunds,
  expireOrders,
  closeVoidOrders,
  fetchLineTaxes,
  remindOfWires,
]

export async function runAJob(scene: Scene): Promise<void> {
  const job: (typeof jobs)[number] = scene.drawn.oneOf(jobs)
  await act<unknown>(scene, job)
}

/** Each job once, after a time that all of them wait for. */
export async function runJobs(scene: Scene): Promise<void> {
  scene.world.pass(2)
  for (const job of new Set(jobs)) await act<unknown>(scene, job)
  await fetchLost(scene)
}

/** Those that could not be delivered are fetched, before Stripe forgets them. */
async function fetchLost(scene: Scene): Promise<void> {
  const { undelivered } = scene.world.stripe.store
  if (undelivered.size === 0) return
  scene.plan = null
  scene.world.nextCallFails(null)
  const taken = await act(scene, fetchLostEvents)
  if (taken !== undelivered.size) throw new Error(`${taken} of ${undelivered.size} were fetched`)
  undelivered.clear()
}

/** Minutes and now and then hours go by; a clock that was wrong is set back. */
export async function timePasses(scene: Scene): Promise<void> {
  const { world, drawn } = scene
  await fetchLost(scene)
  const minutes = drawn.oneOf([-4, -1, 1, 5, 20, 40, 40, 180, 700, 2300])
  world.pass(minutes)
  count(scene, minutes < 0 ? 'clock set back' : 'clock jumps')
  if (minutes < 40) return
  await setPrice(scene)
  await runJobs(scene)
}

/** Of those that wait any one comes next; it may come again, and some only when the shop asks. */
export async function deliver(scene: Scene, purchase: Purchase): Promise<void> {
  const { drawn, world } = scene
  const { waiting, told } = purchase
  const isRepeat = waiting.length === 0 || drawn.percent(15)
  const event = drawn.oneOf(isRepeat ? told : waiting)
  if (!event) return
  if (isRepeat) {
    count(scene, 'events repeated')
  } else {
    waiting.splice(waiting.indexOf(event), 1)
    const ageDays = (world.now().getTime() / 1000 - event.created) / 86_400
    if (ageDays < 1 && drawn.percent(4)) {
      // Nobody answers it; the shop asks what could not be delivered.
      world.stripe.store.undelivered.add(event.id)
      count(scene, 'events lost')
      return
    }
  }
  const { body, header } = world.stripe.signed(event, { at: world.now() })
  const isSure = scene.plan === null || scene.plan.isAskedAgain
  await act(scene, (app) => receiveWebhook(app, Buffer.from(body), header))
  count(scene, 'events')
  // Without an answer Stripe sends it again.
  if (isSure) told.push(event)
  else waiting.push(event)
}
