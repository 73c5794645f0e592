import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { rows } from './database.ts'

/** Other statements have their turn between two tables. */
const pauseMs = 200

/**
 * Vacuums each table of which some hundred rows and a twentieth were written since the last time, or
 * that an update of the program wrote again, and returns their names. A server does that automatically; the
 * embedded database has no such process: it would never use the room of old rows again, and would look
 * up in the table what an index already says.
 */
export async function vacuumChanged({
  db,
  closing,
}: Pick<AppContext, 'db' | 'closing'>): Promise<string[]> {
  if (db?.engine !== 'embedded') return []
  await db.orm.execute(sql`select pg_stat_force_next_flush()`)
  const due = await rows<{ name: string }>(
    db.orm,
    sql`select stat.relname as name
      from pg_stat_user_tables stat join pg_class class on class.oid = stat.relid
      where stat.schemaname = 'public' and (
        stat.n_dead_tup + stat.n_ins_since_vacuum > 500 + 0.05 * greatest(class.reltuples, 0)
        or (class.relpages > 50 and class.relallvisible = 0 and stat.last_vacuum is null))
      order by stat.relname`,
  )
  const done: string[] = []
  for (const { name } of due) {
    if (closing.aborted) break
    await db.orm.execute(sql`vacuum ${sql.identifier(name)}`)
    done.push(name)
    await sleep(pauseMs, undefined, { signal: closing }).catch(() => {})
  }
  return done
}
