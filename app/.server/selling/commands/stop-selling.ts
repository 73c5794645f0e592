import { raiseAlert } from '#app/.server/alerts/raise-alert.ts'
import type { AppContext } from '#app/.server/app-context.ts'
import { type StaffWork, staffTransaction } from '#app/.server/audit-log/staff-transaction.ts'
import { lockNewOrders } from '#app/.server/gold-price/void-quotes.ts'
import type { Orm } from '#app/.server/platform/db/database.ts'
import { current } from '#app/.server/platform/db/seed.ts'
import { selling } from '#app/.server/platform/db/settings-schema.ts'
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
  return change(app, by, async (tx, { at, audit }) => {
    const before = await stopOfStaff(tx)
    if (before?.message === message) return false
    await store(tx, {
      stoppedAt: before?.at ?? at,
      stoppedBy: before?.by ?? by,
      message,
      updatedAt: at,
    })
    await audit({ action: 'selling.stopped', facts: { message } })
    if (!before) await raiseAlert(tx, { kind: 'selling-stopped', at, facts: { by } })
    return true
  })
}

/** The shop is selling again [STOP-06]. True where it was stopped. */
export async function resumeSelling(app: AppContext, { by }: { by: string }): Promise<boolean> {
  return change(app, by, async (tx, { at, audit }) => {
    if (!(await stopOfStaff(tx))) return false
    await store(tx, { stoppedAt: null, stoppedBy: null, message: '', updatedAt: at })
    await audit({ action: 'selling.resumed' })
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
async function change(
  app: AppContext,
  by: string,
  work: (tx: Orm, staff: StaffWork) => Promise<boolean>,
): Promise<boolean> {
  const isChanged = await staffTransaction(app, { by }, async (tx, staff) => {
    await lockNewOrders(tx)
    return work(tx, staff)
  })
  if (isChanged) app.revisions.changed('settings')
  return isChanged
}

async function store(tx: Orm, row: Omit<typeof selling.$inferInsert, 'id'>): Promise<void> {
  await tx
    .insert(selling)
    .values({ id: current, ...row })
    .onConflictDoUpdate({ target: selling.id, set: row })
}
