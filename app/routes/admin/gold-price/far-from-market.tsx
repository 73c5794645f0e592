import type { AdminGoldPricePage } from '#app/.server/gold-price/queries/admin-gold-price-page.ts'
import { formatExactRate, type PricePerGram } from '#app/domain/gold-price/rates.ts'
import { formatCents } from '#app/domain/money/cents.ts'
import { Field } from '#app/ui/forms/field.tsx'
import { SteppedInput } from '#app/ui/forms/stepped-input.tsx'
import { percentBetween, priceAt } from './preview.tsx'

/** A price over 10% from the market: what it does to two products, and the price a second time [GADM-18]. */
export function FarFromMarket({ data, next }: { data: AdminGoldPricePage; next: PricePerGram }) {
  const { market, perGram, products } = data
  const examples = products.list
    .filter(({ active }) => active)
    .flatMap(({ id, name, sizes: [size] }) => (size ? [{ id, name, size }] : []))
    .slice(0, 2)
  return (
    <div className="grid gap-4 border border-alert px-4 py-3 sm:col-span-2 sm:grid-cols-2">
      <div className="min-w-0">
        <p className="font-medium text-alert">
          {percentBetween(market, next)} from the last known price of {formatExactRate(market)} per
          gram
        </p>
        <ul className="mt-2 grid gap-1 text-sm">
          {examples.map(({ id, name, size }) => (
            <li key={id} className="wrap-anywhere">
              {name}, {size.size}:{' '}
              <span className="inline-block whitespace-nowrap">
                {formatCents(priceAt(size, perGram))} → {formatCents(priceAt(size, next))}
              </span>
            </li>
          ))}
        </ul>
        {data.fetches && (
          <p className="mt-2 text-muted text-sm">
            After two hours, the next fetched price will wait for your decision.
          </p>
        )}
      </div>
      <Field
        key={next}
        label="Enter the same price again"
        hint="Per gram or per troy ounce. It’s saved once both match."
      >
        <SteppedInput name="again" className="input" />
      </Field>
    </div>
  )
}
