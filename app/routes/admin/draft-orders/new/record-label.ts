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

/** When a gold price was taken, on the shop's clock with its zone, for a list to choose from. */
export const recordLabel = (at: Date | string) => format.format(new Date(at))
