import type { Page } from '@playwright/test'
import { recordShipment } from '#app/.server/fulfillment/commands/record-shipment.ts'
import { refundsOfOrder } from '#app/.server/ledger/refunds.ts'
import { applyPaymentEvent } from '#app/.server/payments/commands/apply-payment-event.ts'
import { orderReturns } from '#app/.server/returns/queries/order-returns.ts'
import { returnsOfOrder } from '#app/.server/returns/returns.ts'
import { plusBusinessDays } from '#app/domain/time/business-days.ts'
import { brokenRules } from '#tests/support/accessibility.ts'
import type { TestShop } from '#tests/support/built-shop.ts'
import { type EmailServer, emailServer, sendsThrough } from '#tests/support/email-server.ts'
import { expect, test } from '#tests/support/journey.ts'
import { expectLooksRight } from '#tests/support/looks-right.ts'
import { payment, pendingOrder, storedOrder } from '#tests/support/orders.ts'
import { onDashboard, openForm, save } from '#tests/support/product-form.ts'
import { confirmedBy, sendsAnyTotal, sentOrder, weighedReturn } from '#tests/support/returns.ts'
import { weighOnScreen } from '#tests/support/weigh-on-screen.ts'
import { readyToSend } from '#tests/support/weighing.ts'

test.slow()

const ups = '1Z999AA10123456784'
const usps = '9400111201080805483016'

let server: EmailServer
test.beforeEach(async ({ shop }) => {
  server = await emailServer()
  sendsThrough(shop, server)
  await shop.goldBecomes('130')
})
test.afterEach(() => server.close())

/** The first address of this form in the emails that came since. */
async function emailed(shop: TestShop, form: RegExp): Promise<string> {
  const link = () => form.exec(server.delivered.map(({ words }) => words).join('\n'))?.[0] ?? null
  await expect.poll(link, { timeout: 20_000 }).not.toBeNull()
  const { pathname, search } = new URL(link() ?? '')
  return new URL(pathname + search, shop.url).href
}

async function send(page: Page, tracking: string) {
  const form = page.locator('#send')
  await weighOnScreen(page)
  await form.getByLabel('Tracking', { exact: true }).fill(tracking)
  await form.getByRole('checkbox', { name: /sanctions lists/ }).check()
  await form.getByRole('button', { name: 'Mark as shipped' }).click()
}

