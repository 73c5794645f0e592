import { changeRefund, makeRefund } from '#tests/support/stripe-refunds.ts'
import type { StripeServer } from '#tests/support/stripe-server.ts'
import type { StripeRefund, StripeSession } from '#tests/support/stripe-state.ts'
import { changeOf } from '#tests/support/stripe-wires.ts'
import { awaitWire, wire } from '#tests/support/wire-events.ts'
import type { Drawn } from '../drawn.ts'
import type { Purchase } from './purchase.ts'

type Dispute = { id: string; intent: string; amount: number; status: string; reason: string }

/** What buyers and banks do at Stripe, and what money is there: counted apart from all that the shop says. */
export type Stripe = ReturnType<typeof openAtStripe>

export function openAtStripe(stripe: StripeServer, { below, oneOf, percent }: Drawn) {
  const { store } = stripe
  /** Cents by payment: what came, and what banks hold of it or took back. */
  const came = new Map<string, number>()
  const gone = new Map<string, number>()
  const disputes = new Map<string, Dispute>()
  let number = 0
  const add = (to: Map<string, number>, key: string, cents: number) =>
    to.set(key, (to.get(key) ?? 0) + cents)
  const idOf = (kind: string) => {
    number += 1
    return `${kind}_${String(number).padStart(10, '0')}`
  }

  const sessionOf = ({ order }: Purchase) => store.sessions.get(order?.session ?? '')
  const refundsOf = (intent: string) =>
    [...store.refunds.values()].filter((each) => each.payment_intent === intent)
  const refundedOf = (intent: string) =>
    refundsOf(intent)
      .filter(({ status }) => status !== 'failed' && status !== 'canceled')
      .reduce((sum, { amount }) => sum + amount, 0)
  /** What is left of a payment to refund or to dispute. */
  const leftOf = (intent: string) =>
    (came.get(intent) ?? 0) - refundedOf(intent) - (gone.get(intent) ?? 0)
  const transfersOf = ({ customer }: Purchase) =>
    store.wires.transactions.filter((each) => each.customer === customer)
  const wiredBy = (purchase: Purchase) =>
    transfersOf(purchase).reduce((sum, each) => sum + changeOf(each), 0)
  /** The same, whatever was sent back from the cash balance. */
  const cameBy = (purchase: Purchase) =>
    transfersOf(purchase)
      .filter(({ type }) => type === 'funded' || type === 'funding_reversed')
      .reduce((sum, each) => sum + changeOf(each), 0)

  /** All that came for it, whatever went back. */
  const receivedOf = (purchase: Purchase) =>
    purchase.intents.reduce((sum, intent) => sum + (came.get(intent) ?? 0), cameBy(purchase))
  /** By banks, of transfers: what the shop was not told of. */
  const takenBackUntold = ({ customer, told }: Purchase) =>
    store.events
      .filter((event) => !told.includes(event))
      .map(({ data }) => data.object)
      .filter((each) => each.customer === customer && each.type === 'funding_reversed')
      .reduce((sum, { net_amount }) => sum - Number(net_amount), 0)

  const begin = (purchase: Purchase, session: StripeSession) =>
    purchase.intents.push(String(session.payment_intent))

  const report = (dispute: Dispute, ...types: string[]) => {
    const { intent, ...rest } = dispute
    for (const type of types) {
      const object = { object: 'dispute', currency: 'usd', payment_intent: intent, ...rest }
      stripe.event(`charge.dispute.${type}`, object)
    }
  }

  return {
    /** Came by card, debit or without an order, and is disputed by nobody. */
    payable: (purchase: Purchase) => purchase.intents.filter((each) => came.has(each)),
    isOpen: (purchase: Purchase) => sessionOf(purchase)?.status === 'open',
    isOnItsWay: (purchase: Purchase) => {
      const session = sessionOf(purchase)
      return (
        purchase.payBy === 'debit' &&
        session?.status === 'complete' &&
        session.payment_status === 'unpaid' &&
        session.intent_status !== 'canceled'
      )
    },
    awaitsWire: (purchase: Purchase) =>
      purchase.payBy === 'wire' && sessionOf(purchase)?.status === 'complete',
    leftOf,
    disputes: (purchase: Purchase) =>
      [...disputes.values()].filter(({ intent }) => purchase.intents.includes(intent)),
    refunds: (purchase: Purchase) => [
      ...purchase.intents.flatMap(refundsOf),
      ...[...store.refunds.values()].filter(
        ({ payment_intent, customer }) => payment_intent === null && customer === purchase.customer,
      ),
    ],
    receivedOf,
    takenBackUntold,
    /** The same, with the transfers that were taken back while nobody told the shop. */
    receivedAsTold: (purchase: Purchase) => receivedOf(purchase) + takenBackUntold(purchase),
    /** What is at Stripe of it now: the figure that the books must have. */
    heldOf: (purchase: Purchase) =>
      purchase.intents.reduce(
        (sum, intent) =>
          sum + (came.get(intent) ?? 0) - refundedOf(intent) - (gone.get(intent) ?? 0),
        wiredBy(purchase),
      ),
    /** The same of all there ever was. */
    heldInAll() {
      const sum = (all: Iterable<number>) => [...all].reduce((one, other) => one + other, 0)
      const wired = store.wires.transactions.map(changeOf)
      // Those of a cash balance are among its movements.
      const refunded = [...store.refunds.values()]
        .filter(({ payment_intent }) => payment_intent !== null)
        .filter(({ status }) => status !== 'failed' && status !== 'canceled')
        .map(({ amount }) => amount)
      return sum(came.values()) + sum(wired) - sum(refunded) - sum(gone.values())
    },

    /** By card, or by a debit that is on its way then; now and then of another sum. */
    pay(purchase: Purchase) {
      const session = sessionOf(purchase)
      if (!session) return
      const { id } = session
      const other = percent(4) ? oneOf([-1, 1, -5000, 100]) : 0
      session.amount_total += other
      session.amount_subtotal = Number(session.amount_subtotal) + other
      stripe.pay(id, { later: purchase.payBy === 'debit', state: oneOf(['WA', 'WA', 'OR']) })
      begin(purchase, session)
      if (purchase.payBy === 'card') add(came, String(session.payment_intent), session.amount_total)
    },
    /** The shopper goes away, and Stripe closes the page. */
    leave(purchase: Purchase) {
      const session = sessionOf(purchase)
      Object.assign(session ?? {}, { status: 'expired', url: null })
      if (session) stripe.event('checkout.session.expired', session)
    },
    endDebit(purchase: Purchase) {
      const session = sessionOf(purchase)
      if (!session) return
      const isGood = percent(75)
      if (isGood) {
        session.payment_status = 'paid'
        add(came, String(session.payment_intent), session.amount_total)
      } else session.intent_status = 'canceled'
      stripe.event(`checkout.session.async_payment_${isGood ? 'succeeded' : 'failed'}`, session)
    },
    chooseWire(purchase: Purchase) {
      const session = sessionOf(purchase)
      if (!session) return
      awaitWire(stripe, session.id)
      begin(purchase, session)
    },
    /** A part, the rest, a cent more or less, another time, or taken back by its bank. */
    wire(purchase: Purchase) {
      const session = sessionOf(purchase)
      if (!session || !purchase.customer) return
      const rest = session.amount_total - cameBy(purchase)
      const last = transfersOf(purchase).at(-1)
      if (last?.type === 'funded' && !purchase.isRefundAsked && percent(6)) {
        wire(stripe, purchase.customer, -Number(last.net_amount), { type: 'funding_reversed' })
        return
      }
      const sums = [rest, rest, rest - 1, rest + 1, 1, 1 + below(session.amount_total)]
      wire(stripe, purchase.customer, Math.max(1, oneOf(sums)))
      const isStopped = store.wires.cancelled.has(String(session.payment_intent))
      if (session.payment_status === 'paid' || isStopped) return
      if (cameBy(purchase) < session.amount_total) return
      session.payment_status = 'paid'
      stripe.event('checkout.session.async_payment_succeeded', session)
    },
    /** By a payment link, or of another program: no order was placed for it. */
    payWithoutOrder(purchase: Purchase, amount: number) {
      const id = idOf('cs_test_link')
      const session: StripeSession = {
        id,
        object: 'checkout.session',
        mode: 'payment',
        status: 'complete',
        payment_status: 'paid',
        livemode: false,
        amount_subtotal: amount,
        amount_total: amount,
        currency: 'usd',
        client_reference_id: null,
        shipping_cost: null,
        shipping_address_collection: null,
        allowed_payment_method_types: ['card'],
        metadata: {},
        payment_intent: idOf('pi_link'),
        payment_link: 'plink_1',
        customer_details: { email: 'ada@example.com' },
        created: Math.floor(store.now().getTime() / 1000),
        success_url: 'http://localhost:3000/',
        expires_at: Math.floor(store.now().getTime() / 1000) + 1800,
      }
      store.sessions.set(id, session)
      begin(purchase, session)
      add(came, String(session.payment_intent), amount)
      stripe.event('checkout.session.completed', session)
    },

    refund(intent: string) {
      const left = leftOf(intent)
      makeRefund(store, intent, percent(30) ? left : 1 + below(left))
    },
    /** One that was pending goes through or fails; one that was made comes back. */
    changeRefund({ id, status }: StripeRefund) {
      changeRefund(store, id, status === 'pending' && percent(70) ? 'succeeded' : 'failed')
    },
    /** Of a state and a city, in percent with up to four decimals; a city of none now and then. */
    taxBecomes() {
      const state = below(90_000) / 10_000
      const city = percent(20) ? 0 : below(50_000) / 10_000
      store.taxRates.WA = [
        { level: 'state', name: 'Washington', percentage: state },
        { level: 'city', name: 'Seattle', percentage: city },
      ]
    },
    refundsBecome(status: StripeRefund['status']) {
      store.refundsBecome = status
    },

    dispute(intent: string) {
      const isInquiry = percent(15)
      const id = idOf('dp')
      const amount = percent(80) ? leftOf(intent) : 1 + below(leftOf(intent))
      const status = isInquiry ? 'warning_needs_response' : 'needs_response'
      const dispute = { id, intent, amount, status, reason: 'fraudulent' }
      disputes.set(id, dispute)
      if (isInquiry) return report(dispute, 'created')
      store.disputed.add(intent)
      add(gone, intent, amount)
      report(dispute, 'created', 'funds_withdrawn')
    },
    endDispute(dispute: Dispute) {
      const { intent, amount, status } = dispute
      if (status === 'warning_needs_response') {
        dispute.status = 'warning_closed'
        return report(dispute, 'updated', 'closed')
      }
      dispute.status = percent(50) ? 'won' : 'lost'
      if (dispute.status === 'lost') return report(dispute, 'closed')
      // What was lost is refunded no more.
      store.disputed.delete(intent)
      add(gone, intent, -amount)
      return report(dispute, 'closed', 'funds_reinstated')
    },
    /** Weeks after it was paid, its bank takes a debit back. */
    takeDebitBack(intent: string) {
      const amount = leftOf(intent)
      const dispute = {
        id: idOf('dp'),
        intent,
        amount,
        status: 'lost',
        reason: 'insufficient_funds',
      }
      disputes.set(dispute.id, dispute)
      store.disputed.add(intent)
      add(gone, intent, amount)
      report(dispute, 'created', 'funds_withdrawn', 'closed')
    },
    warn(intent: string) {
      const about = { payment_intent: intent, charge: `ch_${intent.slice(3)}` }
      const kind = oneOf(['warning', 'review'] as const)
      if (kind === 'warning') {
        const warning = { id: idOf('issfr'), fraud_type: 'unauthorized_use_of_card', ...about }
        stripe.event('radar.early_fraud_warning.created', warning)
        return
      }
      const review = { id: idOf('prv'), reason: 'rule', ...about }
      stripe.event('review.opened', review)
      stripe.event('review.closed', { ...review, closed_reason: 'approved' })
    },
  }
}
