import { raiseAlert } from '#app/.server/alerts/raise-alert.ts'
import type { AppContext } from '#app/.server/app-context.ts'
import { adminActor, recordAuditEvent } from '#app/.server/audit-log/record-event.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import { AppError } from '#app/.server/platform/errors.ts'
import { mustDo, storeOpening } from '../opening.ts'
import { setupState } from '../queries/open-items.ts'

/**
 * From the end of this on the shop sells for real money, in every process [OPENING-02]. Refused while
 * samples or placeholders are left. False where it is open already.
 */
export async function openForSale(app: AppContext, { by }: { by: string }): Promise<boolean> {
  if (!app.payments?.live) {
    throw new AppError('no_live_key', 409, 'Enter a live Stripe key first. Nothing was changed.')
  }
  const isOpened = await withDatabase(app, ({ orm }) =>
    orm.transaction(async (tx) => {
      const [first] = mustDo((await setupState({ ...app, orm: tx })).open)
      if (first) throw new AppError('not_ready', 409, `${first} Then open the shop.`)
      const at = app.now()
      if (!(await storeOpening(tx, { by, at }))) return false
      await recordAuditEvent(tx, { at, actor: adminActor(by), action: 'selling.opened' })
      await raiseAlert(tx, { kind: 'shop-opened', at, facts: { by } })
      return true
    }),
  )
  if (isOpened) app.revisions.changed('settings')
  return isOpened
}
