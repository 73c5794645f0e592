import { refundableByDefault } from '../ledger/ledger.ts'
import { type Cents, cents, sumCents } from '../money/cents.ts'
import type { OrderState } from '../orders/order-state.ts'
import type { PayBy } from '../pricing/bank-discount.ts'
import { withDeclinedOwed } from './allocate-refund.ts'
import {
  type PaymentLeft,
  type PlannedRefund,
  planRefund,
  type Refundable,
  type RefundInput,
  type RefundRefusal,
} from './plan-refund.ts'
import type { RefundableLine } from './refund-lines.ts'
import type { ReturnedPieces } from './returned-pieces.ts'
import {
  type GivingPayment,
  type RefundShare,
  spreadRefund,
  takeFrom,
  takeWithCredit,
} from './spread-refund.ts'

/** A payment of an order, or what is left of its wires at the provider. */
type OrderPayment = GivingPayment & {
  /** The provider's id of it; of money on a buyer's cash balance, of the customer. */
  reference: string
  provider: string
  /** Staff took it themselves, and hand it back themselves. */
  isByHand: boolean
  /** It paid the order. What staff declined to refund came by another one. */
  isOfSale: boolean
}

/** An item as it was weighed last. */
type Weighed = {
  line: number
  serial: string
  waits: string | null
  missing: Cents
  settled: Cents
}

/** All that decides whether an order, or a part of it, can be refunded. */
export type OrderToRefund = {
  order: {
    state: OrderState
    payBy: PayBy
    dispute: string | null
    /** A canceled wire that Stripe was not asked to stop yet. */
    stopsPayment: boolean
    paymentProvider: string
    livemode: boolean
  }
  payments: readonly OrderPayment[]
  money: Refundable
  lines: readonly RefundableLine[]
  weighed: readonly Weighed[]
  /** The pieces of the return it is for; null where it is for none. */
  returned?: readonly ReturnedPieces[] | null
  /** Where the shop takes payments now. */
  gateway: { provider: string; live: boolean } | null
}

/** What of a refund is refunded to one payment. */
export type RefundPart = RefundShare & {
  payment: string
  /** Staff hand it back themselves; the shop moves no money. */
  isByHand: boolean
}

export type OrderRefundPlan = PlannedRefund & {
  /** The payments it is refunded to; they add up to it. */
  parts: RefundPart[]
  /** Staff hand back all of it themselves; the shop moves no money. */
  isByHand: boolean
  /** Not the whole that was asked for: a payment is left out that cannot be refunded here. */
  isShort: boolean
  /** What stays paid after it. */
  stays: Cents
  /** Stripe asks the buyer by email for the bank account it goes to [REFUND-19]. */
  needsEmail: boolean
}

/**
 * Money of a wire that no payment took is on the cash balance of its customer at Stripe
 * [https://docs.stripe.com/payments/customer-balance/refunding].
 */
export const isCashBalance = (payment: string) => payment.startsWith('cus_')

/**
 * What a refund refunds, and of which payments [REFUND-02]: of the one that is named, else of as many as it
 * needs, those with most left first [REFUND-23]. A refusal where it cannot be.
 */
export function planOrderRefund(
  input: RefundInput,
  named: string | null,
  facts: OrderToRefund,
): OrderRefundPlan | RefundRefusal {
  const { order, money } = facts
  if (order.dispute === 'open') return refused.disputed
  const payments = paymentsFor(input, named, facts)
  if ('refused' in payments) return payments
  const waiting = goldWaitingBeside(input, facts)
  if (waiting) {
    const at = input.of === 'sum' ? 'sum' : waiting.line
    return { refused: `Undo or resolve the weight of ${waiting.serial} first.`, at }
  }
  const lefts = payments.map(({ left }) => left)
  // Gold that was missing has one refund of one payment, which its weighing names.
  const isOfOne = named !== null || input.of === 'gold'
  const hasOthers = facts.payments.filter((each) => each.left > 0).length > 1
  const left: PaymentLeft = { left: sumCents(lefts), isOne: isOfOne && hasOthers }
  const split = input.of === 'sum' ? withDeclined(money, payments, input.amount) : money
  const plan = planRefund(input, facts.lines, split, left, facts.returned)
  if ('refused' in plan) return plan
  const leftInAll = sumCents(facts.payments.map((each) => each.left))
  const taken = takeWithCredit(payments, plan.amount, {
    refunded: cents(plan.credit.goods - plan.credit.discount),
    sold: cents(money.sold.goods - money.sold.discount),
  })
  const shares = spreadRefund(
    plan,
    taken.map(({ amount }) => amount),
  )
  const parts = taken.flatMap(({ at }, nth): RefundPart[] => {
    const [payment, share] = [payments[at], shares[nth]]
    if (!payment || !share) return []
    return [{ ...share, payment: payment.reference, isByHand: payment.isByHand }]
  })
  return {
    ...plan,
    parts,
    isByHand: parts.every(({ isByHand }) => isByHand),
    isShort: input.of === 'whole' && plan.amount < Math.min(refundableByDefault(money), leftInAll),
    stays: cents(money.refundable - plan.amount),
    needsEmail: parts.some(({ payment }) => isCashBalance(payment)),
  }
}

