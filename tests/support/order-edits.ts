import type { AppContext } from '#app/.server/app-context.ts'
import { editOrder } from '#app/.server/order-edits/commands/edit-order.ts'
import { previewEdit } from '#app/.server/order-edits/queries/preview-edit.ts'
import { waitingEditOf } from '#app/.server/order-edits/queries/waiting-edit.ts'
import { openPaymentRequestLink } from '#app/.server/payments/commands/open-payment-request-link.ts'
import { takeTestPayment } from '#app/.server/payments/commands/take-test-payment.ts'
import type { Database } from '#app/.server/platform/db/database.ts'
import type { OrderEditInput } from '#app/contracts/order-edits/order-edit.ts'
import { testBuyer, testPaymentForm } from '#app/contracts/payments/test-payment.ts'
import { storedOrder } from './orders.ts'
import { sendsAnyTotal } from './returns.ts'
import { sellingShop } from './selling-shop.ts'

type Wish = Partial<Pick<OrderEditInput, 'lines' | 'added'>>

let keys = 0

/** A shop whose orders need no review before they are changed, whatever they cost. */
export async function editingShop(db: Database) {
  const selling = await sellingShop(db)
  await sendsAnyTotal(selling.shop)
  return selling
}

/** What a line of an order becomes. */
export const line = (position: number, size: string, quantity: number, engraving = '') => ({
  ...{ position, size, quantity, engraving },
})

/** The form of a change as staff fill it in, at the revision they see now. */
export async function editForm(shop: AppContext, { id }: { id: string }, wish: Wish) {
  const { revision } = (await storedOrder(shop, id)).order
  keys += 1
  return {
    ...{ id, by: 'ann@example.com', key: `a-form-of-an-edit-${keys}`, days: 1 },
    requireFresh: async () => {},
    ...{ lines: [], added: [], ...wish, reason: 'The buyer called.', revision },
  }
}

/** Previews a change and confirms what was shown. */
export async function edits(
  shop: AppContext,
  order: { id: string },
  wish: Wish,
  more: { requireFresh?: () => Promise<void> } = {},
) {
  const form = { ...(await editForm(shop, order, wish)), ...more }
  const { due, refund, gold } = await previewEdit(shop, form)
  const confirmed = { ...form, stated: due - refund, goldPrice: gold?.id ?? null }
  return { ...(await editOrder(shop, confirmed)), confirmed }
}

/** The payment page of the change that waits; empty: it cannot be paid. */
export async function opensPage(shop: AppContext, { id }: { id: string }): Promise<string> {
  const waiting = await waitingEditOf(shop, id)
  const url = await openPaymentRequestLink(shop, waiting?.url.split('/').at(-1) ?? '')
  return url?.split('/').at(-1) ?? ''
}

export async function paysDifference(shop: AppContext, order: { id: string }) {
  const session = await opensPage(shop, order)
  const choice = testPaymentForm.parse({ ...testBuyer, choice: 'pay' })
  return { session, taken: await takeTestPayment(shop, session, choice), choice }
}
