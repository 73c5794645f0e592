import { raiseAlert } from '#app/.server/alerts/raise-alert.ts'
import type { AppContext } from '#app/.server/app-context.ts'
import { staffTransaction } from '#app/.server/audit-log/staff-transaction.ts'
import { AppError } from '#app/.server/platform/errors.ts'
import { mustDo, storeOpening } from '../opening.ts'
import { setupState } from '../queries/open-items.ts'

/**
 * From the end of this on the shop sells for real money, in every process [OPENING-02]. Refused while
 * samples or placeholders are left, or no piece is for sale [OPENING-04]. False where it is open already.
 */
export async function openShopForSale(app: AppContext, { by }: { by: string }): Promise<boolean> {
  if (!app.payments?.live) {
    throw new AppError('no_live_key', 409, 'Enter a live Stripe key first. Nothing was changed.')
  }
  const isOpened = await staffTransaction(app, { by }, async (tx, { at, audit }) => {
    const [first] = mustDo((await setupState({ ...app, orm: tx })).open)
    if (first) throw new AppError('not_ready', 409, `${first.message} Then open the shop.`)
    if (!(await storeOpening(tx, { by, at }))) return false
    await audit({ action: 'selling.opened' })
    await raiseAlert(tx, { kind: 'shop-opened', at, facts: { by } })
    return true
  })
  if (isOpened) app.revisions.changed('settings')
  return isOpened
}
