import { and, eq, ne } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { tradeIns } from '#app/.server/platform/db/trade-in-schema.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import { returnTermsSetting } from '#app/.server/settings/return-terms.ts'
import type { StaffTradeInInput } from '#app/contracts/trade-ins/trade-in.ts'
import { carrierNames } from '#app/domain/fulfillment/carrier.ts'
import { trackingText } from '#app/domain/fulfillment/parcel.ts'
import { formatScale } from '#app/domain/money/grams.ts'
import { differenceOf, formatFineness } from '#app/domain/trade-ins/offer.ts'
import { canTradeIn } from '#app/domain/trade-ins/trade-in.ts'
import {
  changeTradeIn,
  lockTradeIn,
  ownerCompared,
  recordStep,
  type StaffTradeIn,
  type TradeInRow,
  tradeInRefused,
} from '../change-trade-in.ts'
import { assertNoneBought } from '../label-subject.ts'

/** Tells the owner how to send the piece, with a prepaid label where staff bought one [TRADE-07]. */
export async function acceptTradeIn(
  app: AppContext,
  { instructions, label, cost, ...request }: StaffTradeIn & StaffTradeInInput<'accept'>,
): Promise<void> {
  const isSame = (row: TradeInRow) =>
    row.instructions === instructions && row.labelTracking === (label?.tracking ?? null)
  await changeTradeIn(
    app,
    { ...request, to: 'accepted', isSame },
    async ({ tx, row, at, by, save }) => {
      if (label) {
        await assertNoneBought(tx, row.id)
        const [other] = await tx
          .select({ number: tradeIns.number })
          .from(tradeIns)
          .where(and(eq(tradeIns.labelTracking, label.tracking), ne(tradeIns.id, row.id)))
        if (other) {
          const message = `This label is already used for trade-in ${other.number}.`
          throw tradeInRefused(message, 'tracking')
        }
      }
      const sends = label ? ` Prepaid label: ${trackingText(label)}` : ''
      await save({
        to: 'accepted',
        columns: {
          acceptedAt: at,
          acceptedBy: by,
          instructions,
          ...(label && {
            labelCarrier: label.carrier,
            labelTracking: label.tracking,
            labelCents: cost ?? null,
          }),
        },
        why: `Approved.${sends}`,
        email: 'trade-in-accepted-owner',
      })
    },
  )
}

export async function declineTradeIn(
  app: AppContext,
  { reason, ...request }: StaffTradeIn & StaffTradeInInput<'decline'>,
): Promise<void> {
  const isSame = (row: TradeInRow) => row.closedWhy === reason
  await changeTradeIn(app, { ...request, to: 'declined', isSame }, async ({ save }) => {
    await save({
      to: 'declined',
      columns: { closedWhy: reason },
      why: `Declined: ${reason}`,
      email: 'trade-in-declined-owner',
    })
  })
}

export async function receiveTradeIn(app: AppContext, request: StaffTradeIn): Promise<void> {
  await changeTradeIn(app, { ...request, to: 'received' }, async ({ at, by, save }) => {
    await save({
      to: 'received',
      columns: { receivedAt: at, receivedBy: by },
      why: 'Received.',
      email: 'trade-in-received-owner',
    })
  })
}

/**
 * What the scale and the XRF analyzer show [TRADE-07]. Where the piece differs from what it was sold as, a note says
 * why. A piece on the scale is here, so one that was not received yet is, in the same step.
 */
export async function weighTradeIn(
  app: AppContext,
  { grams, fineness, maker, note, ...request }: StaffTradeIn & StaffTradeInInput<'weigh'>,
): Promise<void> {
  const isSame = (row: TradeInRow) =>
    row.weighedMg === grams &&
    row.fineness === fineness &&
    row.isOurs === (maker === 'ours') &&
    row.weightNote === note
  await changeTradeIn(
    app,
    { ...request, to: 'weighed', isSame },
    async ({ tx, row, at, by, save }) => {
      const { tolerance } = await returnTermsSetting.stored(tx)
      const isOurs = maker === 'ours'
      const difference = differenceOf({ weight: grams, fineness, isOurs }, row.stampedMg, tolerance)
      if ((difference || !isOurs) && note === '') {
        const what = isOurs
          ? `The piece doesn’t match its certificate: ${difference}`
          : 'It’s another maker’s piece'
        throw tradeInRefused(`${what}. Check it again, or add a note explaining it.`, 'note')
      }
      if (canTradeIn(row.kind, row.state, 'received')) {
        await save({
          to: 'received',
          columns: { receivedAt: at, receivedBy: by },
          why: 'Received.',
          email: 'trade-in-received-owner',
        })
      }
      const words = `${formatScale(grams)}, fineness ${formatFineness(fineness)}`
      await save({
        to: 'weighed',
        columns: {
          ...{ weighedAt: at, weighedBy: by, weighedMg: grams, fineness, isOurs },
          ...{ weightNote: note, difference: difference ?? '' },
        },
        why: ['Weighed and tested:', `${words}.`, note].filter(Boolean).join(' '),
      })
    },
  )
}

/** The piece was lost on its way; the insurance of the package is claimed outside of the shop. */
export async function loseTradeIn(
  app: AppContext,
  { reason, ...request }: StaffTradeIn & StaffTradeInInput<'lost'>,
): Promise<void> {
  const isSame = (row: TradeInRow) => row.closedWhy === reason
  await changeTradeIn(app, { ...request, to: 'lost', isSame }, async ({ save }) => {
    await save({
      to: 'lost',
      columns: { closedWhy: reason },
      why: `Lost in transit: ${reason}`,
      email: 'trade-in-ended-owner',
    })
  })
}

/**
 * A piece that was declined, canceled or not agreed on is on its way to its owner, who was compared with the sanctions
 * lists, as the recipient of an order is [TRADE-18].
 */
export async function sendBackTradeIn(
  app: AppContext,
  { parcel, ...request }: StaffTradeIn & StaffTradeInInput<'send-back'>,
): Promise<void> {
  const isSame = (row: TradeInRow) =>
    row.againCarrier === parcel?.carrier && row.againTracking === parcel?.tracking
  await changeTradeIn(app, { ...request, to: 'sent back', isSame }, async ({ at, by, save }) => {
    if (!parcel) {
      throw tradeInRefused(
        'Please enter a tracking number, or how the piece was handed over.',
        'tracking',
      )
    }
    const { carrier, tracking } = parcel
    await save({
      to: 'sent back',
      columns: {
        ...{ againCarrier: carrier, againTracking: tracking },
        ...{ sanctionsAt: at, sanctionsBy: by },
      },
      why: `Sent back: ${carrierNames[carrier]} ${tracking}. ${ownerCompared}`,
      email: 'trade-in-returned-owner',
    })
  })
}

/** A note changes nothing, so it needs no revision. */
export function noteTradeIn(
  app: AppContext,
  { id, by, note }: { id: string; by: string; note: string },
): Promise<void> {
  return withDatabase(app, ({ orm }) =>
    orm.transaction(async (tx) => {
      const row = await lockTradeIn(tx, 'id', id)
      await recordStep(tx, row, { at: app.now(), actor: 'staff', by, state: null, why: note })
    }),
  )
}
