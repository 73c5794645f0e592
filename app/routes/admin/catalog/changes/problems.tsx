import type { ProductChangePage } from '#app/.server/catalog/queries/product-changes.ts'

/** Why a planned change cannot be made: by product, or by row and column of the file. */
export function Problems({ change }: { change: ProductChangePage['change'] }) {
  const { problems, problemCount } = change
  if (problems.length === 0) return null
  return (
    <section className="mt-6">
      <h2>Problems</h2>
      <ul className="mt-3 grid gap-2 wrap-anywhere">
        {problems.map(({ row, column, name, message }) => (
          <li key={`${row} ${column} ${name} ${message}`}>
            <span className="font-medium">{placeOf({ row, column, name })}</span>: {message}
          </li>
        ))}
      </ul>
      {problemCount > problems.length && (
        <p className="mt-2 text-muted">And {problemCount - problems.length} more.</p>
      )}
    </section>
  )
}

type Place = { row: number | null; column: string | null; name: string }

function placeOf({ row, column, name }: Place): string {
  const place = [row !== null && `Row ${row}`, column, name].filter(Boolean)
  return place.join(', ')
}
