import { formatShortDateTime } from '#app/domain/time/date-time.ts'
import { brand } from '#brand'

/** `Mar 11, 2026, 9:05 AM PDT`: the one clock of the admin area, the shop's own, its zone beside it. */
export const shopTimeText = (at: Date | string) => formatShortDateTime(new Date(at), brand.timeZone)

export function ShopTime({ at }: { at: Date | string }) {
  const time = new Date(at)
  return <time dateTime={time.toISOString()}>{shopTimeText(time)}</time>
}
