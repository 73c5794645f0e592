import { and, eq, gt, isNotNull, isNull, lte, or } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { labelFiles, labels } from '#app/.server/platform/db/label-schema.ts'
import { workThrough } from '#app/.server/platform/db/work-through.ts'
import { responseTimeoutMs } from '#app/domain/fulfillment/label.ts'
import { type LabelGateway, LabelsUnavailable } from '../gateway/label-gateway.ts'
import { storeLabelFile } from '../label-file.ts'
import { type LabelRow, type LabelSubject, orderOfLabel } from '../label-subject.ts'
import { changeLabel } from '../shipping-labels.ts'
import { storeBought } from '../store-label.ts'
import { storeVoid } from '../store-void.ts'

const maxPerRun = 20
const hourMs = 3_600_000

/**
 * Looks at labels whose end is not known [LABEL-03, LABEL-07]: those that were asked for, for a day also
 * those given up, files that could not be had, and costs that were asked back, which carriers decide
 * in days. It buys nothing. How many it looked at. `subjectOf`: what a label is for.
 */
export async function resolveLabels(app: AppContext, subjectOf = orderOfLabel): Promise<number> {
  const { db, labels: gateway } = app
  if (!gateway || db.engine === 'none') return 0
  const find = () => openLabels(app, gateway)
  return workThrough(app, 'settle labels', find, async (label) => {
    await changeLabel(db.orm, label.id, { checkedAt: app.now() })
    try {
      await settle(app, gateway, subjectOf(label), label)
    } catch (error) {
      if (!(error instanceof LabelsUnavailable)) throw error
      app.log.warn({ label: label.id, reason: error.message }, 'a label cannot be read')
    }
    return true
  })
}

async function openLabels(app: AppContext, gateway: LabelGateway): Promise<LabelRow[]> {
  const ago = (ms: number) => new Date(app.now().getTime() - ms)
  const notSince = (ms: number) => or(isNull(labels.checkedAt), lte(labels.checkedAt, ago(ms)))
  const found = await app.db.orm
    .select({ label: labels })
    .from(labels)
    .leftJoin(labelFiles, eq(labelFiles.labelId, labels.id))
    .where(
      and(
        eq(labels.provider, gateway.provider),
        eq(labels.livemode, gateway.live),
        or(
          and(
            eq(labels.state, 'buying'),
            lte(labels.askedAt, ago(responseTimeoutMs)),
            notSince(responseTimeoutMs),
          ),
          and(
            eq(labels.state, 'given up'),
            gt(labels.askedAt, ago(24 * hourMs)),
            notSince(hourMs / 6),
          ),
          and(eq(labels.state, 'voiding'), notSince(hourMs)),
          and(
            eq(labels.state, 'bought'),
            isNotNull(labels.fileUrl),
            isNull(labelFiles.labelId),
            gt(labels.boughtAt, ago(24 * hourMs)),
            notSince(responseTimeoutMs),
          ),
        ),
      ),
    )
    .orderBy(labels.id)
    .limit(maxPerRun)
  return found.map(({ label }) => label)
}

async function settle(
  app: AppContext,
  gateway: LabelGateway,
  subject: LabelSubject,
  label: LabelRow,
): Promise<void> {
  if (label.state === 'bought') return storeLabelFile(app, label)
  const { bought, voided } = await gateway.read(label.shipment)
  if (label.state === 'voiding') {
    await storeVoid(app, subject, label, voided ?? (await gateway.void(label.shipment)))
  } else if (bought) {
    await storeLabelFile(app, await storeBought(app, subject, label, bought))
  }
}
