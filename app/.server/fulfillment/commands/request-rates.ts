import { isDeepStrictEqual } from 'node:util'
import type { AppContext } from '#app/.server/app-context.ts'
import { changeOrder } from '#app/.server/orders/change-order.ts'
import { wrongState } from '#app/.server/orders/order-checks.ts'
import { parcelsOfOrder, piecesToSendOf } from '#app/.server/orders/parcels.ts'
import { linesOfOrder } from '#app/.server/orders/repository.ts'
import type { OrderRow } from '#app/.server/platform/db/schema.ts'
import { countryName } from '#app/domain/address/country-name.ts'
import {
  type CarrierLines,
  carrierSource,
  carrierTextProblem,
  changedLines,
} from '#app/domain/fulfillment/carrier-text.ts'
import {
  customsOf,
  exportFilingRequired,
  isInternational,
} from '#app/domain/fulfillment/customs.ts'
import type { Box, LabelRequest } from '#app/domain/fulfillment/label.ts'
import {
  type Pieces,
  packingProblem,
  piecesLeft,
  piecesValue,
  signatureAbove,
} from '#app/domain/fulfillment/parcel.ts'
import { type Cents, cents } from '#app/domain/money/cents.ts'
import type { Milligrams } from '#app/domain/money/grams.ts'
import { listParts, missingParts } from '#app/domain/orders/buyer.ts'
import { canTransition } from '#app/domain/orders/order-state.ts'
import { closedCountries } from '#app/domain/shipping/countries.ts'
import type { ShipmentRequest } from '../gateway/label-gateway.ts'
import { offeredRates, placeOnLabel, shopPlace, storeRates } from '../label-rates.ts'
import { labelsForOrder } from '../label-subject.ts'
import {
  addressChanged,
  assertMayBuyLabel,
  gatewayOf,
  labelRefused,
  waitingLabel,
} from '../shipping-labels.ts'

type Asked = {
  id: string
  by: string
  /** Everything that is still here. */
  pieces?: readonly Pieces[]
  box: Box
  /** The price of its pieces. */
  declared?: Cents
  /** By its value: above `signatureAbove`. */
  signature?: boolean
  insured: boolean
  /** What staff typed for the carrier; else the address of the order. */
  to?: Partial<CarrierLines>
  /** The stored lines that its form was made of [LABEL-13]. */
  of?: string
  /** Refuses who may not send to another name or place, or without the usual signature [LABEL-12]. */
  requireDecision: () => Promise<void>
}

/**
 * Asks what the next parcel costs with each carrier, by the box, the signature and the value of the form
 * [LABEL-01]. Nothing is bought; how many rates there are to choose from.
 */
export async function requestRates(app: AppContext, asked: Asked): Promise<number> {
  const gateway = gatewayOf(app)
  const { id, by } = asked
  const subject = labelsForOrder(id)
  const { request, shipment, address } = await changeOrder(
    app,
    { id, by },
    async ({ tx, order }) => {
      if (!canTransition(order.state, 'fulfilled')) throw await wrongState(tx, order)
      await assertMayBuyLabel(tx, app, order)
      if (await waitingLabel(tx, subject)) {
        throw labelRefused('This order already has a label for its next package.')
      }
      const { shippingAddress: stored } = order
      if (asked.of !== undefined && stored && asked.of !== carrierSource(stored)) {
        throw addressChanged()
      }
      const lines = (await linesOfOrder(tx, id)).map((line) => ({
        ...line,
        lineTotal: cents(line.lineTotalCents),
      }))
      const sent = await parcelsOfOrder(tx, id)
      const left = piecesLeft(
        lines,
        sent.flatMap(({ pieces }) => pieces),
      )
      const pieces = asked.pieces ?? (await piecesToSendOf(tx, id, lines, sent))
      const problem = packingProblem(lines, left, pieces)
      if (problem) throw labelRefused(problem)
      const declared = asked.declared ?? piecesValue(lines, pieces)
      // A lower value that is declared makes the parcel no cheaper.
      const value = cents(Math.max(declared, piecesValue(lines, pieces)))
      const isSigned = value > signatureAbove
      const signature = asked.signature ?? isSigned
      const customs = {
        pieces,
        declared: value,
        lines: lines.map(({ weightMg }) => ({ weight: weightMg as Milligrams })),
      }
      const shipment = shipmentOf(order, { box: asked.box, signature }, customs, asked.to)
      const { needed, chosen } = stored
        ? changedLines(stored, asked.to ?? {})
        : { needed: [], chosen: [] }
      const unsigned = isSigned && !signature
      if (chosen.length > 0 || unsigned) await asked.requireDecision()
      const changed = [...needed, ...chosen]
      const { name, line1, line2, city, state, postalCode, country } = shipment.to
      const request: LabelRequest = {
        ...{ pieces, declared, signature },
        ...{ box: asked.box, insured: asked.insured },
        to: { name, line1, line2, city, state, postalCode, ...(country !== 'US' && { country }) },
        ...(changed.length > 0 && { changed }),
        ...(unsigned && { unsigned }),
      }
      return { request, shipment, address: stored }
    },
  )
  const offered = await offeredRates(gateway, shipment)
  await changeOrder(app, { id, by }, async ({ tx, order, at }) => {
    // The gateway was asked outside any transaction.
    if (!isDeepStrictEqual(order.shippingAddress, address)) throw addressChanged()
    await storeRates(tx, subject, { gateway, offered, asked: request, at, by })
  })
  return offered.rates.length
}

/**
 * From the shop, under a name that says nothing of what it makes, to the buyer [LABEL-06], in letters and lines
 * that carriers take [PRINT-04].
 */
function shipmentOf(
  order: OrderRow,
  { box, signature }: Pick<LabelRequest, 'box' | 'signature'>,
  packed: Omit<Parameters<typeof customsOf>[0], 'state' | 'country'>,
  input: Partial<CarrierLines> = {},
): ShipmentRequest {
  const to = order.shippingAddress
  const missing = missingParts(to)
  if (!to || missing.includes('street')) throw labelRefused('This order has no address to ship to.')
  if (missing.length > 0) {
    throw labelRefused(`The address of this order has no ${listParts(missing)}. Correct it first.`)
  }
  const { name, line1, line2, state, country } = to
  // The rules may have changed since it was ordered.
  const closed = closedCountries[country]
  if (closed) throw labelRefused(`No label can be bought to ${countryName(country)}. ${closed}`)
  const unfiled = exportFilingRequired({ state, country }, packed.declared)
  if (unfiled) throw labelRefused(unfiled)
  const { postalCode, phone } = to
  const place = placeOnLabel({
    name,
    line1,
    line2,
    city: to.city,
    ...input,
    state,
    postalCode,
    phone,
    country,
  })
  if (isInternational(place) && !place.phone) {
    throw labelRefused(
      'A package to another country needs the buyer’s phone number, with its country code. Correct the address first.',
    )
  }
  const problem = carrierTextProblem(place)
  if (problem) throw labelRefused(problem)
  return {
    reference: order.number,
    from: shopPlace(),
    to: place,
    box,
    signature,
    customs: customsOf({ ...packed, state, country }),
  }
}
