import { Form } from 'react-router'
import { formatCount } from '#app/routes/admin/components/format-count.ts'

/** Leads to the change that hides them: it is seen before it is made, and can be undone [BULK-10]. */
export function Samples({ ids }: { ids: readonly string[] }) {
  return (
    <Form
      method="post"
      action="/admin/dashboard/products/bulk"
      className="mt-6 flex flex-wrap items-center gap-x-5 gap-y-2 border border-notice px-4 py-3"
    >
      <p>
        {formatCount(ids.length, 'sample piece')} that this shop came with{' '}
        {ids.length === 1 ? 'is' : 'are'} for sale.
      </p>
      {ids.map((id) => (
        <input key={id} type="hidden" name="id" value={id} />
      ))}
      <button type="submit" name="active" value="no" className="button button-line">
        Hide {formatCount(ids.length, 'sample product')}
      </button>
    </Form>
  )
}
