import type { Customs } from '#app/domain/fulfillment/customs.ts'
import type { Box, LabelRate } from '#app/domain/fulfillment/label.ts'
import type { Cents } from '#app/domain/money/cents.ts'

/** As it is written on a parcel. State and postal code may be empty abroad. */
export type Place = {
  name: string
  line1: string
  line2: string
  city: string
  state: string
  postalCode: string
  /** By ISO 3166. */
  country: string
  phone?: string
}

/** No word of it but a customs form says what is in the parcel [LABEL-06]. */
export type ShipmentRequest = {
  /** The number of the order or trade-in, to be found again at the gateway. */
  reference: string
  from: Place
  to: Place
  box: Box
  signature: boolean
  /** Null where the post asks for none [LABEL-11]. */
  customs: Customs | null
}

export type OfferedShipment = {
  shipment: string
  rates: LabelRate[]
  /** Why carriers offered nothing, in their own words. */
  messages: string[]
}

export type BoughtLabel = {
  /** As the gateway names it. */
  carrier: string
  tracking: string
  /** Postage and the gateway's fees. */
  cost: Cents
  /** Where its PDF can be had; null where it has none. */
  fileUrl: string | null
}

/** submitted: the carrier has not decided. */
export type VoidStatus = 'submitted' | 'given back' | 'rejected'

/** What the gateway knows of a shipment. */
export type ShipmentNow = { bought: BoughtLabel | null; voided: VoidStatus | null }

export type Refused = { refused: string }

/** Sells labels of carriers. Every call throws LabelsUnavailable where its answer is not known. */
export type LabelGateway = {
  provider: string
  name: string
  /** Whether its labels are real and charged. */
  live: boolean
  /** What it charges beside the postage to insure a parcel, by its price list. */
  insuranceFee(insured: Cents): Cents
  rates(request: ShipmentRequest): Promise<OfferedShipment | Refused>
  /** Of one shipment one label is sold, however often it is asked for. */
  buy(ask: {
    shipment: string
    rate: string
    /** Insured by the gateway for this value; null: not. */
    insured: Cents | null
  }): Promise<BoughtLabel | Refused>
  read(shipment: string): Promise<ShipmentNow>
  /** Requests a refund of its cost. */
  void(shipment: string): Promise<VoidStatus | Refused>
  /** The PDF of a label; null where it is none. */
  file(url: string): Promise<Uint8Array | null>
}

/** The gateway did not answer, or not in a way that can be read. Its message is for the log. */
export class LabelsUnavailable extends Error {}
