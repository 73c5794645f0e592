import { eq } from 'drizzle-orm'
import { receiptName } from '#app/domain/orders/number.ts'
import type { Orm } from '../platform/db/database.ts'
import { receipts } from '../platform/db/ledger-schema.ts'

/** `R-00012`; null where the order was never paid. */
export async function receiptNumberOf(orm: Orm, orderId: string): Promise<string | null> {
  const [receipt] = await orm.select().from(receipts).where(eq(receipts.orderId, orderId))
  return receipt ? receiptName(receipt) : null
}
