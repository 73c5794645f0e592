import { expect, it } from 'vitest'
import { sendPaymentRequestLink } from '#app/.server/payments/commands/send-payment-request-link.ts'
import { stopSelling } from '#app/.server/selling/commands/stop-selling.ts'
import * as newScreen from '#app/routes/admin/draft-orders/new.tsx'
import * as goldScreen from '#app/routes/admin/gold-price/page.tsx'
import { renderAdminPage } from '#tests/support/admin-page.tsx'
import { onBothDatabases } from '#tests/support/databases.ts'
import { collectsTax } from '#tests/support/sales-tax.ts'
import { refusal, sellingShop } from '#tests/support/selling-shop.ts'
import { asStaff, madeOrder, submittedOrder } from '#tests/support/staff-orders.ts'

const undecided = 'No sales tax is charged on this order unless you enter a rate'

onBothDatabases('the form of a new order', (open) => {
  it('says before a real sale that no sales tax is charged while it is not decided, and where that is decided [SALE-33]', async () => {
    const { shop } = await sellingShop(await open())
    const live = { ...shop, payments: shop.payments && { ...shop.payments, live: true } }
    const screen = async (app: typeof shop, form?: Record<string, string>) =>
      renderAdminPage(app, newScreen, form ? { form } : {})
    const timesIn = (words: string) => words.split(undecided).length - 1
    expect(timesIn((await screen(shop)).words)).toBe(0)
    const { words, html } = await screen(live)
    expect(timesIn(words)).toBe(1)
    expect(html).toContain('href="/admin/dashboard/sales-tax"')
    // Read back with the price, unless a rate was entered.
    const priced = { ...(await submittedOrder(shop, { paid: 'cash' })), action: 'price' }
    expect(timesIn((await screen(live, priced)).words)).toBe(2)
    const rate = { tax: 'rate', taxRate: '10.35', taxState: 'Washington' }
    expect(timesIn((await screen(live, { ...priced, ...rate })).words)).toBe(1)
    // That none is collected is a decision.
    await collectsTax(shop, { enabled: false, states: [] })
    expect(timesIn((await screen(live, priced)).words)).toBe(0)
  })

  it('says at its top that sales are stopped, to staff and not as to shoppers, and so do its refusals and the panel [SALE-39]', async () => {
    const { shop } = await sellingShop(await open())
    const order = await madeOrder(shop)
    const panel = async () => (await renderAdminPage(shop, goldScreen)).words
    expect(await panel()).toContain('Staff can’t create orders or send payment links either.')
    await stopSelling(shop, { by: 'ann@example.com', message: 'Back soon.' })
    expect(await panel()).toContain('Staff can’t create orders either.')
    const stopped = 'Sales are stopped. Start selling again on the Gold Price page to '
    const { words, html } = await renderAdminPage(shop, newScreen)
    expect(words).toContain(`${stopped}create an order.`)
    expect(html).toContain('href="/admin/dashboard/gold-price"')
    expect(await refusal(madeOrder(shop))).toMatchObject({
      ...{ code: 'selling_stopped', status: 409, message: `${stopped}create an order.` },
    })
    const link = { ...(await asStaff(shop, order)), kind: 'whole' as const, days: 7 }
    expect((await refusal(sendPaymentRequestLink(shop, link))).message).toBe(
      `${stopped}send a payment link.`,
    )
  })

  it('says how old a gold price is that the shop would not sell at, and still makes the order [SALE-40]', async () => {
    const { shop, pass, goldBecomes } = await sellingShop(await open())
    const old =
      'This gold price is 4 days old. Set today’s price first, unless you agreed on this one.'
    const priced = { ...(await submittedOrder(shop)), action: 'price' }
    const timesIn = async (form?: Record<string, string>) =>
      (await renderAdminPage(shop, newScreen, form ? { form } : {})).words.split(old).length - 1
    expect(await timesIn(priced)).toBe(0)
    // Wednesday to Sunday; the days of a weekend on which no market is open do not count.
    pass(4 * 24 * 60)
    expect(await timesIn()).toBe(1)
    expect(await timesIn(priced)).toBe(2)
    expect((await madeOrder(shop)).totalCents).toBe(155_000)
    await goldBecomes('131')
    expect(await timesIn()).toBe(0)
    // The older price is still offered.
    expect(await timesIn(priced)).toBe(1)
  })

  it('has no tax for a pasted request from where the shop collects none, and says why [SALE-41]', async () => {
    const { shop } = await sellingShop(await open())
    await collectsTax(shop)
    const pasted = 'Type of jewelry: Ring\nState: Idaho'
    const { words, html } = await renderAdminPage(shop, newScreen, {
      form: { action: 'paste', pasted, tax: 'payment page', rows: '1', state: 'ID' },
    })
    expect(words).toContain('The shop isn’t registered to collect sales tax in Idaho.')
    expect(html).toMatch(/<option value="none" selected=""/)
  })
})
