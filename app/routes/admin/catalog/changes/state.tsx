import { Form } from 'react-router'
import type { ProductChangePage } from '#app/.server/catalog/queries/product-changes.ts'
import { formatCount } from '#app/routes/admin/components/format-count.ts'
import { ShopTime } from '#app/routes/admin/components/shop-time.tsx'
import { SubmitButton } from '#app/routes/admin/components/submit-button.tsx'

/** Where a change stands, and what can be done with it. */
export function ChangeState({ change: page }: { change: ProductChangePage }) {
  const { change, changed } = page
  if (change.state === 'draft') return <Draft {...page} />
  return (
    <div className="admin-panel mt-6">
      <p>
        Made by {change.appliedBy}
        {change.appliedAt && (
          <>
            , <ShopTime at={change.appliedAt} />
          </>
        )}
        .
      </p>
      {change.undoneAt ? (
        <p className="mt-2">
          Undone by {change.undoneBy}, <ShopTime at={change.undoneAt} />.
        </p>
      ) : changed > 0 ? (
        <p className="mt-2 text-muted">
          It can no longer be undone: {formatCount(changed, 'product')} of it{' '}
          {changed === 1 ? 'was' : 'were'} saved or deleted since.
        </p>
      ) : (
        <Form method="post" preventScrollReset className="mt-3">
          <SubmitButton action="undo">Undo this change</SubmitButton>
        </Form>
      )}
    </div>
  )
}

/** `hides`: what a change that only hides products calls them. */
type Counts = { changes: number; adds: number; hides?: ProductChangePage['hides'] }

/** `Update 2 products`, `Hide 2 sample products`, `Add 1 product`, `Update 2 and add 1 product`. */
export function buttonOf({ changes, adds, hides }: Counts): string {
  if (hides) return `Hide ${formatCount(changes, hides)}`
  if (adds === 0) return `Update ${formatCount(changes, 'product')}`
  return `${changes > 0 ? `Update ${changes.toLocaleString('en-US')} and add` : 'Add'} ${formatCount(adds, 'product')}`
}

/** `1 product will be added, hidden`. */
export function sentenceOf({ changes, adds, hides }: Counts): string {
  if (hides) return `${formatCount(changes, hides)} will be hidden from shoppers`
  const parts = [
    ...(changes > 0 || adds === 0 ? [`${formatCount(changes, 'product')} will change`] : []),
    ...(adds > 0 ? [`${formatCount(adds, 'product')} will be added, hidden`] : []),
  ]
  return parts.join(' and ')
}

function Draft({ change, changed, added, hides }: ProductChangePage) {
  const same = change.unchanged
  const counts = { changes: change.pieces - added, adds: added, hides }
  return (
    <div className="admin-panel mt-6">
      <p>
        {sentenceOf(counts)}
        {same > 0 &&
          `; ${formatCount(same, 'product')} ${same === 1 ? 'is' : 'are'} already like that`}
        . Nothing has been changed yet.
      </p>
      {changed > 0 && (
        <p className="mt-2 text-alert">
          {formatCount(changed, 'product')} of it {changed === 1 ? 'was' : 'were'} saved or deleted
          since this preview{changed <= 50 && ', marked below'}. These changes can’t be made as they
          are.
        </p>
      )}
      {change.problemCount > 0 && (
        <p className="mt-2 text-alert">
          These changes can’t be made: {formatCount(change.problemCount, 'problem')}, listed below.
        </p>
      )}
      <Form method="post" preventScrollReset className="mt-3 flex flex-wrap gap-3">
        {changed === 0 && change.problemCount === 0 && change.pieces > 0 && (
          <SubmitButton gold action="apply">
            {buttonOf(counts)}
          </SubmitButton>
        )}
        {changed > 0 && change.asked && (
          <SubmitButton gold action="again">
            Preview Again
          </SubmitButton>
        )}
      </Form>
    </div>
  )
}
