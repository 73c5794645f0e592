import { expect, it } from 'vitest'
import { recordOfflinePayment } from '#app/.server/payments/commands/record-offline-payment.ts'
import { offlinePayments } from '#app/.server/platform/db/draft-order-schema.ts'
import { cents } from '#app/domain/money/cents.ts'
import * as newScreen from '#app/routes/admin/draft-orders/new.tsx'
import * as orderScreen from '#app/routes/admin/orders/detail.tsx'
import { renderAdminPage } from '#tests/support/admin-page.tsx'
import { onBothDatabases } from '#tests/support/databases.ts'
import { storedOrder } from '#tests/support/orders.ts'
import { sellingShop } from '#tests/support/selling-shop.ts'
import { asStaff, madeOrder, submittedOrder } from '#tests/support/staff-orders.ts'

const street = { line1: '1 Street', city: 'Seattle', state: 'WA', postalCode: '98101' }
const path = '/admin/dashboard/orders/:id'
const asked = 'The form needs the payer’s name, address, and taxpayer identification number.'

onBothDatabases('what is read back before money is recorded', (open) => {
  it('names Form 8300 where a new order takes a customer’s cash above $10,000, also with earlier orders [SALE-28]', async () => {
    const { shop } = await sellingShop(await open())
    const input = await submittedOrder(shop, { 'line-0-fee': '6000', paid: 'cash' })
    const post = async (form: Record<string, string>) =>
      renderAdminPage(shop, newScreen, { form: { ...input, ...form } })
    expect((await post({ action: 'price' })).words).not.toContain('$7,300.00 in cash')
    await madeOrder(shop, { 'line-0-fee': '3000', paid: 'cash', payer: 'ADA buyer', email: '' })
    const { words, html } = await post({ action: 'price' })
    expect(words).toContain('this customer has paid $11,600.00 in cash within 12 months.')
    expect(words).toContain(
      'must be reported to the IRS on Form 8300 by Thu, Mar 26, within 15 days.',
    )
    expect(words).toContain(`${asked} No address is entered. Ask the buyer`)
    expect((await post({ action: 'price', ...street })).words).toContain('the one entered here')
    // A check is no cash, and another customer has paid nothing before.
    for (const other of [{ paid: 'check' }, { payer: 'Bo Payer', email: 'bo@example.com' }]) {
      expect((await post({ action: 'price', ...other })).words).not.toContain(asked)
    }
    const stated = { action: 'make', stated: '730000' }
    const unread = await post({ ...stated, statedReceived: '730000 cash Ada Buyer' })
    expect(unread.answer).toMatchObject({ refused: { code: 'shown_changed' } })
    const statedReceived = '730000 cash Ada Buyer, Form 8300'
    expect(html).toContain(`value="${statedReceived}"`)
    await expect(post({ ...stated, statedReceived })).rejects.toThrow('redirects')
  })

  it('names Form 8300 where cash is recorded of an order, and records it once that is confirmed [SALE-28]', async () => {
    const { shop } = await sellingShop(await open())
    const order = await madeOrder(shop, { 'line-0-fee': '20000' })
    const { revision, key } = await asStaff(shop, order)
    const record = (form: Record<string, string> = {}) =>
      renderAdminPage(shop, orderScreen, {
        ...{ path, address: path.replace(':id', order.id) },
        form: {
          ...{ action: 'record-payment', revision: `${revision}`, key, kind: 'cash' },
          ...{ amount: '10000.01', payer: 'Ada Buyer', receivedOn: '2026-03-11', ...form },
        },
      })
    const { words, html } = await record()
    expect(words).toContain('this customer has paid $10,000.01 in cash within 12 months.')
    expect(words).toContain('I have this for Form 8300, or collect it now')
    expect(html).toMatch(/<input[^>]* name="amount"[^>]* value="10000.01"/)
    expect(await shop.db.orm.$count(offlinePayments)).toBe(0)
    const done = await record({ form8300: 'yes' })
    expect(done.answer).toEqual({ done: '$10,000.01 in cash was recorded.' })
    expect(await shop.db.orm.$count(offlinePayments)).toBe(1)
  })

  it('says that the order is a test as long as no real card is charged, as its history does [MODE-06]', async () => {
    const { shop } = await sellingShop(await open())
    const { payments } = shop
    if (!payments) throw new Error('there are no payments')
    const screen = async (provider: 'stripe' | 'test', live: boolean) => {
      const inMode = { ...shop, payments: { ...payments, provider, live } }
      return (await renderAdminPage(inMode, newScreen, {})).words
    }
    const warning = 'this will be a test order. Cash payments are recorded as tests, too.'
    expect(await screen('stripe', false)).toContain(
      `Because your Stripe account is in test mode, ${warning}`,
    )
    expect(await screen('test', false)).toContain(`Because your shop is in test mode, ${warning}`)
    expect(await screen('stripe', true)).not.toContain('a test order')
    const order = await madeOrder(shop)
    const { words } = await renderAdminPage(shop, orderScreen, {
      ...{ path, address: path.replace(':id', order.id) },
    })
    expect(words).toContain('this will be a test payment')
    await recordOfflinePayment(shop, {
      ...{ ...(await asStaff(shop, order)), kind: 'cash', amount: cents(155_000) },
      ...{ payer: 'Ada Buyer', reference: '', receivedOn: '2026-03-11' },
    })
    const { history } = await storedOrder(shop, order.id)
    const told = history.map(({ why }) => why)
    expect(told[0]).toBe('Order created by staff. Test order, because your shop is in test mode.')
    expect(told[1]).toContain('received in cash. Recorded as a test.')
  })
})
