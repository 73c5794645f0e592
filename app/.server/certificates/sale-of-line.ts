import { and, desc, eq, isNotNull } from 'drizzle-orm'
import type { CertifiedPiece } from '#app/domain/certificates/certificate.ts'
import { type PricePerGram, parsePerGram, parsePerOunce } from '#app/domain/gold-price/rates.ts'
import { goldOf } from '../gold-price/repository.ts'
import type { Orm } from '../platform/db/database.ts'
import { goldPriceHistory } from '../platform/db/gold-price-schema.ts'
import { orderEdits } from '../platform/db/order-edit-schema.ts'
import type { orderLines, orders } from '../platform/db/schema.ts'

type OrderRow = typeof orders.$inferSelect
type LineRow = typeof orderLines.$inferSelect

export type SaleOfLine = Pick<CertifiedPiece, 'soldAt' | 'goldPrice'>

/** Edits that added lines to an order, the last one first, each with its gold price. */
function editsOf(tx: Orm, orderId: string) {
  const { firstLine, goldPriceId, state } = orderEdits
  return tx
    .select({ edit: orderEdits, gold: goldPriceHistory })
    .from(orderEdits)
    .leftJoin(goldPriceHistory, eq(goldPriceHistory.id, goldPriceId))
    .where(and(eq(orderEdits.orderId, orderId), eq(state, 'applied'), isNotNull(firstLine)))
    .orderBy(desc(firstLine))
}

/**
 * When a line was sold and at which gold price: that of the order, or of the edit that added it. A piece that was
 * only engraved kept its gold price, which is then that of an earlier edit or of the order [EDIT-04].
 */
export async function saleOfLine(tx: Orm, order: OrderRow, line: LineRow): Promise<SaleOfLine> {
  const perGram = parsePerGram(line.pricePerGram)
  if (perGram === null) throw unreadable(order)
  const edits = (await editsOf(tx, order.id)).filter(
    ({ edit }) => edit.firstLine !== null && edit.firstLine <= line.position,
  )
  const found = edits.find(({ gold }) => gold && goldOf(gold, null).perGram === perGram)?.gold
  return {
    soldAt: edits[0]?.edit.settledAt ?? order.paidAt ?? order.createdAt,
    goldPrice: found ? recordedPrice(found, perGram) : priceOfOrder(order, perGram),
  }
}

function recordedPrice(row: typeof goldPriceHistory.$inferSelect, perGram: PricePerGram) {
  const { perOunce, source, takenAt } = goldOf(row, null)
  return { perGram, perOunce, record: row.id, source, takenAt }
}

function priceOfOrder(order: OrderRow, perGram: PricePerGram) {
  const perOunce = parsePerOunce(order.goldPricePerOunce)
  if (perOunce === null) throw unreadable(order)
  const { goldPriceId: record, goldSource: source, goldTakenAt: takenAt } = order
  return { perGram, perOunce, record, source, takenAt }
}

const unreadable = ({ id }: OrderRow) =>
  new RangeError(`the gold price of order ${id} cannot be read`)
