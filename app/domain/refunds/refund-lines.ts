import type { ChosenOption } from '../catalog/chosen-options.ts'
import type { SaleParts } from '../ledger/ledger.ts'
import { allocateCents } from '../money/allocate-cents.ts'
import { type Cents, cents, sumCents, timesQuantity } from '../money/cents.ts'
import { divideHalfUp } from '../money/decimal.ts'

/** A line of the order as far as it is refunded; for the credit note. */
export type RefundLine = {
  position: number
  name: string
  size: string
  options?: readonly ChosenOption[]
  /** 0 where another refund, of another payment, was for the pieces, and this is of their price [REFUND-23]. */
  quantity: number
  amountCents: number
}

/** A line as it was sold, and how many pieces of it were not refunded yet. */
export type RefundableLine = {
  position: number
  name: string
  size: string
  options?: readonly ChosenOption[]
  engraving?: string | null
  unitPrice: Cents
  left: number
  /** Of the pieces left, what was refunded for gold that was missing in them. */
  lighter: Cents
  /** Tax of one piece, in thousandths of a cent: a share to split by, no sum. Null: not known by line. */
  taxShare: Cents | null
  /**
   * Of an order with a discount code, which is not for all lines alike: what was taken off one piece, in
   * thousandths of a cent, and what part of that falls on its gold. Left out: the same share of every line.
   */
  off?: { share: Cents; ofGold: { discount: Cents; price: Cents } } | null | undefined
}

const none = cents(0)

export function refundLine(line: RefundableLine, quantity: number): RefundLine | null {
  if (quantity === 0) return null
  const { position, name, size, options, unitPrice, left, lighter } = line
  const off = lighter === 0 ? 0 : partOf(lighter, cents(quantity), cents(left))
  const amountCents = timesQuantity(unitPrice, quantity) - off
  const chosen = options?.length ? { options } : {}
  return { position, name, size, ...chosen, quantity, amountCents }
}

export const sumOfLines = (lines: readonly RefundLine[]) =>
  sumCents(lines.map(({ amountCents }) => cents(amountCents)))

/** What of a sum falls on a part of a whole. */
export function partOf(sum: Cents, part: Cents, whole: Cents): Cents {
  const [of = none] = allocateCents(sum, [part, cents(whole - part)])
  return of
}

type CreditedGoods = Pick<SaleParts, 'goods' | 'discount'> & { credited: Cents }

/** Less than it would refund goods that are already refunded. */
export const leastDiscount = ({ goods, discount, credited }: CreditedGoods) =>
  Math.max(0, Math.min(discount, goods) - (goods - credited))

/** Never more than is left of it, nor than the goods that are refunded. */
const fitting = (wanted: number, { goods, discount, credited }: CreditedGoods): Cents =>
  credited === goods
    ? cents(Math.min(discount, goods))
    : cents(Math.min(wanted, discount, goods, credited))

/** The discount not refunded yet, by what was taken off the pieces; with the last of the goods all of it [CODE-09]. */
export function discountOf(
  picked: readonly RefundLine[],
  lines: readonly RefundableLine[],
  sold: CreditedGoods,
): Cents {
  const left = cents(Math.min(sold.discount, sold.goods))
  const ofAll = shareOf(allLeft(lines), lines, shareOfDiscount)
  if (ofAll === 0) return partOf(left, sold.credited, sold.goods)
  const ofPicked = shareOf(picked, lines, shareOfDiscount)
  return fitting(partOf(left, ofPicked, ofAll), sold)
}

/** Of missing gold: a code that is off the fee alone took nothing off the gold. */
export function discountOfGold({ off }: RefundableLine, sold: CreditedGoods): Cents {
  if (!off) return partOf(cents(Math.min(sold.discount, sold.goods)), sold.credited, sold.goods)
  const { discount, price } = off.ofGold
  if (price === 0) return fitting(0, sold)
  return fitting(
    Number(divideHalfUp(BigInt(discount) * BigInt(sold.credited), BigInt(price))),
    sold,
  )
}

const allLeft = (lines: readonly RefundableLine[]) =>
  lines.flatMap((line) => refundLine(line, line.left) ?? [])

type Pieces = { quantity: number; price: Cents; missing: Cents }

/** A share of these pieces to split by; `missing`: what was refunded before for gold missing in them. */
function shareOf(
  pieces: readonly RefundLine[],
  lines: readonly RefundableLine[],
  ofPieces: (line: RefundableLine, pieces: Pieces) => Cents,
): Cents {
  return sumCents(
    pieces.flatMap(({ position, quantity, amountCents }) => {
      const line = lines.find((each) => each.position === position)
      if (!line) return []
      const price = timesQuantity(line.unitPrice, quantity)
      return ofPieces(line, { quantity, price, missing: cents(price - amountCents) })
    }),
  )
}

/** Less only by what was taken off the missing gold: a code off the fee alone took nothing off it. */
function shareOfDiscount({ off }: RefundableLine, { quantity, missing }: Pieces): Cents {
  if (!off) return none
  const { discount, price } = off.ofGold
  const ofMissing =
    price === 0 ? 0n : divideHalfUp(BigInt(missing) * 1000n * BigInt(discount), BigInt(price))
  return cents(Math.max(0, timesQuantity(off.share, quantity) - Number(ofMissing)))
}

/** The tax of missing gold was refunded with it. */
function shareOfTax({ taxShare }: RefundableLine, { quantity, price, missing }: Pieces): Cents {
  const share = timesQuantity(taxShare ?? none, quantity)
  return missing === 0 ? share : cents(Math.round((share * (price - missing)) / price))
}

/** The tax not refunded yet, by what the pieces were taxed; by their price where that is not known. */
export function taxOf(
  picked: readonly RefundLine[],
  lines: readonly RefundableLine[],
  { goods, tax }: SaleParts,
): Cents {
  const all = shareOf(allLeft(lines), lines, shareOfTax)
  const isKnown = all > 0 && lines.every(({ taxShare }) => taxShare !== null)
  return isKnown
    ? partOf(tax, shareOf(picked, lines, shareOfTax), all)
    : partOf(tax, cents(Math.min(sumOfLines(picked), goods)), goods)
}
