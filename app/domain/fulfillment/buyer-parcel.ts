import { type Pieces, parcelLink, type Tracked, trackingText } from './parcel.ts'

/** A parcel as its buyer is told of it [PARCEL-05]. */
export type BuyerParcel = {
  /** The carrier and its number, or how it was handed over. */
  tracking: string
  /** Where it can be followed. */
  href: string | null
  signature: boolean
  sentAt: Date
  /** Null while that is not known. */
  deliveredAt: Date | null
  /** `2 × Raven, Small` */
  pieces: string[]
}

export function buyerParcels(
  parcels: readonly (Tracked & {
    signature: boolean | null
    sentAt: Date
    deliveredAt: Date | null
    pieces: readonly Pieces[]
  })[],
  lines: readonly { name: string; size: string }[],
): BuyerParcel[] {
  return parcels.map((parcel) => ({
    tracking: trackingText(parcel),
    href: parcelLink(parcel),
    signature: parcel.signature === true,
    sentAt: parcel.sentAt,
    deliveredAt: parcel.deliveredAt,
    pieces: parcel.pieces.map(({ line, quantity }) => {
      const { name = '', size = '' } = lines[line] ?? {}
      return `${quantity} × ${name}, ${size}`
    }),
  }))
}

/** When the last of them was delivered; null while one is not, and where it is not known. */
export function deliveredOn(parcels: readonly Pick<BuyerParcel, 'deliveredAt'>[]): Date | null {
  const times = parcels.map(({ deliveredAt }) => deliveredAt?.getTime() ?? Number.NaN)
  const last = Math.max(...times)
  return Number.isFinite(last) ? new Date(last) : null
}
