import { z } from 'zod'
import { parseScale } from '#app/domain/weighing/evaluate-weight.ts'
import { parseSerial, serialOf } from '#app/domain/weighing/serial.ts'
import { brand } from '#brand'
import { reason } from '../orders/order.ts'
import { line, readBy } from '../platform/text.ts'

const wrongGrams = () =>
  'Please enter the grams shown on the scale, above zero and with no more than two decimals, like 28.90.'
/** The example begins as the shop's own do. */
const wrongSerial = () =>
  `Please enter a serial number of 3 to 24 letters, digits, and dashes, such as ${serialOf(brand.name, 123)}.`

const position = z.coerce.number().int().min(0).max(9999)
/** Which of the pieces of its line, and how often it was weighed when the screen was made. */
const ofItem = {
  line: position,
  item: z.coerce.number().int().min(1).max(99),
  seen: z.coerce.number().int().min(0).max(1_000_000),
}

/** What the scale shows, and what an item is numbered with. */
export const scaleWeight = readBy(parseScale, wrongGrams, line)
export const serialNumber = readBy(parseSerial, wrongSerial, line)

/** What staff do with one item on the scale [WEIGH-02]. */
export const weighingForms = {
  weigh: z.object({
    ...ofItem,
    grams: scaleWeight,
    serial: serialNumber,
  }),
  'weigh-settle': z.object({ ...ofItem, reason }),
  'weigh-approve': z.object(ofItem),
  'weigh-undo': z.object(ofItem),
}
