import { asc, eq } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { acceptedRecords } from '#app/.server/draft-orders/gold-for-draft.ts'
import { balanceOfOrder, taxOfSale } from '#app/.server/ledger/repository.ts'
import { shopDay } from '#app/.server/orders/queries/orders-to-do.ts'
import { findOrder } from '#app/.server/orders/repository.ts'
import { customWorkOf } from '#app/.server/orders/staff-order-details.ts'
import { paymentRequestLinksOf } from '#app/.server/payments/payment-request-links.ts'
import {
  type PaymentRequestRow,
  paymentRequestPath,
} from '#app/.server/payments/payment-request-token.ts'
import { cashCustomers } from '#app/.server/payments/queries/cash-customers.ts'
import { stateOfLink } from '#app/.server/payments/state-of-link.ts'
import type { Orm } from '#app/.server/platform/db/database.ts'
import { offlinePayments } from '#app/.server/platform/db/draft-order-schema.ts'
import type { OrderRow } from '#app/.server/platform/db/schema.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import { type Cents, cents } from '#app/domain/money/cents.ts'
import { staffDue } from '#app/domain/payments/offline-payment.ts'
import { linkAmount, paymentRequestKinds } from '#app/domain/payments/payment-request-link.ts'
import { isPriceWithdrawn } from '#app/domain/refunds/price-decision.ts'

type OpenLink = Pick<PaymentRequestRow, 'kind' | 'madeBy' | 'madeAt' | 'endsAt'> & {
  amount: Cents
  url: string
  state: Awaited<ReturnType<typeof stateOfLink>>
}

/** Null for an order of the web. */
export async function draftOrderSale(app: AppContext, id: string) {
  return withDatabase(app, async ({ orm }) => {
    const order = await findOrder(orm, 'id', id)
    if (order?.origin !== 'staff') return null
    const { paid, refunded } = await balanceOfOrder(orm, id)
    const received = cents(paid - refunded)
    const custom = await customWorkOf(orm, id)
    const isGoldFixed = custom === null || custom.fixedAt !== null
    const money = { total: cents(order.totalCents), tax: cents(order.taxCents), received }
    const deposit = custom && cents(custom.depositCents)
    const due = staffDue(money, deposit)
    const tax = order.withTax ? await taxOfPaymentPage(orm, order) : money.tax
    const byHand = await offlinePaymentsOf(orm, id)
    const isOpen = order.state === 'pending'
    const today = shopDay(app.now())
    return {
      ...staffDue({ ...money, tax }, deposit),
      madeBy: order.madeBy ?? '',
      /** Less what was refunded. */
      received,
      paid,
      refunded,
      tax,
      /** Its payment page adds the tax: it is paid by its link alone, and whole. */
      taxAtPayment: order.withTax,
      isGoldFixed,
      heldUntil: order.expiresAt,
      today,
      byHand,
      link: isOpen ? await openLink(orm, app, order) : null,
      /** What a link can ask for now. */
      canAsk:
        isOpen && !isPriceWithdrawn(order)
          ? paymentRequestKinds.flatMap((kind) => {
              const amount = linkAmount(kind, {
                ...due,
                received,
                isGoldFixed,
                taxAtPayment: order.withTax,
              })
              return typeof amount === 'object' ? [] : [{ kind, amount }]
            })
          : [],
      /** To fix the gold at; empty if it will not be fixed. */
      records: isOpen && !isGoldFixed ? await acceptedRecords(orm, { since: order.createdAt }) : [],
      cash: byHand.some(({ kind }) => kind === 'cash' || kind === 'bank check')
        ? ((await cashCustomers(orm, { livemode: order.livemode, today })).find(({ orderIds }) =>
            orderIds.has(id),
          ) ?? null)
        : null,
    }
  })
}

/** What staff see and do about the money of an order that they made. */
export type DraftOrderSale = NonNullable<Awaited<ReturnType<typeof draftOrderSale>>>

/** What the payment page added, as far as it is known. */
const taxOfPaymentPage = async (orm: Orm, { id, paidAt, pageTaxCents }: OrderRow) =>
  paidAt === null ? cents(pageTaxCents ?? 0) : taxOfSale(orm, id)

async function openLink(orm: Orm, app: AppContext, order: OrderRow): Promise<OpenLink | null> {
  const [link] = (await paymentRequestLinksOf(orm, order.id)).filter(
    ({ closedAt }) => closedAt === null,
  )
  if (!link) return null
  const { kind, madeBy, madeAt, endsAt } = link
  const url = new URL(paymentRequestPath(app, link.id, order), app.publicUrl).href
  const state = await stateOfLink(orm, app, link, order)
  return { kind, madeBy, madeAt, endsAt, amount: cents(link.amountCents), url, state }
}

async function offlinePaymentsOf(orm: Orm, orderId: string) {
  const found = await orm
    .select()
    .from(offlinePayments)
    .where(eq(offlinePayments.orderId, orderId))
    .orderBy(asc(offlinePayments.receivedOn), asc(offlinePayments.at))
  return found.map(({ amountCents, orderId: _, key: __, ...payment }) => ({
    ...payment,
    amount: cents(amountCents),
  }))
}
