import type { ShownGoldPrice } from '#app/contracts/gold-price/gold-price.ts'
import { handSet, sourceLabel } from '#app/domain/gold-price/gold-price.ts'
import { formatRecentDateTime } from '#app/domain/time/date-time.ts'
import { brand } from '#brand'
import { Unbroken } from '../text/no-break.tsx'
import { stateLabel } from './format-gold-price.ts'

type Props = {
  gold: Pick<ShownGoldPrice, 'state' | 'source' | 'takenAt'>
  className?: string
}

/**
 * State, time and source of a gold price, in words: `Live, Mar 11, 9:05 AM PDT, market price` [LIVE-02]. Which
 * feed it came from is said where it can be checked: in its record and in certificates [LIVE-18]. That a price was
 * set by us is in its state.
 */
export function GoldSource({ gold, className }: Props) {
  const parts = [
    stateLabel(gold),
    gold.takenAt && <GoldTime key="time" takenAt={gold.takenAt} />,
    gold.state !== 'set by hand' && sourceWords(gold.source),
  ].filter((part) => part)
  if (parts.length === 0) return null
  return (
    <span className={className}>
      {parts.map((part, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts never change places.
        <span key={at}>
          {at > 0 && ', '}
          {part}
        </span>
      ))}
    </span>
  )
}

/** The source in words: prices that we set are ours, every feed is the market price. */
function sourceWords(source: string): string | null {
  const label = sourceLabel(source)
  return label === null || label === sourceLabel(handSet) ? label : 'market price'
}

/** By the shop's clock, as everywhere: the visitor's own zone is not known before the browser runs [LIVE-16]. */
function GoldTime({ takenAt }: { takenAt: string }) {
  return (
    <time dateTime={takenAt}>
      <Unbroken>{formatRecentDateTime(new Date(takenAt), brand.timeZone)}</Unbroken>
    </time>
  )
}
