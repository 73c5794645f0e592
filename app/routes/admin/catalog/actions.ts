import { redirect } from 'react-router'
import { z } from 'zod'
import { deleteProduct, deleteSamples } from '#app/.server/catalog/commands/delete-product.ts'
import { duplicateProduct } from '#app/.server/catalog/commands/duplicate-product.ts'
import { switchProduct } from '#app/.server/catalog/commands/switch-product.ts'
import { staffAction } from '../components/staff-actions.ts'

const id = z.string().default('')

const switching = (what: 'active' | 'featured', to: boolean) =>
  staffAction(null, 'never', {
    form: z.object({ id }),
    run: (app, { id, by }) => switchProduct(app, { id, by, what, to }),
    answer: (switched) => ({ switched: { ...switched, what, to } }),
  })

/** What staff do with one product of the list. A copy costs what its original does. */
export const productActions = {
  show: switching('active', true),
  hide: switching('active', false),
  feature: switching('featured', true),
  unfeature: switching('featured', false),
  duplicate: staffAction(null, 'never', {
    form: z.object({ id, once: id }),
    run: duplicateProduct,
    answer: (copy) => redirect(`/admin/products/edit/${copy.id}`),
  }),
  delete: staffAction(null, 'never', {
    form: z.object({ id }),
    run: deleteProduct,
    answer: (deleted) => ({ deleted }),
  }),
  'delete samples': staffAction(null, 'never', {
    /** The ids, with commas between them. */
    form: z.object({ ids: z.string().transform((ids) => ids.split(',').filter(Boolean)) }),
    run: deleteSamples,
    answer: (samplesDeleted) => ({ samplesDeleted }),
  }),
}
