import { Link } from 'react-router'
import type { GoldSize } from '#app/domain/catalog/gold-size.ts'
import type { PricePerGram } from '#app/domain/gold-price/rates.ts'
import { formatCents } from '#app/domain/money/cents.ts'
import { formatGrams } from '#app/domain/money/grams.ts'
import { priceItem } from '#app/domain/pricing/price.ts'

type SizeChoiceProps = {
  sizes: readonly GoldSize[]
  selected: string | null
  onSelect: (size: string) => void
  perGram: PricePerGram
}

/** Every size with its weight and its price, so that they can be compared unchosen [PDP-06]. */
export function SizeChoice({ sizes, selected, onSelect, perGram }: SizeChoiceProps) {
  return (
    <fieldset className="mt-8 min-w-0">
      <legend className="mb-3 font-medium">Select Size</legend>
      {sizes.length === 0 && (
        <p className="border border-line px-4 py-3 text-muted">
          This piece has no size to choose yet. Please{' '}
          <Link to="/contact" className="link">
            write to us
          </Link>{' '}
          for a price.
        </p>
      )}
      <div className="grid border-line not-empty:border-x not-empty:border-b">
        {sizes.map(({ size, weight, fee }) => (
          <label
            key={size}
            className="grid min-h-14 cursor-pointer grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-4 border-line border-t px-4 py-3 hover:bg-raised has-checked:bg-raised has-checked:shadow-[inset_3px_0_0_var(--gold)] has-focus-visible:outline-2 has-focus-visible:outline-gold-deep"
          >
            <input
              type="radio"
              name="size"
              value={size}
              checked={size === selected}
              onChange={() => onSelect(size)}
              className="size-4 appearance-none rounded-full border border-muted outline-none checked:border-[5px] checked:border-gold-deep"
            />
            <span className="flex flex-wrap items-baseline gap-x-3">
              <span className="wrap-anywhere">{size}</span>
              <span className="tabular text-muted text-sm whitespace-nowrap">
                {formatGrams(weight)}
              </span>
            </span>
            <span className="tabular">
              {formatCents(priceItem(weight, fee, perGram).unitPrice)}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
