import type { Page } from '@playwright/test'
import { sendPaymentRequestLink } from '#app/.server/payments/commands/send-payment-request-link.ts'
import { expect, test } from '#tests/support/journey.ts'
import { asStaff, madeOrder, paysByLink, tokenOf } from '#tests/support/staff-orders.ts'

/** As where the browser shows a page again that it kept while another one was open. */
async function isShownAgain(page: Page) {
  await page.waitForFunction(() => 'hydrated' in document.documentElement.dataset)
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
}

async function toTestPayment(page: Page) {
  await page.goto('/product/5')
  await page.getByRole('button', { name: 'Buy Now' }).click()
  await expect(page).toHaveURL(/\/test-payment\//)
}

test('a payment page that is shown again after it was paid leads to the order [DOM-05]', async ({
  page,
  context,
}) => {
  await toTestPayment(page)
  const other = await context.newPage()
  await other.goto(page.url())
  await other.getByRole('button', { name: 'Pay', exact: true }).click()
  await expect(other).toHaveURL(/\/order\//)
  await isShownAgain(page)
  await expect(page).toHaveURL(/\/order\//)
  await expect(page.getByRole('button', { name: 'Pay', exact: true })).toHaveCount(0)
})

test('Back after paying offers no payment again [DOM-05]', async ({ page }) => {
  await toTestPayment(page)
  await page.getByRole('button', { name: 'Pay', exact: true }).click()
  await expect(page).toHaveURL(/\/order\//)
  await page.goBack()
  await expect(page).toHaveURL(/\/order\//)
  await expect(page.getByRole('button', { name: 'Pay', exact: true })).toHaveCount(0)
})

test('a payment that was declined keeps what was typed when it is shown again [DOM-05]', async ({
  page,
}) => {
  await toTestPayment(page)
  await page.getByLabel('Street address').fill('7 Other Street')
  await page.getByRole('button', { name: 'Decline' }).click()
  await expect(page.getByRole('alert')).toContainText('declined')
  await page.getByLabel('City').fill('Tacoma')
  const asked = page.waitForResponse((response) => response.url().includes('.data'))
  await isShownAgain(page)
  await asked
  await expect(page.getByLabel('City')).toHaveValue('Tacoma')
  await expect(page.getByLabel('Street address')).toHaveValue('7 Other Street')
})

test('a payment link that was paid says so when it is shown again [DOM-05]', async ({
  page,
  shop,
}) => {
  await shop.goldBecomes('130.00')
  const order = await madeOrder(shop.app)
  const link = { kind: 'whole', days: 7 } as const
  await sendPaymentRequestLink(shop.app, { ...(await asStaff(shop.app, order)), ...link })
  const token = await tokenOf(shop.app, order)
  await page.goto(`/pay/${token}`)
  await expect(page.getByRole('button', { name: /^Pay \$/ })).toBeVisible()
  await paysByLink(shop.app, token)
  await isShownAgain(page)
  await expect(page.getByRole('main')).toContainText('This is paid. Thank you.')
  await expect(page.getByRole('button', { name: /^Pay \$/ })).toHaveCount(0)
})

test('an order that was refunded says so when it is shown again [DOM-05]', async ({
  page,
  context,
}) => {
  await toTestPayment(page)
  await page.getByRole('button', { name: 'Pay', exact: true }).click()
  await expect(page).toHaveURL(/\/order\//)
  const other = await context.newPage()
  await other.goto(page.url())
  await other.getByRole('link', { name: 'simulate a refund or dispute' }).click()
  await other.getByLabel('Dollars').fill('100.00')
  await other.getByRole('button', { name: 'Refund' }).click()
  await expect(other.getByRole('main')).toContainText('Refunded$100.00')
  await expect(page.getByRole('main')).not.toContainText('$100.00')
  await isShownAgain(page)
  await expect(page.getByRole('main')).toContainText('$100.00')
})

test('a page that is shown again without a network stays, and asks once there is one [DOM-05]', async ({
  page,
  shop,
  context,
}) => {
  await page.goto('/products')
  await context.setOffline(true)
  await isShownAgain(page)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Our Collection')
  await shop.goldBecomes('100.25')
  const asked = page.waitForResponse((response) => response.url().includes('/products.data'))
  await context.setOffline(false)
  await asked
  await expect(page.getByRole('main')).toContainText('$100.25')
})

test('a form of the admin area keeps what was typed when it is shown again [DOM-05]', async ({
  admin: page,
}) => {
  for (const [path, label, value] of [
    ['/admin/dashboard/risk', null, '1234'],
    ['/admin/products/edit/5', 'Name', 'Sound Wave, typed'],
    ['/admin/dashboard/gold-price', 'Price per gram (USD)', '95.5'],
    ['/admin/dashboard/orders/new', 'Weight in grams (if different from listed)', '12.3'],
  ] as const) {
    await page.goto(path)
    const field = label
      ? page.getByLabel(label, { exact: true }).first()
      : page.locator('main input[inputmode="decimal"]').first()
    await field.fill(value)
    const asked = page.waitForResponse((response) => response.url().includes('.data'))
    await isShownAgain(page)
    await asked
    await expect(field, path).toHaveValue(value)
  }
})
