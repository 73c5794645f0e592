import { Link } from 'react-router'
import { formatRate } from '#app/domain/gold-price/rates.ts'
import { GoldChange } from '#app/ui/gold-price/gold-change.tsx'
import { useGoldPrice } from '#app/ui/gold-price/gold-price-context.tsx'
import { GoldSource } from '#app/ui/gold-price/gold-source.tsx'
import { LiveValue } from '#app/ui/text/live-value.tsx'

/** The name of the page, and the gold price all of its prices follow [LIST-01, LIST-02, LIST-03]. */
export function CollectionHero() {
  const gold = useGoldPrice()
  return (
    <header className="frame pt-6 pb-8 md:pt-10 md:pb-12">
      <Link to="/" className="link text-muted text-sm">
        Home
      </Link>
      <div className="mt-4 grid items-end gap-x-16 gap-y-6 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
        <div>
          <h1>Our Collection</h1>
          <p className="mt-4 max-w-md text-lg text-muted">
            Each price is the weight times today’s gold price, plus a flat fee for the piece and
            size.
          </p>
        </div>
        <div className={gold.fresh ? undefined : 'text-muted'}>
          <dl className="grid grid-cols-2 gap-x-6 border-gold border-t pt-4">
            <div>
              <dt className="text-muted text-sm">Gold per gram</dt>
              <dd className="font-display text-3xl">
                <LiveValue>{formatRate(gold.pricePerGram)}</LiveValue>
              </dd>
            </div>
            <div>
              <dt className="text-muted text-sm">Gold per troy ounce</dt>
              <dd className="font-display text-3xl">
                <LiveValue>{formatRate(gold.price)}</LiveValue>
              </dd>
              {gold.changeKnown && (
                <dd className="text-sm">
                  <GoldChange change={gold.change} changePercent={gold.changePercent} />
                </dd>
              )}
            </div>
          </dl>
          <p className="mt-2 text-muted text-sm">
            {gold.fresh ? <GoldSource gold={gold} /> : 'Not yet updated'}
          </p>
        </div>
      </div>
    </header>
  )
}
