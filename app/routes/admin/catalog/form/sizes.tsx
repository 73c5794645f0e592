import { Trash2 } from 'lucide-react'
import type { AdminProduct } from '#app/.server/catalog/queries/admin-product.ts'
import { emptySize, newProduct, type SizeRow } from '#app/contracts/catalog/product.ts'
import type { PricePerGram } from '#app/domain/gold-price/rates.ts'
import { formatCents, parseDollarInput } from '#app/domain/money/cents.ts'
import { parseGramInput } from '#app/domain/money/grams.ts'
import { priceItem } from '#app/domain/pricing/price.ts'
import { IconButton } from '#app/routes/admin/components/icon-button.tsx'
import { SteppedField, TextField } from '#app/ui/forms/fields.tsx'
import { AddRow } from './add-row.tsx'
import { taken } from './basics.tsx'
import type { Change, Keyed } from './form-state.ts'
import { Section } from './section.tsx'
import { useRows } from './use-rows.ts'

type Props = {
  sizes: Keyed<SizeRow>[]
  chain: string
  perGram: PricePerGram
  change: Change
  /** What the orders have of each size, by its key. */
  stock?: AdminProduct['stock']['sizes']
}

/** A row as a new product begins with it [SIZE-13]. */
function isExample({ sizeKey, weight, fee }: SizeRow): boolean {
  const isAsGiven = newProduct.sizes.some((each) => each.weight === weight && each.fee === fee)
  return sizeKey === '' && isAsGiven
}

export function Sizes({ sizes, chain, perGram, change, stock = {} }: Props) {
  const { add, addButton, set, remove } = useRows(sizes, (rows) => change({ sizes: rows }))
  const input = (row: Keyed<SizeRow>, index: number, part: keyof SizeRow) => ({
    name: `sizes.${index}.${part}`,
    value: row[part],
    onChange: (event: { currentTarget: { value: string } }) =>
      set(row.key, { [part]: event.currentTarget.value }),
    autoComplete: 'off',
  })
  return (
    <Section
      title="Sizes"
      note="Total = weight × gold price per gram + flat fee. Updates with the gold price. Rows without a size or weight aren’t saved. Leave stock blank for made-to-order sizes."
    >
      {sizes.some(isExample) && (
        <p className="text-notice text-sm">
          The weights and fees are examples. Enter your own before you save. New products go live
          right away.
        </p>
      )}
      <ul className="grid gap-6">
        {sizes.map((row, index) => (
          <li key={row.key}>
            <fieldset className="grid min-w-0 grid-cols-2 gap-3 border-line border-b pb-5 lg:grid-cols-[10rem_7rem_8rem_7rem_minmax(0,1fr)_9rem_2.75rem]">
              <legend className="sr-only">Size {index + 1}</legend>
              <TextField {...input(row, index, 'size')} label="Size" className="min-w-0" />
              <SteppedField {...input(row, index, 'weight')} label="Weight (g)" />
              <SteppedField {...input(row, index, 'fee')} label="Flat fee ($)" />
              <TextField
                {...input(row, index, 'pieces')}
                label="In stock"
                hint={taken(stock[row.sizeKey])}
                kind="count"
              />
              <TextField
                {...input(row, index, 'stripeLink')}
                label="Payment link"
                className="col-span-full lg:col-auto"
                hint={
                  hasLink(row) &&
                  'Fixed price: Buy Now opens this page, and its price doesn’t follow the gold price.'
                }
                type="url"
                placeholder="https://"
              />
              <p className="lg:text-right">
                <span className="block text-muted text-sm">Total</span>
                <output
                  key={hasLink(row) ? 'link' : totalOf(row, perGram)}
                  translate={hasLink(row) ? undefined : 'no'}
                  className="font-medium lg:block lg:py-2"
                >
                  {hasLink(row) ? 'set by the link' : (totalOf(row, perGram) ?? '–')}
                </output>
              </p>
              <IconButton
                icon={Trash2}
                label={`Remove size ${row.size || index + 1}`}
                disabled={sizes.length === 1}
                onClick={() => remove(row.key)}
                className="size-11 self-end justify-self-end"
              />
            </fieldset>
          </li>
        ))}
      </ul>
      <AddRow ref={addButton} onClick={() => add([emptySize])}>
        Add Size
      </AddRow>
      <TextField
        name="chain"
        label="Chain or cord"
        optional="optional"
        hint="Enter the metal, length, and thickness, and whether the chain or cord is included. Shown to buyers below the sizes, with a note that the weight is for the pendant only."
        value={chain}
        onChange={(event) => change({ chain: event.currentTarget.value })}
      />
    </Section>
  )
}

/**
 * Sold at the price of its payment page, which the shop does not know [D7]. A size that is counted is sold
 * without its link [STOCK-11].
 */
const hasLink = (row: SizeRow) => row.stripeLink.trim() !== '' && row.pieces === ''

/** As a buyer would pay now [SIZE-06]; null until weight and fee are numbers. */
function totalOf(row: SizeRow, perGram: PricePerGram): string | null {
  const weight = parseGramInput(row.weight)
  const fee = parseDollarInput(row.fee)
  if (weight === null || fee === null || fee < 0) return null
  return formatCents(priceItem(weight, fee, perGram).unitPrice)
}
