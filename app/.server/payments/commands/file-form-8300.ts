import { resolveAlert } from '#app/.server/alerts/raise-alert.ts'
import type { AppContext } from '#app/.server/app-context.ts'
import { changeOrder } from '#app/.server/orders/change-order.ts'
import { shopDay } from '#app/.server/orders/queries/orders-to-do.ts'
import { form8300Filings } from '#app/.server/platform/db/draft-order-schema.ts'
import { formatCents } from '#app/domain/money/cents.ts'
import { type DraftOrderRequest, saleRefused } from '../balance.ts'
import { cashAlert, cashCustomers } from '../queries/cash-customers.ts'

/** Staff have told the IRS of this customer's cash; until then Today says that it is due [TODAY-06]. */
export function fileForm8300(
  app: AppContext,
  request: DraftOrderRequest<'form-8300-filed'>,
): Promise<string> {
  return changeOrder(app, request, async ({ tx, order, at, by, assertUnchanged, save }) => {
    await assertUnchanged()
    const { id, livemode } = order
    const customers = await cashCustomers(tx, { livemode, today: shopDay(at) })
    const cash = customers.find(({ orderIds }) => orderIds.has(id))
    if (!cash || cash.isFiled) {
      throw saleRefused('No Form 8300 is due for this order’s customer.')
    }
    const { sum, on } = cash
    await tx
      .insert(form8300Filings)
      .values({ orderId: id, crossedOn: on, sumCents: sum, filedBy: by, filedAt: at })
    for (const isOverdue of [false, true]) {
      await resolveAlert(tx, { ...cashAlert(cash, isOverdue), at })
    }
    await save({
      why: `Form 8300 for ${formatCents(sum)} in cash was marked as filed.`,
      audit: { action: 'order.cash_report_filed', facts: { sumCents: sum, crossedOn: on } },
    })
    return 'Form 8300 is marked as filed.'
  })
}
