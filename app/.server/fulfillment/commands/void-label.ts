import type { AppContext } from '#app/.server/app-context.ts'
import { changeOrder } from '#app/.server/orders/change-order.ts'
import { LabelsUnavailable } from '../gateway/label-gateway.ts'
import { changeLabel, findLabel, gatewayOf, labelRefused, labelText } from '../shipping-labels.ts'
import { storeVoid } from '../store-void.ts'

/**
 * Asks the cost of a label back that left with no parcel [LABEL-07]. From now on no parcel leaves with it;
 * whether the cost comes back the carrier decides, which takes days.
 */
export async function voidLabel(
  app: AppContext,
  { id, by, label: labelId }: { id: string; by: string; label: number },
): Promise<'voiding' | 'voided' | 'kept'> {
  const label = await changeOrder(app, { id, by }, async ({ tx, at, save }) => {
    const found = await findLabel(tx, id, labelId)
    gatewayOf(app, found)
    if (found.state === 'voiding' || found.state === 'voided') return found
    if (found.parcelId !== null)
      throw labelRefused('A package was already shipped with this label.')
    if (found.state !== 'bought' && found.state !== 'late') {
      throw labelRefused('There’s no label to void.')
    }
    const change = { state: 'voiding', voidedBy: by, voidedAt: at } as const
    await changeLabel(tx, labelId, change)
    const { service, tracking } = found
    await save({
      why: `Label voided: ${labelText(found)}.`,
      audit: {
        action: 'order.label_voided',
        facts: { service: service ?? '', tracking: tracking ?? '' },
      },
    })
    return { ...found, ...change }
  })
  if (label.state === 'voided') return 'voided'
  const gateway = gatewayOf(app, label)
  try {
    // Pressed twice, the first may have done it.
    const { voided } = await gateway.read(label.shipment)
    return await storeVoid(app, label, voided ?? (await gateway.void(label.shipment)))
  } catch (error) {
    if (!(error instanceof LabelsUnavailable)) throw error
    app.log.warn({ label: labelId, reason: error.message }, 'a label is not voided yet')
    return 'voiding'
  }
}
