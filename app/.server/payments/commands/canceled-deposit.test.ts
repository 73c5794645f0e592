import { and, eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import type { AppContext } from '#app/.server/app-context.ts'
import { orderFindings } from '#app/.server/bookkeeping/queries/order-findings.ts'
import { sendEmail } from '#app/.server/emails/jobs/send-emails.ts'
import { ordersPage } from '#app/.server/orders/queries/admin-orders.ts'
import { orderPage } from '#app/.server/orders/queries/order-page.ts'
import { emailOutbox } from '#app/.server/platform/db/schema.ts'
import { refundOrder } from '#app/.server/refunds/commands/refund-order.ts'
import { ordersOwedRefund } from '#app/.server/refunds/queries/orders-owed-refund.ts'
import { todayPage } from '#app/.server/reports/queries/today-page.ts'
import { cents } from '#app/domain/money/cents.ts'
import * as orderScreen from '#app/routes/admin/orders/detail.tsx'
import { renderAdminPage } from '#tests/support/admin-page.tsx'
import { onBothDatabases } from '#tests/support/databases.ts'
import { storedOrder } from '#tests/support/orders.ts'
import { sellingShop } from '#tests/support/selling-shop.ts'
import { asStaff, madeOrder } from '#tests/support/staff-orders.ts'
import { recordOfflinePayment } from './record-offline-payment.ts'

const custom = { custom: 'yes', deposit: '40%', goldFixed: 'deposit', request: 'A ring.' }

const takes = async (shop: AppContext, order: { id: string }, amount: number) =>
  recordOfflinePayment(shop, {
    ...(await asStaff(shop, order)),
    ...{ action: 'record-payment', kind: 'cash', amount: cents(amount) },
    ...{ payer: 'Ada Buyer', reference: '', receivedOn: '2026-03-11' },
  })

async function canceledEmails(shop: AppContext, { id }: { id: string }) {
  await sendEmail(shop)
  const { kind, orderId, text } = emailOutbox
  const found = await shop.db.orm
    .select({ text })
    .from(emailOutbox)
    .where(and(eq(orderId, id), eq(kind, 'order-canceled-buyer')))
  return found.map((email) => email.text?.replace(/\s+/g, ' '))
}

/** What the page answers. */
const cancel = async (shop: AppContext, order: { id: string }) => {
  const { revision } = await asStaff(shop, order)
  const path = '/admin/dashboard/orders/:id'
  const { answer } = await renderAdminPage(shop, orderScreen, {
    ...{ path, address: path.replace(':id', order.id) },
    form: { action: 'cancel', revision: String(revision), reason: 'The buyer went away.' },
  })
  return answer?.done
}

const refund = async (shop: AppContext, order: { id: string }, amount: number) =>
  refundOrder(shop, {
    ...(await asStaff(shop, order)),
    ...{ payment: null, stated: cents(amount) },
    ...{ wish: { of: 'sum', amount: cents(amount) }, reason: 'Canceled.', note: '' },
    requireFresh: async () => {},
  })

onBothDatabases('a draft order that is canceled', (open) => {
  it('after a deposit says what is to be refunded, and needs a look until it is; the buyer reads both [TODAY-09, MAIL-18, REFUND-18]', async () => {
    const { shop } = await sellingShop(await open())
    const order = await madeOrder(shop, custom)
    await takes(shop, order, 500_00)
    const path = '/admin/dashboard/orders/:id'
    const screen = () =>
      renderAdminPage(shop, orderScreen, { path, address: path.replace(':id', order.id) })
    const before = 'Canceling won’t refund the $500.00 you received.'
    expect((await screen()).words).toContain(before)
    expect((await screen()).words).toContain('We’ll email the buyer that the order was canceled')
    const told = async () => (await orderPage(shop, order.token))?.toldOfMoney
    expect(await told()).toBe('')

    expect(await cancel(shop, order)).toBe(
      'The order was canceled. Refund the $500.00 you received under Payment summary.',
    )
    const why = 'It was canceled after $500.00 was received. Refund it.'
    const held = async () => ({
      today: (await todayPage(shop, 'owner')).work.held,
      listed: (await ordersPage(shop, { q: '', filter: 'held', page: 1 })).orders.map(
        ({ id }) => id,
      ),
    })
    expect(await held()).toEqual({ today: 1, listed: [order.id] })
    expect(await ordersOwedRefund(shop)).toMatchObject([{ id: order.id, owed: 500_00, why }])
    expect((await screen()).words).toContain(why)
    // The buyer reads that it was canceled, not that somebody looks at the payment.
    const page = await orderPage(shop, order.token)
    expect(page).toMatchObject({ state: 'cancelled', held: false })
    const reviewed = 'You paid $500.00. We’re reviewing your refund and will email you.'
    expect(await told()).toBe(reviewed)
    const emails = await canceledEmails(shop, order)
    expect(emails).toHaveLength(1)
    expect(emails[0]).toContain(`Order ${order.number} was canceled, so nothing will ship.`)
    expect(emails[0]).toContain(reviewed)

    await refund(shop, order, 200_00)
    expect(await held()).toMatchObject({ today: 1 })
    expect(await told()).toBe(
      'You paid $500.00. We refunded $200.00. We’re reviewing a refund of $300.00 and will email you.',
    )
    await refund(shop, order, 300_00)
    expect(await held()).toEqual({ today: 0, listed: [] })
    expect(await told()).toBe('You paid $500.00. We refunded all of it.')
    expect(await canceledEmails(shop, order)).toHaveLength(1)
    expect(await ordersOwedRefund(shop)).toEqual([])
    expect((await storedOrder(shop, order.id)).order.holdReason).toBeNull()
    expect(await orderFindings(shop.db.orm)).toEqual([])
  })

  it('before anything was received needs no look; its buyer is emailed, if they have an address [TODAY-09, MAIL-18]', async () => {
    const { shop } = await sellingShop(await open())
    const order = await madeOrder(shop, custom)
    expect(await cancel(shop, order)).toBe('The order was canceled.')
    expect((await todayPage(shop, 'owner')).work.held).toBe(0)
    const [email] = await canceledEmails(shop, order)
    expect(email).toContain(`Order ${order.number} was canceled, so nothing will ship.`)
    expect(email).toContain('Nothing was charged.')
    expect(email).not.toContain('wire')
    expect((await orderPage(shop, order.token))?.toldOfMoney).toBe('')
    const walkIn = await madeOrder(shop, { ...custom, email: '' })
    expect(await cancel(shop, walkIn)).toBe('The order was canceled.')
    expect(await canceledEmails(shop, walkIn)).toEqual([])
  })
})