test('an order is delayed, kept, sent in two parcels, found by mail, and one piece returned and refunded [RETURN-11, RETURN-05, RETURN-06, RETURN-08, RETURN-09]', async ({
  admin: page,
  shop,
  browser,
}) => {
  const { app } = shop
  await page.setViewportSize({ width: 360, height: 780 })
  await sendsAnyTotal(app)
  const order = await pendingOrder(app, [
    { productId: '7', size: 'Small', quantity: 1 },
    { productId: '8', size: 'Small', quantity: 1 },
  ])
  await applyPaymentEvent(app, payment(order))
  const { id, number } = order
  const address = `/admin/dashboard/orders/${id}`
  const shipBy = (await storedOrder(app, id)).order.shipBy ?? ''

  await page.goto(address)
  await page.getByText('Notify buyer of a delay…').click()
  await page.getByLabel('New ship-by date').fill(plusBusinessDays(shipBy, 5))
  await page.getByLabel('Reason', { exact: true }).fill('The mold broke.')
  await page.getByRole('button', { name: 'Set the date and email the buyer' }).click()
  await expect(page.getByText('an email to the buyer is on its way').first()).toBeVisible()

  const buyer = await (await browser.newContext({ baseURL: shop.url })).newPage()
  await buyer.setViewportSize({ width: 360, height: 780 })
  const delay = await emailed(shop, /https?:[^\s"]+\/order\/delay\/[\w-]+/)
  await buyer.goto(`${delay}?answer=keep`)
  await buyer.getByRole('button', { name: 'Keep my order' }).click()
  await expect(buyer.getByRole('heading', { name: 'You keep your order' })).toBeVisible()

  await page.goto(address)
  await page
    .getByRole('group', { name: 'Pieces in this package' })
    .getByRole('textbox')
    .nth(1)
    .fill('0')
  await send(page, ups)
  await expect(page.getByText('The rest of the order still needs to ship.').first()).toBeVisible()
  await page.goto(address)
  await send(page, usps)
  await expect(page.getByText('The order is marked as shipped.').first()).toBeVisible()

  // The buyer has no account and has lost the link.
  server.delivered.length = 0
  await buyer.goto('/find-order')
  await buyer.getByLabel('Email address').fill('ada@example.com')
  await buyer.getByRole('button', { name: 'Email me the link' }).click()
  await buyer.goto(await emailed(shop, /https?:[^\s"]+\/find-order\/[\w-]+/))
  await buyer.getByRole('button', { name: 'Show my orders' }).click()
  await buyer.getByRole('link', { name: 'View order', exact: true }).click()
  await expect(buyer.getByRole('heading', { name: 'Returns' })).toBeVisible()
  await expectLooksRight(buyer, 'order-returns')
  await buyer.getByRole('link', { name: 'Return a piece' }).click()
  await expect(buyer.getByRole('heading', { level: 1 })).toHaveText('Return a piece')
  const ask = buyer.getByRole('button', { name: 'Request a Return' })
  await ask.click()
  await expect(buyer.getByRole('alert')).toContainText('Please tell us why you’re returning it.')
  await buyer.getByLabel('Reason for return').fill('It is too small.')
  await ask.click()
  await expect(buyer.getByRole('alert')).toContainText('Please choose at least one piece.')
  await expect(buyer.getByLabel('Reason for return')).toHaveValue('It is too small.')
  await expectLooksRight(buyer, 'return-ask')
  await buyer.getByRole('checkbox').first().check()
  server.delivered.length = 0
  await ask.dblclick()
  await expect(buyer.getByText('You asked to return it.')).toBeVisible()
  expect(await returnsOfOrder(app.db.orm, id)).toHaveLength(1)
  await expect
    .poll(() => server.delivered.flatMap(({ to }) => to), { timeout: 20_000 })
    .toContain('ada@example.com')

  await page.goto('/admin/dashboard')
  await page.getByRole('link', { name: /1 return needs action/ }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Returns')
  await expectLooksRight(page, 'admin-returns')
  await page.getByRole('link', { name: number }).click()
  const returns = page.locator('#returns')
  await expect(returns).toContainText('It is too small.')
  await expectLooksRight(page, 'admin-return-asked')
  await returns.getByRole('button', { name: 'Approve return' }).click()
  await expect(returns.getByRole('heading', { level: 3 })).toHaveText('Approved')

  await buyer.reload()
  await expect(buyer.getByText('We’ve approved your return.')).toBeVisible()
  await buyer.getByText('I’ve Shipped It').click()
  await buyer.getByLabel('Tracking number').fill('1Z999AA10123456785')
  await buyer.getByRole('button', { name: 'It is on its way' }).click()
  await expect(buyer.getByLabel('Tracking number')).toHaveAccessibleDescription(
    /A digit in this UPS number is wrong/,
  )
  await expectLooksRight(buyer, 'return-sent')
  await buyer.getByLabel('Tracking number').fill(ups)
  await buyer.getByRole('button', { name: 'It is on its way' }).click()
  await expect(buyer.getByText('It’s on its way to us.')).toBeVisible()

  await page.goto(address)
  await returns.getByRole('button', { name: 'Mark as received, weigh later' }).click()
  await expect(returns.getByRole('heading', { level: 3 })).toHaveText('Received')
  const weight = returns.getByLabel(/^Weight of 1 × /)
  for (const wrong of ['28,9', '-1', '0', '14.205']) {
    await weight.fill(wrong)
    await returns.getByRole('button', { name: 'Save weight' }).click()
    await expect(weight).toHaveAccessibleDescription(
      /in grams with no more than two decimals, like/,
    )
    await expect(weight).toHaveValue(wrong)
  }
  const sold = (await orderReturns(app, id))?.returns[0]?.lines[0]?.sold ?? 0
  await weight.fill((sold / 1000 - 0.35).toFixed(2))
  await returns.getByRole('button', { name: 'Save weight' }).click()
  await expect(page.getByRole('alert')).toContainText('0.35 g less than shipped')
  await expectLooksRight(page, 'admin-return-weigh')
  await weight.fill((sold / 1000).toFixed(2))
  await returns.getByRole('button', { name: 'Save weight' }).click()
  await expect(returns.getByRole('heading', { level: 3 })).toHaveText('Weighed')
  await returns.getByRole('button', { name: 'Refund…' }).click()
  const confirm = page.getByRole('region', { name: 'Refund preview' })
  await expect(confirm).toContainText('will be refunded as a test')
  // The form below says the same, so that a word can be added to it.
  await expect(page.getByRole('radio', { name: /^Specific pieces/ })).toBeChecked()
  await expectLooksRight(page, 'admin-return-refund')
  await confirm.getByRole('button', { name: /^Refund / }).click()
  await expect(returns.getByRole('heading', { level: 3 })).toHaveText('Refunded')
  await expectLooksRight(page, 'admin-return-refunded')
  const [refund, ...more] = await refundsOfOrder(app.db.orm, id)
  expect(more).toEqual([])
  expect(refund).toMatchObject({ state: 'succeeded', lines: [{ position: 0, quantity: 1 }] })

  await buyer.goto(`/order/${order.token}`)
  await expect(buyer.getByText('We accepted the return and are refunding')).toBeVisible()
  await expect(buyer.getByRole('link', { name: /^Credit note CN-TEST-/ })).toBeVisible()
  await expectLooksRight(buyer, 'order-returned')
  await buyer.context().close()
})

test('after a goodwill refund a return of everything is refunded with what is left [REFUND-16, RETURN-17]', async ({
  admin: page,
  shop,
}) => {
  const { app } = shop
  await sendsAnyTotal(app)
  const order = await pendingOrder(app, [{ productId: '7', size: 'Small', quantity: 1 }])
  await applyPaymentEvent(app, payment(order))
  await recordShipment(app, { ...(await readyToSend(app, order)), carrier: 'ups', tracking: ups })
  await page.goto(`/admin/dashboard/orders/${order.id}`)
  await page.getByText('Refund…').click()
  await page.getByLabel('Dollars').fill('50')
  await page.getByRole('textbox', { name: 'Reason for refund' }).fill('Late by a week')
  await page.getByRole('button', { name: 'Preview refund' }).click()
  await page.getByRole('button', { name: 'Refund $50.00' }).click()
  await expect(page.getByText('$50.00 was refunded to the buyer.')).toBeVisible()

  await weighedReturn(app, order)
  await page.reload()
  const returns = page.locator('#returns')
  await returns.getByRole('button', { name: 'Refund…' }).click()
  const confirm = page.getByRole('region', { name: 'Refund preview' })
  await expect(confirm).toContainText('less than the price of these pieces')
  await expect(confirm).toContainText('After that, nothing is left to refund.')
  // All that is left is offered as well, and confirmed.
  await page.getByRole('radio', { name: /^Full amount/ }).check()
  await page.getByRole('button', { name: 'Preview refund' }).click()
  await expect(confirm).not.toContainText('less than the price of these pieces')
  await confirm.getByRole('button', { name: /^Refund / }).click()
  await expect(returns.getByRole('heading', { level: 3 })).toHaveText('Refunded')
  expect((await storedOrder(app, order.id)).order.state).toBe('refunded')
})

test('a link that was handed on returns nothing; the mail to the buyer opens the form, without JavaScript as well [RETURN-05, RETURN-13]', async ({
  browser,
  shop,
}) => {
  const order = await sentOrder(shop.app)
  const context = await browser.newContext({ baseURL: shop.url, javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(`/order/${order.token}/return?confirmed=1.nothing`)
  await expect(page.getByText('That link has expired.')).toBeVisible()
  await expect(page.getByRole('checkbox')).toHaveCount(0)
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', /noindex/)
  await page.getByRole('button', { name: 'Email me the link' }).click()
  await expect(page.getByText('We’re emailing a link to the address on this order')).toBeVisible()
  await page.goto(await emailed(shop, /https?:[^\s"]+\/order\/[\w-]+\/return\?confirmed=[\w.-]+/))
  await page.getByRole('textbox', { name: /, Small$/ }).fill('3')
  await page.getByLabel('Reason for return').fill('Too many.')
  await page.getByRole('button', { name: 'Request a Return' }).click()
  await expect(page.getByRole('alert')).toContainText(
    /Only 2 of .+, Small, can be returned, not 3\./,
  )
  await expect(page.getByRole('textbox', { name: /, Small$/ })).toHaveValue('3')
  await page.getByRole('textbox', { name: /, Small$/ }).fill('2')
  await page.getByRole('button', { name: 'Request a Return' }).click()
  await expect(page.getByText('You asked to return it.')).toBeVisible()
  await page.getByRole('button', { name: 'I’m Keeping It' }).click()
  await expect(page.getByText('This return was canceled.')).toBeVisible()
  await context.close()
})

test('an owner sets the days, which the Terms say; too late it is refused, and staff take it back by name [RETURN-04, RETURN-05, RETURN-06, RETURN-15]', async ({
  admin: page,
  shop,
}) => {
  const order = await sentOrder(shop.app)
  await page.goto('/terms-and-conditions')
  await expect(page.getByText('within 30 days of delivery')).toBeVisible()
  await page.goto('/admin/dashboard/orders')
  await page.getByRole('main').getByRole('link', { name: 'Returns', exact: true }).click()
  await page.getByRole('link', { name: 'Return policy' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Return policy')
  const days = page.getByLabel('Return window (days)')
  await days.fill('0')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(days).toHaveAccessibleDescription(/from 1 to 365/)
  await days.fill('45')
  await expectLooksRight(page, 'admin-return-terms')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Changes saved successfully')).toBeVisible()
  await page.goto('/terms-and-conditions')
  await expect(page.getByText('within 45 days of delivery')).toBeVisible()

  shop.clock.advance({ minutes: 70 * 24 * 60 })
  await page.goto(`/order/${order.token}`)
  await expect(page.getByText('The return window ended on').first()).toBeVisible()
  await expect(page.getByRole('link', { name: 'Return a piece' })).toHaveCount(0)
  const confirmed = confirmedBy(shop.app, order) ?? ''
  await page.goto(`/order/${order.token}/return?confirmed=${confirmed}`)
  await expect(page.getByText('The return window ended on').first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Request a Return' })).toHaveCount(0)
})

test('a piece that cannot be returned says so on its page, in the cart and in the form, which the mailed link opens [RETURN-13, RETURN-14]', async ({
  admin: page,
  shop,
  browser,
}) => {
  const { app } = shop
  await openForm(page, '/admin/products/edit/7')
  await page.getByRole('checkbox', { name: /^Final sale/ }).check()
  await save(page).click()
  await onDashboard(page)

  const buyer = await (await browser.newContext({ baseURL: shop.url })).newPage()
  await buyer.goto('/product/7')
  await expect(buyer.locator('html')).toHaveAttribute('data-hydrated')
  const says = 'Final sale. It can’t be returned unless we made a mistake.'
  await expect(buyer.getByText(says)).toBeVisible()
  await buyer.getByRole('button', { name: 'Add to Cart' }).first().click()
  const drawer = buyer.getByRole('dialog', { name: 'Your cart' })
  await expect(drawer.getByText(says)).toBeVisible()

  const order = await sentOrder(app)
  await buyer.goto(`/order/${order.token}/return`)
  await buyer.getByRole('button', { name: 'Email me the link' }).click()
  const link = await emailed(shop, /https?:[^\s"]+\/order\/[\w-]+\/return\?confirmed=[^\s"]+/)
  await buyer.goto(link)
  await expect(buyer.getByText('What would you like to return?')).toBeVisible()
  await expect(
    buyer.getByText('It was a final sale and can’t be returned', { exact: false }),
  ).toBeVisible()
  expect(await brokenRules(buyer)).toEqual([])
})

test('a return is refunded five clicks from the list of orders, each sum shown before [RETURN-16]', async ({
  admin: page,
  shop,
}) => {
  const { app } = shop
  await sendsAnyTotal(app)
  const order = await pendingOrder(app, [{ productId: '7', size: 'Small', quantity: 1 }])
  await applyPaymentEvent(app, payment(order))
  await recordShipment(app, { ...(await readyToSend(app, order)), carrier: 'ups', tracking: ups })
  await page.setViewportSize({ width: 360, height: 780 })
  await page.goto('/admin/dashboard/orders')
  const returns = page.locator('#returns')
  await page.getByRole('link', { name: order.number }).first().click()
  await returns.getByText('Open a return…').click()
  await returns.getByLabel('Why the buyer returns it').fill('It is too small.')
  await returns.getByRole('button', { name: 'Open the return' }).click()
  await expect(returns.getByRole('heading', { level: 3 })).toHaveText('Approved')
  await expectLooksRight(page, 'admin-return-accepted')
  const sold = (await orderReturns(app, order.id))?.returns[0]?.lines[0]?.sold ?? 0
  await returns.getByLabel(/^Weight of 1 × /).fill((sold / 1000).toFixed(2))
  await returns.getByRole('button', { name: 'Save weight' }).click()
  const confirm = page.getByRole('region', { name: 'Refund preview' })
  await expect(confirm).toContainText('will be refunded as a test')
  await confirm.getByRole('button', { name: /^Refund / }).click()
  await expect(returns.getByRole('heading', { level: 3 })).toHaveText('Refunded')
})
