import type { GoldSize } from '#app/domain/catalog/gold-size.ts'
import type { HistoryRange, PastPrice } from '#app/domain/gold-price/history.ts'
import { formatExactRate } from '#app/domain/gold-price/rates.ts'
import { cents, formatCents } from '#app/domain/money/cents.ts'
import { formatGrams } from '#app/domain/money/grams.ts'
import { priceItem } from '#app/domain/pricing/price.ts'
import { Unbroken } from '../text/no-break.tsx'
import { HistoryChart } from './history-chart.tsx'

type Props = {
  /** The piece's name, inside a sentence. */
  name: string
  size: Pick<GoldSize, 'size' | 'weight' | 'fee'>
  prices: readonly PastPrice[]
  range: HistoryRange
  until: number
}

/** What one size of a piece cost: today's weight and fee at the gold price of each point. */
export function ProductPriceSeries({
  name,
  size: { size, weight, fee },
  prices,
  range,
  until,
}: Props) {
  const priced = prices.map((past) => ({ ...past, ...priceItem(weight, fee, past.perGram) }))
  return (
    <>
      <HistoryChart
        points={priced.map(({ at, unitPrice }) => ({ at, value: unitPrice }))}
        range={range}
        until={until}
        what={`${name}, ${size},`}
        unit=""
        // Ticks may lie between two cents.
        format={(value) => formatCents(cents(Math.round(value)))}
        columns={['Gold per gram', 'Gold part', 'Fee', 'Price']}
        cells={(index) => {
          const one = priced[index]
          if (!one) return []
          const sums = [one.metalValue, one.fee, one.unitPrice]
          return [formatExactRate(one.perGram), ...sums.map(formatCents)]
        }}
      />
      <p className="mt-4 text-muted text-sm">
        <Unbroken>
          {`Calculated with the current weight and fee: ${formatGrams(weight)} × gold price per gram + ${formatCents(fee)}.`}
        </Unbroken>
      </p>
    </>
  )
}
