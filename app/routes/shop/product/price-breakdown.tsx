import type { GoldSize } from '#app/domain/catalog/gold-size.ts'
import { formatExactRate } from '#app/domain/gold-price/rates.ts'
import { type Cents, formatCents } from '#app/domain/money/cents.ts'
import { formatGrams } from '#app/domain/money/grams.ts'
import type { ItemPrice } from '#app/domain/pricing/price.ts'
import { GoldLine } from '#app/ui/gold-price/gold-line.tsx'
import { useGoldPrice } from '#app/ui/gold-price/gold-price-context.tsx'
import { LiveValue } from '#app/ui/text/live-value.tsx'
import { Unbroken } from '#app/ui/text/no-break.tsx'
import { brand } from '#brand'

type PriceSlipProps = {
  name: string
  size: GoldSize
  price: ItemPrice
  /** Its fee; null: none is asked for. */
  engraving: Cents | null
}

/** How the price is made, as an assayer writes it: every figure can be checked from those beside it. */
export function PriceBreakdown({ name, size, price, engraving }: PriceSlipProps) {
  const gold = useGoldPrice()
  return (
    <section
      aria-labelledby="price-breakdown"
      className="border border-line bg-raised max-lg:mt-10"
    >
      <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-gold border-b px-5 py-3">
        <h2 id="price-breakdown" className="font-sans text-base">
          Price breakdown
        </h2>
        <span className="hallmark">{brand.mark}</span>
      </header>
      <div className="px-5 pt-2 pb-4">
        <table className="w-full text-right">
          <caption className="sr-only">
            How we price {name}, {size.size}
          </caption>
          <tbody>
            <tr>
              <th scope="row" className="py-2 pr-4 text-left font-normal">
                Gold
                <span className="block text-muted text-sm">
                  <Unbroken>{`${formatGrams(size.weight)} × ${formatExactRate(gold.pricePerGram)} per gram`}</Unbroken>
                </span>
              </th>
              <td className="py-2 align-bottom">
                <LiveValue>{formatCents(price.metalValue)}</LiveValue>
              </td>
            </tr>
            <tr>
              <th scope="row" className="py-2 pr-4 text-left font-normal">
                Flat fee
              </th>
              <td className="py-2 whitespace-nowrap">
                + <LiveValue>{formatCents(price.fee)}</LiveValue>
              </td>
            </tr>
            {engraving !== null && (
              <tr>
                <th scope="row" className="py-2 pr-4 text-left font-normal">
                  Engraving
                </th>
                <td className="py-2 whitespace-nowrap">
                  + <LiveValue>{formatCents(engraving)}</LiveValue>
                </td>
              </tr>
            )}
          </tbody>
          <tfoot>
            <tr className="border-line border-t">
              <th scope="row" className="py-3 pr-4 text-left font-medium wrap-anywhere">
                Price, {size.size}
              </th>
              <td className="py-3 font-medium">
                <LiveValue>{formatCents(price.unitPrice)}</LiveValue>
              </td>
            </tr>
          </tfoot>
        </table>
        <div className="border-line border-t pt-3">
          <GoldLine />
        </div>
      </div>
    </section>
  )
}

/** `Gold $1,943.27 + flat fee $750.00` [PDP-26] */
export function PriceParts({ price, engraving }: Pick<PriceSlipProps, 'price' | 'engraving'>) {
  return (
    <p className="mt-1 text-muted text-sm md:mt-1.5">
      Gold <LiveValue>{formatCents(price.metalValue)}</LiveValue> + flat fee{' '}
      <LiveValue>{formatCents(price.fee)}</LiveValue>
      {engraving !== null && (
        <>
          {' '}
          + engraving <LiveValue>{formatCents(engraving)}</LiveValue>
        </>
      )}
    </p>
  )
}
