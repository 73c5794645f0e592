import type { AppContext } from '#app/.server/app-context.ts'
import { labelNote, trackedBy } from '#app/domain/fulfillment/label.ts'
import { changeOrder } from '../orders/change-order.ts'
import type { BoughtLabel } from './gateway/label-gateway.ts'
import { changeLabel, findLabel, type LabelRow, labelText } from './shipping-labels.ts'

/**
 * Stores that the gateway bought a label, once, however many hear of it. One that staff had given up is
 * `late`: it is told of and can be given back [LABEL-03].
 */
export function storeBought(
  app: AppContext,
  { id, orderId, boughtBy }: Pick<LabelRow, 'id' | 'orderId' | 'boughtBy'>,
  bought: BoughtLabel,
): Promise<LabelRow> {
  return changeOrder(app, { id: orderId, by: boughtBy ?? '' }, async ({ tx, at, save }) => {
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
    const note = labelNote(label.asked)
    await save({
      why: isLate
        ? `A label was bought after you stopped waiting for it: ${labelText(after)}. Void it.`
        : `Label bought: ${labelText(after)}. ${note}`.trim(),
      audit: {
        action: 'order.label_bought',
        facts: {
          service: after.service ?? '',
          tracking: bought.tracking,
          costCents: bought.cost,
          ...(note && { note }),
        },
      },
    })
    return after
  })
}
