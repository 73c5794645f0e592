import type { Milligrams } from '#app/domain/money/grams.ts'
import type { Item } from '#app/domain/weighing/to-weigh.ts'
import { scaleWeight, serialNumber } from '../weighing/weighing.ts'

/**
 * Whether the buyer takes the pieces along as they are paid. `auto`: where no address to ship to is entered,
 * as of a walk-in; one that is entered once this was read back, as for Form 8300, changes nothing [SALE-32].
 */
export const handOverChoices = ['later', 'auto', 'now'] as const

/** A piece that is handed over as it is sold, `item` of its line from 1. `suggested`: its serial number. */
export type HandOverItem = Item & { name: string; sold: Milligrams; suggested: string }

export type WeighedAtSale = Item & { actual: Milligrams; serial: string }

export const scaleField = ({ line, item }: Item) => `scale-${line}-${item}`
export const serialField = ({ line, item }: Item) => `serial-${line}-${item}`
export const isWeighedField = (name: string) => /^(scale|serial)-\d+-\d+$/.test(name)

/** What the scale shows of each piece, or by field what is wrong with it. */
export function readScale(
  sent: Readonly<Record<string, string>>,
  items: readonly Item[],
): { weighed: WeighedAtSale[]; errors: Record<string, string> } {
  const errors: Record<string, string> = {}
  const weighed = items.flatMap(({ line, item }) => {
    const place = { line, item }
    const [scale, numbered] = [scaleField(place), serialField(place)]
    const actual = scaleWeight.safeParse(sent[scale] ?? '')
    const serial = serialNumber.safeParse(sent[numbered] ?? '')
    if (actual.error) errors[scale] = actual.error.issues[0]?.message ?? ''
    if (serial.error) errors[numbered] = serial.error.issues[0]?.message ?? ''
    return actual.success && serial.success
      ? [{ ...place, actual: actual.data, serial: serial.data }]
      : []
  })
  return { weighed, errors }
}
