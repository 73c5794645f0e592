import type { Page } from '@playwright/test'
import { codeFor, firstAdmin, giveSession } from '#tests/support/admin.ts'
import { expect, test } from '#tests/support/journey.ts'
import { expectLooksRight } from '#tests/support/looks-right.ts'

test.slow()

/** Buys one piece by a test payment, and leaves the page of the provider open. */
async function buys(page: Page): Promise<string> {
  await page.goto('/product/7')
  await page.getByRole('radio', { name: /Small/ }).check()
  await page.getByRole('button', { name: 'Buy Now' }).click()
  await expect(page).toHaveURL(/\/test-payment\//)
  await page.getByRole('button', { name: 'Pay', exact: true }).click()
  await expect(page).toHaveURL(/\/order\//)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Thank you')
  const number = (await page.getByRole('heading', { level: 2 }).first().textContent()) ?? ''
  await page.getByRole('link', { name: 'simulate a refund or dispute' }).click()
  await expect(page).toHaveURL(/\/test-payment\/[\w-]+\/provider$/)
  return number.replace('Order', '').trim()
}

const shown = (page: Page) => page.getByRole('region', { name: 'The payment' })
const press = (page: Page, name: string) => page.getByRole('button', { name }).click()

test('a test payment is refunded at its provider, in part and then whole [TESTPAY-01]', async ({
  page,
}) => {
  await buys(page)
  const sum = page.getByLabel('Dollars')
  await sum.fill('a lot')
  await press(page, 'Refund')
  await expect(page.getByRole('alert')).toContainText('Nothing was done')
  await expect(page.getByText('Please enter an amount in dollars and cents')).toBeVisible()
  await expect(sum).toHaveValue('a lot')
  await expectLooksRight(page, 'provider-refused')
  await sum.fill('100.00')
  await press(page, 'Refund')
  await expect(shown(page)).toContainText('Refunded$100.00')
  await page.getByRole('link', { name: 'View the order as the buyer sees it' }).click()
  await expect(page.getByRole('main')).toContainText('$100.00')
  await expect(page.getByRole('link', { name: /Credit note CN-TEST-/ })).toBeVisible()
  await page.goBack()
  await page.getByRole('button', { name: 'Refund' }).press('Enter')
  await expect(page.getByRole('button')).not.toContainText(['Refund'])
  await page.getByRole('link', { name: 'View the order as the buyer sees it' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(/refunded/i)
})

test('a disputed test payment holds its order until the dispute is won and a person released it [TESTPAY-01, DISPUTE-02, HOLD-02]', async ({
  page,
  shop,
}) => {
  const owner = await firstAdmin(shop.app)
  const number = await buys(page)
  const provider = page.url()
  await expectLooksRight(page, 'provider')
  await press(page, 'Open a dispute')
  await expect(shown(page)).toContainText('Disputeopen')
  await expectLooksRight(page, 'provider-disputed')

  await giveSession(page, shop, owner)
  await page.goto('/admin/dashboard/orders?show=held')
  await page.getByRole('link', { name: number }).click()
  const main = page.getByRole('main')
  await expect(main).toContainText('Wait until the dispute is decided before you ship anything.')
  await expect(page.getByRole('button', { name: 'Mark as shipped' })).toHaveCount(0)
  await page.getByRole('link', { name: 'Simulate a refund or dispute (test mode)' }).click()
  await expect(page).toHaveURL(provider)
  await press(page, 'The shop wins')
  await expect(shown(page)).toContainText('won by the shop')

  await page.goto('/admin/dashboard/orders?show=held')
  await page.getByRole('link', { name: number }).click()
  await expect(main).toContainText('We won a dispute')
  await page.getByLabel('Why it can ship').fill('Won.')
  await press(page, 'Release')
  const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await expect(dialog.or(page.getByRole('button', { name: 'Mark as shipped' }))).toBeVisible()
  if (await dialog.isVisible()) {
    await dialog.getByLabel('Authenticator code').fill(codeFor(shop.app, owner))
    await dialog.getByRole('button', { name: 'Confirm' }).click()
  }
  await expect(page.getByRole('button', { name: 'Mark as shipped' })).toBeVisible()
})

test('a dispute of a test payment is lost, and nothing is left to refund [TESTPAY-01, DISPUTE-03]', async ({
  page,
}) => {
  await buys(page)
  await press(page, 'Open a dispute')
  await press(page, 'The shop loses')
  await expect(shown(page)).toContainText('lost by the shop')
  await expect(page.getByRole('button', { name: 'Refund' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Open a dispute' })).toHaveCount(0)
})
