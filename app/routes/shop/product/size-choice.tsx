import { Link } from 'react-router'
import type { ShownSize } from '#app/domain/catalog/gold-size.ts'
import { chainLabel } from '#app/domain/catalog/necklace-chain.ts'
import type { Attribute } from '#app/domain/catalog/product.ts'
import { sizeParts } from '#app/domain/catalog/size-words.ts'
import { shortMeasures } from '#app/domain/catalog/specifications.ts'
import type { PricePerGram } from '#app/domain/gold-price/rates.ts'
import { formatCents } from '#app/domain/money/cents.ts'
import { priceItem } from '#app/domain/pricing/price.ts'
import { DottedLine } from '#app/ui/text/dotted-line.tsx'
import { LiveValue } from '#app/ui/text/live-value.tsx'
import { Unbroken } from '#app/ui/text/no-break.tsx'

type SizeChoiceProps = {
  sizes: readonly ShownSize[]
  /** Height and width, some perhaps of one size. */
  dimensions: readonly Attribute[]
  selected: string | null
  onSelect: (key: string) => void
  perGram: PricePerGram
  /** Id of a form that the chosen size is sent with. */
  form: string | undefined
}

/** Every size with its measures and its price, so that they can be compared unchosen [PDP-06, FACTS-01]. */
export function SizeChoice({
  sizes,
  dimensions,
  selected,
  onSelect,
  perGram,
  form,
}: SizeChoiceProps) {
  return (
    <fieldset className="mt-3 min-w-0 md:mt-8">
      <legend className="mb-1.5 font-medium md:mb-3">Select Size</legend>
      {sizes.length === 0 && (
        <p className="border border-line px-4 py-3 text-muted">
          This piece has no sizes to choose from yet. Please{' '}
          <Link to="/contact" className="link">
            write to us
          </Link>{' '}
          for a price.
        </p>
      )}
      <div className="grid border-line not-empty:border-x not-empty:border-b">
        {sizes.map(({ size, key, weight, fee, stock }) => (
          <label
            key={key}
            className="grid min-h-13 cursor-pointer grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-4 border-line border-t px-4 py-1 hover:bg-raised md:py-3 has-checked:bg-raised has-checked:shadow-[inset_3px_0_0_var(--gold)] has-focus-visible:outline-2 has-focus-visible:outline-gold-deep"
          >
            <input
              type="radio"
              name="size"
              form={form}
              value={size}
              checked={size === selected}
              onChange={() => onSelect(key)}
              className="size-4 appearance-none rounded-full border border-muted outline-none checked:border-[5px] checked:border-gold-deep"
            />
            <SizeName
              size={{ size, weight }}
              measures={shortMeasures(dimensions, size)}
              left={stock?.words ?? null}
            />
            <span>
              <LiveValue>{formatCents(priceItem(weight, fee, perGram).unitPrice)}</LiveValue>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

/** What the piece hangs on [FACTS-03]. */
export function ChainNote({ chain }: { chain: string }) {
  return (
    <p className="mt-4 text-sm wrap-anywhere">
      <span className="text-muted">{chainLabel(chain)}:</span> <Unbroken>{chain}</Unbroken>
      <span className="block text-muted">The weight is for the pendant only.</span>
    </p>
  )
}

type SizeNameProps = {
  size: Pick<ShownSize, 'size' | 'weight'>
  measures: string | null
  /** How many there are of it, where it is counted for itself [STOCK-11]. */
  left: string | null
}

/** The name, and under or beside it what it measures. */
function SizeName({ size, measures, left }: SizeNameProps) {
  const [name = '', ...rest] = sizeParts(size, measures)
  return (
    <span>
      <span className="wrap-anywhere">{name}</span>{' '}
      <span className="block text-muted text-sm">
        <DottedLine parts={rest} />
      </span>
      {left && <span className="block text-sm">{left}</span>}
    </span>
  )
}
