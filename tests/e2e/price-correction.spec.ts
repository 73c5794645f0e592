import { orders } from '#app/.server/platform/db/schema.ts'
import { brokenRules } from '#tests/support/accessibility.ts'
import { expect, test } from '#tests/support/journey.ts'

const tab = '/admin/dashboard/gold-price'

test.slow()

test('staff correct a mistaken price: the open payment page closes, and the cart shows the right total [QUOTE-07, QUOTE-08]', async ({
  admin: page,
  browser,
  shop,
}) => {
  await shop.goldBecomes('125')
  const shopper = await (await browser.newContext({ baseURL: shop.url })).newPage()
  const drawer = shopper.getByRole('dialog', { name: 'Your cart' })
  await shopper.goto('/product/7')
  await shopper.locator('html[data-hydrated]').waitFor()
  await shopper.getByRole('radio', { name: /Small/ }).check()
  await shopper.getByRole('button', { name: 'Add to Cart' }).click()
  await expect(drawer).toContainText('$2,525.00')
  await drawer.getByRole('button', { name: 'Checkout' }).click()
  await expect(shopper).toHaveURL(/\/test-payment\//)
  const pay = shopper.getByRole('button', { name: 'Pay', exact: true })
  await expect(pay).toBeVisible()

  await page.goto(tab)
  const correction = page.getByRole('checkbox', {
    name: /^Cancel quotes and unfinished checkouts at earlier prices/,
  })
  await expect(correction).not.toBeChecked()
  await expect(async () => {
    await page.getByLabel('Price per gram (USD)').fill('131')
    await expect(page.getByLabel('Price per troy ounce (USD)')).toHaveValue('4074.5585', {
      timeout: 2000,
    })
  }).toPass()
  await correction.check()
  expect(await brokenRules(page)).toEqual([])
  await page.getByRole('button', { name: 'Update Gold Price' }).click()
  await expect(
    page.getByText('Earlier quotes are void; unpaid orders canceled: 1.', { exact: false }),
  ).toBeVisible()
  await expect(correction).not.toBeChecked()

  await shopper.reload()
  await expect(pay).toBeHidden()
  const rows = (await shop.app.db.orm.select({ state: orders.state }).from(orders)) ?? []
  expect(rows).toEqual([{ state: 'cancelled' }])
  await shopper.goto('/product/7')
  await shopper.getByRole('banner').getByRole('button', { name: 'Cart, 1 piece' }).click()
  await expect(drawer).toContainText('$2,610.20')
  await drawer.getByRole('button', { name: 'Checkout' }).click()
  await expect(pay).toBeVisible()
  await expect(shopper.getByRole('main')).toContainText('$2,610.20')
})
