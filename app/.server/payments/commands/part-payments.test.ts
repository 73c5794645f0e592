import { asc, eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import type { AppContext } from '#app/.server/app-context.ts'
import { moveStage } from '#app/.server/draft-orders/commands/move-stage.ts'
import { sendEmail } from '#app/.server/emails/jobs/send-emails.ts'
import { ordersPage } from '#app/.server/orders/queries/admin-orders.ts'
import { orderPage } from '#app/.server/orders/queries/order-page.ts'
import { findOrder } from '#app/.server/orders/repository.ts'
import { emailOutbox } from '#app/.server/platform/db/schema.ts'
import { ordersOwedRefund } from '#app/.server/refunds/queries/orders-owed-refund.ts'
import { todayPage } from '#app/.server/reports/queries/today-page.ts'
import { cents } from '#app/domain/money/cents.ts'
import * as orderScreen from '#app/routes/admin/orders/detail.tsx'
import * as todayScreen from '#app/routes/admin/reports/today.tsx'
import { renderAdminPage } from '#tests/support/admin-page.tsx'
import { onBothDatabases } from '#tests/support/databases.ts'
import { sellingShop } from '#tests/support/selling-shop.ts'
import { asStaff, madeOrder, paysByLink, tokenOf } from '#tests/support/staff-orders.ts'
import { staffCancelOrder } from './cancel-order.ts'
import { recordOfflinePayment } from './record-offline-payment.ts'
import { sendPaymentRequestLink } from './send-payment-request-link.ts'

/** $1,550.00 in all, of which $620.00 are the deposit. */
const custom = {
  custom: 'yes',
  deposit: '40%',
  goldFixed: 'deposit',
  request: 'A ring, size 7.\nAs thin as can be.',
}

const takes = async (shop: AppContext, order: { id: string }, amount: number) =>
  recordOfflinePayment(shop, {
    ...(await asStaff(shop, order)),
    ...{ kind: 'cash', amount: cents(amount) },
    ...{ payer: 'Ada Buyer', reference: '', receivedOn: '2026-03-11', form8300: 'yes' },
  })

async function emailsOf(shop: AppContext, order: { id: string }) {
  await sendEmail(shop)
  return shop.db.orm
    .select({ kind: emailOutbox.kind, subject: emailOutbox.subject, text: emailOutbox.text })
    .from(emailOutbox)
    .where(eq(emailOutbox.orderId, order.id))
    .orderBy(asc(emailOutbox.createdAt), asc(emailOutbox.kind))
}

onBothDatabases('a payment of a draft order that is not its last', (open) => {
  it('is mailed to buyer and staff, each once, with what is left; the last one has the mails of a paid order [MAIL-07]', async () => {
    const { shop, pass } = await sellingShop(await open())
    const order = await madeOrder(shop, custom)
    await takes(shop, order, 100_00)
    pass(1)
    await moveStage(shop, { ...(await asStaff(shop, order)), to: 'quoted' })
    await sendPaymentRequestLink(shop, {
      ...(await asStaff(shop, order)),
      ...{ kind: 'deposit', days: 7 },
    })
    const token = await tokenOf(shop, order)
    await paysByLink(shop, token)
    const emails = (await emailsOf(shop, order)).filter(({ kind }) =>
      kind.startsWith('order-part-'),
    )
    expect(emails.map(({ kind, subject }) => [kind, subject])).toEqual([
      ['order-part-buyer', `Test: We received $100.00 for order ${order.number}`],
      ['order-part-staff', `Test: Order ${order.number}: $100.00 was paid`],
      ['order-part-buyer', `Test: We received $520.00 for order ${order.number}`],
      ['order-part-staff', `Test: Order ${order.number}: deposit paid, start work`],
    ])
    const [first, , buyer, staff] = emails.map(({ text }) => text ?? '')
    expect(first).toContain('Paid so far: $100.00\nDeposit due: $520.00\n')
    expect(first).not.toContain('Your deposit is paid')
    expect(buyer).toContain('Your deposit is paid, and we’re starting work.')
    expect(buyer).toContain('Paid so far: $620.00\nBalance due: $930.00')
    expect(staff).toContain('The deposit is paid. You can start work.')
    expect(staff).toContain('A ring, size 7.\nAs thin as can be.')

    pass(1)
    await takes(shop, order, 930_00)
    const last = (await emailsOf(shop, order)).slice(-2).map(({ kind }) => kind)
    expect(last).toEqual(['order-paid-buyer', 'order-paid-staff'])
  })

  it('is known to the page of an order that was canceled afterwards [SALE-21]', async () => {
    const { shop } = await sellingShop(await open())
    const order = await madeOrder(shop, custom)
    const token = (await findOrder(shop.db.orm, 'id', order.id))?.token ?? ''
    const page = () => orderPage(shop, token)
    expect(await page()).toMatchObject({ state: 'pending', toldOfMoney: '' })
    await takes(shop, order, 100_00)
    await staffCancelOrder(shop, { ...(await asStaff(shop, order)), reason: 'Called off.' })
    expect(await page()).toMatchObject({
      state: 'cancelled',
      toldOfMoney: 'You paid $100.00. We’re reviewing your refund and will email you.',
    })
  })

  it('in cash above $10,000 is said to be overdue on Today after the last day of Form 8300 [TODAY-08]', async () => {
    const { shop, pass } = await sellingShop(await open())
    const order = await madeOrder(shop, { 'line-0-fee': '60000' })
    await takes(shop, order, 10_001_00)
    const onToday = async () =>
      (await renderAdminPage(shop, todayScreen, { address: '/admin/dashboard', role: 'owner' }))
        .words
    expect(await onToday()).toContain(`Form 8300 for order ${order.number} is due by Thu, Mar 26`)
    pass(16 * 24 * 60)
    expect(await onToday()).toContain(`${order.number} is overdue: it was due by Thu, Mar 26`)
  })

  it('that completes the deposit puts custom work on Today and To do, for the workshop too, and is owed to nobody [TODAY-04, SALE-15, ORDER-15]', async () => {
    const { shop } = await sellingShop(await open())
    const order = await madeOrder(shop, custom)
    const listed = async (filter: 'todo' | 'custom') =>
      (await ordersPage(shop, { q: '', filter, page: 1 })).orders.map(({ id }) => id)
    const onToday = async () =>
      (await renderAdminPage(shop, todayScreen, { address: '/admin/dashboard', role: 'bench' }))
        .words
    const path = '/admin/dashboard/orders/:id'
    const address = path.replace(':id', order.id)
    const seenBy = async (role: 'owner' | 'bench') =>
      (await renderAdminPage(shop, orderScreen, { path, address, role })).words

    await takes(shop, order, 619_99)
    expect(await onToday()).not.toContain('start work')
    expect(await listed('todo')).toEqual([])
    await takes(shop, order, 1)
    expect(await onToday()).toMatch(
      new RegExp(
        `Custom work 1 order, custom work ${order.number} Ada Buyer Deposit paid: start work`,
      ),
    )
    expect((await todayPage(shop, 'bench')).work).toMatchObject({ toDo: 1, custom: 1 })
    for (const filter of ['todo', 'custom'] as const)
      expect(await listed(filter)).toEqual([order.id])

    const bench = await seenBy('bench')
    expect(bench).toContain('Deposit paid: start work.')
    expect(bench).toContain('A ring, size 7. As thin as can be.')
    expect(bench).not.toContain('Move to')
    expect(await seenBy('owner')).not.toContain('Owed to the buyer')
    expect(await ordersOwedRefund(shop)).toEqual([])

    await moveStage(shop, { ...(await asStaff(shop, order)), to: 'design' })
    expect(await onToday()).toContain('Ada Buyer Design approved')
    await takes(shop, order, 930_00)
    expect(await listed('custom')).toEqual([])
    // Its stage is the status of the work from now on, and is shown once.
    const paid = await seenBy('owner')
    expect(paid).toContain('In production')
    expect(paid).not.toContain('Design approved Casting')
    expect(paid).toMatch(
      /History Paid .* Note .*Custom work moved from Deposit paid to Design approved\. .* Pending/,
    )
  })
})
