import { and, desc, inArray, lte, sql } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import type { Orm } from '#app/.server/platform/db/database.ts'
import { goldPriceHistory } from '#app/.server/platform/db/gold-price-schema.ts'
import {
  defaultGoldPrice,
  type GoldPrice,
  type GoldPriceState,
  takenAtOf,
} from '#app/domain/gold-price/gold-price.ts'
import type { PricePerGram } from '#app/domain/gold-price/rates.ts'
import { stateOf } from '#app/domain/gold-price/state.ts'
import { goldOf } from '../repository.ts'

/** The price that applied at a moment, and where it came from; times in ISO 8601. */
export type AcceptedAt = {
  /** The number of its record; null for the default, which applies before the first price. */
  record: number | null
  perGram: PricePerGram
  source: string
  takenAt: string | null
  acceptedAt: string | null
  /** The staff member who set it, or accepted it after review; null: accepted automatically. */
  by: string | null
  /** Why it had waited for staff. */
  heldBecause: string | null
  /** Since when it counts as wrong; null: it was never withdrawn. */
  withdrawnAt: string | null
  /** When another price replaced it; null: it is current. */
  until: string | null
  /** By the settings of today. */
  state: GoldPriceState
}

const { id, status, recordedAt, decidedAt, withdrawnAt } = goldPriceHistory
const acceptedAt = sql<Date>`coalesce(${decidedAt}, ${recordedAt})`.mapWith(recordedAt)

/** The one that was accepted last and not withdrawn by then. */
export async function readAcceptedAt(orm: Orm, app: AppContext, at: Date): Promise<AcceptedAt> {
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
    record: row?.row.id ?? null,
    perGram: gold.perGram,
    source: gold.source,
    takenAt: takenAtOf(gold),
    acceptedAt: row?.acceptedAt.toISOString() ?? null,
    by: row?.row.setBy ?? null,
    heldBecause: row?.row.decidedAt ? row.row.reason : null,
    withdrawnAt: row?.row.withdrawnAt?.toISOString() ?? null,
    until: ends.length > 0 ? new Date(Math.min(...ends.map(Number))).toISOString() : null,
    state: stateThen(app, gold, { at, held: Boolean(waiting) }),
  }
}

function stateThen(app: AppContext, gold: GoldPrice, { at, held }: { at: Date; held: boolean }) {
  const { refreshMs, liveMinutes, maxAgeHours } = app.config.gold
  return stateOf({ gold, held, now: at, refreshMs, liveMinutes, maxAgeHours })
}
