import type { AppContext } from '#app/.server/app-context.ts'
import { changeOrderAs } from '../orders/change-order.ts'
import type { Refused, VoidStatus } from './gateway/label-gateway.ts'
import { changeLabel, findLabel, type LabelRow, labelText } from './shipping-labels.ts'

/** What became of a label that was given back; once it is decided it stays so. */
export function storeVoid(
  app: AppContext,
  { id, orderId, provider }: Pick<LabelRow, 'id' | 'orderId' | 'provider'>,
  answer: VoidStatus | Refused,
): Promise<'voiding' | 'voided' | 'kept'> {
  const gateway = { actor: 'system', by: `labels (${provider})` } as const
  return changeOrderAs(app, { id: orderId, ...gateway }, async ({ tx, at, save }) => {
    const label = await findLabel(tx, orderId, id)
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
    await save({
      why: state === 'voided' ? `The label’s cost was refunded: ${what}.` : `${problem} (${what})`,
    })
    return state
  })
}
