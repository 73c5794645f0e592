import type { ShownGoldPrice } from '#app/contracts/gold-price/gold-price.ts'
import { sourceLabel } from '#app/domain/gold-price/gold-price.ts'
import { Unbroken } from '../text/no-break.tsx'
import { formatTime, stateLabel } from './format-gold-price.ts'
import { useZone } from './use-zone.ts'

type Props = {
  gold: Pick<ShownGoldPrice, 'state' | 'source' | 'takenAt'>
  className?: string
}

/** State, time and source of a gold price, in words: `Live, 2:31 PM, gold-api` [LIVE-02]. */
export function GoldSource({ gold, className }: Props) {
  const parts = [
    stateLabel(gold),
    gold.takenAt && <GoldTime key="time" takenAt={gold.takenAt} />,
    sourceLabel(gold.source),
  ].filter((part) => part !== null)
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

/** The moment a price was true: in UTC as the server wrote it, then in the visitor's own time. */
function GoldTime({ takenAt }: { takenAt: string }) {
  const zone = useZone()
  return (
    <time dateTime={takenAt}>
      <Unbroken>{formatTime(takenAt, zone === null ? null : { zone, today: new Date() })}</Unbroken>
    </time>
  )
}
