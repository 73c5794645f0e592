import { randomBytes } from 'node:crypto'
import type { AppContext } from '#app/.server/app-context.ts'
import { wireOf } from '#app/.server/orders/queries/wire.ts'
import { payableOrder, shippingOf } from '#app/.server/orders/repository.ts'
import { paymentRequestPath } from '#app/.server/payments/payment-request-token.ts'
import { trialTaxesOf } from '#app/.server/payments/queries/trial-tax.ts'
import type { OrderRow } from '#app/.server/platform/db/schema.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import type { TestPaymentChoice } from '#app/contracts/payments/test-payment.ts'
import { type BoughtNow, cancelPath } from '#app/domain/checkout/cancel-path.ts'
import { totalOf } from '#app/domain/ledger/ledger.ts'
import { cents } from '#app/domain/money/cents.ts'
import { type OrderState, wasPaid } from '#app/domain/orders/order-state.ts'
import { type LineTax, sumOfTaxes } from '#app/domain/tax/sales-tax.ts'
import type { PaymentEvent } from '../gateway/payment-event.ts'
import { openLinkOf, testOrder } from '../queries/test-payment.ts'
import { applyPaymentEvent } from './apply-payment-event.ts'
import { cancelOrder } from './cancel-order.ts'

export type TestPaymentOutcome = {
  /**
   * `closed`: the order could no longer be paid; `other tax`: the address has another than was shown.
   * In both cases nothing was changed.
   */
  outcome: 'paid' | 'declined' | 'cancelled' | 'closed' | 'other tax'
  orderToken: string
  /** Where a shopper who canceled goes. */
  cancelPath: string
}

/**
 * What the shopper pressed on the test payment page, reported the way a card provider would
 * [ORDER-09]: as an event that is applied once, however often the button is. Null for an unknown
 * session.
 */
export async function takeTestPayment(
  app: AppContext,
  session: string,
  choice: TestPaymentChoice,
): Promise<TestPaymentOutcome | null> {
  const order = await testOrder(app, session)
  if (!order) return null
  const isChange = order.paymentSession !== session
  const isLinked = order.origin === 'staff' || isChange
  const link = await openLinkOf(app, order, session)
  const destination = {
    orderToken: order.token,
    cancelPath: link
      ? paymentRequestPath(app, link.id, order)
      : cancelPath(await buyNowOf(app, order)),
  }
  const after = (state: OrderState | undefined): TestPaymentOutcome => ({
    outcome: state === 'cancelled' ? 'cancelled' : state && wasPaid(state) ? 'paid' : 'closed',
    ...destination,
  })
  const isOver = isLinked ? link === null : order.expiresAt <= app.now()
  if (order.state !== (isChange ? 'paid' : 'pending') || isOver) return after(order.state)
  switch (choice.choice) {
    case 'pay':
    case 'part': {
      // The tax of a wire goes by the first address that was entered.
      const isTaxSaid = order.payBy === 'wire' && order.pageTaxCents !== null
      const state = isTaxSaid ? (order.shippingAddress?.state ?? '') : choice.state
      // The difference of a change has its tax in it.
      const taxes = isChange
        ? null
        : await withDatabase(app, ({ orm }) => trialTaxesOf(orm, order, state))
      if (taxes && !isTaxSaid && sumOfTaxes(taxes) !== (choice.shownTax ?? 0)) {
        return { outcome: 'other tax', ...destination }
      }
      if (order.payBy === 'wire') {
        if (taxes && !isTaxSaid) {
          const page = { ...paidEvent(order, session, choice, taxes), type: 'processing' } as const
          await applyPaymentEvent(app, { ...page, id: `test_${session}_page`, reference: null })
        }
        const now = (await testOrder(app, session)) ?? order
        const event = await transferEvent(app, now, session, choice)
        const paid = await applyPaymentEvent(app, { ...event, ...(taxes && { taxes }) })
        return after(paid.order?.state)
      }
      const due = link ? { ...order, totalCents: link.amountCents, shippingCents: 0 } : order
      const event = paidEvent(due, session, choice, taxes)
      const { order: now, outcome } = await applyPaymentEvent(
        app,
        isChange ? { ...event, reference: `test_${session}` } : event,
      )
      // A deposit is paid, and the order waits for the balance.
      return after(isLinked && outcome === 'updated' ? 'paid' : now?.state)
    }
    case 'decline':
      await applyPaymentEvent(app, declinedEvent(order, session))
      return { outcome: 'declined', ...destination }
    case 'cancel': {
      // The link stays; only this page is left.
      if (isLinked) return after('cancelled')
      const change = {
        actor: 'shopper',
        by: 'shopper',
        why: 'Canceled on the payment page.',
      } as const
      return after((await cancelOrder(app, order.id, change)) ?? undefined)
    }
  }
}

