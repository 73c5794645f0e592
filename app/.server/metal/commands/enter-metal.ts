import { eq, sql } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { staffTransaction } from '#app/.server/audit-log/staff-transaction.ts'
import { currentGoldPrice } from '#app/.server/gold-price/queries/gold-price.ts'
import { type Orm, rows } from '#app/.server/platform/db/database.ts'
import { metalEntries } from '#app/.server/platform/db/metal-schema.ts'
import { fallbackSource, type GoldPrice } from '#app/domain/gold-price/gold-price.ts'
import { formatRate } from '#app/domain/gold-price/rates.ts'
import { averageAfter, averageText } from '#app/domain/metal/average-cost.ts'
import { handEntry, type MetalKind } from '#app/domain/metal/metal-ledger.ts'
import { formatMetal } from '#app/domain/metal/metal-weight.ts'
import { type Cents, formatCents } from '#app/domain/money/cents.ts'
import { divideHalfUp } from '#app/domain/money/decimal.ts'
import type { Day } from '#app/domain/time/day.ts'
import { averageNow } from '../average-now.ts'
import { entryLabel } from '../entry-label.ts'
import { assertBegun, refuseDay, refuseMoreThanIsHere, unsure } from '../metal-checks.ts'
import { lockMetalBook, metalMode } from '../metal-ledger.ts'
import { goldHere } from '../position.ts'
import { watchLimits } from '../watch.ts'

export type NewEntry = {
  by: string
  /** Of the form: pressed twice, it is one entry. */
  key: string
  kind: Exclude<MetalKind, 'opening'>
  mg: number
  typed: string
  day: Day
  /** Of a purchase what was paid; of scrap what was had for it. */
  paid: Cents | null
  /** Whom it was bought from, or sold to. */
  party: string
  note: string
  /** Asked again, staff said that it is so. */
  isSure: boolean
}

/** One manual entry of the maker's gold [METAL-01, METAL-05]. Answers what was entered. */
export async function enterMetal(app: AppContext, entry: NewEntry): Promise<string> {
  const { by, key, kind, mg, day, paid, isSure } = entry
  const livemode = metalMode(app)
  const { gold } = await currentGoldPrice(app)
  return staffTransaction(app, entry, async (tx, { at, audit }) => {
    const book = await lockMetalBook(tx, livemode)
    const message = entryLabel(entry)
    const [same] = await tx.select().from(metalEntries).where(eq(metalEntries.key, key))
    if (same) return message
    refuseDay(day, { now: at, began: assertBegun(book) })
    if (!isSure) await retryMessage(tx, livemode, entry, gold)
    const here = await goldHere(tx, book)
    refuseMoreThanIsHere(kind, mg, here)
    const onHand = here.stock + here.pieces
    const before = await averageNow(tx, livemode)
    const average =
      kind === 'purchase' && paid !== null ? averageAfter(before, { mg, paid, onHand }) : before
    const { typed, party, note } = entry
    await tx.insert(metalEntries).values({
      ...{ livemode, key, kind, day, at, by, typed, party, note, onHand },
      ...handEntry(kind, mg),
      paidCents: paid,
      average: average === null ? null : averageText(average),
    })
    await audit({ action: 'metal.entered', facts: { what: message } })
    await watchLimits(tx, book, { at, perGram: gold.perGram })
    return message
  })
}

/** The same purchase again, by another person or form, and a price that is none of today's gold. */
async function retryMessage(
  tx: Orm,
  livemode: boolean,
  { kind, mg, day, paid, party }: NewEntry,
  gold: GoldPrice,
): Promise<void> {
  if (kind !== 'purchase' || paid === null) return
  const [same] = await rows<{ by: string }>(
    tx,
    sql`select e.by from metal_entries e
      where e.livemode = ${livemode} and e.kind = 'purchase' and e.reverses is null
        and e.stock = ${mg} and e.paid_cents = ${paid} and e.day = ${day}
        and lower(e.party) = lower(${party})
        and not exists (select from metal_entries undone where undone.reverses = e.id)
      limit 1`,
  )
  if (same) {
    throw unsure(
      `${same.by} already entered the same purchase for that day: ${formatMetal(mg)} for ${formatCents(paid)}. Check the box if this is a different one.`,
    )
  }
  if (gold.source === fallbackSource) return
  const perGram = Number(divideHalfUp(BigInt(paid) * 100_000n, BigInt(mg)))
  if (perGram * 2 < gold.perGram || perGram > gold.perGram * 2) {
    throw unsure(
      `That is ${formatRate(perGram)} a gram, and gold is at ${formatRate(gold.perGram)}. Review the weight, unit, and amount. Check the box if they’re right.`,
    )
  }
}
