import type { AppContext } from '#app/.server/app-context.ts'
import { voidLabelOf } from '#app/.server/fulfillment/commands/void-label.ts'
import type { ShipmentRequest } from '#app/.server/fulfillment/gateway/label-gateway.ts'
import {
  offeredRates,
  placeOnLabel,
  shopPlace,
  storeRates,
} from '#app/.server/fulfillment/label-rates.ts'
import {
  giveUpLabelOf,
  lookForLabelOf,
  purchaseLabel,
  requestLabel,
} from '#app/.server/fulfillment/purchase-label.ts'
import { gatewayOf, labelRefused, waitingLabel } from '#app/.server/fulfillment/shipping-labels.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import type { LabelRatesInput } from '#app/contracts/trade-ins/label.ts'
import { stateName } from '#app/domain/address/us-places.ts'
import { carrierTextProblem } from '#app/domain/fulfillment/carrier-text.ts'
import { customsOf, exportFilingRequired } from '#app/domain/fulfillment/customs.ts'
import { signatureAbove, trackingText } from '#app/domain/fulfillment/parcel.ts'
import { type Cents, formatCents } from '#app/domain/money/cents.ts'
import type { Milligrams } from '#app/domain/money/grams.ts'
import { lockTradeIn, type TradeInRow } from '../change-trade-in.ts'
import { labelsForTradeIn } from '../label-subject.ts'
import { insuredValue } from '../prices.ts'

type OfLabel = { id: string; by: string; label: number }

/**
 * Asks what a package from the owner to the shop costs, insured for the metal value of the piece [TRADE-23].
 * Nothing is bought; how many rates there are to choose from.
 */
export async function requestLabelRates(
  app: AppContext,
  { id, by, box, declared, from: written }: { id: string; by: string } & LabelRatesInput,
): Promise<number> {
  const gateway = gatewayOf(app)
  const subject = labelsForTradeIn(id)
  const row = await withDatabase(app, ({ orm }) =>
    orm.transaction(async (tx) => {
      const locked = await lockTradeIn(tx, 'id', id)
      assertMayBuy(locked, gateway.live)
      if (await waitingLabel(tx, subject)) {
        throw labelRefused('This trade-in already has a label.')
      }
      return locked
    }),
  )
  const value = await insuredFor(app, row, declared)
  const from = placeOnLabel({ ...written, phone: row.phone })
  const problem = carrierTextProblem(from)
  if (problem) throw labelRefused(problem)
  if (exportFilingRequired(from, value)) {
    throw labelRefused(
      `A package of this value from ${stateName(from.state)} needs an export filing. The owner can ship it at a carrier’s counter; then enter its tracking number.`,
    )
  }
  const packed = {
    ...{ state: from.state, declared: value, pieces: [{ line: 0, quantity: 1 }] },
    lines: [{ weight: (row.stampedMg ?? 0) as Milligrams }],
  }
  const signature = value > signatureAbove
  const shipment: ShipmentRequest = {
    ...{ reference: `T${row.number}`, from, to: shopPlace(), box, signature },
    customs: customsOf(packed),
  }
  const offered = await offeredRates(gateway, shipment)
  const { name, line1, line2, city, state, postalCode } = from
  const asked = {
    ...{ pieces: [], box, declared: value, signature, insured: true },
    from: { name, line1, line2, city, state, postalCode },
  }
  await subject.change(app, { staff: by }, ({ tx, at }) =>
    storeRates(tx, subject, { gateway, offered, asked, at, by }),
  )
  return offered.rates.length
}

/** At least its metal value. */
async function insuredFor(app: AppContext, row: TradeInRow, declared: Cents | undefined) {
  const metal = await insuredValue(app, row)
  const value = declared ?? metal
  if (value === null) throw labelRefused('Enter a value to insure: this piece has no known weight.')
  if (metal !== null && value < metal) {
    throw labelRefused(`Insure it for at least its metal value, ${formatCents(metal)}.`)
  }
  return value
}

/** Buys it once, however often and by however many it is asked for [TRADE-24]. */
export async function buyTradeInLabel(
  app: AppContext,
  { id, by, ...request }: OfLabel & { rate: string; requireFresh: () => Promise<void> },
) {
  const subject = labelsForTradeIn(id)
  const requested = await withDatabase(app, ({ orm }) =>
    orm.transaction(async (tx) => {
      const row = await lockTradeIn(tx, 'id', id)
      return requestLabel({ tx, at: app.now() }, app, subject, { by, ...request }, (label) =>
        assertMayBuy(row, label.livemode),
      )
    }),
  )
  return purchaseLabel(app, subject, requested, request.rate)
}

/** Before the piece is on its way, and for a case of the mode of the labels. */
function assertMayBuy(row: TradeInRow, live: boolean): void {
  if (row.livemode !== live) {
    throw labelRefused(
      'This trade-in and the label service aren’t in the same mode: one is test and one is live.',
    )
  }
  if (row.state !== 'requested' && row.state !== 'accepted') {
    throw labelRefused('The piece is already on its way, or this trade-in has ended.')
  }
  if (row.labelCarrier !== null && row.labelTracking !== null) {
    const tracked = { carrier: row.labelCarrier, tracking: row.labelTracking }
    throw labelRefused(`This trade-in already has a label: ${trackingText(tracked)}.`)
  }
}

export const lookForTradeInLabel = (app: AppContext, { id, label }: OfLabel) =>
  lookForLabelOf(app, labelsForTradeIn(id), label)

export const giveUpTradeInLabel = (app: AppContext, { id, by, label }: OfLabel) =>
  giveUpLabelOf(app, labelsForTradeIn(id), { by, label })

/**
 * Until the piece is on its way, its cost is asked back [TRADE-25]. A `late` label was never on the trade-in, so no
 * piece is on its way with it.
 */
export const voidTradeInLabel = (app: AppContext, { id, by, label }: OfLabel) =>
  voidLabelOf(app, labelsForTradeIn(id), { staff: by }, label, async (found, tx) => {
    if (found.state === 'late') return
    const { state } = await lockTradeIn(tx, 'id', id)
    if (state !== 'requested' && state !== 'accepted') {
      throw labelRefused('The owner may have shipped the piece with this label.')
    }
  })
