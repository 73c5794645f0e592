import type { AppContext } from '#app/.server/app-context.ts'
import { changeOrder } from '#app/.server/orders/change-order.ts'
import { wrongState } from '#app/.server/orders/order-checks.ts'
import { isStillFor } from '#app/domain/fulfillment/carrier-text.ts'
import { canTransition } from '#app/domain/orders/order-state.ts'
import { labelsForOrder } from '../label-subject.ts'
import { giveUpLabelOf, lookForLabelOf, purchaseLabel, requestLabel } from '../purchase-label.ts'
import { addressChanged, assertMayBuyLabel } from '../shipping-labels.ts'

type OfLabel = { id: string; by: string; label: number }

/**
 * Buys the label of a rate that was offered, once [LABEL-02]: the request is stored before the gateway
 * is asked, and of one shipment it sells one label. Where an answer was lost the shipment is read before
 * it is asked again. Gives the cost.
 */
export async function buyLabel(
  app: AppContext,
  { id, by, ...request }: OfLabel & { rate: string; requireFresh: () => Promise<void> },
): Promise<{ cost: string; service: string }> {
  const subject = labelsForOrder(id)
  const requested = await changeOrder(app, { id, by }, ({ tx, order, at }) =>
    requestLabel({ tx, at }, app, subject, { by, ...request }, async ({ asked }) => {
      if (!canTransition(order.state, 'fulfilled')) throw await wrongState(tx, order)
      await assertMayBuyLabel(tx, app, order)
      if (!isStillFor(asked, order.shippingAddress)) throw addressChanged()
    }),
  )
  return purchaseLabel(app, subject, requested, request.rate)
}

/** Looks again whether a label was bought; a sentence. */
export const lookForLabel = (app: AppContext, { id, label }: OfLabel) =>
  lookForLabelOf(app, labelsForOrder(id), label)

export const giveUpLabel = (app: AppContext, { id, by, label }: OfLabel) =>
  giveUpLabelOf(app, labelsForOrder(id), { by, label })
