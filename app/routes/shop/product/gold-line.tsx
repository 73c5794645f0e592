import { formatRate } from '#app/domain/gold-price/rates.ts'
import { GoldChange } from '#app/ui/gold/gold-change.tsx'
import { useGoldPrice } from '#app/ui/gold/gold-price-context.tsx'
import { GoldSource } from '#app/ui/gold/gold-source.tsx'

/** The gold price a piece's price follows, how it moved, and where it is from [PDP-03, LIVE-02]. */
export function GoldLine() {
  const gold = useGoldPrice()
  return (
    <div className="mt-2 text-sm">
      <p className="tabular flex flex-wrap gap-x-4">
        <span>Gold {formatRate(gold.pricePerGram)} per gram</span>
        <span className="inline-flex gap-1">
          <GoldChange change={gold.change} changePercent={gold.changePercent} />
          <span className="text-muted">per oz</span>
        </span>
      </p>
      <p className="text-muted">{gold.fresh ? <GoldSource gold={gold} /> : 'Not yet updated'}</p>
    </div>
  )
}
