import { brokenRules, sizeFaults } from '#tests/support/accessibility.ts'
import { expect, test } from '#tests/support/journey.ts'
import { paidOrder } from '#tests/support/orders.ts'

test('a jeweler begins the ledger, enters an ounce by the keyboard, and takes a slip back [METAL-02, METAL-04, METAL-05, METAL-06]', async ({
  admin: page,
  shop,
}) => {
  await shop.goldBecomes('130')
  await paidOrder(shop.app)
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/admin/dashboard/metal')
  await page.locator('html[data-hydrated]').waitFor()
  const toBuy = page.getByRole('region', { name: 'To buy' })
  await expect(toBuy).toContainText('Buy 14.2 g')
  await page.getByLabel('Fine gold, in grams').fill('10')
  await page.getByRole('button', { name: 'Start Ledger' }).click()
  await expect(toBuy).toContainText('Buy 4.2 g')

  const bought = page.getByRole('region', { name: 'Record a purchase' })
  await bought.getByLabel('Weight').fill('1,5')
  await bought.getByLabel('Unit').selectOption('troy ounces')
  await bought.getByLabel('Total paid ($)').fill('4000')
  await bought.getByLabel('Supplier').fill('A refiner')
  await bought.getByRole('button', { name: 'Save Purchase' }).click()
  await expect(page.getByRole('alert')).toContainText('Please enter troy ounces above zero')
  await expect(bought.getByLabel('Supplier')).toHaveValue('A refiner')
  await bought.getByLabel('Weight').fill('1')
  await page.keyboard.press('Enter')
  await expect(toBuy).toContainText('Nothing to buy')
  await expect(toBuy).toContainText('You have 26.904 g more than you’ve sold.')
  await expect(bought.getByLabel('Weight')).toHaveValue('')

  const entry = page.getByRole('row', { name: /^2\. Bought/ })
  for (const [width, colorScheme] of [
    [320, 'dark'],
    [768, 'light'],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ colorScheme })
    expect(await brokenRules(page), `${width}`).toEqual([])
    expect((await sizeFaults(page)).overflow, `${width}`).toBe(0)
  }
  await entry.getByText('Reverse…').locator('visible=true').click()
  const why = entry.getByLabel('Why entry 2 is wrong').locator('visible=true')
  await why.fill('It was half an ounce.')
  await why.press('Enter')
  await expect(toBuy).toContainText('Buy 4.2 g')
  await expect(page.getByRole('row', { name: /^3\. Reverses entry 2: Bought/ })).toContainText(
    'It was half an ounce.',
  )
  const file = page.waitForEvent('download')
  await page.getByRole('link', { name: /^Download all entries.* CSV$/ }).click()
  expect((await file).suggestedFilename()).toMatch(/^metal-entries-20\d\d\.csv$/)
})
