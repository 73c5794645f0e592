import { type Cents, cents } from '../money/cents.ts'
import type { OrderState } from '../orders/order-state.ts'
import { type Carrier, carrierNames, carrierPage } from './carrier.ts'
import { trackingLink } from './tracking.ts'

/** Above this value a parcel is sent against a signature, unless staff choose otherwise [PARCEL-04]. */
export const signatureAbove: Cents = cents(500_00)

/** How many pieces of one line of the order, by its position. */
export type Pieces = { line: number; quantity: number }

type Line = { quantity: number; lineTotal: Cents; name: string; size: string }

/** What is still here of each line: ordered less sent. Lines with nothing left are left out. */
export function piecesLeft(
  lines: readonly Pick<Line, 'quantity'>[],
  sent: readonly Pieces[],
): Pieces[] {
  return lines.flatMap(({ quantity }, line) => {
    const gone = sent
      .filter((each) => each.line === line)
      .reduce((sum, each) => sum + each.quantity, 0)
    return quantity > gone ? [{ line, quantity: quantity - gone }] : []
  })
}

/**
 * What is still to be sent: what is here, less what was refunded by line before anything of its line was
 * sent. Of a refund that came later nobody knows whether it is about a piece that left, so it takes
 * nothing off; staff say then that nothing more is sent.
 */
export function piecesToSend(
  lines: readonly Pick<Line, 'quantity'>[],
  parcels: readonly { sentAt: Date; pieces: readonly Pieces[] }[],
  refunds: readonly { at: Date; pieces: readonly Pieces[] }[],
): Pieces[] {
  const wasHere = (of: number, at: Date) =>
    parcels.every(({ sentAt, pieces }) => sentAt >= at || pieces.every(({ line }) => line !== of))
  const refunded = refunds.flatMap(({ at, pieces }) =>
    pieces.filter(({ line }) => wasHere(line, at)),
  )
  return piecesLeft(lines, [...parcels.flatMap(({ pieces }) => pieces), ...refunded])
}

/**
 * What is here and no longer going to be sent: refunded by line before anything of its line was
 * sent, or all that is here of an order that was refunded whole [STOCK-14]. Once nothing more is
 * sent, a refund of a line is about what is still here.
 */
export function refundedHere(
  state: OrderState,
  lines: readonly Pick<Line, 'quantity'>[],
  parcels: readonly { sentAt: Date; pieces: readonly Pieces[] }[],
  refunds: readonly { at: Date; pieces: readonly Pieces[] }[],
): Pieces[] {
  const sent = parcels.flatMap(({ pieces }) => pieces)
  const here = piecesLeft(lines, sent)
  if (state === 'refunded') return here
  const isOver = state === 'fulfilled'
  const toSend = isOver
    ? piecesLeft(lines, [...sent, ...refunds.flatMap(({ pieces }) => pieces)])
    : piecesToSend(lines, parcels, refunds)
  return here.flatMap(({ line, quantity }) => {
    const left = quantity - (toSend.find((each) => each.line === line)?.quantity ?? 0)
    return left > 0 ? [{ line, quantity: left }] : []
  })
}

/**
 * Why these pieces cannot be sent, in a sentence; null where they can [PARCEL-03]. Of no line more than
 * is still here, and at least one piece.
 */
export function packingProblem(
  lines: readonly Line[],
  left: readonly Pieces[],
  packed: readonly Pieces[],
): string | null {
  if (packed.length === 0) return 'This package has no pieces in it. Say which pieces it contains.'
  for (const { line, quantity } of packed) {
    const here = left.find((each) => each.line === line)?.quantity ?? 0
    const { name, size } = lines[line] ?? { name: 'a piece', size: '' }
    if (quantity > here) {
      return here === 0
        ? `Nothing of ${name}, ${size} is left to ship.`
        : `This package has ${quantity} of ${name}, ${size}, but only ${here} ${here === 1 ? 'is' : 'are'} left to ship.`
    }
  }
  return null
}

/** `2 × Raven, Small` */
export function formatPieces(
  pieces: readonly Pieces[],
  lines: readonly { name: string; size: string }[],
): string[] {
  return pieces.map(({ line, quantity }) => {
    const { name = '', size = '' } = lines[line] ?? {}
    return `${quantity} × ${name}, ${size}`
  })
}

export const countPieces = (pieces: readonly Pieces[]) =>
  pieces.reduce((sum, { quantity }) => sum + quantity, 0)

/**
 * What the pieces cost, in whole cents: their share of the total of each line, rounded up to a cent,
 * so that no parcel is insured below its value. Without tax and without a discount for paying by bank.
 */
export function piecesValue(lines: readonly Line[], pieces: readonly Pieces[]): Cents {
  return cents(
    pieces.reduce((sum, { line, quantity }) => {
      const whole = lines[line]
      return whole ? sum + Math.ceil((whole.lineTotal * quantity) / whole.quantity) : sum
    }, 0),
  )
}

/** How a piece is followed that the buyer took along in person [SALE-19]. */
export const handedOver = {
  isHandedOver: true,
  carrier: 'other',
  tracking: 'Handed over in person',
  signature: false,
} as const

/** Whether all that left of an order was taken along in person. */
export const isAllHandedOver = (sent: readonly Pick<Tracked, 'tracking'>[]) =>
  sent.length > 0 && sent.every(({ tracking }) => tracking === handedOver.tracking)

/** An order that staff wrote down without a street is taken along; one of the shop waits for its address. */
export const isTakenAlong = (origin: 'web' | 'staff', address: { line1: string } | null) =>
  origin === 'staff' && !address?.line1

export type Tracked = { carrier: Carrier; tracking: string }

/** `UPS 1Z999AA10123456784`; of another way what was entered. */
export function trackingText({ carrier, tracking }: Tracked): string {
  return carrier === 'other' ? tracking : `${carrierNames[carrier]} ${tracking}`
}

/** Where the parcel can be followed, or null [PARCEL-05]. */
export function parcelLink({ carrier, tracking }: Tracked): string | null {
  return carrier === 'other' ? trackingLink(tracking) : carrierPage(carrier, tracking)
}

/** Words that say what is in a parcel and invite a theft. */
const telling =
  /gold|silver|platinum|jewel|karat|carat|\b\d+\s*k\b|\.?9{3,}|diamond|gem|bullion|coin|ring\b|pendant|necklace|precious|mint\b/i

/**
 * A name that says nothing of what the shop makes [PARCEL-06]. Where the shop's own does, the parcel
 * comes from its shipping department.
 */
export const plainName = (name: string) => (telling.test(name) ? 'Shipping department' : name)
