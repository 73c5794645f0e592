import { desc } from 'drizzle-orm'
import type { AppContext } from '../app-context.ts'
import type { Orm } from '../platform/db/database.ts'
import { recordChecks } from '../platform/db/ledger-schema.ts'
import { withFallback } from '../platform/db/with-fallback.ts'

type RecordCheck = typeof recordChecks.$inferSelect

export async function lastCheck(orm: Orm): Promise<RecordCheck | null> {
  const [last] = await orm
    .select()
    .from(recordChecks)
    .orderBy(desc(recordChecks.startedAt), desc(recordChecks.id))
    .limit(1)
  return last ?? null
}

/** The last look at the records, for the health strip. */
export type RecordHealth = { at: string; orders: number; findings: number } | null

/** On the strip stand so many; all are kept. */
const shownAtMost = 5

/** And a sentence for each thing that does not agree. Null: the database is unavailable. */
export async function recordHealth(
  app: AppContext,
): Promise<{ shown: RecordHealth; notices: string[] } | null> {
  const read = await withFallback(app, ({ orm }) => lastCheck(orm))
  if (!read) return null
  const last = read.value
  if (!last) return { shown: null, notices: [] }
  const { finishedAt, orders, findings, providerAsked } = last
  const more = findings.length - shownAtMost
  return {
    shown: { at: finishedAt.toISOString(), orders, findings: findings.length },
    notices: [
      ...(findings.length > 0
        ? [
            `The records don’t match: ${findings.slice(0, shownAtMost).join(' ')}${more > 0 ? ` And ${more} more.` : ''}`,
          ]
        : []),
      ...(providerAsked === false
        ? [
            'Stripe didn’t respond when the records were checked last night. Everything else was checked.',
          ]
        : []),
    ],
  }
}
