import { and, desc, eq } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { labelsFor, type ShownLabels } from '#app/.server/fulfillment/shipping-labels.ts'
import { certificates } from '#app/.server/platform/db/certificate-schema.ts'
import type { Orm } from '#app/.server/platform/db/database.ts'
import { labelFiles, labels } from '#app/.server/platform/db/label-schema.ts'
import { orders } from '#app/.server/platform/db/schema.ts'
import { tradeIns } from '#app/.server/platform/db/trade-in-schema.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import type { LabelRequest } from '#app/domain/fulfillment/label.ts'
import type { Cents } from '#app/domain/money/cents.ts'
import { type TradeInRow, tradeInUnknown } from '../change-trade-in.ts'
import { boughtLabelOf, labelsForTradeIn } from '../label-subject.ts'
import { insuredValue } from '../prices.ts'

export type TradeInLabels = ShownLabels & {
  /** What is known of where the owner sends the piece from. */
  from: Partial<NonNullable<LabelRequest['from']>>
  /** What it is insured for; null where the weight of the piece is not known. */
  metalValue: Cents | null
}

/** The labels of a trade-in, and what is needed to buy one [TRADE-23]. */
export function tradeInLabels(app: AppContext, id: string): Promise<TradeInLabels> {
  return withDatabase(app, async ({ orm }) => {
    const [row] = await orm.select().from(tradeIns).where(eq(tradeIns.id, id))
    if (!row) throw tradeInUnknown()
    const shown = await labelsFor(orm, app, labelsForTradeIn(id))
    const metalValue = await insuredValue(app, row)
    return { ...shown, from: await knownAddress(orm, row), metalValue }
  })
}

/** As it was last asked for, or as the order has it of a buyer who is the owner still. */
async function knownAddress(orm: Orm, row: TradeInRow): Promise<TradeInLabels['from']> {
  const [last] = await orm
    .select({ asked: labels.asked })
    .from(labels)
    .where(eq(labels.tradeInId, row.id))
    .orderBy(desc(labels.id))
    .limit(1)
  if (last?.asked.from) return last.asked.from
  const known = { name: row.ownerName, ...(row.region && { state: row.region }) }
  if (row.certificateId === null || row.email === null) return known
  const [order] = await orm
    .select({ address: orders.shippingAddress, email: orders.email })
    .from(certificates)
    .innerJoin(orders, eq(orders.id, certificates.orderId))
    .where(eq(certificates.id, row.certificateId))
  if (!order?.address || order.email?.toLowerCase() !== row.email.toLowerCase()) return known
  const { name, line1, line2, city, state, postalCode } = order.address
  return { name, line1, line2, city, state, postalCode }
}

type LabelFile = { filename: string; pdf: Buffer }

/** The PDF of the label that was bought, for staff by id and for the owner by the secret link [TRADE-26]. */
export function tradeInLabelFile(
  app: AppContext,
  by: { id: string } | { token: string },
): Promise<LabelFile | null> {
  return withDatabase(app, async ({ orm }) => {
    const isIt = 'id' in by ? eq(tradeIns.id, by.id) : eq(tradeIns.token, by.token)
    const [found] = await orm
      .select({ pdf: labelFiles.pdf, number: tradeIns.number })
      .from(labelFiles)
      .innerJoin(labels, eq(labels.id, labelFiles.labelId))
      .innerJoin(tradeIns, eq(tradeIns.id, labels.tradeInId))
      .where(and(isIt, eq(labels.state, 'bought')))
      .orderBy(desc(labels.id))
      .limit(1)
    if (!found) return null
    return { filename: `label-trade-in-${found.number}.pdf`, pdf: Buffer.from(found.pdf) }
  })
}

/** Whether its owner can print it. */
export async function hasLabelFile(orm: Orm, tradeInId: string): Promise<boolean> {
  const label = await boughtLabelOf(orm, tradeInId)
  return label !== null && (await orm.$count(labelFiles, eq(labelFiles.labelId, label.id))) > 0
}
