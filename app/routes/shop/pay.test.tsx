import { expect, it } from 'vitest'
import type { AppContext } from '#app/.server/app-context.ts'
import { fixGold } from '#app/.server/draft-orders/commands/fix-gold.ts'
import { sendEmail } from '#app/.server/emails/jobs/send-emails.ts'
import { orderEmails } from '#app/.server/emails/queries/order-emails.ts'
import { staffCancelOrder } from '#app/.server/payments/commands/cancel-order.ts'
import { openPaymentRequestLink } from '#app/.server/payments/commands/open-payment-request-link.ts'
import { sendPaymentRequestLink } from '#app/.server/payments/commands/send-payment-request-link.ts'
import { takeTestPayment } from '#app/.server/payments/commands/take-test-payment.ts'
import { testBuyer, testPaymentForm } from '#app/contracts/payments/test-payment.ts'
import type { RequestableKind } from '#app/domain/payments/payment-request-link.ts'
import { onBothDatabases } from '#tests/support/databases.ts'
import { renderPage } from '#tests/support/page.tsx'
import { collectsTax } from '#tests/support/sales-tax.ts'
import { refusal, sellingShop } from '#tests/support/selling-shop.ts'
import { asStaff, madeOrder, paysByLink, saleOf, tokenOf } from '#tests/support/staff-orders.ts'
import * as pay from './pay.tsx'

const ready = { custom: 'yes', deposit: '40%', goldFixed: 'delivery', request: 'A plain ring.' }
const page = (shop: AppContext, token: string) =>
  renderPage(shop, pay, { path: 'pay/:token', address: `/pay/${token}` })
const links = async (shop: AppContext, order: { id: string }, kind: RequestableKind) =>
  sendPaymentRequestLink(shop, { ...(await asStaff(shop, order)), kind, days: 7 })

onBothDatabases('the page of a payment link', (open) => {
  it('has no estimate beside the final total once the gold price is locked, nor has its email [SALE-36]', async () => {
    const { shop, goldBecomes } = await sellingShop(await open())
    const order = await madeOrder(shop, ready)
    await links(shop, order, 'deposit')
    const token = await tokenOf(shop, order)
    const estimate = 'At today’s $130.00 per gram, the total would be $1,550.00'
    expect((await page(shop, token)).words).toContain(estimate)
    await paysByLink(shop, token)
    await goldBecomes('140')
    const [now] = (await saleOf(shop, order)).records
    await fixGold(shop, { ...(await asStaff(shop, order)), goldPrice: now?.id ?? 0 })
    await links(shop, order, 'balance')
    const { words } = await page(shop, await tokenOf(shop, order))
    expect(words).toContain('Paid so far: $620.00')
    expect(words).not.toMatch(/would be|start work|deposit/)
    await sendEmail(shop)
    const texts = (await orderEmails(shop, order.id))
      .filter(({ kind }) => kind === 'order-pay-buyer')
      .map(({ text }) => text ?? '')
    const email = texts.find((text) => text.includes('$620.00 so far'))
    expect(email).toBeDefined()
    expect(email).not.toMatch(/would be|start work/)
  })

  it('and its email say that tax comes on top; staff see it once it is known [SALE-42]', async () => {
    const { shop } = await sellingShop(await open())
    await collectsTax(shop)
    const order = await madeOrder(shop, { tax: 'payment page', state: 'WA' })
    await links(shop, order, 'whole')
    await sendEmail(shop)
    const email = (await orderEmails(shop, order.id)).find(({ kind }) => kind === 'order-pay-buyer')
    expect(email?.text).toContain(
      'Due now: $1,550.00 plus sales tax, calculated on the payment page',
    )
    expect(email?.text).toMatch(/Total.*before sales tax/)
    expect(await saleOf(shop, order)).toMatchObject({ inAll: 155_000, left: 155_000 })
    const url = await openPaymentRequestLink(shop, await tokenOf(shop, order))
    const session = url?.slice(url.lastIndexOf('/') + 1) ?? ''
    const choice = testPaymentForm.parse({ ...testBuyer, choice: 'pay', shownTax: '12788' })
    expect((await takeTestPayment(shop, session, choice))?.outcome).toBe('paid')
    expect(await saleOf(shop, order)).toMatchObject({ inAll: 167_788, paid: 167_788, left: 0 })
  })

  it('of a canceled order says that it was canceled, without the terms of the deposit [SALE-37]', async () => {
    const { shop } = await sellingShop(await open())
    const order = await madeOrder(shop, ready)
    await links(shop, order, 'deposit')
    const token = await tokenOf(shop, order)
    await staffCancelOrder(shop, { ...(await asStaff(shop, order)), reason: 'Too dear.' })
    const { status, words } = await page(shop, token)
    expect(status).toBe(410)
    expect(words).toContain('This order was canceled. If you have a question, write to us.')
    expect(words).not.toMatch(/no longer valid|newer one|start work|estimate/)
  })

  it('leads to a balance whose gold is locked at a price since the order was made [SALE-38]', async () => {
    const { shop, goldBecomes, pass } = await sellingShop(await open())
    pass(60)
    const order = await madeOrder(shop, ready)
    const idsOf = async () => (await saleOf(shop, order)).records.map(({ id }) => id)
    const [before = 0] = await idsOf()
    // No price came since: the current one it is.
    expect(await idsOf()).toEqual([before])
    pass(60)
    await goldBecomes('140')
    await goldBecomes('141')
    expect(await idsOf()).toEqual([before + 2, before + 1])
    const staff = { ...(await asStaff(shop, order)), goldPrice: before }
    expect(await refusal(fixGold(shop, staff))).toMatchObject({ code: 'price_before_order' })
    expect(await fixGold(shop, { ...staff, goldPrice: before + 1 })).toContain('$1,650.00')
  })
})
