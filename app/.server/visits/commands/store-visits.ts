import { sql } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { hasDatabase, withDatabase } from '#app/.server/platform/db/with-database.ts'
import { dayAt } from '#app/domain/time/day.ts'
import { otherKey, visitKinds } from '#app/domain/visits/visit.ts'
import { brand } from '#brand'

/** The most keys of a kind with their own row in a day; the rest is added to `other`. */
export const maxKeysOfDay = 200
const everyMs = 60_000

/**
 * Adds what this process counted to the rows of the day, in one statement [VISIT-04]. It is a day of the shop’s clock,
 * the one on which it is stored: at most a minute late. Several processes add up.
 */
export async function storeVisits(app: AppContext): Promise<void> {
  if (!hasDatabase(app)) return
  const taken = app.visits.take()
  const counted = visitKinds.flatMap((kind) =>
    [...taken[kind]].map(([key, count]) => ({ kind, key, count })),
  )
  if (counted.length === 0) return
  const day = dayAt(app.now(), brand.timeZone)
  try {
    await withDatabase(app, ({ orm }) =>
      orm.execute(sql`
        with counted as (
          select * from json_to_recordset(${JSON.stringify(counted)}::json)
            as counted (kind text, key text, count integer)
        ), stored as (
          select kind, key from visit_counts where day = ${day}
        ), ranked as (
          select counted.*, stored.key is not null as known,
            row_number() over (partition by counted.kind, stored.key is null
              order by counted.count desc, counted.key) as rank
          from counted left join stored using (kind, key)
        ), placed as (
          select kind, count, case
            when known or rank <= ${maxKeysOfDay}
              - (select count(*) from stored where stored.kind = ranked.kind) then key
            else ${otherKey} end as key
          from ranked
        )
        insert into visit_counts (day, kind, key, count)
        select ${day}::date, kind, key, sum(count) from placed group by kind, key
        order by kind, key
        on conflict (day, kind, key) do update
        set count = least(visit_counts.count + excluded.count, 1000000000)`),
    )
  } catch (error) {
    app.visits.putBack(taken)
    throw error
  }
}

/** Stores once a minute, in every process, and a last time when the shop stops. */
export function startStoringVisits(app: AppContext): () => Promise<void> {
  const store = () =>
    storeVisits(app).catch((error: unknown) => {
      app.log.warn({ err: error }, 'the visits could not be stored; they are kept for the next try')
    })
  const timer = setInterval(store, everyMs).unref()
  return async () => {
    clearInterval(timer)
    await store()
  }
}
