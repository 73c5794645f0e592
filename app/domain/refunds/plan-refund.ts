import {
  type OrderBalance,
  refundableByDefault,
  type SaleParts,
  totalOf,
} from '../ledger/ledger.ts'
import { allocateCents } from '../money/allocate-cents.ts'
import { type Cents, cents, formatCents } from '../money/cents.ts'
import { divideHalfUp } from '../money/decimal.ts'
import { allocateRefund } from './allocate-refund.ts'
import {
  discountOf,
  discountOfGold,
  leastDiscount,
  partOf,
  type RefundableLine,
  type RefundLine,
  refundLine,
  sumOfLines,
  taxOf,
} from './refund-lines.ts'
import { areReturned, isAllThatIsLeft, type ReturnedPieces } from './returned-pieces.ts'

export const restOfPrice = 'rest of the price'

/** Of a credit that paid for other pieces of the order [EDIT-11]. */
export const appliedLabel = 'Applied to added pieces'
export const appliedOnly = 'This credit paid for the pieces that were added to your order.'

/** A line of a refund in words: `2 × Low Sun, Small`. */
export const refundedPiece = (quantity: number, piece: string): string =>
  quantity === 0 ? `${piece} (${restOfPrice})` : `${quantity} × ${piece}`

/** What was requested, as the screen hands it in. */
export type RefundInput =
  | { of: 'whole' }
  /** `withShipping`: also what is left of the shipping rate, with its tax. */
  | {
      of: 'lines'
      quantities: readonly { position: number; quantity: number }[]
      withShipping?: boolean
    }
  | { of: 'sum'; amount: Cents }
  /** All of the sales tax that is left: it wasn't due, as after the address was corrected [REFUND-28]. */
  | { of: 'tax' }
  /** Gold that is missing in a piece of a line, without tax and before a discount. */
  | { of: 'gold'; position: number; goods: Cents }

/** The ledger's sums of an order, with all refunds that are on their way counted as if they had come through. */
export type Refundable = Pick<OrderBalance, 'sold' | 'due' | 'refundable' | 'declined'> & {
  /** What of the tax that is left is of the shipping; left out: nothing. */
  shippingTax?: Cents
}

export type PlannedRefund = {
  amount: Cents
  credit: SaleParts
  lines: RefundLine[]
  /** Of a return: less than the price of its pieces, because no more of it is left. */
  isReduced?: true
}

/** Why it cannot be; a sentence for staff, and the field or line it is about. */
export type RefundRefusal = { refused: string; at?: 'sum' | number }

/** What the payments have left that a refund can be of. */
export type PaymentLeft = {
  left: Cents
  /** It is one of several payments: what it has too little, the others may have. */
  isOne: boolean
}

const none = cents(0)

/**
 * What a refund refunds and what it takes of the sale [REFUND-02]. By line: the pieces at their
 * price, with their part of the discount and of the tax by largest remainder, and of the shipping nothing, nor of
 * its tax, unless that is asked for [SHIPMONEY-04]. Of missing gold the same, for a part of one piece [WEIGH-03]. By sum, and as a whole: as allocateRefund splits it. Never more than what
 * remains, of the order and of the payment; what staff decided not to refund, only by sum [REFUND-15].
 * `returned`: the pieces of the return it is for. They are refunded with what is left where that is less than
 * their price [RETURN-17].
 */
export function planRefund(
  input: RefundInput,
  lines: readonly RefundableLine[],
  order: Refundable,
  { left, isOne }: PaymentLeft = { left: order.refundable, isOne: false },
  returned: readonly ReturnedPieces[] | null = null,
): PlannedRefund | RefundRefusal {
  if (returned && !isOfReturn(input, returned, lines)) return notOfReturn
  const bySum = cents(Math.min(order.refundable, left))
  const byDefault = cents(Math.min(refundableByDefault(order), left))
  if (bySum === 0) return { refused: 'Nothing is left to refund from this payment.' }
  if (input.of !== 'sum' && byDefault === 0) {
    return {
      refused: `Only the ${formatCents(order.declined)} you declined to refund is left on this order. Please enter an amount to refund it.`,
    }
  }
  const isLess = isOne && left < refundableByDefault(order)
  const limits = { refundable: byDefault, isOne: isLess }
  if (input.of === 'lines') {
    // Another payment may have the rest: it is not given up because this one has too little.
    const isReducible = returned !== null && left >= refundableByDefault(order)
    return byLine(input, lines, { ...order, ...limits, isReducible })
  }
  if (input.of === 'gold') return ofGold(input, lines, { ...order, ...limits })
  if (input.of === 'tax') return ofTax({ ...order, ...limits })
  const amount = input.of === 'whole' ? byDefault : input.amount
  if (amount <= 0) return { refused: 'Please enter an amount above zero.', at: 'sum' }
  // The return would end with it, and nothing would ask for what another payment has [REFUND-20].
  if (input.of === 'whole' && returned && left < refundableByDefault(order)) {
    const full = formatCents(refundableByDefault(order))
    return {
      refused: isOne
        ? `The full amount is ${full}, and this payment has ${formatCents(left)} left. Choose all payments, or refund an amount from each.`
        : `The full amount is ${full}, and only ${formatCents(left)} of it can be refunded here. Refund a specific amount.`,
    }
  }
  if (amount > bySum)
    return { ...tooMuch(amount, bySum, isOne && left < order.refundable), at: 'sum' }
  const credit = allocateRefund(order, amount)
  if (input.of !== 'whole' || !returned) {
    return { amount, credit, lines: linesOfWhole(credit, lines) }
  }
  return { amount, credit, lines: atPrice(piecesOf(returned, lines), credit.goods) }
}

