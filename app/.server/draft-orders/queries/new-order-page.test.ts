import { expect, it } from 'vitest'
import * as newScreen from '#app/routes/admin/draft-orders/new.tsx'
import { renderAdminPage } from '#tests/support/admin-page.tsx'
import { onBothDatabases } from '#tests/support/databases.ts'
import { collectsTax } from '#tests/support/sales-tax.ts'
import { sellingShop } from '#tests/support/selling-shop.ts'
import { submittedOrder } from '#tests/support/staff-orders.ts'

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
})
