import { asc, eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import type { AppContext } from '#app/.server/app-context.ts'
import { sendEmail } from '#app/.server/emails/jobs/send-emails.ts'
import { fileForm8300 } from '#app/.server/payments/commands/file-form-8300.ts'
import { recordOfflinePayment } from '#app/.server/payments/commands/record-offline-payment.ts'
import { alerts } from '#app/.server/platform/db/auth-schema.ts'
import { emailOutbox } from '#app/.server/platform/db/schema.ts'
import { billRecast } from '#app/.server/trade-ins/commands/recast.ts'
import { useCredit as payWithCredit } from '#app/.server/trade-ins/commands/use-credit.ts'
import { cents } from '#app/domain/money/cents.ts'
import { firstAdmin } from '#tests/support/admin.ts'
import { onBothDatabases } from '#tests/support/databases.ts'
import { refusal, sellingShop } from '#tests/support/selling-shop.ts'
import { asStaff, madeOrder } from '#tests/support/staff-orders.ts'
import {
  agreedTradeIn,
  asForm,
  credits,
  offersAll,
  tradeInBy,
  tradeInKey,
} from '#tests/support/trade-ins.ts'
import { cashCustomers } from '../queries/cash-customers.ts'
import { remindOfForm8300 } from './remind-of-form-8300.ts'

const day = 24 * 60

async function told({ db }: AppContext) {
  const { kind, at } = alerts
  const found = await db.orm
    .select()
    .from(alerts)
    .where(eq(kind, 'cash-report-due'))
    .orderBy(asc(at))
  return found.map(({ facts, resolvedAt }) => [facts.isOverdue, resolvedAt !== null])
}

onBothDatabases('owners are reminded of Form 8300', (open) => {
  it('three days before its last day and once it has passed, each once, until it is filed [ALERT-10]', async () => {
    const { shop, pass } = await sellingShop(await open())
    await firstAdmin(shop, 'olga@example.com')
    const order = await madeOrder(shop, { 'line-0-fee': '60000' })
    await recordOfflinePayment(shop, {
      ...(await asStaff(shop, order)),
      ...{ kind: 'cash', amount: cents(10_001_00) },
      ...{ payer: 'Ada Buyer', reference: '', receivedOn: '2026-03-11', form8300: 'yes' },
    })
    const after = async (days: number) => {
      pass(days * day)
      await remindOfForm8300(shop)
      await remindOfForm8300(shop)
      return told(shop)
    }
    // The last day is March 26.
    expect(await after(11)).toEqual([])
    expect(await after(1)).toEqual([[false, false]])
    expect(await after(3)).toEqual([[false, false]])
    expect(await after(1)).toEqual([
      [false, false],
      [true, false],
    ])
    await sendEmail(shop)
    const emails = await shop.db.orm.select().from(emailOutbox).where(eq(emailOutbox.kind, 'alert'))
    const about = emails.filter(({ subject }) => subject?.includes('Form 8300'))
    expect(about.map(({ subject, recipient }) => [subject, recipient]).toSorted()).toEqual([
      [expect.stringContaining(`Form 8300 is due soon: ${order.number}`), 'olga@example.com'],
      [expect.stringContaining(`Form 8300 is overdue: ${order.number}`), 'olga@example.com'],
    ])
    expect(about[0]?.text).toContain('due by Thu, Mar 26.')
    await fileForm8300(shop, { ...(await asStaff(shop, order)) })
    expect(await after(1)).toEqual([
      [false, true],
      [true, true],
    ])
  })

  it('also of cash for the rest of an exchange and for a recast, of which the credit is no cash [ALERT-10, TRADE-22]', async () => {
    const { shop, pass } = await sellingShop(await open())
    await firstAdmin(shop, 'olga@example.com')
    await offersAll(shop)
    const takes = async (order: { id: string }, amount: number, form8300?: 'yes') =>
      recordOfflinePayment(shop, {
        ...(await asStaff(shop, order)),
        ...{ kind: 'cash', amount: cents(amount), payer: 'Bea Owner', reference: '' },
        ...{ receivedOn: '2026-03-11', form8300 },
      })
    const exchange = await agreedTradeIn(shop, 'exchange')
    // $11,753.52, of which a credit pays $1,753.52: exactly $10,000 is cash.
    const order = await madeOrder(shop, { 'line-0-fee': '10453.52', email: 'bea@example.com' })
    await payWithCredit(shop, await credits(shop, exchange.token, order))
    await takes(order, 10_000_00)
    const books = { livemode: false, today: '2026-03-11' }
    expect(await cashCustomers(shop.db.orm, books)).toEqual([])
    const recast = await agreedTradeIn(shop, 'recast', { amount: '125.00' })
    await billRecast(shop, await asForm(shop, recast.token, 'bill', { key: tradeInKey() }))
    const { row } = await tradeInBy(shop, recast.token)
    const bill = { id: row.orderId ?? '' }
    expect(await refusal(takes(bill, 125_00))).toMatchObject({ code: 'form_8300_due' })
    await takes(bill, 125_00, 'yes')
    const [customer] = await cashCustomers(shop.db.orm, books)
    expect(customer).toMatchObject({ sum: 10_125_00, fileBy: '2026-03-26' })
    expect([...(customer?.orderIds ?? [])].toSorted()).toEqual([order.id, row.orderId].toSorted())
    pass(12 * day)
    await remindOfForm8300(shop)
    expect(await told(shop)).toEqual([[false, false]])
  })
})
