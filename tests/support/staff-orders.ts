import type { AppContext } from '#app/.server/app-context.ts'
import { createDraftOrder } from '#app/.server/draft-orders/commands/create-draft-order.ts'
import { priceDraftOrder } from '#app/.server/draft-orders/price-draft-order.ts'
import { draftOrderSale } from '#app/.server/draft-orders/queries/draft-order.ts'
import { currentGoldPrice } from '#app/.server/gold-price/queries/gold-price.ts'
import { openPaymentRequestLink } from '#app/.server/payments/commands/open-payment-request-link.ts'
import { takeTestPayment } from '#app/.server/payments/commands/take-test-payment.ts'
import {
  type DraftOrderInput,
  draftOrderForm,
  receivedText,
} from '#app/contracts/draft-orders/draft-order.ts'
import { testBuyer, testPaymentForm } from '#app/contracts/payments/test-payment.ts'
import { type PlacedOrder, seenByStaff, storedOrder } from './orders.ts'

const by = 'ann@example.com'
let keys = 0

/** The form of a new order as staff send it: a pendant of the catalog and a ring described by hand. */
export async function submittedOrder(
  app: AppContext,
  more: Record<string, string> = {},
): Promise<Record<string, string>> {
  const { goldPriceId } = await currentGoldPrice(app, { mustBeFresh: true })
  keys += 1
  return {
    key: `form-key-${keys}-${'k'.repeat(16)}`,
    goldPrice: String(goldPriceId),
    email: 'Ada.Buyer+Gold@Example.com',
    name: 'Ada Buyer',
    rows: '1',
    'line-0-piece': 'Custom ring, size 7',
    'line-0-grams': '10',
    'line-0-fee': '250',
    'line-0-quantity': '1',
    holdDays: '7',
    ...more,
  }
}

/** What the screen says of it before it is made. */
export async function statedFor(app: AppContext, input: DraftOrderInput) {
  const { inAll, received, handOver } = await priceDraftOrder(app, input)
  return { inAll, received: receivedText(received), isHandedOver: handOver !== null }
}

/** Priced and made as the screen does it; at 130 a gram and without more it is $1,550.00. */
export async function madeOrder(
  app: AppContext,
  more: Record<string, string> = {},
): Promise<PlacedOrder> {
  const input = draftOrderForm.parse(await submittedOrder(app, more))
  const { id } = await createDraftOrder(app, {
    wish: input,
    by,
    stated: await statedFor(app, input),
  })
  return (await storedOrder(app, id)).order
}

/** What staff see, with what an action of theirs hands in. */
export async function asStaff(app: AppContext, order: { id: string }, who = by) {
  const { revision } = await seenByStaff(app, order)
  keys += 1
  const key = `action-key-${keys}-${'k'.repeat(16)}`
  return { id: order.id, by: who, revision, key, requireFresh: async () => {} }
}

export async function saleOf(app: AppContext, { id }: { id: string }) {
  const sale = await draftOrderSale(app, id)
  if (!sale) throw new Error('the order was not made by staff')
  return sale
}

/** The last part of the address of the order's open link. */
export async function tokenOf(app: AppContext, order: { id: string }): Promise<string> {
  const { link } = await saleOf(app, order)
  if (!link) throw new Error('there is no open link')
  return link.url.slice(link.url.lastIndexOf('/') + 1)
}

/** The buyer opens the link and pays by a test payment. */
export async function paysByLink(app: AppContext, token: string) {
  const url = await openPaymentRequestLink(app, token)
  if (url === null) throw new Error('the link cannot be paid')
  const session = url.slice(url.lastIndexOf('/') + 1)
  const choice = testPaymentForm.parse({ ...testBuyer, choice: 'pay' })
  const taken = await takeTestPayment(app, session, choice)
  if (!taken) throw new Error('there is no such payment page')
  return taken
}
