import type { Page } from '@playwright/test'
import { brokenRules } from '#tests/support/accessibility.ts'
import { expect, test } from '#tests/support/journey.ts'

// Long journeys; the time for opening the shop and signing in counts as well.
test.slow()

const saved = (page: Page) => page.getByText('Changes saved successfully')

test('shipping and paracord are saved and read on a product page [SHIP-01, SHIP-03, SHIP-05, PARA-01, PARA-02, PARA-04, PDP-09]', async ({
  admin: page,
}) => {
  await page.goto('/admin/dashboard/shipping')
  await page.getByLabel('Processing time').fill('1 week')
  await page.getByLabel('Shipping cost').fill('x'.repeat(201))
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByRole('alert')).toContainText('Failed to save changes')
  await expect(page.getByText('Shipping cost can have no more than 200 characters')).toBeVisible()
  await expect(page.getByLabel('Processing time')).toHaveValue('1 week')
  expect(await brokenRules(page)).toEqual([])
  await page.getByLabel('Shipping cost').fill('<b>Ten</b> dollars')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(saved(page)).toBeVisible()
  await expect(saved(page)).toBeHidden()
  await expect(page.getByRole('alert')).toBeHidden()

  await page.getByRole('link', { name: 'Paracord Options' }).click()
  const color = page.getByLabel('New color')
  await page.getByLabel('Show the notice').check()
  for (const input of ['  Sand ', '   ', 'SAND', 'Moss']) {
    await color.fill(input)
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await expect(color).toHaveValue('')
  }
  await color.fill('Olive')
  await color.press('Enter')
  await page.getByRole('button', { name: 'Remove Moss' }).click()
  await expect(page.getByRole('button', { name: /^Remove / })).toHaveCount(2)
  await page.getByLabel('Message').fill('Ask us for a cord.')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(saved(page)).toBeVisible()
  expect(await brokenRules(page)).toEqual([])

  await page.goto('/product/7')
  const main = page.getByRole('main')
  await expect(main).toContainText('Processing time: 1 week')
  await expect(main).toContainText('<b>Ten</b> dollars')
  await expect(main).toContainText('Ask us for a cord.')
  await expect(main).toContainText('Colors: Sand, Olive')
})

test('the WooCommerce mapping is kept in this browser only, and survives what is broken there [WOO-01, WOO-02, WOO-03, WOO-04, WOO-05]', async ({
  admin: page,
}) => {
  await page.goto('/admin/dashboard/shipping')
  await page.evaluate(() => localStorage.setItem('woocommerce-settings', '{"storeUrl":'))
  await page.getByRole('link', { name: 'WooCommerce' }).click()
  const banner = page.getByRole('alert')
  await expect(banner).toContainText('couldn’t be read')
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() !== 'GET') sent.push(request.url())
  })
  const save = page.getByRole('button', { name: 'Save Settings' })
  await page.getByRole('button', { name: 'Add Mapping' }).click()
  await page.getByLabel('WooCommerce store URL').fill('store.example')
  await save.click()
  await expect(banner).toContainText('WooCommerce store URL is required')
  await page.getByLabel('WooCommerce store URL').fill(' https://store.example ')
  await page.getByLabel('Local product ID').fill('7')
  await save.click()
  await expect(banner).toContainText('All product mapping fields must be filled')
  await page.getByLabel('WooCommerce product ID').fill(' 1042 ')
  await save.click()
  await expect(page.getByText('Settings saved successfully')).toBeVisible()
  await expect(banner).toBeHidden()
  const kept = await page.evaluate(() => localStorage.getItem('woocommerce-settings'))
  expect(JSON.parse(kept ?? '')).toEqual({
    storeUrl: 'https://store.example',
    productMappings: [{ localId: '7', wooId: '1042' }],
  })
  expect(sent).toEqual([])
  await page.reload()
  await expect(page.getByLabel('WooCommerce product ID')).toHaveValue('1042')
  expect(await brokenRules(page)).toEqual([])
})
