import { formatRate } from '#app/domain/gold-price/rates.ts'
import { LiveValue } from '../text/live-value.tsx'
import { GoldChange } from './gold-change.tsx'
import { useGoldPrice } from './gold-price-context.tsx'
import { GoldSource } from './gold-source.tsx'

/**
 * The gold price in small letters: on a piece’s page, whose price follows it, and in the footer
 * [PDP-03, LIVE-02, NAV-11, GOLD-05 to GOLD-10]. The change is of the price per ounce, so it is beside that.
 */
export function GoldLine() {
  const gold = useGoldPrice()
  return (
    <div data-gold-widget="" className="flex flex-wrap gap-x-4 text-sm">
      <span>
        Gold <LiveValue>{formatRate(gold.pricePerGram)}</LiveValue> per gram
      </span>
      <span>
        <LiveValue>{formatRate(gold.price)}</LiveValue> per troy oz
      </span>
      {gold.changeKnown && <GoldChange change={gold.change} changePercent={gold.changePercent} />}
      <span className="text-muted">
        {gold.fresh ? <GoldSource gold={gold} /> : 'Not yet updated'}
      </span>
      {gold.error && <span className="text-notice">{gold.error}</span>}
    </div>
  )
}
