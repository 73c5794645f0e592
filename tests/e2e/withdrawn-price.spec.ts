import type { Browser } from '@playwright/test'
import { asc } from 'drizzle-orm'
import { currentGoldPrice } from '#app/.server/gold-price/queries/gold-price.ts'
import { orders } from '#app/.server/platform/db/schema.ts'
import { withdrawGoldPrice } from '#app/.server/refunds/commands/withdraw-gold-price.ts'
import { brokenRules } from '#tests/support/accessibility.ts'
import { expect, test } from '#tests/support/journey.ts'
import { paidOrder } from '#tests/support/orders.ts'

const tab = '/admin/dashboard/gold-price'

test.slow()

/** A shopper of their own browser, with one small piece in the open cart. */
async function shopperWithCart(browser: Browser, baseURL: string) {
  const page = await (await browser.newContext({ baseURL })).newPage()
  const drawer = page.getByRole('dialog', { name: 'Your cart' })
  await page.goto('/product/7')
  await page.locator('html[data-hydrated]').waitFor()
  await page.getByRole('radio', { name: /Small/ }).check()
  await page.getByRole('button', { name: 'Add to Cart' }).click()
  await expect(drawer).toContainText('Price held for')
  const checkOut = () => drawer.getByRole('button', { name: 'Checkout' }).click()
  return { page, drawer, checkOut }
}

test('a price set wrongly, withdrawn, and the three carts made at it [WITHDRAW-01, WITHDRAW-03, WITHDRAW-04, WITHDRAW-07]', async ({
  admin: page,
  browser,
  shop,
}) => {
  await shop.goldBecomes('130')
  await shop.goldBecomes('13')
  const [looking, paying, paid] = [
    await shopperWithCart(browser, shop.url),
    await shopperWithCart(browser, shop.url),
    await shopperWithCart(browser, shop.url),
  ]
  for (const { page: shopper, checkOut } of [paying, paid]) {
    await checkOut()
    await expect(shopper).toHaveURL(/\/test-payment\//)
  }
  await paid.page.getByRole('button', { name: 'Pay', exact: true }).click()
  await expect(paid.page).toHaveURL(/\/order\//)

  // The jeweler sees the wrong price, and what withdrawing it does.
  await page.goto(tab)
  await page.getByRole('link', { name: 'This price is wrong' }).click()
  const form = page.getByRole('region', { name: 'Withdraw the price of $13.00 per gram' })
  await expect(form).toContainText('1 paid order to decide about, 1 unpaid order closed.')
  await expect(form).toContainText('$130.00 per gram is in effect again')
  expect(await brokenRules(page)).toEqual([])
  await form.getByLabel('What’s wrong with it').fill('A zero was missing.')
  await form.getByRole('button', { name: 'Withdraw' }).click()
  await expect(page.getByText('The price was withdrawn')).toBeVisible()
  await expect(form).toBeHidden()

  // Who only looked is asked again.
  await looking.checkOut()
  await expect(looking.drawer).toContainText('Please review the new total and confirm.')
  await expect(looking.drawer).toContainText('$2,596.00')
  // Who was about to pay finds the page closed.
  await paying.page.reload()
  await expect(paying.page.getByRole('button', { name: 'Pay', exact: true })).toBeHidden()
  const states = await shop.app.db.orm
    .select({ state: orders.state })
    .from(orders)
    .orderBy(asc(orders.createdAt))
  expect(states).toEqual([{ state: 'cancelled' }, { state: 'paid' }])

  // Who paid waits for a decision.
  const list = page.getByRole('region', { name: 'Paid at a withdrawn price', exact: true })
  await list.getByRole('link').click()
  await expect(page.getByRole('heading', { name: 'Needs a decision' })).toBeVisible()
  await expect(page.getByText('Sold at a gold price that was withdrawn.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Mark as shipped' })).toBeHidden()
  expect(await brokenRules(page)).toEqual([])
  await page.getByLabel('Why you’re honoring the price').fill('Our mistake, and one pendant.')
  await page.getByRole('button', { name: 'Honor the price' }).click()
  await expect(page.getByText('The price is honored, and the order can ship.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Mark as shipped' })).toBeVisible()
  await page.goto(tab)
  await expect(list).toBeHidden()
})

test('an order paid at a withdrawn price is refunded: its whole sum is shown, and given back [WITHDRAW-03, WITHDRAW-04]', async ({
  admin: page,
  shop,
}) => {
  await shop.goldBecomes('130')
  await shop.goldBecomes('13')
  const order = await paidOrder(shop.app)
  const { goldPriceId } = await currentGoldPrice(shop.app)
  const id = goldPriceId ?? 0
  await withdrawGoldPrice(shop.app, { from: id, until: id, by: 'a test', reason: 'Wrong.' })
  await page.goto(`/admin/dashboard/orders/${order.id}`)
  await page.getByRole('button', { name: 'Refund the full amount…' }).click()
  const confirm = page.getByRole('region', { name: 'Refund preview' })
  await expect(confirm).toContainText('$934.60 will be refunded as a test, without real money')
  await expect(page.getByLabel('Reason for refund')).toHaveValue(
    'Sold at a gold price that was withdrawn.',
  )
  expect(await brokenRules(page)).toEqual([])
  await confirm.getByRole('button', { name: 'Refund $934.60' }).click()
  await expect(page.getByText('$934.60 was refunded to the buyer.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Needs a decision' })).toBeHidden()
  await page.goto(tab)
  await expect(page.getByRole('heading', { name: 'Paid at a withdrawn price' })).toBeHidden()
})
