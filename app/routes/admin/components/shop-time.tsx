import { brand } from '#brand'

const format = new Intl.DateTimeFormat('en-US', {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
  timeZone: brand.timeZone,
  timeZoneName: 'short',
})

/** `Mar 11, 2026, 09:05 PDT`: the one clock of the admin area, the shop's own, its zone beside it. */
export const shopTimeText = (at: Date | string) => format.format(new Date(at))

export function ShopTime({ at }: { at: Date | string }) {
  const time = new Date(at)
  return <time dateTime={time.toISOString()}>{shopTimeText(time)}</time>
}
