import type { AppContext } from '#app/.server/app-context.ts'
import { labelNote, trackedBy } from '#app/domain/fulfillment/label.ts'
import type { BoughtLabel } from './gateway/label-gateway.ts'
import type { LabelRow, LabelSubject } from './label-subject.ts'
import { changeLabel, findLabel, labelText } from './shipping-labels.ts'

/**
 * Stores that the gateway bought a label, once, however many hear of it. One that staff had given up is
 * `late`: it is reported and can be voided [LABEL-03].
 */
export function storeBought(
  app: AppContext,
  subject: LabelSubject,
  { id, boughtBy }: Pick<LabelRow, 'id' | 'boughtBy'>,
  bought: BoughtLabel,
): Promise<LabelRow> {
  return subject.change(app, { staff: boughtBy ?? '' }, async ({ tx, at, note }) => {
    const label = await findLabel(tx, subject, id)
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
    const remark = labelNote(label.asked)
    const why = isLate
      ? `A label was bought after you stopped waiting for it: ${labelText(after)}. Void it.`
      : `Label bought: ${labelText(after)}. ${remark}`.trim()
    await note('bought', after, why, remark)
    return after
  })
}
