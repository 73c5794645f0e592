import { and, asc, eq, isNull, lte, or } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { refunds } from '#app/.server/platform/db/ledger-schema.ts'
import { workThrough } from '#app/.server/platform/db/work-through.ts'
import { sendRefund } from '../commands/send-refund.ts'

const maxPerRun = 25

/** The person who asked may still be waiting for the answer. */
const pauseMs = 60_000

/** Refunds whose answer is not known (a kill, a timeout) are asked for again [REFUND-04]. How many are settled. */
export async function sendRefunds(app: AppContext): Promise<number> {
  const { db, payments } = app
  if (!db || !payments) return 0
  const before = new Date(app.now().getTime() - pauseMs)
  const find = async () =>
    db.orm
      .select()
      .from(refunds)
      .where(
        and(
          eq(refunds.state, 'requested'),
          eq(refunds.provider, payments.provider),
          eq(refunds.livemode, payments.live),
          lte(refunds.at, before),
          or(isNull(refunds.askedAt), lte(refunds.askedAt, before)),
        ),
      )
      .orderBy(asc(refunds.askedAt))
      .limit(maxPerRun)
  return workThrough(app, 'send refunds', find, async (refund) => {
    const after = await sendRefund(app, refund)
    return after.state !== 'requested'
  })
}
