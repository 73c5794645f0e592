import { Form, Link, useSearchParams } from 'react-router'
import { formatCount } from '#app/routes/admin/components/format-count.ts'

/** The form that the ticks of the rows belong to. */
export const bulkForm = 'bulk'

/** Changes of the selected products, of all that are found, and by a file [BULK-01, CSV-01]. */
export function BulkBar({ total }: { total: number }) {
  const [search] = useSearchParams()
  const filter = new URLSearchParams(
    ['q', 'show', 'category'].flatMap((name) => {
      const value = search.get(name)
      return value ? [[name, value]] : []
    }),
  )
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-1 pb-3 text-[0.9375rem]">
      {total > 0 && (
        <>
          <Form id={bulkForm} action="/admin/dashboard/products/bulk">
            <button type="submit" className="button button-line px-3">
              Edit selected
            </button>
          </Form>
          <Link to={`/admin/dashboard/products/bulk?all=yes&${filter}`} className="link py-2">
            {total === 1 ? 'Edit this product' : `Edit all ${formatCount(total, 'product')}`}
          </Link>
        </>
      )}
      <a href={`/admin/dashboard/products/products.csv?${filter}`} download className="link py-2">
        Export CSV
      </a>
      <Link to="/admin/dashboard/products/import" className="link py-2">
        Import CSV
      </Link>
      <Link to="/admin/dashboard/products/changes" className="link py-2">
        Bulk edit history
      </Link>
    </div>
  )
}
