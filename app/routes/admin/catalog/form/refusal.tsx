import { Link } from 'react-router'
import type { NewerProduct } from '#app/.server/catalog/queries/admin-product.ts'
import type { ProductDraft } from '#app/contracts/catalog/product.ts'
import type { Failure } from '#app/routes/admin/components/client-action.ts'
import { ErrorBanner } from '#app/routes/admin/components/error-banner.tsx'
import { differences } from './form-state.ts'

export type RefusedProduct = Failure & {
  /** Which field, e.g. `sizes.1.fee`. */
  at?: string
  /** By field, the message shown next to it; the message itself where there is none for it. */
  errors?: Record<string, string>
  /** What another admin saved in the meantime. */
  newer?: NewerProduct | null
}

type Props = {
  refused: RefusedProduct | null
  mine: ProductDraft
  busy: boolean
  onSaveOver: (revision: number) => void
  onCreate: () => void
}

/** Why a save was refused, and the ways on from there. */
export function Refusal({ refused, mine, busy, onSaveOver, onCreate }: Props) {
  const newer = refused?.newer
  return (
    <>
      <ErrorBanner error={refused} />
      {newer && (
        <section aria-label="Two versions" className="admin-panel my-4">
          <p>
            Theirs differs from yours in: {differences(newer.draft, mine).join(', ') || 'nothing'}.
          </p>
          <p className="mt-3 flex flex-wrap gap-3">
            <Link
              to={`/admin/products/edit/${newer.id}?view=saved`}
              target="_blank"
              className="button button-line"
            >
              View the newer version (opens in a new tab)
            </Link>
            <button
              type="button"
              disabled={busy}
              onClick={() => onSaveOver(newer.revision)}
              className="button button-line"
            >
              Save mine over it
            </button>
          </p>
        </section>
      )}
      {refused?.code === 'product_gone' && (
        <p className="my-4">
          <button type="button" disabled={busy} onClick={onCreate} className="button button-line">
            Create it again as a new product
          </button>
        </p>
      )}
    </>
  )
}
