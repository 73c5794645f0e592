import { eq, inArray } from 'drizzle-orm'
import { sendCartReminders } from '#app/.server/cart-reminders/jobs/send-cart-reminders.ts'
import { remindedCart } from '#app/.server/cart-reminders/queries/reminded-cart.ts'
import { placeOrder } from '#app/.server/checkout/commands/place-order.ts'
import { quoteCart } from '#app/.server/checkout/commands/quote-cart.ts'
import { sendEmail } from '#app/.server/emails/jobs/send-emails.ts'
import { linesOfOrder } from '#app/.server/orders/repository.ts'
import { fetchLineTaxes } from '#app/.server/payments/jobs/store-line-taxes.ts'
import { products } from '#app/.server/platform/db/catalog-schema.ts'
import type { Database } from '#app/.server/platform/db/database.ts'
import { orders } from '#app/.server/platform/db/schema.ts'
import { sendRefunds } from '#app/.server/refunds/jobs/send-refunds.ts'
import { bankDiscountSetting } from '#app/.server/settings/bank-discount.ts'
import { saveSetting } from '#app/.server/settings/commands/save-setting.ts'
import { choicesByOption, type OptionChoice } from '#app/domain/catalog/options.ts'
import { cents } from '#app/domain/money/cents.ts'
import type { BankDiscount, PayBy } from '#app/domain/pricing/bank-discount.ts'
import type { QuoteRequestLine } from '#app/domain/quote/quote.ts'
import type { RefundInput } from '#app/domain/refunds/plan-refund.ts'
import type { ShippingChoice } from '#app/domain/shipping/shipping-method.ts'
import { reminderTokens, setReminders } from './cart-reminders.ts'
import { makeCode } from './discount-codes.ts'
import { edits, line, opensPage } from './order-edits.ts'
import { storedOrder } from './orders.ts'
import { changeProducts } from './products.ts'
import { sendsAnyTotal } from './returns.ts'
import { collectsTax } from './sales-tax.ts'
import { offersMethods } from './shipping-methods.ts'
import { drawnFrom } from './simulation/drawn.ts'
import { addCharge, addToBalance } from './stripe-balance.ts'
import { stripeShop } from './stripe-shop.ts'
import { refundsAll } from './trade-ins.ts'
import { awaitWire, wire } from './wire-events.ts'

const choice = (name: string, choice: string, price = 0, mg = 0): OptionChoice => ({
  ...{ name, choice, price: cents(price), mg },
})
const options = [
  ...[choice('Chain length', '18 in'), choice('Chain length', '20 in', 2500, 400)],
  ...[choice('Finish', 'Polished'), choice('Finish', 'Matte', 1999, -30)],
]

/** An order as its buyer paid it: what the quote said, in cents, and what Stripe took for it. */
export type Bought = {
  id: string
  session: string
  payBy: PayBy
  quoted: number
  shipping: ShippingChoice
  intent: string
}

type Cart = { lines: QuoteRequestLine[]; code: string; payBy: PayBy; shipping: ShippingChoice }

