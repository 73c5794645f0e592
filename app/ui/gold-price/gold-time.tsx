import { Unbroken } from '../text/unbroken.tsx'
import { formatTime } from './format-gold-price.ts'
import { useZone } from './use-zone.ts'

/** The moment a price was true: in UTC as the server wrote it, then in the visitor's own time. */
export function GoldTime({ takenAt }: { takenAt: string }) {
  const zone = useZone()
  return (
    <time dateTime={takenAt}>
      <Unbroken>{formatTime(takenAt, zone === null ? null : { zone, today: new Date() })}</Unbroken>
    </time>
  )
}