/** What it can be refunded of; without the payments that cannot be refunded here, unless there is no other. */
function paymentsFor(
  input: RefundInput,
  named: string | null,
  { order, payments, gateway }: OrderToRefund,
): OrderPayment[] | RefundRefusal {
  const problemOf = ({ reference, provider, isByHand }: OrderPayment): RefundRefusal | null => {
    if (!isByHand) {
      const isConnected =
        gateway?.provider === order.paymentProvider && gateway.live === order.livemode
      if (!isConnected) return refused.notConnected
      if (reference !== '' && provider !== order.paymentProvider) return refused.otherProvider
    }
    if (order.payBy === 'wire' && order.state === 'pending') return refused.wireAwaited
    if (order.stopsPayment && !isByHand) return refused.wireStopping
    return isOtherWire(reference) ? refused.otherWire : null
  }
  if (named !== null) {
    const payment = payments.find(({ reference }) => reference === named)
    if (!payment) return refused.unknownPayment
    return problemOf(payment) ?? [payment]
  }
  const byLeft = payments.filter(({ left }) => left > 0).toSorted((a, b) => b.left - a.left)
  const most = byLeft[0] ?? noPayment
  const usable = byLeft.filter((payment) => problemOf(payment) === null)
  // The reason of the one with most left; where no money is left, of the order.
  if (usable.length === 0) return problemOf(most) ?? [most]
  return input.of === 'gold' ? usable.slice(0, 1) : usable
}

/** What a sum takes of a payment that did not pay the order is first of what was declined [REFUND-17]. */
function withDeclined(money: Refundable, payments: readonly OrderPayment[], amount: Cents) {
  const taken = takeFrom(
    payments.map(({ left }) => left),
    amount,
  )
  const ofOthers = taken.filter(({ at }) => payments[at]?.isOfSale === false)
  if (ofOthers.length === 0) return money
  if (ofOthers.length === taken.length) return { ...money, ...withDeclinedOwed(money) }
  const sum = sumCents(ofOthers.map((each) => each.amount))
  const declined = cents(Math.min(money.declined, sum))
  return { ...money, due: cents(money.due - declined) }
}

const noPayment: OrderPayment = {
  ...{ reference: '', provider: '', left: cents(0) },
  ...{ isByHand: false, isOfSale: true },
}

const refused = {
  disputed: {
    refused:
      'The buyer’s bank is disputing this payment. A refund now could pay the buyer twice, so wait until the dispute is decided.',
  },
  unknownPayment: { refused: 'This order has no such payment.' },
  notConnected: {
    refused: 'This order was paid through a provider the shop is no longer connected to.',
  },
  otherProvider: { refused: 'This payment wasn’t made by card. Refund it the way it was paid.' },
  wireAwaited: {
    refused:
      'This order is still waiting for its wire, and Stripe is holding what has arrived. You can refund it once the order expires.',
  },
  wireStopping: {
    refused: 'Stripe is stopping this order’s wire. Please try again in a few minutes.',
  },
  otherWire: {
    refused:
      'This wire is in the cash balance of a Stripe customer with no order here. Refund it in the Stripe dashboard under Customers.',
  },
} as const satisfies Record<string, RefundRefusal>

/** A wire to an account number of no order: the shop does not know whose cash balance it is on. */
const isOtherWire = (reference: string) => reference.startsWith('ccsbtxn_')

/**
 * A weight whose gold waits for its refund, and beside which this refund must not be made [REFUND-12]: the
 * price of a piece contains its missing gold, and a sum must leave enough for it.
 */
function goldWaitingBeside(
  input: RefundInput,
  { weighed, lines, money }: Pick<OrderToRefund, 'weighed' | 'lines' | 'money'>,
): Weighed | undefined {
  const waiting = weighed.filter(({ waits }) => waits === 'refund' || waits === 'approval')
  if (input.of === 'lines') {
    const chosen = input.quantities.flatMap((each) => (each.quantity > 0 ? [each.position] : []))
    return waiting.find(({ line }) => chosen.includes(line))
  }
  if (input.of !== 'sum') return undefined
  const gold = waiting.map(({ line: position, missing, settled }) => {
    const goods = cents(missing - settled)
    const plan = planRefund({ of: 'gold', position, goods }, lines, money)
    return 'refused' in plan ? 0 : plan.amount
  })
  const all = gold.reduce<number>((sum, each) => sum + each, input.amount)
  return all > money.refundable ? waiting[0] : undefined
}
