import { randomUUID } from 'node:crypto'
import { redirect } from 'react-router'
import { cancelEdit } from '#app/.server/order-edits/commands/cancel-edit.ts'
import { editOrder } from '#app/.server/order-edits/commands/edit-order.ts'
import { type EditPreview, previewEdit } from '#app/.server/order-edits/queries/preview-edit.ts'
import { AppError } from '#app/.server/platform/errors.ts'
import {
  cancelEditForm,
  confirmedEdit,
  type OrderEditInput,
  orderEditForm,
} from '#app/contracts/order-edits/order-edit.ts'
import { parseForm } from '../components/parse-form.ts'
import { type Requested, staffAction } from '../components/staff-actions.ts'

/** What a change would do, with all that is sent again to confirm it. */
export type ShownEdit = { preview: EditPreview; confirm: Record<string, string> }

async function shownEdit(input: OrderEditInput, { app, id, typed }: Requested): Promise<ShownEdit> {
  const preview = await previewEdit(app, { id, ...input })
  const { action: _action, ...texts } = typed
  return {
    preview,
    confirm: {
      ...texts,
      stated: String(preview.due - preview.refund),
      goldPrice: preview.gold === null ? '' : String(preview.gold.id),
      key: typed.key ?? randomUUID(),
    },
  }
}

/** Shows what a change of a paid order would do, and does it once that is confirmed [EDIT-04]. */
export const editActions = {
  preview: staffAction(null, 'never', {
    form: orderEditForm,
    run: (_, input, requested) => shownEdit(input, requested),
    answer: (shown) => shown,
  }),
  edit: staffAction(null, 'checked', {
    // As for refunds and payment links of that sum [REFUND-07, SALE-06].
    form: orderEditForm,
    async run(app, input, requested) {
      const { requireFresh, typed } = requested
      const confirmed = parseForm(confirmedEdit, typed)
      try {
        await requireFresh('small')
        return await editOrder(app, { ...input, ...confirmed, requireFresh })
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        // What can be confirmed again stays on the page beside the refusal.
        const shown = await shownEdit(input, requested).catch(() => null)
        const details = { ...error.details, shown }
        throw new AppError(error.code, error.status, error.message, { details, cause: error })
      }
    },
    answer: (_, __, { id }) => redirect(`/admin/dashboard/orders/${id}`, 303),
  }),
}

/** On the page of an order whose change waits for its payment. */
export const waitingEditActions = {
  'cancel-edit': staffAction('orders.decide', 'never', {
    form: cancelEditForm,
    run: cancelEdit,
    answer: 'The change was canceled. The order stays as it was.',
  }),
}