/** A shop with all that orders can have, at a stand-in of Stripe, and what its buyers, its staff, and banks do. */
export async function busyShop(db: Database, seed: number) {
  const selling = await stripeShop(db)
  const { shop, stripe, tell, pass, goldBecomes } = selling
  const drawn = drawnFrom(seed)
  const { below, oneOf, percent } = drawn
  const { store } = stripe
  const emails: { text: string; subject: string }[] = []
  shop.mail = { send: async (email) => void emails.push(email) }
  const bought: Bought[] = []
  /** Payment pages of payments that a bank took back for good. */
  const lost: string[] = []
  /** Refunds of one piece, each as the first change of its order. */
  const firstPieces: { of: Bought; position: number; withShipping: boolean }[] = []
  const changed = new Set<string>()
  const counts = new Map<string, number>()
  const count = (what: string) => counts.set(what, (counts.get(what) ?? 0) + 1)
  let told = 0

  /** All that Stripe has to report, and the tax of each line. */
  async function deliver() {
    for (; told < store.events.length; told += 1) {
      const status = await tell(store.events[told])
      if (status !== 200) throw new Error(`an event was answered by ${status}`)
    }
    pass(11)
    await fetchLineTaxes(shop)
  }

  async function opens() {
    await sendsAnyTotal(shop)
    await offersMethods(shop)
    await makeCode(shop)
    await makeCode(shop, { code: 'FIFTY-OFF', kind: 'amount', value: '50' })
    await changeProducts(shop, { options }, inArray(products.id, ['7', '8']))
    const bank = { bankDiscount: 250 as BankDiscount }
    await saveSetting(shop, bankDiscountSetting, bank, 'ann@example.com')
    await setReminders(shop, { enabled: true, hours: 24 })
    await collectsTax(shop)
  }

  const goldMoves = () => goldBecomes(`${120 + below(20)}.${10 + below(90)}`)
  const anyLine = (): QuoteRequestLine => ({
    ...{ productId: oneOf(['7', '8']), size: oneOf(['Small', 'Large']), quantity: 1 + below(3) },
    options: choicesByOption(options).map(([, choices]) => {
      const { name, choice } = oneOf(choices)
      return { name, choice }
    }),
  })
  const anyCart = (): Cart => ({
    lines: Array.from({ length: 1 + below(2) }, anyLine),
    code: oneOf(['', '', 'SUMMER-10', 'FIFTY-OFF']),
    payBy: oneOf(['card', 'card', 'card', 'debit', 'wire']),
    shipping: oneOf<ShippingChoice>([
      ...[{ method: 'standard' } as const, { method: 'express' } as const],
      ...[{ method: 'pickup' } as const, { method: 'express' } as const],
      ...[{ method: 'international', country: oneOf(['CA', 'DE']) } as const],
    ]),
  })

  async function checksOut({ lines, code, payBy, shipping }: Cart, more: object = {}) {
    await goldMoves()
    const answer = await quoteCart(shop, lines, code === '' ? null : { code }, shipping)
    const due = payBy === 'card' ? answer.total : (answer.bank?.total ?? '')
    const asked = { quote: answer.quote, amount: Number(due), payBy, ...more }
    const { url } = await placeOrder(shop, asked)
    const [order] = await shop.db.orm.select().from(orders).where(eq(orders.paymentUrl, url))
    if (!order?.paymentSession) throw new Error('no order was placed')
    return { ...order, session: order.paymentSession, quoted: Number(due.replace('.', '')) }
  }

  async function buys(cart = anyCart(), more: object = {}): Promise<Bought> {
    const { payBy, shipping, code } = cart
    const order = await checksOut(cart, more)
    const { id, session, quoted } = order
    const at = store.sessions.get(session)
    if (!at) throw new Error('there is no payment page')
    // What is picked up in Washington is held where its buyer pays from Oregon, since no tax was charged.
    const state = percent(75) || shipping.method === 'pickup' ? 'WA' : 'OR'
    if (payBy === 'card') stripe.pay(session, { state })
    else if (payBy === 'debit') stripe.pay(session, { state, later: true })
    else awaitWire(stripe, session)
    await deliver()
    const intent = String(at.payment_intent)
    if (payBy !== 'card') {
      pass(60)
      if (payBy === 'wire') wire(stripe, order.paymentCustomer ?? '', at.amount_total)
      at.payment_status = 'paid'
      addCharge(store, intent, at.amount_total)
      stripe.event('checkout.session.async_payment_succeeded', at)
      await deliver()
    }
    for (const what of [payBy, shipping.method, code || 'without a code']) count(what)
    const paid = { id, session, payBy, quoted, shipping, intent }
    bought.push(paid)
    return paid
  }

  /** The cart was left, an email came a day later, and its link brought it back. */
  async function buysReminded(): Promise<Bought> {
    const cart = { ...anyCart(), payBy: 'card' as const }
    await checksOut(cart, { remindMe: encodeURIComponent(`left-${emails.length}@example.com`) })
    pass(25 * 60)
    await sendCartReminders(shop)
    await sendEmail(shop)
    const email = emails.findLast(({ subject }) => subject.includes('Your cart'))
    const back = await remindedCart(shop, reminderTokens(email ?? { text: '' }).cart)
    if (!back) throw new Error('the reminder has no cart')
    const lines = back.items.map(({ id, attributes, quantity, options }) => ({
      ...{ productId: id, quantity, options },
      size: String(attributes[0]?.name).replace('Gold Size: ', ''),
    }))
    count('brought back')
    return buys({ ...cart, lines }, { reminder: back.id })
  }

  async function refunds(of: Bought, wish: RefundInput) {
    const [piece] = wish.of === 'lines' ? wish.quantities : []
    if (wish.of === 'lines' && piece && !changed.has(of.id)) {
      const { withShipping = false } = wish
      firstPieces.push({ of, position: piece.position, withShipping })
    }
    changed.add(of.id)
    await refundsAll(shop, of, wish)
    await sendRefunds(shop)
    await deliver()
    count(wish.of === 'lines' && wish.withShipping ? 'pieces and shipping' : `refund of ${wish.of}`)
  }

  /** More pieces, which the buyer pays by link, or fewer, which are refunded. */
  async function changes(of: Bought, quantity: number) {
    const { order } = await storedOrder(shop, of.id)
    const [first] = await linesOfOrder(shop.db.orm, order.id)
    if (!first || first.quantity === quantity) return
    await goldMoves()
    changed.add(of.id)
    const { dueCents } = await edits(shop, of, { lines: [line(0, first.size, quantity)] })
    if (dueCents > 0) stripe.pay(await opensPage(shop, of))
    await deliver()
    count(dueCents > 0 ? 'difference paid' : 'difference refunded')
  }

  /** By the bank of the buyer, who gets the whole payment until it is decided. */
  async function disputes({ intent, session }: Bought, ends: 'won' | 'lost') {
    const amount = Number(store.sessions.get(session)?.amount_total)
    const dispute = {
      ...{ id: `dp_${counts.get('disputes') ?? 0}`, object: 'dispute', currency: 'usd', amount },
      ...{ payment_intent: intent, reason: 'fraudulent' },
    }
    store.disputed.add(intent)
    addToBalance(store, 0 - amount, 'dispute', { fee: 1500, source: dispute })
    const report = (type: string, status: string) =>
      stripe.event(`charge.dispute.${type}`, { ...dispute, status })
    report('created', 'needs_response')
    report('funds_withdrawn', 'needs_response')
    await deliver()
    if (ends === 'won') {
      store.disputed.delete(intent)
      addToBalance(store, amount, 'dispute_reversal', { source: dispute })
      report('funds_reinstated', 'won')
    }
    report('closed', ends)
    if (ends === 'lost') lost.push(session)
    await deliver()
    count('disputes')
    count(`dispute ${ends}`)
  }

  return {
    ...{
      ...selling,
      drawn,
      bought,
      lost,
      firstPieces,
      counts,
      opens,
      deliver,
      buys,
      buysReminded,
      refunds,
    },
    ...{ changes, disputes },
  }
}
