import { Plus, Trash2 } from 'lucide-react'
import { useRef } from 'react'
import { emptySize, type SizeRow } from '#app/contracts/product.ts'
import type { PricePerGram } from '#app/domain/gold-price/rates.ts'
import { formatCents, parseDollars } from '#app/domain/money/cents.ts'
import { parseGrams } from '#app/domain/money/grams.ts'
import { priceItem } from '#app/domain/pricing/price.ts'
import { Field } from '../../components/field.tsx'
import { type Change, type ErrorAt, type Keyed, keyed } from './form-state.ts'
import { Section } from './section.tsx'

type Props = {
  sizes: Keyed<SizeRow>[]
  perGram: PricePerGram
  change: Change
  errorAt: ErrorAt
}

export function Sizes({ sizes, perGram, change, errorAt }: Props) {
  const add = useRef<HTMLButtonElement>(null)
  const set = (key: string, part: Partial<SizeRow>) =>
    change({ sizes: sizes.map((row) => (row.key === key ? { ...row, ...part } : row)) })
  const place = (index: number, part: keyof SizeRow) => ({
    at: `sizes.${index}.${part}`,
    error: errorAt(`sizes.${index}.${part}`),
  })
  const remove = (key: string) => {
    change({ sizes: sizes.filter((row) => row.key !== key) })
    add.current?.focus()
  }
  return (
    <Section
      title="Gold Sizes"
      note="Total = weight × gold price per gram + fee. It follows the gold price. Rows without a size or a weight are not saved."
    >
      <ul className="grid gap-6">
        {sizes.map((row, index) => (
          <li key={row.key}>
            <fieldset className="product-size">
              <legend className="sr-only">Gold size {index + 1}</legend>
              <Field label="Size" {...place(index, 'size')}>
                {(described) => (
                  <input
                    {...described}
                    autoComplete="off"
                    value={row.size}
                    onChange={(event) => set(row.key, { size: event.currentTarget.value })}
                    className="admin-input"
                  />
                )}
              </Field>
              <Field label="Weight (g)" {...place(index, 'weight')}>
                {(described) => (
                  <input
                    {...described}
                    type="number"
                    step="0.1"
                    min="0"
                    inputMode="decimal"
                    value={row.weight}
                    onChange={(event) => set(row.key, { weight: event.currentTarget.value })}
                    className="admin-input"
                  />
                )}
              </Field>
              <Field label="Fee ($)" {...place(index, 'fee')}>
                {(described) => (
                  <input
                    {...described}
                    type="number"
                    step="0.01"
                    min="0"
                    inputMode="decimal"
                    value={row.fee}
                    onChange={(event) => set(row.key, { fee: event.currentTarget.value })}
                    className="admin-input"
                  />
                )}
              </Field>
              <Field
                label="Payment link"
                {...place(index, 'stripeLink')}
                className="product-size-link"
                hint={
                  hasLink(row) &&
                  'Fixed price: Buy Now opens this page, whose price does not follow the gold price.'
                }
              >
                {(described) => (
                  <input
                    {...described}
                    type="url"
                    autoComplete="off"
                    placeholder="https://"
                    value={row.stripeLink}
                    onChange={(event) => set(row.key, { stripeLink: event.currentTarget.value })}
                    className="admin-input"
                  />
                )}
              </Field>
              <p className="product-size-total">
                <span className="block text-muted text-sm">Total</span>
                <output className="tabular font-medium">
                  {hasLink(row) ? 'set by the link' : (totalOf(row, perGram) ?? '–')}
                </output>
              </p>
              <button
                type="button"
                disabled={sizes.length === 1}
                onClick={() => remove(row.key)}
                aria-label={`Remove size ${row.size || index + 1}`}
                title="Remove this size"
                className="icon-button self-end"
              >
                <Trash2 aria-hidden="true" className="size-4" />
              </button>
            </fieldset>
          </li>
        ))}
      </ul>
      <button
        ref={add}
        type="button"
        onClick={() => change({ sizes: [...sizes, keyed(emptySize)] })}
        className="button button-line justify-self-start"
      >
        <Plus aria-hidden="true" className="size-4" />
        Add Size
      </button>
    </Section>
  )
}

/** Sold at the price of its payment page, which the shop does not know [D7]. */
const hasLink = (row: SizeRow) => row.stripeLink.trim() !== ''

/** As a buyer would pay now [SIZE-06]; null until weight and fee are numbers. */
function totalOf(row: SizeRow, perGram: PricePerGram): string | null {
  const weight = parseGrams(row.weight)
  const fee = parseDollars(row.fee)
  if (weight === null || fee === null || fee < 0) return null
  return formatCents(priceItem(weight, fee, perGram).unitPrice)
}
