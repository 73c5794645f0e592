import { Link } from 'react-router'
import { formatRate } from '#app/domain/gold-price/rates.ts'
import { GoldChange } from '#app/ui/gold-price/gold-change.tsx'
import { GoldLine } from '#app/ui/gold-price/gold-line.tsx'
import { useGoldPrice } from '#app/ui/gold-price/gold-price-context.tsx'
import { GoldSource } from '#app/ui/gold-price/gold-source.tsx'
import { LiveValue } from '#app/ui/text/live-value.tsx'
import { Unbroken } from '#app/ui/text/no-break.tsx'

/**
 * The name of the page, and the gold price all of its prices follow [LIST-01, LIST-02, LIST-03]. `note` is of the
 * pieces’ chains and pictures.
 */
export function CollectionHero({ note }: { note: string }) {
  const gold = useGoldPrice()
  return (
    <header className="frame pt-3 pb-4 md:pt-10 md:pb-12">
      <div className="grid items-end gap-x-16 gap-y-3 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
        <div>
          <div className="max-md:flex max-md:flex-row-reverse max-md:flex-wrap max-md:items-baseline max-md:justify-between">
            <Link to="/" className="link text-muted text-sm">
              Home
            </Link>
            <h1 className="md:mt-4">Our Collection</h1>
          </div>
          <p className="mt-2 max-w-md text-muted md:mt-4 md:text-lg">
            Each price is the weight times today’s gold price, plus a flat fee for the piece and
            size.
          </p>
          {note && (
            <p className="mt-1 text-xs text-muted md:mt-2">
              <Unbroken>{note}</Unbroken>
            </p>
          )}
        </div>
        <div className="lg:hidden">
          <GoldLine />
        </div>
        <div className={`max-lg:hidden ${gold.fresh ? '' : 'text-muted'}`}>
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
