import { and, desc, inArray, lte, sql } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import type { Orm } from '#app/.server/platform/db/database.ts'
import { goldPriceHistory } from '#app/.server/platform/db/gold-price-schema.ts'
import { defaultGoldPrice, type GoldPrice, takenAtOf } from '#app/domain/gold-price/gold-price.ts'
import { stateOf } from '#app/domain/gold-price/state.ts'
import { goldOf } from '../repository.ts'

const { id, status, recordedAt, decidedAt, withdrawnAt } = goldPriceHistory
const acceptedAt = sql<Date>`coalesce(${decidedAt}, ${recordedAt})`.mapWith(recordedAt)

/** The one that was accepted last and not withdrawn by then. */
export async function readAcceptedAt(orm: Orm, app: AppContext, at: Date) {
  const moment = sql`${at.toISOString()}::timestamptz`
  const wasAccepted = inArray(status, ['accepted', 'withdrawn'])
  const [row] = await orm
    .select({ row: goldPriceHistory, acceptedAt })
    .from(goldPriceHistory)
    .where(
      and(
        ...[wasAccepted, lte(acceptedAt, moment)],
        sql`(${withdrawnAt} is null or ${withdrawnAt} > ${moment})`,
      ),
    )
    .orderBy(desc(acceptedAt), desc(id))
    .limit(1)
  const [next] = await orm
    .select({ at: acceptedAt })
    .from(goldPriceHistory)
    .where(and(wasAccepted, sql`${acceptedAt} > ${moment}`))
    .orderBy(acceptedAt, id)
    .limit(1)
  const [waiting] = await orm
    .select({ id })
    .from(goldPriceHistory)
    .where(sql`${recordedAt} <= ${moment} and (${decidedAt} > ${moment} or ${status} = 'held')`)
    .limit(1)
  const gold = row ? goldOf(row.row, null) : defaultGoldPrice
  const ends = [next?.at, row?.row.withdrawnAt].filter((end) => end != null)
  return {
    /** The number of its record; null for the default, which applies before the first price. */
    record: row?.row.id ?? null,
    perGram: gold.perGram,
    source: gold.source,
    takenAt: takenAtOf(gold),
    acceptedAt: row?.acceptedAt.toISOString() ?? null,
    /** The staff member who set it, or accepted it after review; null: accepted automatically. */
    by: row?.row.setBy ?? null,
    heldBecause: row?.row.decidedAt ? row.row.reason : null,
    /** Since when it counts as wrong; null: it was never withdrawn. */
    withdrawnAt: row?.row.withdrawnAt?.toISOString() ?? null,
    /** When another price replaced it; null: it is current. */
    until: ends.length > 0 ? new Date(Math.min(...ends.map(Number))).toISOString() : null,
    state: stateThen(app, gold, { at, held: Boolean(waiting) }),
  }
}

function stateThen(app: AppContext, gold: GoldPrice, { at, held }: { at: Date; held: boolean }) {
  const { refreshMs, liveMinutes, maxAgeHours } = app.config.gold
  return stateOf({ gold, held, now: at, refreshMs, liveMinutes, maxAgeHours })
}
