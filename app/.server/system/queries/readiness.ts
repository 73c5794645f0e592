import { sql } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { currentGoldPrice } from '#app/.server/gold-price/queries/gold-price.ts'
import type { Database } from '#app/.server/platform/db/database.ts'
import { aheadOfPages } from '#app/.server/platform/db/pool/pool-priority.ts'
import { wrongDatabaseSetting } from '#app/.server/platform/db/wrong-setting.ts'
import type { GoldPriceState } from '#app/domain/gold-price/gold-price.ts'

type DatabaseState = 'ok' | 'unavailable' | 'refused'

export type Readiness = {
  ok: boolean
  /** `refused`: it answers and does not let the shop in, or write; the log says why. */
  database: DatabaseState | 'none'
  goldPrice: GoldPriceState
  /** Only while the shop stops: what asks should no longer send anybody here. */
  stopping?: true
}

/** A showcase without a database is ready for what it can do; a configured one must take writes. */
export async function readiness(app: AppContext): Promise<Readiness> {
  const database = await databaseState(app)
  const { state } = await currentGoldPrice(app)
  if (app.closing.aborted) return { ok: false, database, goldPrice: state, stopping: true }
  return { ok: database === 'ok' || database === 'none', database, goldPrice: state }
}

async function databaseState(app: AppContext): Promise<Readiness['database']> {
  if (app.config.database === 'none') return 'none'
  return aheadOfPages(() => takesWrites(app.db))
}

const pending = new WeakMap<Database, Promise<DatabaseState>>()

/** Askers at the same time share one write, so that nobody can make the database busy by asking. */
function takesWrites(db: Database): Promise<DatabaseState> {
  const already = pending.get(db)
  if (already) return already
  const written = writeCheck(db)
    .then(
      () => 'ok' as const,
      (error) => (wrongDatabaseSetting(error) ? 'refused' : 'unavailable'),
    )
    .finally(() => pending.delete(db))
  pending.set(db, written)
  return written
}

async function writeCheck({ orm }: Database): Promise<void> {
  await orm.execute(
    sql`insert into readiness_checks values ('current', now())
        on conflict (id) do update set checked_at = excluded.checked_at`,
  )
}
