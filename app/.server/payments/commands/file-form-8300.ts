import type { AppContext } from '#app/.server/app-context.ts'
import { adminActor, recordAuditEvent } from '#app/.server/audit-log/record-event.ts'
import { shopDay } from '#app/.server/orders/queries/work.ts'
import { lockOrderForStaff, refuseWhereChanged } from '#app/.server/orders/staff-order.ts'
import { form8300Filings } from '#app/.server/platform/db/draft-order-schema.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import { formatCents } from '#app/domain/money/cents.ts'
import { type AskedOfSale, saleRefused } from '../balance.ts'
import { noteOnOrder } from '../payment-request-links.ts'
import { cashCustomers } from '../queries/cash-customers.ts'

/** Staff have told the IRS of this customer's cash; until then Today says that it is due [TODAY-06]. */
export async function fileForm8300(
  app: AppContext,
  request: AskedOfSale<'form-8300-filed'>,
): Promise<string> {
  return withDatabase(app, ({ orm }) =>
    orm.transaction(async (tx) => {
      const { id, by, revision } = request
      const order = await lockOrderForStaff(tx, id)
      await refuseWhereChanged(tx, order, revision)
      const at = app.now()
      const { livemode } = order
      const customers = await cashCustomers(tx, { livemode, today: shopDay(at) })
      const cash = customers.find(({ orderIds }) => orderIds.has(id))
      if (!cash || cash.isFiled) {
        throw saleRefused('No Form 8300 is due for the customer of this order.')
      }
      const { sum, on } = cash
      await tx
        .insert(form8300Filings)
        .values({ orderId: id, crossedOn: on, sumCents: sum, filedBy: by, filedAt: at })
      const why = `Form 8300 for ${formatCents(sum)} in cash was marked as filed.`
      await noteOnOrder(tx, order, { at, by, why })
      await recordAuditEvent(tx, {
        at,
        actor: adminActor(by),
        action: 'order.cash_report_filed',
        target: { type: 'order', id },
        facts: { number: order.number, sumCents: sum, crossedOn: on },
      })
      return 'Form 8300 is marked as filed.'
    }),
  )
}
