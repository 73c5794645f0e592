import { Link } from 'react-router'
import { sourceLabel } from '#app/domain/gold-price/gold-price.ts'
import { formatExactRate, formatRate } from '#app/domain/gold-price/rates.ts'
import { useGoldPrice } from '#app/ui/gold-price/gold-price-context.tsx'
import { LiveValue } from '#app/ui/text/live-value.tsx'
import { staffStateLabel } from '../components/gold-state.ts'
import { ShopTime } from '../components/shop-time.tsx'

/** The price the shop sells at and how sure it is; it follows the market automatically. */
export function GoldNow({ mayOpen }: { mayOpen: boolean }) {
  const gold = useGoldPrice()
  const { pricePerGram, price, takenAt, error } = gold
  const source = sourceLabel(gold.source)
  const state = staffStateLabel(gold) ?? 'Unknown'
  return (
    <section aria-labelledby="gold-now">
      <h2 id="gold-now">Gold price</h2>
      <p className="mt-3 flex flex-wrap items-baseline gap-x-8 gap-y-1">
        <span>
          <span className="font-display text-3xl">
            <LiveValue>{formatExactRate(pricePerGram)}</LiveValue>
          </span>{' '}
          per gram
        </span>
        <span className="text-muted">
          <LiveValue>{formatRate(price)}</LiveValue> per troy ounce
        </span>
      </p>
      <p className="mt-1 text-sm">
        {mayOpen ? (
          <Link to="/admin/dashboard/gold-price" prefetch="intent" className="link py-1">
            {state}
          </Link>
        ) : (
          state
        )}
        {source && gold.state !== 'set by hand' && `, ${source}`}
        {takenAt && source && (
          <>
            , <ShopTime at={takenAt} />
          </>
        )}
      </p>
      {error && <p className="mt-1 text-notice text-sm">{error}</p>}
    </section>
  )
}
