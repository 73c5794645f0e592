import type { AppContext } from '#app/.server/app-context.ts'
import type { OrderRow } from '#app/.server/platform/db/schema.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import { AppError } from '#app/.server/platform/errors.ts'
import type { TestProviderChoice } from '#app/contracts/payments/test-provider.ts'
import { type Cents, formatCents } from '#app/domain/money/cents.ts'
import type { PaymentEvent } from '../gateway/payment-event.ts'
import { testOrder } from '../queries/test-payment.ts'
import { madeTestPayment, type TestProviderPage } from '../queries/test-provider.ts'
import { applyPaymentEvent } from './apply-payment-event.ts'

/**
 * What a provider or the buyer's bank does to a payment that was made, reported the way they would: a
 * refund made in the provider's dashboard, a dispute and its end, a debit or wire reversed
 * [ORDER-10]. Null for an unknown session, and where nothing was paid.
 */
export async function actOnTestPayment(
  app: AppContext,
  session: string,
  choice: TestProviderChoice,
): Promise<{ orderToken: string } | null> {
  const order = await testOrder(app, session)
  if (!order) return null
  const made = await withDatabase(app, ({ orm }) => madeTestPayment(orm, order))
  if (!made) return null
  const { page, reference } = made
  const answer = { orderToken: order.token }
  if (choice.choice === 'refund' && choice.after !== page.refunded) return answer
  if (!page.can.includes(choice.choice)) throw notNow()
  const sum = choice.choice === 'refund' ? choice.sum : null
  if (sum !== null && sum > page.refundable) throw tooMuch(sum, page.refundable)
  const all = { amount: sum ?? page.refundable, reference, at: app.now() }
  await applyPaymentEvent(app, eventOf(order, session, choice, page, all))
  return answer
}

const notNow = () =>
  new AppError(
    'not_possible',
    409,
    'This payment has changed since you opened the page. Nothing was done. Please check again.',
  )

const tooMuch = (sum: Cents, left: Cents) =>
  new AppError(
    'invalid_request',
    422,
    `${formatCents(sum)} is more than the ${formatCents(left)} that can be refunded in one step. Nothing was done.`,
    { details: { errors: { sum: `At most ${formatCents(left)}.` } } },
  )

type Facts = { amount: Cents; reference: string; at: Date }

/** Each id is that of one step of one payment: pressed twice, it is the same event. */
function eventOf(
  order: OrderRow,
  session: string,
  { choice }: TestProviderChoice,
  { refunded, returned, disputed: held }: TestProviderPage,
  { amount, reference, at }: Facts,
): PaymentEvent {
  const event = (name: string) => ({
    id: `test_${session}_${name}`,
    provider: 'test' as const,
    livemode: false,
    about: { session },
    currency: order.currency,
    reference,
    email: null,
    address: null,
    occurredAt: at,
    payload: { choice, order: order.number },
  })
  const disputed = { object: `test_dispute_${order.number}`, detail: 'fraudulent' }
  switch (choice) {
    case 'refund': {
      const id = `refund_after_${refunded}`
      const object = `test_${id}_${order.number}`
      return { ...event(id), type: 'refund succeeded', amount, object }
    }
    case 'dispute':
      return { ...event('dispute_opened'), type: 'dispute open', amount, ...disputed }
    case 'win':
    case 'lose': {
      const type = choice === 'win' ? 'dispute won' : 'dispute lost'
      return { ...event(`dispute_${choice}`), type, amount: held, ...disputed }
    }
    case 'return': {
      const object = `returned_${order.number}_${returned}`
      return order.payBy === 'wire'
        ? { ...event(object), type: 'transfer returned', amount, reference: object, object }
        : { ...event(object), type: 'debit returned', amount, object }
    }
  }
}
