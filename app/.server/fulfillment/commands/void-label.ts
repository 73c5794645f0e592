import type { AppContext } from '#app/.server/app-context.ts'
import { adminActor, recordAuditEvent } from '#app/.server/audit-log/record-event.ts'
import { lockOrderForStaff } from '#app/.server/orders/staff-order.ts'
import { updateOrder } from '#app/.server/orders/transition.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import { LabelsUnavailable } from '../gateway/label-gateway.ts'
import { changeLabel, findLabel, gatewayOf, labelRefused, labelText } from '../labels.ts'
import { storeVoid } from '../store-void.ts'

/**
 * Asks the cost of a label back that left with no parcel [LABEL-07]. From now on no parcel leaves with it;
 * whether the cost comes back the carrier decides, which takes days.
 */
export async function voidLabel(
  app: AppContext,
  { id, by, label: labelId }: { id: string; by: string; label: number },
): Promise<'voiding' | 'voided' | 'kept'> {
  const at = app.now()
  const label = await withDatabase(app, ({ orm }) =>
    orm.transaction(async (tx) => {
      const order = await lockOrderForStaff(tx, id)
      const found = await findLabel(tx, id, labelId)
      gatewayOf(app, found)
      if (found.state === 'voiding' || found.state === 'voided') return found
      if (found.parcelId !== null) throw labelRefused('A parcel was sent with this label.')
      if (found.state !== 'bought' && found.state !== 'late') {
        throw labelRefused('There is no label to void.')
      }
      const change = { state: 'voiding', voidedBy: by, voidedAt: at } as const
      await changeLabel(tx, labelId, change)
      const why = `Label voided: ${labelText(found)}.`
      await updateOrder(tx, order, { at, actor: 'staff', by, why }, {})
      await recordAuditEvent(tx, {
        at,
        actor: adminActor(by),
        action: 'order.label_voided',
        target: { type: 'order', id },
        facts: {
          number: order.number,
          service: found.service ?? '',
          tracking: found.tracking ?? '',
        },
      })
      return { ...found, ...change }
    }),
  )
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
