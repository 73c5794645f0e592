import { redirect } from 'react-router'
import {
  applyProductChange,
  discardProductChange,
  undoProductChange,
} from '#app/.server/catalog/commands/apply-product-change.ts'
import { planAgain } from '#app/.server/catalog/commands/plan-bulk-change.ts'
import { extentOfChange } from '#app/.server/catalog/queries/price-extent.ts'
import { noFields, staffAction } from '#app/routes/admin/components/staff-actions.ts'

/** What staff do with a planned change of many products. */
export const changeActions = {
  apply: staffAction(null, 'checked', {
    // A price by more than 5%, or the prices of more than 20 products.
    form: noFields,
    async run(app, input, { requireFresh }) {
      await requireFresh(await extentOfChange(app, input.id, 'apply'))
      await applyProductChange(app, input)
    },
    answer: 'The changes were made.',
  }),
  undo: staffAction(null, 'checked', {
    form: noFields,
    async run(app, input, { requireFresh }) {
      await requireFresh(await extentOfChange(app, input.id, 'undo'))
      await undoProductChange(app, input)
    },
    answer: 'The changes were undone.',
  }),
  discard: staffAction(null, 'never', {
    form: noFields,
    run: discardProductChange,
    answer: () => redirect('/admin/dashboard/products'),
  }),
  again: staffAction(null, 'never', {
    form: noFields,
    run: planAgain,
    answer: (id) => redirect(`/admin/dashboard/products/changes/${id}`),
  }),
}