async function buyNowOf(app: AppContext, order: OrderRow): Promise<BoughtNow | null> {
  if (!order.buyNow) return null
  return (await withDatabase(app, (db) => payableOrder(db, order.id))).buyNowOf
}

function paidEvent(
  order: OrderRow,
  session: string,
  choice: PayingChoice,
  taxes: LineTax[] | null,
): PaymentEvent {
  const { rate: shipping } = shippingOf(order)
  const goods = cents(order.totalCents - shipping)
  const none = cents(0)
  const parts = { goods, tax: taxes ? sumOfTaxes(taxes) : none, shipping, discount: none }
  return {
    // One payment a session: pressed twice, it is the same event.
    id: `test_${session}_paid`,
    provider: 'test',
    livemode: false,
    type: 'paid',
    about: { session },
    amount: totalOf(parts),
    parts,
    ...(taxes && { taxes }),
    currency: order.currency,
    ...buyerOf(choice, order),
    // An order of staff may have several payments.
    reference: order.origin === 'staff' ? `test_${session}` : `test_${order.number}`,
    payload: { choice: choice.choice, order: order.number },
  }
}

type PayingChoice = Extract<TestPaymentChoice, { choice: 'pay' | 'part' }>

const buyerOf = (
  { email, name, line1, line2, city, state, postalCode }: PayingChoice,
  { codeEmail, shippingMethod, shippingCountry: country }: OrderRow,
) => ({
  // It cannot be changed, just as on a provider's page.
  email: codeEmail ?? email,
  name,
  // Of what is picked up the address is the buyer's own, and nothing ships to it.
  address:
    shippingMethod === 'pickup' ? null : { name, line1, line2, city, state, postalCode, country },
})

/** What is missing of a wire, or a part of it. */
async function transferEvent(
  app: AppContext,
  order: OrderRow,
  session: string,
  choice: PayingChoice,
): Promise<PaymentEvent> {
  const wire = await withDatabase(app, ({ orm }) => wireOf(orm, order))
  const received = wire?.received ?? cents(0)
  const amount = choice.choice === 'part' ? choice.sum : (wire?.missing ?? cents(0))
  // One transfer at what has come so far: pressed twice, it is the same event.
  const id = `test_${session}_wire_after_${received}`
  return {
    id,
    provider: 'test',
    livemode: false,
    type: 'transferred',
    about: { session },
    amount,
    currency: order.currency,
    ...buyerOf(choice, order),
    reference: id,
    payload: { choice: choice.choice, order: order.number },
  }
}

function declinedEvent(order: OrderRow, session: string): PaymentEvent {
  return {
    // Each attempt is a separate one.
    id: `test_${session}_declined_${randomBytes(8).toString('hex')}`,
    provider: 'test',
    livemode: false,
    type: 'declined',
    about: { session },
    amount: cents(order.totalCents),
    currency: order.currency,
    email: null,
    address: null,
    reference: null,
    payload: { choice: 'decline', order: order.number },
  }
}
