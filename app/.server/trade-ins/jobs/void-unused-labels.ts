import { and, asc, eq, inArray, isNull } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { voidLabelOf } from '#app/.server/fulfillment/commands/void-label.ts'
import { labels } from '#app/.server/platform/db/label-schema.ts'
import { tradeIns } from '#app/.server/platform/db/trade-in-schema.ts'
import { workThrough } from '#app/.server/platform/db/work-through.ts'
import { subjectOfLabel } from '../label-subject.ts'

const maxPerRun = 20

/**
 * Voids labels of trade-ins that were canceled or declined before the piece was on its way [TRADE-25].
 * Returns how many.
 */
export async function voidUnusedLabels(app: AppContext): Promise<number> {
  const { db, labels: gateway } = app
  if (!gateway || db.engine === 'none') return 0
  const find = async () =>
    db.orm
      .select({ label: labels })
      .from(labels)
      .innerJoin(tradeIns, eq(tradeIns.id, labels.tradeInId))
      .where(
        and(
          inArray(labels.state, ['bought', 'late']),
          inArray(tradeIns.state, ['canceled', 'declined']),
          isNull(tradeIns.sentAt),
          isNull(tradeIns.receivedAt),
          eq(labels.provider, gateway.provider),
          eq(labels.livemode, gateway.live),
        ),
      )
      .orderBy(asc(labels.id))
      .limit(maxPerRun)
  return workThrough(app, 'void labels', find, async ({ label }) => {
    await voidLabelOf(app, subjectOfLabel(label), { provider: gateway.provider }, label.id)
    return true
  })
}
