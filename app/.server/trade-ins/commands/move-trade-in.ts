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
import { afterCancel, canTradeIn } from '#app/domain/trade-ins/trade-in.ts'
import {
  changeTradeIn,
  lockTradeIn,
  ownerCompared,
  recordStep,
  type StaffTradeIn,
  tradeInRefused,
} from '../change-trade-in.ts'
import { assertNoneBought } from '../label-subject.ts'
import { wasBought, wasSent } from '../money.ts'

/** Tells the owner how to send the piece, with a prepaid label where staff bought one [TRADE-07]. */
export async function acceptTradeIn(
  app: AppContext,
  { instructions, label, cost, ...request }: StaffTradeIn & StaffTradeInInput<'accept'>,
): Promise<void> {
  await changeTradeIn(app, { ...request, to: 'accepted' }, async ({ tx, row, at, by, save }) => {
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
  })
}

export async function declineTradeIn(
  app: AppContext,
  { reason, ...request }: StaffTradeIn & StaffTradeInInput<'decline'>,
): Promise<void> {
  await changeTradeIn(app, { ...request, to: 'declined' }, async ({ save }) => {
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
  await changeTradeIn(app, { ...request, to: 'weighed' }, async ({ tx, row, at, by, save }) => {
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
  })
}

/** Ends it, or sends the piece back where it is here; a piece that was paid for stays [TRADE-08]. */
export async function cancelTradeIn(
  app: AppContext,
  { reason, ...request }: StaffTradeIn & StaffTradeInInput<'cancel'>,
): Promise<void> {
  await changeTradeIn(app, request, async ({ tx, row, save }) => {
    if (await wasBought(tx, row.id)) {
      throw tradeInRefused(
        'This piece was bought: its credit was used, or the customer was paid. It can’t be canceled.',
      )
    }
    if (await wasSent(tx, row)) {
      throw tradeInRefused('The recast piece has shipped. Mark this trade-in as done instead.')
    }
    const to = afterCancel(row.state)
    await save({
      to,
      columns: { closedWhy: reason },
      why: `Canceled: ${reason}`,
      email: to === 'canceled' ? 'trade-in-ended-owner' : 'trade-in-returning-owner',
    })
  })
}

/** The piece was lost on its way; the insurance of the package is claimed outside of the shop. */
export async function loseTradeIn(
  app: AppContext,
  { reason, ...request }: StaffTradeIn & StaffTradeInInput<'lost'>,
): Promise<void> {
  await changeTradeIn(app, { ...request, to: 'lost' }, async ({ save }) => {
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
  await changeTradeIn(app, { ...request, to: 'sent back' }, async ({ at, by, save }) => {
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
