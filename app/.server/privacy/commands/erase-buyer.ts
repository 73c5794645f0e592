import { eq, inArray } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import type { AuditActor } from '#app/.server/audit-log/record-event.ts'
import { type StaffWork, staffTransaction } from '#app/.server/audit-log/staff-transaction.ts'
import { earlierAddresses } from '#app/.server/orders/earlier-addresses.ts'
import { lockOrder } from '#app/.server/orders/repository.ts'
import { updateOrder } from '#app/.server/orders/transition.ts'
import { lockPayment } from '#app/.server/payments/repository.ts'
import { orderAddresses } from '#app/.server/platform/db/address-schema.ts'
import { sameEmail } from '#app/.server/platform/db/columns.ts'
import { customerNotes } from '#app/.server/platform/db/customers-schema.ts'
import type { Orm } from '#app/.server/platform/db/database.ts'
import * as draftOrderTables from '#app/.server/platform/db/draft-order-schema.ts'
import { findOrderLinks } from '#app/.server/platform/db/find-order-schema.ts'
import { labels } from '#app/.server/platform/db/label-schema.ts'
import { messages } from '#app/.server/platform/db/message-schema.ts'
import { orderEdits, orderEngravings } from '#app/.server/platform/db/order-edit-schema.ts'
import { orderReturns } from '#app/.server/platform/db/return-schema.ts'
import {
  emailOutbox,
  type OrderRow,
  orderLines,
  paymentEvents,
} from '#app/.server/platform/db/schema.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import { eraseAskedEmails } from '../asked-emails.ts'
import { clearEmails, clearLabels } from '../clear-personal-data.ts'
import type { Erased } from '../erasure-report.ts'
import { ordersOfBuyer } from '../queries/orders-of-buyer.ts'
import {
  type PaymentOfBuyer,
  paymentStillNeeded,
  paymentsOfBuyer,
} from '../queries/payments-of-buyer.ts'
import { stillNeeded } from '../still-needed.ts'
import { eraseTradeIns } from './erase-trade-ins.ts'

/**
 * Takes name, street and email address out of all orders, payments and trade-ins of one buyer
 * [PRIVACY-02]. What the books must show stays: numbers, sums, dates, goods, payments, and the state for
 * its tax. Done again it does nothing.
 */
export async function eraseBuyer(
  app: AppContext,
  { email, actor, address }: { email: string; actor: AuditActor; address?: string },
): Promise<Erased> {
  return withDatabase(app, async ({ orm }) => {
    const result: Erased = { erased: [], left: [] }
    const { email: asked } = findOrderLinks
    await orm.delete(findOrderLinks).where(sameEmail(asked, email))
    result.erased.push(...(await eraseAskedEmails(orm, email)))
    // With their answers and emails, which nothing else needs [MESSAGE-06].
    const written = await orm
      .delete(messages)
      .where(sameEmail(messages.email, email))
      .returning({ receivedAt: messages.receivedAt })
    for (const { receivedAt } of written) {
      result.erased.push(`the message of ${receivedAt.toISOString().slice(0, 10)}`)
    }
    // Before the orders, which say whose piece it was where a trade-in names no email address.
    const tradeIns = await eraseTradeIns(app, { email, actor, address })
    result.erased.push(...tradeIns.erased)
    result.left.push(...tradeIns.left)
    for (const { id } of await ordersOfBuyer(orm, email)) {
      await staffTransaction(app, { actor, address }, async (tx, staff) => {
        const order = await lockOrder(tx, id)
        if (!order) return
        const why = await stillNeeded(tx, order, staff.at)
        if (why) result.left.push({ number: order.number, why })
        else {
          await eraseOrder(tx, order, actor, staff)
          result.erased.push(order.number)
        }
      })
    }
    for (const { name, reference } of await paymentsOfBuyer(orm, email)) {
      await staffTransaction(app, { actor, address }, async (tx, staff) => {
        if (reference !== null) await lockPayment(tx, reference)
        // Read again: somebody may have attached or erased it since.
        const payment = (await paymentsOfBuyer(tx, email)).find((each) => each.name === name)
        if (!payment) return
        const why = await paymentStillNeeded(tx, payment)
        if (why) result.left.push({ number: name, why })
        else {
          await erasePayment(tx, payment, staff)
          result.erased.push(name)
        }
      })
    }
    if (result.erased.length > 0 && result.left.length === 0) await deleteNotes(orm, email)
    return result
  })
}

