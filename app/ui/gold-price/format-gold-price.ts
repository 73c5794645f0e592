import type { ShownGoldPrice } from '#app/contracts/gold-price/gold-price.ts'
import { fallbackSource, type GoldPriceState } from '#app/domain/gold-price/gold-price.ts'
import { formatRate } from '#app/domain/gold-price/rates.ts'

/** What is beside a price in each state [LIVE-02, D41]. */
const stateLabels = {
  live: 'Live',
  'set by hand': 'Set by us',
  'market closed': 'Market closed',
  stale: 'Stale',
  held: 'Held',
  indicative: 'Indicative price',
} as const satisfies Record<GoldPriceState, string>

type Labeled = Pick<ShownGoldPrice, 'state' | 'source'>

export function stateLabel({ state, source }: Labeled): string | null {
  if (source === fallbackSource) return stateLabels.indicative
  return state && stateLabels[state]
}

type Direction = 'up' | 'down' | 'none'

/** A change as it is shown: sign first, two places, per ounce. Zero has no sign and no direction [D8]. */
export function formatChange(
  change: number,
  changePercent: number,
): { direction: Direction; text: string } {
  const dollars = formatRate(Math.abs(change)).replace('$', '')
  const percent = Math.abs(changePercent).toFixed(2)
  const nothing = dollars === '0.00' && percent === '0.00'
  if (nothing) return { direction: 'none', text: '0.00 (0.00%)' }
  const falls = change < 0 || (change === 0 && changePercent < 0)
  const sign = falls ? '-' : '+'
  return { direction: falls ? 'down' : 'up', text: `${sign}${dollars} (${sign}${percent}%)` }
}

/** For screen readers, when the price has changed [A11Y-04]. */
export function spokenPrice({ pricePerGram, error }: ShownGoldPrice): string {
  const price = `Gold price: ${formatRate(pricePerGram)} per gram.`
  return error ? `${price} ${error}` : price
}
