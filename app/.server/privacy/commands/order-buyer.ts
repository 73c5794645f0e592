import type { AppContext } from '#app/.server/app-context.ts'
import { adminActor } from '#app/.server/audit-log/record-event.ts'
import { staffTransaction } from '#app/.server/audit-log/staff-transaction.ts'
import { findOrder } from '#app/.server/orders/repository.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import { AppError } from '#app/.server/platform/errors.ts'
import { erasureReport } from '../erasure-report.ts'
import { emailOfOrder } from '../queries/buyer-of-order.ts'
import { exportBuyer } from '../queries/export-buyer.ts'
import { eraseBuyer } from './erase-buyer.ts'

/** `by`: the owner's email address; `address`: of the network they asked from. */
type Asked = { orderId: string; by: string; address: string }

/** All that the shop holds about the buyer of an order, with an entry in the audit log [PRIVACY-06]. */
export async function exportOrderBuyer(app: AppContext, { orderId, by, address }: Asked) {
  const { number, email } = await buyer(app, orderId)
  const exported = await exportBuyer(app, email)
  const target = { type: 'order', id: orderId } as const
  await staffTransaction(app, { by, address }, (_tx, { audit }) =>
    audit({ action: 'order.buyer_exported', target, facts: { number } }),
  )
  return { number, exported }
}

/**
 * Erases the buyer of an order from all their orders, once the order's number was typed [PRIVACY-07].
 * Answers in sentences what was done; throws where nothing could be.
 */
export async function eraseOrderBuyer(
  app: AppContext,
  { orderId, by, address, typed }: Asked & { typed: string },
): Promise<string[]> {
  const { number, email } = await buyer(app, orderId)
  if (typed.trim().toUpperCase() !== number) {
    const errors = { number: `Please enter ${number}, the number of this order.` }
    throw new AppError(
      'invalid_fields',
      400,
      'The order number doesn’t match. Nothing was erased.',
      { details: { errors } },
    )
  }
  const result = await eraseBuyer(app, { email, actor: adminActor(by), address })
  const report = erasureReport(result)
  if (result.erased.length === 0) throw new AppError('buyer_still_needed', 409, report.join(' '))
  return report
}

async function buyer(app: AppContext, orderId: string) {
  return withDatabase(app, async ({ orm }) => {
    const order = await findOrder(orm, 'id', orderId)
    if (!order) throw new AppError('order_unknown', 404, 'This order doesn’t exist.')
    const email = await emailOfOrder(orm, orderId)
    if (email !== null) return { number: order.number, email }
    const message = 'There’s no longer an email address stored with this order.'
    throw new AppError('no_buyer', 409, message)
  })
}
