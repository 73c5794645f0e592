import type {
  AdminGoldPricePage,
  PricedProduct,
} from '#app/.server/gold-price/queries/admin-gold-price-page.ts'
import type { GoldSize } from '#app/domain/catalog/gold-size.ts'
import { formatExactRate, type PricePerGram } from '#app/domain/gold-price/rates.ts'
import { cents, formatCents } from '#app/domain/money/cents.ts'
import { formatGrams } from '#app/domain/money/grams.ts'
import { priceItem } from '#app/domain/pricing/price.ts'
import { Paging } from '#app/ui/paging.tsx'
import { LiveValue } from '#app/ui/text/live-value.tsx'
import { formatCount } from '../components/format-count.ts'
import { Table } from '../components/table.tsx'

type Props = {
  products: AdminGoldPricePage['products']
  current: PricePerGram
  /** What saving would store; null while nothing is typed, or nothing that could be saved. */
  next: PricePerGram | null
  /** `next` is the price that waits for a decision, and not one that is typed. */
  isHeld: boolean
}

/** What a price would do to each size of each product. By the rule that prices the shop itself. */
export function Preview({ products, current, next, isHeld }: Props) {
  const { list, total, page, pages } = products
  return (
    <section aria-labelledby="preview">
      <h2 id="preview">Preview</h2>
      <p className="mt-2 text-muted">
        {next === null
          ? 'Enter a price to see what each product would cost. Nothing changes until you save.'
          : `What each product would cost at ${isHeld ? 'the held ' : ''}${formatExactRate(next)} per gram, ${formatChange(current, next)}. ${isHeld ? 'Not accepted yet.' : 'Not saved yet.'}`}
      </p>
      {total > 0 && (
        <>
          <Table
            className="mt-3"
            label="Current and new prices"
            columns={['Product', ['Current', 'figure'], ['New', 'figure']]}
          >
            {list.map((product) => (
              <Product key={product.id} product={product} current={current} next={next} />
            ))}
          </Table>
          <Paging
            page={page}
            pages={pages}
            count={formatCount(total, 'product')}
            label="Pages of the preview"
            preventScrollReset
          />
        </>
      )}
    </section>
  )
}

type ProductProps = { product: PricedProduct; current: PricePerGram; next: PricePerGram | null }

function Product({ product: { name, active, sizes }, current, next }: ProductProps) {
  return (
    <tbody>
      <tr>
        <th
          scope="rowgroup"
          colSpan={3}
          className="pt-4 text-[0.9375rem] text-ink whitespace-normal wrap-anywhere"
        >
          {name}
          {!active && ' (hidden)'}
        </th>
      </tr>
      {sizes.length === 0 && (
        <tr>
          <td colSpan={3}>No sizes priced by weight.</td>
        </tr>
      )}
      {sizes.map((size) => (
        <tr key={size.size}>
          <td className="wrap-anywhere">
            {size.size}, {formatGrams(size.weight)}
          </td>
          <td className="figure">{formatCents(priceAt(size, current))}</td>
          <td className="figure">
            {next === null ? '–' : <Then was={priceAt(size, current)} is={priceAt(size, next)} />}
          </td>
        </tr>
      ))}
    </tbody>
  )
}

function Then({ was, is }: { was: number; is: ReturnType<typeof cents> }) {
  const moved = is - was
  const sign = moved < 0 ? '−' : '+'
  return (
    <>
      <LiveValue>{formatCents(is)}</LiveValue>
      <span className="block text-muted text-sm sm:inline-block sm:w-28">
        {moved === 0 ? 'no change' : `${sign}${formatCents(cents(Math.abs(moved)))}`}
      </span>
    </>
  )
}

/** What a size costs at a gold price. */
export const priceAt = ({ weight, fee }: GoldSize, perGram: PricePerGram) =>
  priceItem(weight, fee, perGram).unitPrice

function formatChange(from: PricePerGram, to: PricePerGram): string {
  return from === to ? 'the same as now' : `${percentBetween(from, to)} from now`
}

/** `+4.2%`; shown, never used in a calculation. */
export function percentBetween(from: PricePerGram, to: PricePerGram): string {
  const percent = ((to - from) / from) * 100
  return `${percent < 0 ? '−' : '+'}${Math.abs(percent).toFixed(1)}%`
}
