import type { AppContext } from '#app/.server/app-context.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import { lockOrderForStaff } from '../orders/staff-order.ts'
import { updateOrder } from '../orders/transition.ts'
import type { Refused, VoidStatus } from './gateway/label-gateway.ts'
import { changeLabel, findLabel, type LabelRow, labelText } from './labels.ts'

/** What became of a label that was given back; once it is decided it stays so. */
export function storeVoid(
  app: AppContext,
  { id, orderId }: Pick<LabelRow, 'id' | 'orderId'>,
  answer: VoidStatus | Refused,
): Promise<'voiding' | 'voided' | 'kept'> {
  const at = app.now()
  return withDatabase(app, ({ orm }) =>
    orm.transaction(async (tx) => {
      const order = await lockOrderForStaff(tx, orderId)
      const label = await findLabel(tx, orderId, id)
      if (label.state !== 'voiding') return label.state === 'voided' ? 'voided' : 'kept'
      if (answer === 'submitted') {
        await changeLabel(tx, id, { checkedAt: at })
        return 'voiding'
      }
      const state = answer === 'given back' ? 'voided' : 'kept'
      const problem =
        answer === 'given back' || answer === 'rejected'
          ? 'The carrier gave nothing back for it.'
          : answer.refused
      await changeLabel(tx, id, {
        ...{ state, checkedAt: at },
        ...(state === 'kept' ? { problem } : {}),
      })
      const what = labelText(label)
      const why =
        state === 'voided' ? `The cost of the label came back: ${what}.` : `${problem} (${what})`
      const by = `labels (${label.provider})`
      await updateOrder(tx, order, { at, actor: 'system', by, why }, {})
      return state
    }),
  )
}
