import type { StripeEvent } from '#tests/support/stripe-state.ts'
import { drawnFrom, idsFrom } from '../drawn.ts'
import { openWorld } from '../world.ts'
import { openAtStripe } from './at-stripe.ts'
import { changedOf, checkNightly, checkPurchase, checkSums, digestOf } from './check-books.ts'
import { forAll, oneByWeight, toOne } from './happenings.ts'
import { deliver, runJobs, setPrice, timePasses } from './in-shop.ts'
import type { Purchase } from './purchase.ts'
import { type Scene, startShop } from './scene.ts'
import { goesToPay } from './shopper.ts'
import { resolveStray } from './staff.ts'

/** So many orders at once in which something still happens. */
const openAtOnce = 25
/** So often the whole ledger is held against Stripe, and looked through as at night: orders. */
const wholeEvery = 250

export type MoneyReport = {
  orders: number
  steps: number
  seconds: number
  counts: [what: string, times: number][]
  digest: string
  /** Where it was found, and what; empty is the aim. It ends with the first. */
  wrong: string[]
}

export type MoneyOptions = {
  seed: number
  orders: number
  postgresUrl?: string | null
  /** Called whenever the whole ledger was held against Stripe, with the orders placed so far. */
  onProgress?: (placed: number) => void
}

/**
 * Orders from cart to parcel, and all that can happen to their money, step by step, drawn from one seed:
 * the same seed gives the same steps and the same books. After every step the order it was about is
 * checked, after what may concern all of them each that is open, and now and then the whole ledger.
 */
export async function simulateMoney(options: MoneyOptions): Promise<MoneyReport> {
  const { seed, orders, postgresUrl = null, onProgress } = options
  const began = performance.now()
  const world = await openWorld(postgresUrl)
  const restoreIds = idsFrom(seed)
  try {
    const drawn = drawnFrom(seed)
    for (let warm = 0; warm < 5; warm += 1) drawn.below(2)
    const scene: Scene = {
      world,
      drawn,
      stripe: openAtStripe(world.stripe, drawn),
      open: [],
      placed: 0,
      wrong: [],
      counts: new Map(),
      process: await startShop(world),
      plan: null,
    }
    await setPrice(scene)
    const steps = await play(scene, orders, onProgress)
    return {
      orders: scene.placed,
      steps,
      seconds: (performance.now() - began) / 1000,
      counts: [...scene.counts].toSorted(([one], [other]) => one.localeCompare(other)),
      digest: await digestOf(scene),
      wrong: scene.wrong,
    }
  } finally {
    restoreIds()
    await world.close()
  }
}

async function play(
  scene: Scene,
  orders: number,
  onProgress?: (placed: number) => void,
): Promise<number> {
  const mailbox = openMailbox(scene)
  let steps = 0
  let wholeAt = wholeEvery
  for (; scene.wrong.length === 0; steps += 1) {
    const isOver = scene.placed >= orders
    if (isOver && scene.open.length === 0) break
    const what = await step(scene, isOver)
    mailbox.sort()
    const about = what.about.length > 1 ? await changedOf(scene, what.about) : what.about
    for (const purchase of about) await checkPurchase(scene, purchase)
    if (scene.placed >= wholeAt || (isOver && scene.open.length === 0)) {
      wholeAt += wholeEvery
      await lookAtAll(scene, mailbox.sort)
      onProgress?.(scene.placed)
    }
    name(scene, steps, what.name)
  }
  return steps
}

function name({ wrong }: Scene, step: number, what: string): void {
  for (const [index, each] of wrong.entries()) wrong[index] = `step ${step} (${what}): ${each}`
}

/** Everything is delivered, so that the books must have all of it. */
async function lookAtAll(scene: Scene, sort: () => void): Promise<void> {
  await runJobs(scene)
  sort()
  for (const purchase of scene.open) {
    while (purchase.waiting.length > 0) await deliver(scene, purchase)
  }
  while (scene.world.stripe.store.undelivered.size > 0) await runJobs(scene)
  sort()
  if (scene.open.every(({ waiting }) => waiting.length === 0)) await checkSums(scene)
  await checkNightly(scene)
  await setPrice(scene)
}

/** Events go to whom they are about; one of an order that was done with opens it again. */
function openMailbox({ world, open }: Scene) {
  const known = new Map<string, Purchase>()
  let next = 0
  return {
    sort() {
      for (const purchase of open) {
        const { order, customer, intents } = purchase
        for (const key of [order?.session, customer, ...intents]) if (key) known.set(key, purchase)
      }
      const { events } = world.stripe.store
      for (; next < events.length; next += 1) {
        const event = events[next] as StripeEvent
        const { id, customer, payment_intent } = event.data.object
        const about = [payment_intent, id, customer].map((key) => known.get(String(key)))
        const purchase = about.find((each) => each !== undefined)
        if (!purchase) throw new Error(`an event of nobody: ${event.type}`)
        purchase.waiting.push(event)
        if (!open.includes(purchase)) open.push(purchase)
      }
    },
  }
}

type Done = { name: string; about: readonly Purchase[] }

async function step(scene: Scene, isOver: boolean): Promise<Done> {
  const { drawn, open, world } = scene
  scene.plan = drawn.percent(12)
    ? {
        death: { wait: 1 + drawn.below(30), effect: drawn.oneOf(['lost', 'done']) },
        isAskedAgain: drawn.percent(60),
      }
    : null
  world.nextCallFails(drawn.percent(3) ? drawn.oneOf(['lost', 'done']) : null)
  world.pass(drawn.percent(30) ? 1 : 0)
  if (!isOver && open.length < openAtOnce && drawn.percent(30)) {
    await goesToPay(scene)
    return { name: 'checkout', about: open.slice(-1) }
  }
  if (open.length === 0 || drawn.percent(8)) {
    const rare = oneByWeight(drawn, forAll)
    await rare.happens(scene)
    return { name: rare.name, about: rare.isAboutAll ? [...open] : [] }
  }
  const purchase = drawn.oneOf(open)
  if (purchase.left <= 0) return { name: 'end', about: await end(scene, purchase) }
  purchase.left -= 1
  const possible = toOne.filter(({ when }) => when(scene, purchase))
  const happening = oneByWeight(drawn, possible)
  await happening?.happens(scene, purchase)
  return { name: happening?.name ?? 'nothing', about: [purchase] }
}

/** All that is known is told, and what waits for nobody any more is done with. */
async function end(scene: Scene, purchase: Purchase): Promise<readonly Purchase[]> {
  const { open, stripe } = scene
  const pending = stripe.refunds(purchase).find(({ status }) => status === 'pending')
  if (pending) stripe.changeRefund(pending)
  else if (purchase.waiting.length > 0) await deliver(scene, purchase)
  else if (purchase.order === null && purchase.left > -3) await resolveStray(scene, purchase)
  else if (stripe.isOnItsWay(purchase)) stripe.endDebit(purchase)
  else if (stripe.isOpen(purchase) || scene.world.stripe.store.undelivered.size > 0) {
    await timePasses(scene)
    return [...open]
  } else open.splice(open.indexOf(purchase), 1)
  purchase.left -= 1
  return [purchase]
}
