import { desc, isNotNull, sql } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { priceAlerts } from '#app/.server/platform/db/price-alert-schema.ts'
import { emailOutbox } from '#app/.server/platform/db/schema.ts'
import { withFallback } from '#app/.server/platform/db/with-fallback.ts'

/** Emails that are on their way or were not sent; null while the database is unavailable. */
export async function emailQueue(app: AppContext) {
  const { state, lastError, createdAt } = emailOutbox
  const read = await withFallback(app, async ({ orm }) => {
    const [counts] = await orm
      .select({
        waiting: sql<number>`count(*) filter (where ${state} = 'waiting')::int`,
        retried: sql<number>`count(*) filter (where ${state} = 'waiting' and ${lastError} is not null)::int`,
        failed: sql<number>`count(*) filter (where ${state} = 'failed')::int`,
      })
      .from(emailOutbox)
    const [last] = await orm
      .select({ at: createdAt, words: lastError })
      .from(emailOutbox)
      .where(isNotNull(lastError))
      .orderBy(desc(createdAt))
      .limit(1)
    return {
      ...(counts ?? { waiting: 0, retried: 0, failed: 0 }),
      priceAlerts: await orm.$count(priceAlerts),
      lastError: last?.words ? { at: last.at.toISOString(), words: last.words } : null,
    }
  })
  return read?.value ?? null
}

export type EmailQueue = NonNullable<Awaited<ReturnType<typeof emailQueue>>>
