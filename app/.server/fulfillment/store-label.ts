import type { AppContext } from '#app/.server/app-context.ts'
import { adminActor, recordAuditEvent } from '#app/.server/audit-log/record-event.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import { labelNote, trackedBy } from '#app/domain/fulfillment/label.ts'
import { lockOrderForStaff } from '../orders/staff-order.ts'
import { updateOrder } from '../orders/transition.ts'
import type { BoughtLabel } from './gateway/label-gateway.ts'
import { changeLabel, findLabel, type LabelRow, labelText } from './labels.ts'

/**
 * Stores that the gateway bought a label, once, however many hear of it. One that staff had given up is
 * `late`: it is told of and can be given back [LABEL-03].
 */
export function storeBought(
  app: AppContext,
  { id, orderId }: Pick<LabelRow, 'id' | 'orderId'>,
  bought: BoughtLabel,
): Promise<LabelRow> {
  const at = app.now()
  return withDatabase(app, ({ orm }) =>
    orm.transaction(async (tx) => {
      const order = await lockOrderForStaff(tx, orderId)
      const label = await findLabel(tx, orderId, id)
      if (label.state !== 'buying' && label.state !== 'given up') return label
      const isLate = label.state === 'given up'
      const change = {
        state: isLate ? 'late' : 'bought',
        boughtAt: at,
        costCents: bought.cost,
        fileUrl: bought.fileUrl,
        ...trackedBy(bought.carrier, bought.tracking),
      } as const
      await changeLabel(tx, id, change)
      const after: LabelRow = { ...label, ...change }
      const by = label.boughtBy ?? ''
      const note = labelNote(label.asked)
      const why = isLate
        ? `A label was bought after it was given up: ${labelText(after)}. Void it.`
        : `Label bought: ${labelText(after)}. ${note}`.trim()
      await updateOrder(tx, order, { at, actor: 'staff', by, why }, {})
      await recordAuditEvent(tx, {
        at,
        actor: adminActor(by),
        action: 'order.label_bought',
        target: { type: 'order', id: orderId },
        facts: {
          number: order.number,
          service: after.service ?? '',
          tracking: bought.tracking,
          costCents: bought.cost,
          ...(note && { note }),
        },
      })
      return after
    }),
  )
}
