import { and, eq } from 'drizzle-orm'
import { readPhone } from '#app/domain/address/phone.ts'
import {
  type CarrierLines,
  carrierLines,
  carrierTextProblem,
} from '#app/domain/fulfillment/carrier-text.ts'
import type { LabelRequest } from '#app/domain/fulfillment/label.ts'
import { plainName } from '#app/domain/fulfillment/parcel.ts'
import { brand } from '#brand'
import type { Orm } from '../platform/db/database.ts'
import { labels } from '../platform/db/label-schema.ts'
import { AppError } from '../platform/errors.ts'
import {
  type LabelGateway,
  LabelsUnavailable,
  type OfferedShipment,
  type Place,
  type ShipmentRequest,
} from './gateway/label-gateway.ts'
import { isFor, type LabelSubject } from './label-subject.ts'
import { labelRefused } from './shipping-labels.ts'

type Written = CarrierLines & {
  state: string
  postalCode: string
  phone?: string | undefined
  country?: string
}

/** As it is printed, in letters and lines that carriers take [PRINT-04]. */
export function placeOnLabel(written: Written): Place {
  const { state, postalCode, phone = '', country = 'US', ...lines } = written
  const number = readPhone(phone)?.number
  return { ...carrierLines(lines), state, postalCode, country, ...(number && { phone: number }) }
}

/** The shop’s own, under a name that says nothing of what it makes [LABEL-06]. */
export function shopPlace(): Place {
  const { street, city, region, postalCode } = brand.address
  const place = placeOnLabel({
    ...{ name: plainName(brand.name), line1: street, line2: '', city },
    ...{ state: region, postalCode, phone: brand.phone },
  })
  const problem = carrierTextProblem(place)
  if (problem) throw labelRefused(`The shop’s own address: ${problem}`)
  return place
}

/** What a package costs with each carrier; without one, why. Outside of any transaction. */
export async function offeredRates(
  gateway: LabelGateway,
  shipment: ShipmentRequest,
): Promise<OfferedShipment> {
  const offered = await gateway.rates(shipment).catch((error: unknown) => {
    if (!(error instanceof LabelsUnavailable)) throw error
    throw new AppError(
      'labels_unavailable',
      503,
      `${gateway.name} isn’t responding. Nothing was bought. Try again in a minute, or enter a tracking number yourself.`,
      { facts: { gateway: gateway.provider, reason: error.message } },
    )
  })
  if ('refused' in offered) throw labelRefused(`No rates. ${offered.refused}`)
  if (offered.rates.length === 0) {
    const why = offered.messages.length > 0 ? ` ${offered.messages.join(' ')}` : ''
    throw labelRefused(`${gateway.name} has no carrier for this package.${why}`)
  }
  return offered
}

type Offer = {
  gateway: LabelGateway
  offered: OfferedShipment
  asked: LabelRequest
  at: Date
  by: string
}

/** Rates to choose from; those asked for before are for another package. */
export async function storeRates(
  tx: Orm,
  subject: LabelSubject,
  { gateway, offered, asked, at, by }: Offer,
): Promise<void> {
  await tx.delete(labels).where(and(isFor(subject), eq(labels.state, 'offered')))
  await tx.insert(labels).values({
    ...subject.about,
    provider: gateway.provider,
    livemode: gateway.live,
    shipment: offered.shipment,
    state: 'offered',
    asked,
    rates: offered.rates,
    offeredAt: at,
    offeredTo: by,
  })
}
