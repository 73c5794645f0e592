import { eq, sql } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { staffTransaction } from '#app/.server/audit-log/staff-transaction.ts'
import { rows } from '#app/.server/platform/db/database.ts'
import { metalBooks, metalEntries } from '#app/.server/platform/db/metal-schema.ts'
import { AppError } from '#app/.server/platform/errors.ts'
import { averageAfter, averageText } from '#app/domain/metal/average-cost.ts'
import { openingEntry } from '#app/domain/metal/metal-ledger.ts'
import { formatMetal } from '#app/domain/metal/metal-weight.ts'
import { type Cents, formatCents } from '#app/domain/money/cents.ts'
import { dayAt } from '#app/domain/time/day.ts'
import { brand } from '#brand'
import { lockMetalBook, metalMode } from '../metal-ledger.ts'

type Beginning = {
  by: string
  key: string
  /** Of fine gold and of finished pieces that are here now. */
  stock: number
  pieces: number
  /** What it cost in all; null: not known. */
  paid: Cents | null
}

/**
 * The ledger begins with what is here now. What was sent before is no part of it; what was sold before
 * and is still to be sent is owed as ever [METAL-04].
 */
export async function beginMetal(app: AppContext, beginning: Beginning): Promise<void> {
  const { by, key, stock, pieces, paid } = beginning
  const livemode = metalMode(app)
  await staffTransaction(app, beginning, async (tx, { at, audit }) => {
    const book = await lockMetalBook(tx, livemode)
    if (book.beganAt) {
      const [same] = await tx.select().from(metalEntries).where(eq(metalEntries.key, key))
      if (same) return
      const message = `${book.beganBy} already started the ledger. Nothing was changed.`
      throw new AppError('metal_begun', 409, message)
    }
    // A parcel that is just leaving is either before the beginning or after it.
    await tx.execute(sql`lock table parcels in share row exclusive mode`)
    const [last] = await rows<{ id: number | null }>(
      tx,
      sql`select max(id)::float8 as id from parcels`,
    )
    await tx
      .update(metalBooks)
      .set({ beganAt: at, beganBy: by, parcelBefore: last?.id ?? 0 })
      .where(eq(metalBooks.livemode, livemode))
    const mg = stock + pieces
    const average = paid === null ? null : averageAfter(null, { mg, paid, onHand: 0 })
    const { opening = 0 } = openingEntry({ stock, pieces })
    await tx.insert(metalEntries).values({
      ...{ livemode, key, kind: 'opening', day: dayAt(at, brand.timeZone), at, by },
      ...{ stock, pieces, opening, paidCents: paid, onHand: 0 },
      average: average === null ? null : averageText(average),
    })
    const cost = paid === null ? '' : `, which cost ${formatCents(paid)}`
    const what = `${formatMetal(stock)} of fine gold and ${formatMetal(pieces)} in pieces${cost}`
    await audit({ action: 'metal.began', facts: { what } })
  })
}
