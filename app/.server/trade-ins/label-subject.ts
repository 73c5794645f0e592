import { and, desc, eq } from 'drizzle-orm'
import { cents } from '#app/domain/money/cents.ts'
import { isBeforeArrival } from '#app/domain/trade-ins/trade-in.ts'
import {
  gatewayActor,
  type LabelRow,
  type LabelStep,
  type LabelSubject,
  orderOfLabel,
} from '../fulfillment/label-subject.ts'
import { waitingLabel } from '../fulfillment/shipping-labels.ts'
import type { Orm } from '../platform/db/database.ts'
import { labels } from '../platform/db/label-schema.ts'
import { withDatabase } from '../platform/db/with-database.ts'
import { lockTradeIn, type TradeInRow, tradeInChanger, tradeInRefused } from './change-trade-in.ts'

/** The prepaid label that a piece is sent to us with, bought as those of orders are [TRADE-23]. */
export const labelsForTradeIn = (id: string): LabelSubject => ({
  about: { tradeInId: id },
  change: (app, changer, work) =>
    withDatabase(app, ({ orm }) =>
      orm.transaction(async (tx) => {
        const row = await lockTradeIn(tx, 'id', id)
        const who =
          'staff' in changer
            ? ({ actor: 'staff', by: changer.staff } as const)
            : ({ actor: 'shop', by: gatewayActor(changer) } as const)
        const { at, save } = tradeInChanger(tx, app, row, who)
        return work({
          ...{ tx, at },
          note: async (step, label, why) =>
            void (await save({ why, ...changeOf(step, label, row) })),
        })
      }),
    ),
})

/** What is written on the trade-in, and whether its owner, who was told how to send the piece, is told again. */
function changeOf(
  step: LabelStep,
  { state, carrier, tracking, costCents }: LabelRow,
  row: TradeInRow,
) {
  if (step === 'bought' && state === 'bought' && isBeforeArrival(row.state)) {
    const columns = {
      labelCarrier: carrier,
      labelTracking: tracking,
      labelCents: cents(costCents ?? 0),
    }
    const email = row.state === 'accepted' ? ('trade-in-accepted-owner' as const) : null
    return { columns, email }
  }
  const isItsOwn = step === 'voided' && tracking === row.labelTracking
  return isItsOwn ? { columns: { labelCarrier: null, labelTracking: null, labelCents: null } } : {}
}

export const subjectOfLabel = (label: LabelRow): LabelSubject =>
  label.tradeInId === null ? orderOfLabel(label) : labelsForTradeIn(label.tradeInId)

/** The label that was bought for a trade-in and not voided. */
export async function boughtLabelOf(orm: Orm, tradeInId: string): Promise<LabelRow | null> {
  const [label] = await orm
    .select()
    .from(labels)
    .where(and(eq(labels.tradeInId, tradeInId), eq(labels.state, 'bought')))
    .orderBy(desc(labels.id))
    .limit(1)
  return label ?? null
}

/** A manually entered number would hide the label that was bought. */
export async function assertNoneBought(tx: Orm, tradeInId: string): Promise<void> {
  if ((await waitingLabel(tx, labelsForTradeIn(tradeInId))) === null) return
  const message = 'A label was bought for this trade-in. Void it first, or leave this blank.'
  throw tradeInRefused(message, 'tracking')
}
