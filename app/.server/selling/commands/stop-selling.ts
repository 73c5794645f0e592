import { raiseAlert } from '#app/.server/alerts/raise-alert.ts'
import type { AppContext } from '#app/.server/app-context.ts'
import { adminActor, recordAuditEvent } from '#app/.server/audit-log/record-event.ts'
import { lockNewOrders } from '#app/.server/gold-price/void-quotes.ts'
import type { Orm } from '#app/.server/platform/db/database.ts'
import { current } from '#app/.server/platform/db/seed.ts'
import { selling } from '#app/.server/platform/db/settings-schema.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import { type SellingStop, storedSellingStop } from '#app/.server/selling/queries/selling.ts'

/**
 * From the end of this on the shop takes no order, in any process; goods and prices stay visible, and
 * what is paid goes on [STOP-01]. closeVoidOrders closes the open payment pages. Stopped again, only
 * another sentence for shoppers is stored. True where something was changed.
 */
export async function stopSelling(
  app: AppContext,
  { by, message }: { by: string; message: string },
): Promise<boolean> {
  const at = app.now()
  return change(app, async (tx) => {
    const before = await stopOfStaff(tx)
    if (before?.message === message) return false
    await store(tx, {
      stoppedAt: before?.at ?? at,
      stoppedBy: before?.by ?? by,
      message,
      updatedAt: at,
    })
    const actor = adminActor(by)
    await recordAuditEvent(tx, { at, actor, action: 'selling.stopped', facts: { message } })
    if (!before) await raiseAlert(tx, { kind: 'selling-stopped', at, facts: { by } })
    return true
  })
}

/** The shop sells again [STOP-06]. True where it was stopped. */
export async function resumeSelling(app: AppContext, { by }: { by: string }): Promise<boolean> {
  const at = app.now()
  return change(app, async (tx) => {
    if (!(await stopOfStaff(tx))) return false
    await store(tx, { stoppedAt: null, stoppedBy: null, message: '', updatedAt: at })
    await recordAuditEvent(tx, { at, actor: adminActor(by), action: 'selling.resumed' })
    await raiseAlert(tx, { kind: 'selling-resumed', at, facts: { by } })
    return true
  })
}

/** A shop that was not opened yet was stopped by nobody. */
async function stopOfStaff(tx: Orm): Promise<SellingStop | null> {
  const stop = await storedSellingStop(tx)
  return stop?.isOpening ? null : stop
}

/** Orders that are being written are waited for, and two of the staff wait for each other. */
async function change(app: AppContext, work: (tx: Orm) => Promise<boolean>): Promise<boolean> {
  const isChanged = await withDatabase(app, ({ orm }) =>
    orm.transaction(async (tx) => {
      await lockNewOrders(tx)
      return work(tx)
    }),
  )
  if (isChanged) app.revisions.changed('settings')
  return isChanged
}

async function store(tx: Orm, row: Omit<typeof selling.$inferInsert, 'id'>): Promise<void> {
  await tx
    .insert(selling)
    .values({ id: current, ...row })
    .onConflictDoUpdate({ target: selling.id, set: row })
}
