import { and, eq, isNull } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { lockOrder, payableOrder } from '#app/.server/orders/repository.ts'
import {
  findPaymentRequestLink,
  type PaymentRequestRow,
  paymentRequestPath,
  requestOfToken,
} from '#app/.server/payments/payment-request-token.ts'
import type { Orm } from '#app/.server/platform/db/database.ts'
import { paymentRequestLinks } from '#app/.server/platform/db/draft-order-schema.ts'
import { type OrderRow, orders } from '#app/.server/platform/db/schema.ts'
import { whileUnavailable, withDatabase } from '#app/.server/platform/db/with-database.ts'
import { AppError } from '#app/.server/platform/errors.ts'
import { cents } from '#app/domain/money/cents.ts'
import { type PaymentGateway, SessionTooLate } from '../gateway/payment-gateway.ts'
import { stateOfLink } from '../state-of-link.ts'
import { closeSession, paymentError } from './close-checkout-session.ts'
import { openPaymentPage } from './open-payment-page.ts'

const unavailable =
  'The payment page couldn’t be opened. Nothing was charged. Please try again in a few minutes.'

/** A page of a change is open for 31 minutes at Stripe; only then another one is opened. */
const pageMs = 32 * 60_000

/** A second press within it waits for the same session; after it a new one is asked for. */
const attemptMs = 30_000

/**
 * Anyone with the link goes to pay [SALE-06]. Answers the address of the payment page; null where
 * the link cannot be paid, which its page says. One page is open at a time: pressed twice, it is
 * the same.
 */
export function openPaymentRequestLink(app: AppContext, token: string): Promise<string | null> {
  return whileUnavailable(unavailable, open(app, token))
}

async function open(app: AppContext, token: string): Promise<string | null> {
  const { payments } = app
  if (payments === null) return null
  await closePageBefore(app, payments, token)
  const begun = await withDatabase(app, ({ orm }) => orm.transaction((tx) => begin(tx, app, token)))
  if (begun === null || typeof begun === 'string') return begun
  const { link } = begun
  const order = await payableLink(app, begun)
  const refused = payments.refuses(order.part?.amount ?? order.total, 1)
  if (refused) throw new AppError('payment_refused', 422, refused)
  const opened = await openSession(app, payments, order)
  const stored = await withDatabase(app, ({ orm }) =>
    orm.transaction((tx) => store(tx, app, link, opened)),
  )
  if (stored !== opened.url) await closeUnused(app, payments, opened.session)
  return stored
}

/**
 * The page of a change that was opened before and has had its time: what was paid there and not reported yet is
 * applied, so that the change is not paid twice [EDIT-07].
 */
async function closePageBefore(
  app: AppContext,
  payments: PaymentGateway,
  token: string,
): Promise<void> {
  const found = await withDatabase(app, ({ orm }) => requestOfToken(orm, app, token))
  if (found?.link.kind !== 'change' || found.link.closedAt !== null) return
  const { link, order } = found
  if (link.session === null || openUrlOf(order, link, app.now()) !== null) return
  await closeSession(app, payments, link.session, { order: order.number })
}

type Begun = { link: PaymentRequestRow; order: OrderRow }

/** The address of the page that is open, or the link with the attempt to open one. */
async function begin(tx: Orm, app: AppContext, token: string): Promise<string | Begun | null> {
  const found = await requestOfToken(tx, app, token)
  const order = found && (await lockOrder(tx, found.order.id))
  if (!order || order.linkVersion !== found.order.linkVersion) return null
  const { id } = found.link
  const link = await findPaymentRequestLink(tx, 'id', id)
  if (!link || (await stateOfLink(tx, app, link, order)) !== 'open') return null
  const now = app.now()
  const url = openUrlOf(order, link, now)
  if (url !== null) return url
  const isAsking =
    link.session === null &&
    link.attemptAt !== null &&
    now.getTime() - link.attemptAt.getTime() < attemptMs
  if (isAsking) return { link, order }
  const attempt = { attempt: link.attempt + 1, attemptAt: now, session: null, url: null }
  await tx.update(paymentRequestLinks).set(attempt).where(eq(paymentRequestLinks.id, id))
  return { link: { ...link, ...attempt }, order }
}

/** Where the page of a link is open; a change of a paid order leaves the session of the order as it is. */
function openUrlOf(order: OrderRow, link: PaymentRequestRow, now: Date): string | null {
  if (link.session === null) return null
  if (link.kind !== 'change') return order.paymentSession === link.session ? order.paymentUrl : null
  const isOpen = link.attemptAt !== null && now.getTime() - link.attemptAt.getTime() < pageMs
  return isOpen ? link.url : null
}

/** What the payment provider is told: the order whole where it adds the tax itself, else one sum. */
async function payableLink(app: AppContext, { link, order: begun }: Begun) {
  const order = await withDatabase(app, (db) => payableOrder(db, link.orderId))
  const common = {
    ...order,
    createdAt: link.attemptAt ?? link.madeAt,
    sessionKey: `${link.id}:${link.attempt}`,
    leaveTo: paymentRequestPath(app, link.id, begun),
  }
  // The difference has its tax in it, and is paid by card, whatever the order was paid by.
  const isChange = link.kind === 'change'
  if (order.withTax && !isChange) return common
  const name = `${partNames[link.kind]} ${order.number}`
  const part = { name, amount: cents(link.amountCents) }
  return { ...common, ...(isChange && ({ payBy: 'card', withTax: false } as const)), part }
}

const partNames = {
  whole: 'Order',
  deposit: 'Deposit for order',
  balance: 'Balance of order',
  change: 'Change to order',
} as const satisfies Record<PaymentRequestRow['kind'], string>

async function openSession(
  app: AppContext,
  payments: PaymentGateway,
  order: Awaited<ReturnType<typeof payableLink>>,
) {
  try {
    return await openPaymentPage(app, payments, order)
  } catch (error) {
    if (error instanceof SessionTooLate) throw new AppError('payment_unavailable', 503, unavailable)
    throw paymentError(error, { order: order.number })
  }
}

/** The page that counts: this one, or that of a press at the same moment. Null: closed since. */
async function store(
  tx: Orm,
  app: AppContext,
  { id, orderId, attempt }: PaymentRequestRow,
  { session, url }: { session: string; url: string },
): Promise<string | null> {
  const order = await lockOrder(tx, orderId)
  const link = await findPaymentRequestLink(tx, 'id', id)
  if (!order || !link || (await stateOfLink(tx, app, link, order)) !== 'open') return null
  const open = openUrlOf(order, link, app.now())
  if (open !== null) return open
  if (link.attempt !== attempt) return null
  const isChange = link.kind === 'change'
  await tx
    .update(paymentRequestLinks)
    .set({ session, ...(isChange && { url }) })
    .where(and(eq(paymentRequestLinks.id, id), isNull(paymentRequestLinks.session)))
  if (isChange) return url
  await tx
    .update(orders)
    .set({ paymentSession: session, paymentUrl: url, paymentReconciledAt: null })
    .where(eq(orders.id, orderId))
  return url
}

/** Nobody was shown it, unless it is the very session of a press at the same moment. */
async function closeUnused(
  app: AppContext,
  payments: PaymentGateway,
  session: string,
): Promise<void> {
  const isUsed = await withDatabase(app, ({ orm }) =>
    findPaymentRequestLink(orm, 'session', session),
  )
  if (isUsed) return
  await payments.closeSession(session).catch((error: unknown) => {
    app.log.error({ err: error }, 'a payment page that nobody was shown stays open')
  })
}
