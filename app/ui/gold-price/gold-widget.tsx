import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { formatRate } from '#app/domain/gold-price/rates.ts'
import { LiveValue } from '#app/ui/text/live-value.tsx'
import { GoldChange } from './gold-change.tsx'
import { useGoldPrice } from './gold-price-context.tsx'
import { GoldSource } from './gold-source.tsx'

type Props = {
  /** Shown under the figure, where the widget is one card among others. */
  heading?: ReactNode
  /** False on the page it would lead to. */
  linked?: boolean
  className?: string
}

/**
 * The live gold price [GOLD-05 to GOLD-10]: per gram, from which products are priced, then per
 * troy ounce, as markets quote it.
 */
export function GoldWidget({ heading, linked = true, className = '' }: Props) {
  const gold = useGoldPrice()
  return (
    <div className={className} data-gold-widget="">
      <div className={gold.fresh ? undefined : 'text-muted'}>
        <p className="flex flex-wrap items-baseline gap-x-2">
          <span className="font-display text-5xl leading-none">
            <LiveValue>{formatRate(gold.pricePerGram)}</LiveValue>
          </span>{' '}
          <span className="text-sm whitespace-nowrap text-muted">per gram</span>
        </p>
        {heading}
        <p className="mt-3 flex flex-wrap items-baseline gap-x-4 text-sm">
          <span>
            <LiveValue>{formatRate(gold.price)}</LiveValue> per troy oz
          </span>
          {gold.changeKnown && (
            <GoldChange change={gold.change} changePercent={gold.changePercent} />
          )}
        </p>
      </div>
      {gold.error && <p className="mt-2 text-sm text-notice">{gold.error}</p>}
      <p className="mt-2 text-sm text-muted">
        {gold.fresh ? <GoldSource gold={gold} /> : 'Not yet updated'}
      </p>
      {linked && (
        <Link to="/gold-price" className="link mt-2 inline-block min-h-6 text-sm">
          Gold price history
        </Link>
      )}
    </div>
  )
}
