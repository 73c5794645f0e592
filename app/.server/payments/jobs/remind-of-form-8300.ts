import { raiseAlert } from '#app/.server/alerts/raise-alert.ts'
import type { AppContext } from '#app/.server/app-context.ts'
import { shopDay } from '#app/.server/orders/queries/orders-to-do.ts'
import { plusDays } from '#app/domain/time/day.ts'
import { cashAlert, cashCustomers } from '../queries/cash-customers.ts'

const daysBefore = 3

/**
 * Alerts owners three days before the last day of a Form 8300 that is not marked as filed, and once it has passed;
 * each once, however often this runs [ALERT-10].
 */
export async function remindOfForm8300({ db, payments, now }: AppContext): Promise<void> {
  if (db.engine === 'none') return
  const at = now()
  const today = shopDay(at)
  const customers = await cashCustomers(db.orm, { livemode: payments?.live ?? false, today })
  for (const cash of customers) {
    const { order, fileBy, isFiled } = cash
    if (isFiled || today < plusDays(fileBy, -daysBefore)) continue
    const isOverdue = fileBy < today
    const alert = { ...cashAlert(cash, isOverdue), at, facts: { order, fileBy, isOverdue } }
    await db.orm.transaction((tx) => raiseAlert(tx, alert))
  }
}
