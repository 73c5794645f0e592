import { and, asc, eq, inArray, isNotNull, isNull } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { AppContext } from '#app/.server/app-context.ts'
import { staffTransaction } from '#app/.server/audit-log/staff-transaction.ts'
import { currentGoldPrice } from '#app/.server/gold-price/queries/gold-price.ts'
import type { Orm } from '#app/.server/platform/db/database.ts'
import { metalEntries } from '#app/.server/platform/db/metal-schema.ts'
import { AppError } from '#app/.server/platform/errors.ts'
import { averageOfStanding, averageText } from '#app/domain/metal/average-cost.ts'
import { reversalOf } from '#app/domain/metal/metal-ledger.ts'
import { cents } from '#app/domain/money/cents.ts'
import { dayAt } from '#app/domain/time/day.ts'
import { brand } from '#brand'
import { averageNow } from '../average-now.ts'
import { entryLabel } from '../entry-label.ts'
import { lockMetalBook, metalMode } from '../metal-ledger.ts'
import { goldHere } from '../position.ts'
import { watchLimits } from '../watch.ts'

type TakingBack = { by: string; id: number; reason: string }

/**
 * Takes an entry back by another with a reason; nothing is edited [METAL-06]. Also of gold that was used
 * since: then the ledger says what is missing. Once: the second person is told who was first.
 */
export async function reverseMetalEntry(
  app: AppContext,
  { by, id, reason }: TakingBack,
): Promise<string> {
  const livemode = metalMode(app)
  const { gold } = await currentGoldPrice(app)
  return staffTransaction(app, { by }, async (tx, { at, audit }) => {
    const book = await lockMetalBook(tx, livemode)
    const [entry] = await tx
      .select()
      .from(metalEntries)
      .where(and(eq(metalEntries.id, id), eq(metalEntries.livemode, livemode)))
    if (!entry || entry.reverses !== null) {
      const message = 'This entry doesn’t exist, so it can’t be reversed. Nothing was changed.'
      throw new AppError('metal_unknown', 404, message)
    }
    const { kind, paidCents, party, stock, pieces, suppliers, lost, opening } = entry
    const mg = Math.max(...[stock, pieces, suppliers, lost, opening].map(Math.abs))
    const what = entryLabel({ kind, mg, paid: paidCents })
    const [before] = await tx.select().from(metalEntries).where(eq(metalEntries.reverses, id))
    if (before) {
      if (before.by === by && before.note === reason) return what
      const message = `${before.by} already reversed this entry. Nothing was changed.`
      throw new AppError('metal_taken_back', 409, message)
    }
    const here = await goldHere(tx, book)
    const [written] = await tx
      .insert(metalEntries)
      .values({
        ...{ livemode, key: `back:${id}`, kind, day: dayAt(at, brand.timeZone), at, by },
        ...{ party, note: reason, reverses: id, onHand: here.stock + here.pieces },
        ...reversalOf({ stock, pieces, suppliers, lost, opening }),
        paidCents: paidCents === null ? null : 0 - paidCents,
        average: await averageWithout(tx, livemode, {
          id,
          isPurchase: kind === 'purchase' || kind === 'opening',
        }),
      })
      .returning({ id: metalEntries.id })
    if (!written) throw new RangeError('The entry was not taken back')
    await audit({ action: 'metal.taken_back', facts: { what, reason } })
    await watchLimits(tx, book, { at, perGram: gold.perGram })
    return what
  })
}

/** The average had this purchase never been entered; any other entry leaves it as it is. */
async function averageWithout(
  tx: Orm,
  livemode: boolean,
  { id, isPurchase }: { id: number; isPurchase: boolean },
): Promise<string | null> {
  if (!isPurchase) {
    const now = await averageNow(tx, livemode)
    return now === null ? null : averageText(now)
  }
  const undone = alias(metalEntries, 'undone')
  const found = await tx
    .select({ entry: metalEntries, reversedBy: undone.id })
    .from(metalEntries)
    .leftJoin(undone, eq(undone.reverses, metalEntries.id))
    .where(
      and(
        eq(metalEntries.livemode, livemode),
        inArray(metalEntries.kind, ['opening', 'purchase']),
        isNull(metalEntries.reverses),
        isNotNull(metalEntries.paidCents),
      ),
    )
    .orderBy(asc(metalEntries.id))
  const average = averageOfStanding(
    found.map(({ entry, reversedBy }) => ({
      id: entry.id,
      mg: entry.stock + entry.pieces,
      paid: cents(entry.paidCents ?? 0),
      onHand: entry.onHand,
      reversedBy: entry.id === id ? Number.MAX_SAFE_INTEGER : reversedBy,
    })),
  )
  return average === null ? null : averageText(average)
}
