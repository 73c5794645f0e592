import type { AppContext } from '#app/.server/app-context.ts'
import type { Orm } from '#app/.server/platform/db/database.ts'
import { LabelsUnavailable } from '../gateway/label-gateway.ts'
import {
  type LabelChanger,
  type LabelRow,
  type LabelSubject,
  labelsForOrder,
} from '../label-subject.ts'
import { changeLabel, findLabel, gatewayOf, labelRefused, labelText } from '../shipping-labels.ts'
import { storeVoid } from '../store-void.ts'

type Voided = 'voiding' | 'voided' | 'kept'

export const voidLabel = (
  app: AppContext,
  { id, by, label }: { id: string; by: string; label: number },
): Promise<Voided> => voidLabelOf(app, labelsForOrder(id), { staff: by }, label)

/**
 * Requests a refund for a label that left with no parcel [LABEL-07]. From now on no parcel leaves
 * with it; the carrier decides on the refund, which takes days. `check` throws where it must be
 * kept.
 */
export async function voidLabelOf(
  app: AppContext,
  subject: LabelSubject,
  changer: LabelChanger,
  labelId: number,
  check: (label: LabelRow, tx: Orm) => Promise<void> = async () => {},
): Promise<Voided> {
  const label = await subject.change(app, changer, async ({ tx, at, note }) => {
    const found = await findLabel(tx, subject, labelId)
    const gateway = gatewayOf(app, found)
    if (found.state === 'voiding' || found.state === 'voided') return found
    if (found.parcelId !== null)
      throw labelRefused('A package was already shipped with this label.')
    if (found.state !== 'bought' && found.state !== 'late') {
      throw labelRefused('There’s no label to void.')
    }
    await check(found, tx)
    const voidedBy = 'staff' in changer ? changer.staff : gateway.provider
    const change = { state: 'voiding', voidedBy, voidedAt: at } as const
    await changeLabel(tx, labelId, change)
    await note('voided', found, `Label voided: ${labelText(found)}.`)
    return { ...found, ...change }
  })
  if (label.state === 'voided') return 'voided'
  const gateway = gatewayOf(app, label)
  try {
    // Pressed twice, the first may have done it.
    const { voided } = await gateway.read(label.shipment)
    return await storeVoid(app, subject, label, voided ?? (await gateway.void(label.shipment)))
  } catch (error) {
    if (!(error instanceof LabelsUnavailable)) throw error
    app.log.warn({ label: labelId, reason: error.message }, 'a label is not voided yet')
    return 'voiding'
  }
}
