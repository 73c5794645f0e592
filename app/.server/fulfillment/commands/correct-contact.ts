import type { AppContext } from '#app/.server/app-context.ts'
import { changeOrder } from '#app/.server/orders/change-order.ts'
import { type VersionedOrder, wrongState } from '#app/.server/orders/order-checks.ts'
import { orderAddresses } from '#app/.server/platform/db/address-schema.ts'
import type { ShippingAddress } from '#app/.server/platform/db/columns.ts'
import {
  changedParts,
  contactOf,
  isAnotherLabel,
  isAnotherReader,
  listParts,
  mayCorrectContact,
} from '#app/domain/orders/buyer.ts'
import { replaceLink } from '../replace-link.ts'

/** `address` null: none was entered, so the one it was shipped to is that of the buyer. */
type Correction = VersionedOrder & { email: string | null; address: ShippingAddress | null }

/**
 * Staff enter or correct email, phone and address of the buyer of an order that was shipped, handed over or has
 * ended: for emails, receipt and Form 8300. Where it was shipped to, its labels and its sales tax stay as they
 * are [ADDR-07]. What was there before is kept as for an order not yet sent [ADDR-04]. Gives what the change means.
 */
export function correctContact(
  app: AppContext,
  { email, address, ...request }: Correction,
): Promise<string[]> {
  return changeOrder(app, request, async ({ tx, order, at, by, assertUnchanged, save }) => {
    if (!mayCorrectContact(order)) throw await wrongState(tx, order)
    await assertUnchanged()
    const { id: orderId, shippingAddress, billingAddress } = order
    const before = contactOf(order)
    const after = contactOf({ email, shippingAddress, billingAddress: address })
    const changed = changedParts(before, after)
    if (changed.length === 0) return ['Nothing is different.']
    const link = isAnotherReader(before, after)
      ? await replaceLink(tx, app, order, { email, at, closedSession: null })
      : null
    const isShipped = Boolean(shippingAddress?.line1)
    const meant = [
      ...(link?.messages ?? []),
      isShipped && isAnotherLabel(changed) && 'The address it shipped to doesn’t change.',
    ].filter((message) => typeof message === 'string')
    await tx.insert(orderAddresses).values({
      ...{ orderId, email: order.email, shippingAddress, billingAddress },
      ...{ at, by, changed },
    })
    await save({
      why: [`The buyer’s contact details were corrected: ${listParts(changed)}.`, ...meant].join(
        ' ',
      ),
      columns: { email, billingAddress: address, ...link?.columns },
      audit: {
        action: 'order.buyer_corrected',
        facts: { changed, ...(link && { linkReplaced: true }) },
      },
      email: link?.emails ?? null,
    })
    return meant
  })
}