/** Without its salt nobody can tell whose digest it is. */
const erasedEvent = { email: null, shippingAddress: null, payload: {}, personalSalt: null }

async function erasePayment(
  tx: Orm,
  { events, reference }: PaymentOfBuyer,
  { audit }: StaffWork,
): Promise<void> {
  const ids = events.map(({ id }) => id)
  await tx.update(paymentEvents).set(erasedEvent).where(inArray(paymentEvents.id, ids))
  await audit({
    action: 'payment.buyer_erased',
    target: { type: 'payment', id: events[0].id },
    facts: { payment: reference },
  })
}

async function eraseOrder(
  tx: Orm,
  order: OrderRow,
  actor: AuditActor,
  { at, audit }: StaffWork,
): Promise<void> {
  const change = {
    at,
    actor: actor.type === 'admin' ? 'staff' : 'system',
    by: actor.id,
    why: 'Name, street, email address, and emails were erased.',
  } as const
  await updateOrder(tx, order, change, {
    email: null,
    codeEmail: null,
    shippingAddress: forTax(order),
    billingAddress: null,
    giftNote: null,
  })
  await tx.update(orderLines).set({ engraving: null }).where(eq(orderLines.orderId, order.id))
  await tx
    .update(orderEngravings)
    .set({ before: null, after: null })
    .where(eq(orderEngravings.orderId, order.id))
  await tx.update(orderEdits).set({ engravings: null }).where(eq(orderEdits.orderId, order.id))
  await tx.update(paymentEvents).set(erasedEvent).where(eq(paymentEvents.orderId, order.id))
  const { offlinePayments, customWork } = draftOrderTables
  await tx
    .update(offlinePayments)
    .set({ payer: '', reference: '' })
    .where(eq(offlinePayments.orderId, order.id))
  await tx.update(customWork).set({ request: '' }).where(eq(customWork.orderId, order.id))
  await forgetEarlier(tx, order.id)
  await clearLabels(tx, eq(labels.orderId, order.id))
  await tx
    .update(orderReturns)
    .set({ reason: '', tracking: '', againTracking: '' })
    .where(eq(orderReturns.orderId, order.id))
  await clearEmails(tx, eq(emailOutbox.orderId, order.id))
  await audit({
    action: 'order.buyer_erased',
    target: { type: 'order', id: order.id },
    facts: { number: order.number },
  })
}

/** What staff wrote about the buyer; kept while an order or payment still needs them. */
async function deleteNotes(orm: Orm, email: string): Promise<void> {
  await orm.delete(customerNotes).where(sameEmail(customerNotes.email, email))
}

/** When and by whom it was corrected stays, and the state that its tax was computed by. */
async function forgetEarlier(tx: Orm, orderId: string): Promise<void> {
  for (const { id, shippingAddress } of await earlierAddresses(tx, orderId)) {
    await tx
      .update(orderAddresses)
      .set({ email: null, shippingAddress: forTax({ shippingAddress }), billingAddress: null })
      .where(eq(orderAddresses.id, id))
  }
}

/** Sales tax goes by the state that was shipped to. */
function forTax({
  shippingAddress,
}: Pick<OrderRow, 'shippingAddress'>): OrderRow['shippingAddress'] {
  if (!shippingAddress) return null
  const { state, country } = shippingAddress
  return { name: '', line1: '', line2: '', city: '', state, postalCode: '', country }
}
