import {
  countPieces,
  formatPieces,
  type Pieces,
  parcelLink,
  piecesLeft,
  type Tracked,
  trackingText,
} from './parcel.ts'

/** A parcel as its buyer is told of it [PARCEL-05]. */
export function buyerParcels(
  parcels: readonly (Tracked & {
    signature: boolean | null
    sentAt: Date
    deliveredAt: Date | null
    pieces: readonly Pieces[]
  })[],
  lines: readonly { name: string; size: string }[],
) {
  return parcels.map((parcel) => ({
    /** The carrier and its number, or how it was handed over. */
    tracking: trackingText(parcel),
    /** Where it can be followed. */
    href: parcelLink(parcel),
    signature: parcel.signature === true,
    sentAt: parcel.sentAt,
    /** Null while that is not known. */
    deliveredAt: parcel.deliveredAt,
    /** `2 × Raven, Small` */
    pieces: formatPieces(parcel.pieces, lines),
  }))
}

export type BuyerParcel = ReturnType<typeof buyerParcels>[number]

/**
 * What shipped of an order of which nothing more does, where that is not all of it, as where a piece was refunded
 * before; null where it is, and of an order from before parcels [PARCEL-16].
 */
export function partShipped(
  parcels: readonly { pieces: readonly Pieces[] }[],
  lines: readonly { name: string; size: string; quantity: number }[],
): string | null {
  const left = piecesLeft(
    lines,
    parcels.flatMap(({ pieces }) => pieces),
  )
  if (parcels.length === 0 || left.length === 0) return null
  const shipped = lines.flatMap(({ quantity }, line) => {
    const rest = left.find((each) => each.line === line)?.quantity ?? 0
    return quantity > rest ? [{ line, quantity: quantity - rest }] : []
  })
  const all = countPieces(shipped) + countPieces(left)
  return `${countPieces(shipped)} of ${all} pieces shipped: ${formatPieces(shipped, lines).join('; ')}.`
}

/** When the last of them was delivered; null while one is not, and where it is not known. */
export function deliveredOn(parcels: readonly Pick<BuyerParcel, 'deliveredAt'>[]): Date | null {
  const times = parcels.map(({ deliveredAt }) => deliveredAt?.getTime() ?? Number.NaN)
  const last = Math.max(...times)
  return Number.isFinite(last) ? new Date(last) : null
}
