import { eq } from 'drizzle-orm'
import { averageAfter, averageText } from '#app/domain/metal/average-cost.ts'
import { handEntry } from '#app/domain/metal/metal-ledger.ts'
import type { Cents } from '#app/domain/money/cents.ts'
import type { Day } from '#app/domain/time/day.ts'
import type { Orm } from '../platform/db/database.ts'
import { metalEntries } from '../platform/db/metal-schema.ts'
import { averageNow } from './average-now.ts'
import { lockMetalBook } from './metal-ledger.ts'
import { goldHere } from './position.ts'

type Purchase = {
  livemode: boolean
  /** Of what it was bought with: entered once. */
  key: string
  /** Of fine gold. */
  mg: number
  paid: Cents
  party: string
  day: Day
  at: Date
  by: string
}

/**
 * Gold that came in by a trade-in, at what was paid for it [TRADE-14]. A ledger that has not begun counts it with
 * what is here when it begins.
 */
export async function buyFromPublic(
  tx: Orm,
  { livemode, key, mg, paid, ...entry }: Purchase,
): Promise<void> {
  const book = await lockMetalBook(tx, livemode)
  if (book.beganAt === null || mg <= 0) return
  const [known] = await tx.select().from(metalEntries).where(eq(metalEntries.key, key))
  if (known) return
  const here = await goldHere(tx, book)
  const onHand = here.stock + here.pieces
  const average = averageAfter(await averageNow(tx, livemode), { mg, paid, onHand })
  await tx.insert(metalEntries).values({
    ...{ livemode, key, kind: 'purchase', paidCents: paid, onHand, ...entry },
    ...handEntry('purchase', mg),
    average: average === null ? null : averageText(average),
  })
}
