import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { brokenRules, sizeFaults } from '#tests/support/accessibility.ts'
import { expect, test } from '#tests/support/journey.ts'

test.describe.configure({ timeout: 240_000 })

const choose = (page: Page, text: string) =>
  page.getByLabel('CSV file').setInputFiles({
    name: 'products.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(text),
  })

test('products go out as CSV, come back with three cells changed, and are sold so [CSV-01, CSV-03, CSV-04, CSV-06, CSV-07]', async ({
  admin: page,
  shop,
}) => {
  await shop.goldBecomes('130')
  await page.setViewportSize({ width: 360, height: 800 })
  await page.goto('/admin/dashboard/products?q=sound')
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Export CSV' }).click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^products-\d{4}-\d\d-\d\d\.csv$/)
  const text = await readFile(await file.path(), 'utf8')
  expect(text).toContain('Sound Wave')

  await page.getByRole('link', { name: 'Import CSV' }).click()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    expect(await brokenRules(page), colorScheme).toEqual([])
  }
  expect(await sizeFaults(page)).toEqual({ overflow: 0, small: [] })
  await choose(page, text.replace(',750.00', ',seven'))
  await page.getByRole('button', { name: 'Preview' }).click()
  await expect(page.getByText('“seven”: Please enter dollars')).toBeVisible()
  await expect(page.getByText('Row 2, fee, Sound Wave')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Edit \d/ })).toHaveCount(0)
  expect(await brokenRules(page)).toEqual([])

  await page.goto('/admin/dashboard/products/import')
  await choose(page, 'sep=;\nWeb Address;Size;Weight (g);Fee ($)\nsound-wave;2-Jan;14,7;750\n')
  await page.getByRole('button', { name: 'Preview' }).click()
  await expect(page.getByText('Row 2, size, Sound Wave')).toBeVisible()
  await expect(
    page.getByText('“2-Jan”: A spreadsheet seems to have turned this into a date.'),
  ).toBeVisible()
  await expect(page.getByRole('button', { name: /^Edit \d/ })).toHaveCount(0)

  await page.goto('/admin/dashboard/products/import')
  const changed = text
    .replace(',750.00', ',760')
    .replace(',1250.00', ',1300')
    .replace(',Water,', ',Sea,')
  expect(changed).not.toBe(text)
  await choose(page, changed)
  await page.getByRole('button', { name: 'Preview' }).click()
  await expect(page.getByRole('row', { name: /Small, price/ })).toContainText('$2,671.00')
  await expect(page.getByRole('row', { name: /Large, flat fee/ })).toContainText('$1,300.00')
  await expect(page.getByRole('row', { name: /Categories/ })).toContainText('Sea')
  await page.getByRole('button', { name: 'Update 1 product' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Change')
  await page.goto('/product/5')
  await expect(page.getByRole('main')).toContainText('$2,671.00')
})
