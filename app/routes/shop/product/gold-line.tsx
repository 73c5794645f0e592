import { formatRate } from '#app/domain/gold-price/rates.ts'
import { GoldChange } from '#app/ui/gold-price/gold-change.tsx'
import { useGoldPrice } from '#app/ui/gold-price/gold-price-context.tsx'
import { GoldSource } from '#app/ui/gold-price/gold-source.tsx'
import { LiveValue } from '#app/ui/text/live-value.tsx'

/** The gold price a piece's price follows, how it moved, and where it is from [PDP-03, LIVE-02]. */
export function GoldLine() {
  const gold = useGoldPrice()
  return (
    <div className="mt-2 text-sm">
      <p className="flex flex-wrap gap-x-4">
        <span>
          Gold <LiveValue>{formatRate(gold.pricePerGram)}</LiveValue> per gram
        </span>
        {gold.changeKnown && (
          <span className="inline-flex flex-wrap gap-x-2">
            {/* Beside the price per ounce, which is what moved by so many dollars. */}
            <span className="text-muted">
              <LiveValue>{formatRate(gold.price)}</LiveValue> per troy oz
            </span>
            <GoldChange change={gold.change} changePercent={gold.changePercent} />
          </span>
        )}
      </p>
      <p className="text-muted">{gold.fresh ? <GoldSource gold={gold} /> : 'Not yet updated'}</p>
    </div>
  )
}
