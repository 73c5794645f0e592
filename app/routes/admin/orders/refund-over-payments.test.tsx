import { expect, it } from 'vitest'
import type { AppContext } from '#app/.server/app-context.ts'
import { useCredit as payWithCredit } from '#app/.server/trade-ins/commands/use-credit.ts'
import { cents, formatCents } from '#app/domain/money/cents.ts'
import { renderAdminPage } from '#tests/support/admin-page.tsx'
import { onBothDatabases } from '#tests/support/databases.ts'
import { storedOrder } from '#tests/support/orders.ts'
import { sellingShop } from '#tests/support/selling-shop.ts'
import { asStaff, madeOrder } from '#tests/support/staff-orders.ts'
import { agreedTradeIn, credits, offersAll } from '#tests/support/trade-ins.ts'
import { paidTwice, pays } from '#tests/support/two-payments.ts'
import * as one from './detail.tsx'

const screen = async (app: AppContext, id: string, form?: Record<string, string>) =>
  renderAdminPage(app, one, {
    path: '/admin/dashboard/orders/:id',
    address: `/admin/dashboard/orders/${id}`,
    ...(form && { form }),
  })

const inDollars = (amount: number) => formatCents(cents(amount))
const ofDay = 'of Mar 11, 2026'
const whole = { of: 'whole', reason: 'Returned.', action: 'preview' }

onBothDatabases('the form of a refund of several payments', (open) => {
  it('offers all payments first, names each, and says what each of them gives [REFUND-23, REFUND-03]', async () => {
    const { shop } = await sellingShop(await open())
    const { order, total, rest } = await paidTwice(shop)
    const { id } = order
    const first = await screen(shop, id)
    const [, select = ''] =
      /<select[^>]*name="payment"[^>]*>(.*?)<\/select>/s.exec(first.html) ?? []
    const options = [...select.matchAll(/<option([^>]*)>([^<]*)</g)]
    expect(options.map(([, , words]) => words)).toEqual([
      'All payments, as needed',
      `Card payment ${ofDay} (1 of 2), $990.65 left`,
      `Card payment ${ofDay} (2 of 2), ${inDollars(rest)} left`,
    ])
    expect(options[0]?.[1]).toContain('value=""')
    expect(options[1]?.[1]).toContain(`title="deposit-${id}"`)
    const form = { ...whole, revision: String((await asStaff(shop, order)).revision) }
    const shown = await screen(shop, id, { ...form, payment: '' })
    const sums = `${inDollars(rest)} to the card payment ${ofDay} (2 of 2), $990.65 to the card payment ${ofDay} (1 of 2)`
    expect(shown.words).toContain(
      `${inDollars(total)} will be refunded as a test, without real money: ${sums}. In all ${inDollars(total)}: goods ${inDollars(total)}. After that, nothing is left to refund.`,
    )
    const named = await screen(shop, id, { ...form, payment: `deposit-${id}` })
    expect(named.words).toContain(
      `$990.65 will be refunded as a test, without real money: goods $990.65. After that, ${inDollars(rest)} of the payment remains.`,
    )
    const { confirm } = shown.answer as { confirm: Record<string, string> }
    for (const _time of [1, 2]) {
      const done = await screen(shop, id, { ...confirm, action: 'refund' })
      expect(done.answer).toEqual({ done: `${inDollars(total)} was refunded to the buyer.` })
    }
    expect((await storedOrder(shop, id)).balance.refunded).toBe(total)
  })

  it('says of a part that was paid by hand that the shop moves no money for it [REFUND-23, REFUND-13]', async () => {
    const { shop } = await sellingShop(await open())
    const { order, total, rest } = await paidTwice(shop, { byHand: true })
    const form = { ...whole, revision: String((await asStaff(shop, order)).revision) }
    const shown = await screen(shop, order.id, form)
    expect(shown.words).toContain(
      `${inDollars(rest)} will be refunded as a test, without real money: ${inDollars(rest)} to the card payment ${ofDay}. $990.65 of the cash payment ${ofDay} is for you to hand or send to the buyer, since the shop moves no money. In all ${inDollars(total)}: goods`,
    )
    const { confirm } = shown.answer as { confirm: Record<string, string> }
    const done = await screen(shop, order.id, { ...confirm, action: 'refund' })
    expect(done.answer).toEqual({
      done: `${inDollars(rest)} was refunded to the buyer. $990.65 was recorded as refunded. Hand it to the buyer or send it yourself.`,
    })
  })

  it('says of a credit that it comes back as credit, and asks nobody to hand money back [TRADE-12, REFUND-13]', async () => {
    const { shop } = await sellingShop(await open())
    await offersAll(shop)
    const { token } = await agreedTradeIn(shop, 'exchange')
    const order = await madeOrder(shop, { 'line-0-fee': '1200' })
    await payWithCredit(shop, await credits(shop, token, order))
    await pays(shop, order, 'the-rest', 746_48)
    const form = { ...whole, revision: String((await asStaff(shop, order)).revision) }
    const shown = await screen(shop, order.id, form)
    expect(shown.words).toContain(
      `$746.48 will be refunded as a test, without real money: $746.48 to the card payment ${ofDay}. $1,753.52 of the trade-in credit ${ofDay} comes back as trade-in credit, so there’s nothing for you to send. In all $2,500.00: goods`,
    )
    const some = { ...form, of: 'sum', sum: '100.00' }
    expect((await screen(shop, order.id, some)).words).toContain(
      '$100.00 comes back as trade-in credit, so there’s nothing for you to send: goods $100.00.',
    )
    const { confirm } = shown.answer as { confirm: Record<string, string> }
    const done = await screen(shop, order.id, { ...confirm, action: 'refund' })
    expect(done.answer).toEqual({
      done: '$1,753.52 came back as trade-in credit. $746.48 was refunded to the buyer.',
    })
  })

  it('refunds a canceled order of two payments in one form [REFUND-23, TODAY-12]', async () => {
    const { shop } = await sellingShop(await open())
    const order = await madeOrder(shop, { custom: 'yes', deposit: '40%', goldFixed: 'deposit' })
    await pays(shop, order, 'first', 300_00)
    await pays(shop, order, 'second', 200_00)
    const revision = async () => String((await asStaff(shop, order)).revision)
    const reason = 'The buyer went away.'
    await screen(shop, order.id, { action: 'cancel', revision: await revision(), reason })
    const canceled = await screen(shop, order.id)
    expect(canceled.words).toContain('Refund $500.00…')
    const shown = await screen(shop, order.id, {
      ...{ action: 'preview', of: 'sum', sum: '500.00', reason, revision: await revision() },
    })
    expect(shown.words).toContain(
      `$500.00 will be refunded as a test, without real money: $300.00 to the card payment ${ofDay} (1 of 2), $200.00 to the card payment ${ofDay} (2 of 2).`,
    )
  })
})

onBothDatabases('the money of an order with a deposit', (open) => {
  it('is what is still due: the deposit, then the balance without it [SALE-13]', async () => {
    const { shop } = await sellingShop(await open())
    const order = await madeOrder(shop, {
      ...{ custom: 'yes', deposit: '40%', goldFixed: 'deposit', request: 'A ring.' },
    })
    const before = await screen(shop, order.id)
    expect(before.words).toContain('Deposit due $620.00 Balance due $930.00')
    expect(before.words).toContain('Balance due $1,550.00 Paid $0.00')
    await pays(shop, order, 'first', 620_00)
    const after = await screen(shop, order.id)
    expect(after.words).toContain('Deposit due $0.00 Balance due $930.00')
    expect(after.words).toContain('Balance due $930.00 Paid $620.00')
  })
})
