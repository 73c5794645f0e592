import { brokenRules } from '#tests/support/accessibility.ts'
import { expect, test } from '#tests/support/journey.ts'

const tab = '/admin/dashboard/gold-price'
const sentence =
  'The shop is not taking orders at the moment. You can still see prices. Back on Monday.'

test.slow()

test('staff stop selling: prices stay, nothing can be bought, and it begins again [STOP-01, STOP-02, STOP-03, STOP-04, STOP-06, STOP-07, QUOTE-09]', async ({
  admin: page,
  browser,
  shop,
}) => {
  await shop.goldBecomes('130')
  const shopper = await (await browser.newContext({ baseURL: shop.url })).newPage()
  const drawer = shopper.getByRole('dialog', { name: 'Your cart' })
  const buyNow = shopper.getByRole('button', { name: 'Buy Now' })
  await shopper.goto('/product/7')
  await shopper.locator('html[data-hydrated]').waitFor()
  await shopper.getByRole('radio', { name: /Small/ }).check()
  await shopper.getByRole('button', { name: 'Add to Cart' }).click()
  await expect(drawer).toContainText(
    'If gold drops before you check out, you pay less. If it rises, your price stays the same.',
  )
  expect(await brokenRules(shopper)).toEqual([])

  const opened = await shopper.context().newPage()
  await opened.goto('/product/7')
  await opened.locator('html[data-hydrated]').waitFor()
  await opened.getByRole('radio', { name: /Small/ }).check()
  // What is shown meanwhile does not follow: it was open before, and hears of nothing.
  await opened.route('**/*.data*', (route) => route.abort())

  await page.goto(tab)
  await page.getByLabel('Message for shoppers').fill('Back on Monday.')
  await page.getByRole('button', { name: 'Stop Selling' }).click()
  const panel = page.getByRole('region', { name: 'Selling is stopped' })
  await expect(panel).toContainText(`Shoppers read: “${sentence}”`)
  await expect(page.getByRole('region', { name: 'Shop status' })).toContainText(
    'Selling is stopped',
  )
  expect(await brokenRules(page)).toEqual([])

  // A page that was open before is answered by the checkout itself.
  await drawer.getByRole('button', { name: 'Checkout' }).click()
  await expect(drawer).toContainText(`${sentence} Nothing was charged.`)
  const told = opened.waitForEvent('dialog')
  await opened.getByRole('button', { name: 'Buy Now' }).click({ noWaitAfter: true })
  const dialog = await told
  expect(dialog.message()).toBe(`${sentence} Nothing was charged.`)
  await dialog.accept()
  await opened.close()
  // Every other shows it from its next request on.
  await shopper.goto('/product/7')
  await expect(shopper.getByRole('banner')).toContainText(sentence)
  await expect(shopper.getByRole('main')).toContainText(sentence)
  await expect(shopper.getByRole('main')).toContainText('$2,596.00')
  await expect(buyNow).toBeHidden()
  expect(await shopper.content()).toContain('https://schema.org/OutOfStock')
  expect(await brokenRules(shopper)).toEqual([])
  await shopper.locator('html[data-hydrated]').waitFor()
  await shopper.getByRole('banner').getByRole('button', { name: 'Cart, 1 piece' }).click()
  await expect(drawer).toContainText('Price held for')
  const checkOut = drawer.getByRole('button', { name: 'Checkout' })
  await expect(checkOut).toBeDisabled()
  await expect(checkOut).toHaveAccessibleDescription(sentence)

  await panel.getByRole('button', { name: 'Start Selling Again' }).click()
  await expect(page.getByRole('button', { name: 'Stop Selling' })).toBeVisible()
  await shopper.goto('/product/7')
  await expect(buyNow).toBeVisible()
  expect(await shopper.content()).not.toContain('OutOfStock')
  await shopper.locator('html[data-hydrated]').waitFor()
  await shopper.getByRole('banner').getByRole('button', { name: 'Cart, 1 piece' }).click()
  await checkOut.click()
  await expect(shopper).toHaveURL(/\/test-payment\//)
})
