import type { AppContext } from '#app/.server/app-context.ts'
import type { Refused, VoidStatus } from './gateway/label-gateway.ts'
import type { LabelRow, LabelSubject } from './label-subject.ts'
import { changeLabel, findLabel, labelText } from './shipping-labels.ts'

/** What became of a label that was voided; once it is decided it stays so. */
export function storeVoid(
  app: AppContext,
  subject: LabelSubject,
  { id, provider }: Pick<LabelRow, 'id' | 'provider'>,
  answer: VoidStatus | Refused,
): Promise<'voiding' | 'voided' | 'kept'> {
  return subject.change(app, { provider }, async ({ tx, at, note }) => {
    const label = await findLabel(tx, subject, id)
    if (label.state !== 'voiding') return label.state === 'voided' ? 'voided' : 'kept'
    if (answer === 'submitted') {
      await changeLabel(tx, id, { checkedAt: at })
      return 'voiding'
    }
    const state = answer === 'given back' ? 'voided' : 'kept'
    const problem =
      answer === 'given back' || answer === 'rejected'
        ? 'The carrier didn’t refund it.'
        : answer.refused
    await changeLabel(tx, id, {
      ...{ state, checkedAt: at },
      ...(state === 'kept' ? { problem } : {}),
    })
    const what = labelText(label)
    const why =
      state === 'voided' ? `The label’s cost was refunded: ${what}.` : `${problem} (${what})`
    await note('settled', label, why)
    return state
  })
}