const notOfReturn: RefundRefusal = {
  refused:
    'Refund a return by exactly its pieces or by an amount. You can refund the full amount only if no other pieces are left.',
}

/** A return is refunded by its pieces, by all that is left where no other piece is, or by a sum [RETURN-08]. */
function isOfReturn(
  input: RefundInput,
  returned: readonly ReturnedPieces[],
  lines: readonly RefundableLine[],
): boolean {
  if (input.of === 'whole') return isAllThatIsLeft(returned, lines)
  return input.of === 'sum' || (input.of === 'lines' && areReturned(input.quantities, returned))
}

const piecesOf = (returned: readonly ReturnedPieces[], lines: readonly RefundableLine[]) =>
  lines.flatMap((line) => {
    const pieces = returned.find((each) => each.line === line.position)
    return (pieces && refundLine(line, pieces.quantity)) ?? []
  })

/** With their part of what is credited in all, by largest remainder. */
function atPrice(picked: readonly RefundLine[], goods: Cents): RefundLine[] {
  const parts = allocateCents(
    goods,
    picked.map(({ amountCents }) => cents(amountCents)),
  )
  return picked.map((each, at) => ({ ...each, amountCents: parts[at] ?? none }))
}

/** `isOne`: it is the payment that has too little, and not the order. */
function tooMuch(amount: Cents, refundable: Cents, isOne: boolean): RefundRefusal {
  return {
    refused: isOne
      ? `This payment has ${formatCents(refundable)} left. Choose all payments, or refund an amount from each.`
      : `${formatCents(amount)} is more than the ${formatCents(refundable)} that can still be refunded.`,
  }
}

/** All pieces that are left, where the refund reverses exactly them. */
function linesOfWhole(credit: SaleParts, lines: readonly RefundableLine[]): RefundLine[] {
  const all = lines.flatMap((line) => refundLine(line, line.left) ?? [])
  return sumOfLines(all) === credit.goods ? all : []
}

/** What remains, of the order and of the payment; `isOne`: of this payment of several there is less. */
type Limits = Refundable & { isOne: boolean }

