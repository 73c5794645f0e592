import type { HistoryRange, PastPrice } from '#app/domain/gold-price/history.ts'
import { formatExactRate, formatRate, type PricePerGram } from '#app/domain/gold-price/rates.ts'
import { HistoryChart } from './history-chart.tsx'

type Props = { prices: readonly PastPrice[]; range: HistoryRange; until: number }

/** What the shop sold gold at, by the gram. */
export function GoldPriceSeries({ prices, range, until }: Props) {
  return (
    <HistoryChart
      points={prices.map(({ at, perGram }) => ({ at, value: perGram }))}
      range={range}
      until={until}
      what="gold"
      unit=" per gram"
      // Every place that counts: the change can be reckoned again from the two ends.
      format={(value) => formatExactRate(Math.round(value) as PricePerGram)}
      columns={['Per gram', 'Per troy ounce']}
      cells={(index) => {
        const price = prices[index]
        return price ? [formatExactRate(price.perGram), formatRate(price.perOunce)] : []
      }}
    />
  )
}
