import type { Drawn } from '../drawn.ts'
import {
  changeSettings,
  deliver,
  runAJob,
  runJobs,
  setPrice,
  stopForAWhile,
  timePasses,
  withdrawPrices,
} from './in-shop.ts'
import type { Purchase } from './purchase.ts'
import type { Scene } from './scene.ts'
import { paysWithoutOrder } from './shopper.ts'
import { cancel, decide, refund, resolveStray, send } from './staff.ts'

type ForAll = {
  name: string
  weight: number
  /** It may change any order. */
  isAboutAll?: true
  happens: (scene: Scene) => Promise<unknown>
}

/** What happens to the shop, or to all orders. */
export const forAll: readonly ForAll[] = [
  { name: 'time', weight: 30, isAboutAll: true, happens: timePasses },
  { name: 'job', weight: 40, isAboutAll: true, happens: runAJob },
  { name: 'jobs', weight: 10, isAboutAll: true, happens: runJobs },
  { name: 'price', weight: 10, happens: setPrice },
  { name: 'settings', weight: 5, happens: changeSettings },
  { name: 'withdrawal', weight: 4, isAboutAll: true, happens: withdrawPrices },
  { name: 'stop selling', weight: 2, isAboutAll: true, happens: stopForAWhile },
  { name: 'stray', weight: 8, happens: async (scene) => paysWithoutOrder(scene) },
  {
    name: 'refunds become pending, or not',
    weight: 4,
    happens: async ({ stripe, drawn }) =>
      stripe.refundsBecome(drawn.oneOf(['succeeded', 'succeeded', 'pending'])),
  },
]

type ToOne = {
  name: string
  weight: number
  when: (scene: Scene, purchase: Purchase) => boolean
  happens: (scene: Scene, purchase: Purchase) => unknown
}

const hasOrder = (_: Scene, { order }: Purchase) => order !== null
/** A payment of which something is left, by card or debit. */
const paid = ({ stripe, drawn }: Scene, purchase: Purchase) =>
  drawn.oneOf(stripe.payable(purchase).filter((each) => stripe.leftOf(each) > 0))
const isPaid = ({ stripe }: Scene, purchase: Purchase) =>
  stripe.payable(purchase).some((each) => stripe.leftOf(each) > 0)
const isUndisputed = (scene: Scene, purchase: Purchase) =>
  isPaid(scene, purchase) && scene.stripe.disputes(purchase).length === 0
const isDisputed = ({ stripe }: Scene, purchase: Purchase) =>
  stripe.disputes(purchase).some(isUndecided)
const isUndecided = ({ status }: { status: string }) => status.endsWith('needs_response')

/** What happens at a payment, where there is one. */
const atPayment =
  (happens: (stripe: Scene['stripe'], intent: string) => void) =>
  (scene: Scene, purchase: Purchase) => {
    const intent = paid(scene, purchase)
    if (intent) happens(scene.stripe, intent)
  }

/** What happens to one order, or to a payment without one. */
export const toOne: readonly ToOne[] = [
  {
    name: 'event',
    weight: 40,
    when: (_, { waiting, told }) => waiting.length + told.length > 0,
    happens: deliver,
  },
  {
    name: 'pay',
    weight: 60,
    when: ({ stripe }, purchase) => purchase.payBy !== 'wire' && stripe.isOpen(purchase),
    happens: ({ stripe }, purchase) => stripe.pay(purchase),
  },
  {
    name: 'choose wire',
    weight: 60,
    when: ({ stripe }, purchase) => purchase.payBy === 'wire' && stripe.isOpen(purchase),
    happens: ({ stripe }, purchase) => stripe.chooseWire(purchase),
  },
  {
    name: 'wire',
    weight: 25,
    when: ({ stripe }, purchase) => stripe.awaitsWire(purchase),
    happens: ({ stripe }, purchase) => stripe.wire(purchase),
  },
  {
    name: 'leave',
    weight: 4,
    when: ({ stripe }, purchase) => stripe.isOpen(purchase),
    happens: ({ stripe }, purchase) => stripe.leave(purchase),
  },
  {
    name: 'debit ends',
    weight: 30,
    when: ({ stripe }, purchase) => stripe.isOnItsWay(purchase),
    happens: ({ stripe }, purchase) => stripe.endDebit(purchase),
  },
  { name: 'cancel', weight: 2, when: hasOrder, happens: cancel },
  { name: 'decision', weight: 25, when: hasOrder, happens: decide },
  { name: 'send', weight: 20, when: hasOrder, happens: send },
  { name: 'refund', weight: 14, when: hasOrder, happens: (scene, one) => refund(scene, one) },
  {
    name: 'stray settled',
    weight: 20,
    when: (_, { order }) => order === null,
    happens: resolveStray,
  },
  {
    name: 'refund at Stripe',
    weight: 5,
    when: isUndisputed,
    happens: atPayment((stripe, intent) => stripe.refund(intent)),
  },
  {
    name: 'refund changes',
    weight: 8,
    when: ({ stripe }, purchase) =>
      stripe.refunds(purchase).some(({ status }) => status !== 'failed'),
    happens: ({ stripe, drawn }, purchase) => {
      const changing = stripe.refunds(purchase).filter(({ status }) => status !== 'failed')
      stripe.changeRefund(drawn.oneOf(changing))
    },
  },
  {
    name: 'dispute',
    weight: 4,
    when: (scene, purchase) => purchase.payBy === 'card' && isUndisputed(scene, purchase),
    happens: atPayment((stripe, intent) => stripe.dispute(intent)),
  },
  {
    name: 'dispute ends',
    weight: 20,
    when: isDisputed,
    happens: ({ stripe }, purchase) => {
      const dispute = stripe.disputes(purchase).find(isUndecided)
      if (dispute) stripe.endDispute(dispute)
    },
  },
  {
    name: 'debit taken back',
    weight: 4,
    when: (scene, purchase) => purchase.payBy === 'debit' && isUndisputed(scene, purchase),
    happens: atPayment((stripe, intent) => stripe.takeDebitBack(intent)),
  },
  {
    name: 'warning',
    weight: 3,
    when: isPaid,
    happens: atPayment((stripe, intent) => stripe.warn(intent)),
  },
]

export function oneByWeight<T extends { weight: number }>(drawn: Drawn, all: readonly T[]): T {
  let at = drawn.below(all.reduce((sum, { weight }) => sum + weight, 0))
  return all.find(({ weight }) => {
    at -= weight
    return at < 0
  }) as T
}
