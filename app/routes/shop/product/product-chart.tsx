import { useEffect, useState } from 'react'
import { readGoldHistory } from '#app/contracts/gold-price/gold-price-history.ts'
import type { GoldSize } from '#app/domain/catalog/gold-size.ts'
import { type HistoryRange, historyRanges, type PastPrice } from '#app/domain/gold-price/history.ts'
import { rangeLabels } from '#app/ui/gold-price/format-history.ts'
import { useGoldPrice } from '#app/ui/gold-price/gold-price-context.tsx'
import { ProductPriceSeries } from '#app/ui/gold-price/product-price-series.tsx'

type Read = { range: HistoryRange; until: number; prices: PastPrice[] }

/** Arrives when the reader asks for it; then follows the gold price as the page does. */
export default function ProductChart({ name, size }: { name: string; size: GoldSize }) {
  const [range, setRange] = useState<HistoryRange>('month')
  const { read, failed } = useHistory(range)
  return (
    <div className="mt-4">
      <fieldset className="mb-4 flex flex-wrap gap-x-6">
        <legend className="sr-only">Range</legend>
        {(Object.keys(historyRanges) as HistoryRange[]).map((one) => (
          <label key={one} className="inline-flex min-h-8 items-center gap-2">
            <input
              type="radio"
              name="history-range"
              checked={one === range}
              onChange={() => setRange(one)}
              className="size-4 accent-gold-deep"
            />
            {rangeLabels[one].label}
          </label>
        ))}
      </fieldset>
      <div role="status">
        {failed && <p className="text-notice">The history can’t be loaded right now.</p>}
      </div>
      {read && <ProductPriceSeries name={name} size={size} {...read} />}
    </div>
  )
}

/**
 * Read for each range, and again whenever the gold price changes; the last reading stays until
 * loaded.
 */
function useHistory(range: HistoryRange): { read: Read | null; failed: boolean } {
  const { pricePerGram, takenAt } = useGoldPrice()
  const [read, setRead] = useState<Read | null>(null)
  const [failed, setFailed] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new price is the reason to read again.
  useEffect(() => {
    const leaving = new AbortController()
    fetch(`/api/gold-price/history?range=${range}`, { signal: leaving.signal })
      .then(async (response) => {
        if (!response.ok) throw new Error(`HTTP ${response.status}`)
        const prices = readGoldHistory(await response.json())
        setRead({ range, until: Date.now(), prices })
        setFailed(false)
      })
      .catch(() => {
        if (!leaving.signal.aborted) setFailed(true)
      })
    return () => leaving.abort()
  }, [range, pricePerGram, takenAt])
  return { read, failed }
}