function byLine(
  { quantities, withShipping = false }: Extract<RefundInput, { of: 'lines' }>,
  lines: readonly RefundableLine[],
  order: Limits & { isReducible: boolean },
): PlannedRefund | RefundRefusal {
  const { sold, due, refundable, isReducible, isOne } = order
  const picked: RefundLine[] = []
  for (const [nth, { position, quantity }] of quantities.entries()) {
    const line = lines.find((each) => each.position === position)
    const isRepeated = quantities.findIndex((each) => each.position === position) !== nth
    if (!line || isRepeated || !Number.isInteger(quantity) || quantity < 0) {
      return { refused: 'Please choose how many pieces of each line to refund.', at: position }
    }
    if (quantity > line.left) {
      const left = line.left === 0 ? 'no piece' : line.left
      return {
        refused: `Only ${left} of ${line.name}, ${line.size}, can still be refunded.`,
        at: position,
      }
    }
    const chosen = refundLine(line, quantity)
    if (chosen) picked.push(chosen)
  }
  if (picked.length === 0) {
    return withShipping ? ofShipping(order) : { refused: 'Please choose at least one piece.' }
  }
  const price = sumOfLines(picked)
  const goods = cents(Math.min(price, sold.goods))
  if (price > goods && !(isReducible && goods > 0)) {
    return {
      refused: `These pieces were ${formatCents(price)}, and only ${formatCents(sold.goods)} of the goods hasn’t been refunded yet. Please refund an amount instead.`,
    }
  }
  const off = discountOf(picked, lines, { ...sold, credited: goods })
  const leastOff = leastDiscount({ ...sold, credited: goods })
  if (off < leastOff && !isReducible) {
    return {
      refused: `Of the goods, only ${formatCents(cents(sold.goods - sold.discount))} hasn’t been refunded yet, which is less than these pieces cost. Please refund an amount instead.`,
    }
  }
  const ofGoods = { ...sold, tax: goodsTaxOf(order) }
  // With the last of the goods goes the last of their tax.
  const tax = goods === sold.goods ? ofGoods.tax : taxOf(picked, lines, ofGoods)
  const credit = {
    goods,
    tax: withShipping ? cents(tax + sold.tax - ofGoods.tax) : tax,
    discount: cents(Math.max(off, leastOff)),
    shipping: withShipping ? sold.shipping : none,
  }
  const amount = totalOf(credit)
  if (amount <= 0) return { refused: 'Nothing was paid for these pieces.' }
  if (amount > refundable) {
    if (!isReducible) return tooMuch(amount, refundable, isOne)
    const rest = allocateRefund({ sold, due }, refundable)
    return { amount: refundable, credit: rest, lines: atPrice(picked, rest.goods), isReduced: true }
  }
  if (goods === price) return { amount, credit, lines: picked }
  return { amount, credit, lines: atPrice(picked, goods), isReduced: true }
}

/** A part of a piece: its goods as they are requested, with their part of discount and tax. */
function ofGold(
  { position, goods }: { position: number; goods: Cents },
  lines: readonly RefundableLine[],
  order: Limits,
): PlannedRefund | RefundRefusal {
  const { sold, refundable, isOne } = order
  const goodsTax = goodsTaxOf(order)
  const line = lines.find((each) => each.position === position)
  if (!line || line.left === 0) return { refused: 'The pieces on this line were already refunded.' }
  if (goods > sold.goods) {
    return {
      refused: `Only ${formatCents(sold.goods)} of the goods hasn’t been refunded yet, which is less than ${formatCents(goods)}.`,
    }
  }
  const left = { ...sold, credited: goods }
  const discount = cents(Math.max(discountOfGold(line, left), leastDiscount(left)))
  const { unitPrice, taxShare } = line
  // By what this piece was taxed, not by what is left: of two light pieces both get their share.
  const ofPiece =
    taxShare === null || unitPrice === 0
      ? null
      : Number(divideHalfUp(BigInt(taxShare) * BigInt(goods), BigInt(unitPrice) * 1000n))
  const tax =
    ofPiece === null ? partOf(goodsTax, goods, sold.goods) : cents(Math.min(goodsTax, ofPiece))
  const credit = { goods, tax, discount, shipping: none }
  const amount = totalOf(credit)
  if (amount <= 0) return { refused: 'Nothing was paid for this gold.' }
  return amount > refundable ? tooMuch(amount, refundable, isOne) : { amount, credit, lines: [] }
}

function ofTax({ sold: { tax }, refundable, isOne }: Limits): PlannedRefund | RefundRefusal {
  if (tax === 0) return { refused: 'No sales tax is left to refund on this order.' }
  if (tax > refundable) return tooMuch(tax, refundable, isOne)
  return { amount: tax, credit: { goods: none, tax, shipping: none, discount: none }, lines: [] }
}

/** Of an express order that was late, for example: the rate and its tax, and no piece. */
function ofShipping({
  sold: { shipping },
  shippingTax: tax = none,
  refundable,
  isOne,
}: Limits): PlannedRefund | RefundRefusal {
  const credit = { goods: none, tax, shipping, discount: none }
  const amount = totalOf(credit)
  if (shipping === 0) return { refused: 'No shipping is left to refund on this order.' }
  return amount > refundable ? tooMuch(amount, refundable, isOne) : { amount, credit, lines: [] }
}

const goodsTaxOf = ({ sold, shippingTax = none }: Refundable) => cents(sold.tax - shippingTax)

/**
 * All goods of the sale are reversed, and nothing is owed to the buyer any longer. Shipping that is kept with its tax
 * is no goods: nothing of the order is left to be sent [SHIPMONEY-04].
 */
export function isWhollyRefunded({ sold, due }: Pick<OrderBalance, 'sold' | 'due'>): boolean {
  return due >= 0 && (totalOf(sold) === 0 || (sold.goods === sold.discount && sold.shipping > 0))
}
