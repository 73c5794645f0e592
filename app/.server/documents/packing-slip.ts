import type { ChosenOption } from '#app/domain/catalog/chosen-options.ts'
import { titleOf } from '#app/domain/catalog/line-title.ts'
import { plainName } from '#app/domain/fulfillment/parcel.ts'
import type { Milligrams } from '#app/domain/money/grams.ts'
import { printedNote } from './printable.ts'
import { isRightToLeft } from './script-document.ts'
import { latest, margin, openSheet, type Sheet } from './sheet.ts'

export type PackedPiece = {
  name: string
  size: string
  quantity: number
  weight: Milligrams
  /** What was chosen beside the size. */
  options?: readonly ChosenOption[]
  /** What is cut into each. */
  engraving?: string
}

/** What goes into a parcel, and where it goes. */
export type PackedOrder = {
  number: string
  placedAt: Date
  /** Name, street and place, a line each; empty until it is known. */
  shipTo: readonly string[]
  pieces: readonly PackedPiece[]
  giftNote: string | null
}

/** The sender as it is written on a parcel. */
export type Sender = { name: string; lines: readonly string[] }

const place = ({ name, lines }: Sender) => [plainName(name), ...lines].join('\n')

/** In points, 72 to an inch. */
const [addressAt, addressIndent] = [240, 100]

/**
 * For each order two pages: an address sheet for the outside, on which no word says what is inside,
 * and the packing slip that goes into the parcel, without prices [PARCEL-06].
 */
export function packingSlipsPdf(orders: readonly PackedOrder[], sender: Sender): Promise<Buffer> {
  const { sheet, close } = openSheet({ title: 'Packing slips', at: latestOf(orders) })
  orders.forEach((order, index) => {
    if (index > 0) sheet.doc.addPage()
    addressSheet(sheet, order, sender)
    sheet.doc.addPage()
    packingSlip(sheet, order)
  })
  return close()
}

/** The newest of some orders: the date of a document about them. */
export const latestOf = (orders: readonly PackedOrder[]) =>
  latest(orders.map(({ placedAt }) => placedAt))

function addressSheet(sheet: Sheet, { shipTo }: PackedOrder, sender: Sender): void {
  sheet.flow('P', place(sender), { size: 11, field: 'sender' })
  const to = shipTo.join('\n') || 'The address isn’t known yet.'
  const [x, width] = [margin + addressIndent, sheet.width - addressIndent]
  const field = 'shipping address'
  sheet.put(
    'P',
    { text: to, font: 'semibold', size: 20, x, width, field, direction: 'auto' },
    addressAt,
  )
}

function packingSlip(sheet: Sheet, { number, pieces, giftNote }: PackedOrder): void {
  sheet.flow('H1', `Order ${number}`, { font: 'semibold', size: 18, gap: 12 })
  for (const { quantity, engraving, ...piece } of pieces) {
    sheet.flow('P', `${quantity} × ${titleOf(piece)}`, {
      ...{ size: 11, gap: engraving ? 1 : 6, field: 'piece' },
    })
    if (engraving)
      sheet.flow('P', `Engraved “${engraving}”`, { size: 11, gap: 6, field: 'engraving' })
  }
  sheet.flow('P', 'Thank you for your order. Please check that everything listed is here.', {
    size: 11,
    gap: 30,
  })
  if (giftNote === null) return
  sheet.flow('H2', 'A note for you', { font: 'semibold', size: 11, gap: 6 })
  for (const line of printedNote(giftNote).text.split('\n')) {
    const align = isRightToLeft(line) ? 'right' : 'left'
    sheet.flow('P', line || ' ', { font: 'serif', size: 16, gap: 4, align, direction: 'auto' })
  }
}
