import { expect, test } from '#tests/support/journey.ts'
import { expectLooksRight } from '#tests/support/looks-right.ts'

test.describe.configure({ timeout: 240_000 })

test('fees of some pieces are raised, looked at first, and taken back [BULK-01, BULK-02, BULK-03, BULK-07]', async ({
  admin: page,
  shop,
}) => {
  await shop.goldBecomes('130')
  await page.setViewportSize({ width: 360, height: 800 })
  const isWhole = async () => {
    await expectLooksRight(page, 'products-bulk', { targets: true })
  }
  await page.goto('/admin/dashboard/products?order=name')
  await isWhole()
  await page.getByLabel('Select Sound Wave').check()
  await page.getByLabel('Select Low Sun').check()
  await page.getByRole('button', { name: 'Edit selected' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Edit 2 products')
  await page.getByLabel('Fee change').selectOption('add')
  await page.getByLabel('Amount').fill('fifty')
  await page.getByRole('button', { name: 'Preview' }).click()
  await expect(page.getByText('Please enter an amount in dollars, like 50')).toBeVisible()
  await expect(page.getByLabel('Amount')).toHaveValue('fifty')
  await isWhole()
  await page.getByLabel('Amount').fill('50')
  await page.getByRole('button', { name: 'Preview' }).click()

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Preview')
  await expect(page.getByText('Flat fee for all sizes raised by $50.00')).toBeVisible()
  const line = page.getByRole('row', { name: /Small, price/ })
  await expect(line.filter({ hasText: '$2,661.00' })).toContainText('$2,711.00')
  await isWhole()
  await page.getByRole('button', { name: 'Update 2 products' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Change')
  await expect(page.getByText(/^Made by ann@example.com/)).toBeVisible()
  await page.goto('/product/5')
  await expect(page.getByRole('main')).toContainText('$2,711.00')

  await page.goto('/admin/dashboard/products/changes')
  await isWhole()
  await page.getByRole('link', { name: 'Flat fee for all sizes raised by $50.00' }).click()
  await page.getByRole('button', { name: 'Undo this change' }).click()
  await expect(page.getByText(/^Undone by ann@example.com/)).toBeVisible()
  await page.goto('/product/5')
  await expect(page.getByRole('main')).toContainText('$2,661.00')
})

test('a piece is hidden, featured and duplicated from the list, also without JavaScript [BULK-05, BULK-06, BULK-07]', async ({
  admin: page,
}) => {
  await page.goto('/admin/dashboard/products')
  const active = page.getByRole('switch', { name: 'Active Sound Wave' })
  await expect(active).toBeChecked()
  await active.press('Space')
  await expect(active).not.toBeChecked()
  const row = page.getByRole('listitem').filter({ hasText: 'Sound Wave' }).first()
  await expect(row.getByText('Hidden', { exact: true })).toBeVisible()
  await expect(row.getByRole('link', { name: 'View in shop' })).toHaveCount(0)
  await page.reload()
  await expect(active).not.toBeChecked()
  await active.click()
  await expect(row.getByRole('link', { name: 'View in shop' })).toBeVisible()

  await page.getByRole('button', { name: 'Duplicate Sound Wave' }).click()
  await expect(page).toHaveURL(/\/admin\/products\/edit\//)
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Sound Wave (copy)')
  await page.goto('/admin/dashboard/products?show=hidden')
  await expect(page.getByRole('list', { name: 'Products' }).getByRole('listitem')).toHaveCount(1)
})

test('the sample pieces are taken out of the shop by one press, and come back by the undo [BULK-10]', async ({
  admin: page,
}) => {
  await page.goto('/admin/dashboard/products')
  await page.getByRole('button', { name: /^Hide \d+ sample products$/ }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Preview')
  await page.getByRole('button', { name: /^Hide \d+ sample products$/ }).click()
  await expect(page.getByText(/^Made by ann@example.com/)).toBeVisible()
  expect((await page.request.get('/product/5')).status()).toBe(404)
  await page.getByRole('button', { name: 'Undo this change' }).click()
  await expect(page.getByText(/^Undone by ann@example.com/)).toBeVisible()
  expect((await page.request.get('/product/5')).status()).toBe(200)
  // Or they are deleted, by a second press [BULK-11].
  await page.goto('/admin/dashboard/products')
  const deletes = page.getByRole('button', { name: /^Delete \d+ sample products$/ })
  await expect(deletes).toBeHidden()
  await page.getByText('Delete them instead').click()
  await deletes.click()
  await expect(page.getByText('No products yet.')).toBeVisible()
  expect((await page.request.get('/product/5')).status()).toBe(404)
})
