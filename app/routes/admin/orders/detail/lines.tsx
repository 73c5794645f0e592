import { Link } from 'react-router'
import type { AdminOrder } from '#app/.server/orders/queries/admin-order.ts'
import { sourceLabel } from '#app/domain/gold-price/gold-price.ts'
import { formatExactRate } from '#app/domain/gold-price/rates.ts'
import { formatCents } from '#app/domain/money/cents.ts'
import { formatGrams } from '#app/domain/money/grams.ts'
import type { OrderSummary } from '#app/domain/orders/order-summary.ts'
import type { QuoteLine } from '#app/domain/quote/quote.ts'
import { ShopTime } from '../../components/shop-time.tsx'

/** Every line with how its price came about, as it was charged. */
export function Lines({ order: { summary, known } }: { order: AdminOrder }) {
  return (
    <table className="admin-table">
      <thead>
        <tr>
          <th scope="col" className="pl-0">
            Piece
          </th>
          <th scope="col" className="figure max-md:hidden">
            Unit price
          </th>
          <th scope="col" className="figure max-sm:hidden">
            Quantity
          </th>
          <th scope="col" className="figure pr-0">
            Total
          </th>
        </tr>
      </thead>
      <tbody>
        {summary.lines.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a placed order never move.
          <tr key={index} className="break-inside-avoid">
            <td className="pl-0">
              <Name line={line} known={known} />
              <span className="block text-sm wrap-anywhere">
                {line.size}, {formatGrams(line.weight)}
                <span className="sm:hidden">, quantity {line.quantity}</span>
              </span>
              <span className="tabular block text-muted text-sm">{howItCameAbout(line)}</span>
            </td>
            <td className="figure max-md:hidden">{formatCents(line.unitPrice)}</td>
            <td className="figure max-sm:hidden">{line.quantity}</td>
            <td className="figure pr-0">{formatCents(line.lineTotal)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row" className="border-b-0 pl-0">
            Total
          </th>
          <td className="border-b-0 max-md:hidden" />
          <td className="figure border-b-0 max-sm:hidden">
            {summary.lines.reduce((pieces, { quantity }) => pieces + quantity, 0)}
          </td>
          <td className="figure border-b-0 pr-0 font-medium">{formatCents(summary.total)}</td>
        </tr>
      </tfoot>
    </table>
  )
}

/** A product may have been deleted since; what was sold stays in the books. */
function Name({ line, known }: { line: QuoteLine; known: readonly string[] }) {
  return known.includes(line.productId) ? (
    <Link
      to={`/admin/products/edit/${line.productId}`}
      className="link inline-block py-0.5 wrap-anywhere"
    >
      {line.name}
    </Link>
  ) : (
    <span className="block wrap-anywhere">{line.name}</span>
  )
}

function howItCameAbout({ weight, perGram, metalValue, fee, unitPrice }: QuoteLine): string {
  const gold = `${formatGrams(weight)} × ${formatExactRate(perGram)} = ${formatCents(metalValue)} gold`
  return `${gold} + ${formatCents(fee)} fee = ${formatCents(unitPrice)}`
}

export function GoldAtSale({ goldPrice }: { goldPrice: OrderSummary['goldPrice'] }) {
  const { perGram, perOunce, source, takenAt } = goldPrice
  // Null for a fallback, which comes from nowhere and was taken at no time.
  const from = sourceLabel(source)
  return (
    <dl className="tabular grid gap-x-6 gap-y-1 text-sm sm:grid-cols-[auto_1fr]">
      <dt className="text-muted">Per gram</dt>
      <dd>{formatExactRate(perGram)}</dd>
      <dt className="text-muted">Per troy ounce</dt>
      <dd>{formatExactRate(perOunce)}</dd>
      <dt className="text-muted">Source</dt>
      <dd className="wrap-anywhere">{from ?? 'Indicative price'}</dd>
      {from && (
        <>
          <dt className="text-muted">Taken</dt>
          <dd>
            <ShopTime at={takenAt} />
          </dd>
        </>
      )}
    </dl>
  )
}
