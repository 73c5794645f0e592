import { and, asc, eq, isNotNull } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { findOrder } from '#app/.server/orders/repository.ts'
import { paymentRequestLinksOf } from '#app/.server/payments/payment-request-links.ts'
import { paymentRequestPath } from '#app/.server/payments/payment-request-token.ts'
import { tradeInHistory, tradeIns } from '#app/.server/platform/db/trade-in-schema.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import type { Carrier } from '#app/domain/fulfillment/carrier.ts'
import type { Tracked } from '#app/domain/fulfillment/parcel.ts'
import { type PricePerGram, parsePerGram } from '#app/domain/gold-price/rates.ts'
import { type Cents, cents } from '#app/domain/money/cents.ts'
import type { BasisPoints, Fineness } from '#app/domain/pricing/trade-in-value.ts'
import { type Day, dayAt } from '#app/domain/time/day.ts'
import { isExpired } from '#app/domain/trade-ins/offer.ts'
import { mayOwnerCancel, type TradeInState } from '#app/domain/trade-ins/trade-in.ts'
import { brand } from '#brand'
import type { TradeInRow } from '../change-trade-in.ts'
import { moneyOf } from '../money.ts'
import { photosOf, type TradeInPhoto } from '../photos.ts'
import { hasLabelFile } from './trade-in-label.ts'

/** A trade-in as its owner sees it. */
export type OwnerTradeIn = Pick<
  TradeInRow,
  'number' | 'kind' | 'state' | 'name' | 'size' | 'serial' | 'instructions' | 'closedWhy'
> & {
  isTest: boolean
  stamped: number | null
  label: Tracked | null
  parcel: Tracked | null
  again: Tracked | null
  weighed: { mg: number; fineness: Fineness } | null
  offer: {
    nth: number
    amount: Cents
    rate: BasisPoints | null
    perGram: PricePerGram
    until: Date
    isExpired: boolean
    difference: string
  } | null
  openCredit: Cents
  creditUntil: Date | null
  /** The order that a recast is paid by, or that used a credit. */
  orderPath: string | null
  /** Where a recast is paid while its payment link is open. */
  payPath: string | null
  /** The last day of a recast by the guarantee, while work on it goes on; null once it is past. */
  readyBy: Day | null
  mayCancel: boolean
  /** Its PDF can be had, and the piece is still with its owner. */
  mayPrintLabel: boolean
  maySend: boolean
  mayAnswer: boolean
  steps: { at: Date; state: TradeInState }[]
  photos: Pick<TradeInPhoto, 'id' | 'width' | 'height'>[]
}

/** By the unguessable address of its page; null for any other. */
export function ownerTradeIn(app: AppContext, token: string): Promise<OwnerTradeIn | null> {
  return withDatabase(app, async ({ orm }) => {
    if (!/^[\w-]{32}$/.test(token)) return null
    const [row] = await orm.select().from(tradeIns).where(eq(tradeIns.token, token))
    if (!row) return null
    const { id, state, number, kind, name, size, serial, instructions, closedWhy } = row
    const history = await orm
      .select({ at: tradeInHistory.at, state: tradeInHistory.state })
      .from(tradeInHistory)
      .where(and(eq(tradeInHistory.tradeInId, id), isNotNull(tradeInHistory.state)))
      .orderBy(asc(tradeInHistory.id))
    const order = row.orderId === null ? null : await findOrder(orm, 'id', row.orderId)
    const link =
      order && kind === 'recast' && state === 'agreed'
        ? (await paymentRequestLinksOf(orm, order.id)).find(({ closedAt }) => closedAt === null)
        : undefined
    const { open } = await moneyOf(orm, row)
    const isOpen = state === 'agreed' && kind === 'exchange'
    return {
      ...{ number, kind, state, name, size, serial, instructions, closedWhy },
      isTest: !row.livemode,
      stamped: row.stampedMg,
      label: trackedOf(row.labelCarrier, row.labelTracking),
      parcel: trackedOf(row.carrier, row.tracking),
      again: trackedOf(row.againCarrier, row.againTracking),
      weighed:
        row.weighedMg === null || row.fineness === null
          ? null
          : { mg: row.weighedMg, fineness: row.fineness },
      offer: offerOf(row, app.now()),
      openCredit: isOpen ? open : cents(0),
      creditUntil: isOpen ? row.creditUntil : null,
      orderPath: order ? `/order/${order.token}` : null,
      payPath: order && link ? paymentRequestPath(app, link.id, order) : null,
      readyBy: readyBy(row, app.now()),
      mayCancel: mayOwnerCancel(state),
      mayPrintLabel: state === 'accepted' && (await hasLabelFile(orm, id)),
      maySend: state === 'accepted' || state === 'sent',
      mayAnswer: state === 'offered',
      photos: await photosOf(orm, id).then((all) =>
        all.map(({ id, width, height }) => ({ id, width, height })),
      ),
      steps: history.flatMap(({ at, state: to }) => (to === null ? [] : [{ at, state: to }])),
    }
  })
}

function offerOf(row: TradeInRow, now: Date): OwnerTradeIn['offer'] {
  const { offer: nth, offerCents, offerRate: rate, offerPerGram, offerUntil: until } = row
  const perGram = offerPerGram === null ? null : parsePerGram(offerPerGram)
  if (offerCents === null || perGram === null || until === null) return null
  const { difference } = row
  const amount = cents(offerCents)
  return { nth, amount, rate, perGram, until, isExpired: isExpired(row, now), difference }
}

const readyBy = ({ state, dueOn }: TradeInRow, now: Date): Day | null =>
  state === 'working' && dueOn !== null && dueOn >= dayAt(now, brand.timeZone) ? dueOn : null

const trackedOf = (carrier: Carrier | null, tracking: string | null): Tracked | null =>
  carrier === null || !tracking ? null : { carrier, tracking }
