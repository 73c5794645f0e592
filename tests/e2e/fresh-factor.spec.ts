import { brokenRules } from '#tests/support/accessibility.ts'
import { codeFor, firstAdmin, giveSession } from '#tests/support/admin.ts'
import { expect, test } from '#tests/support/journey.ts'
import { onDashboard, openForm, save } from '#tests/support/product-form.ts'

test.slow()

test('a gold price far from the market asks for a code, keeps what was typed, and is then saved [FRESH-02, FRESH-03]', async ({
  page,
  shop,
}) => {
  await shop.goldBecomes('130')
  const admin = await firstAdmin(shop.app)
  await giveSession(page, shop, admin)
  shop.clock.advance({ minutes: 11 })
  await page.goto('/admin/dashboard/gold-price')
  const perGram = page.getByLabel('Price per gram (USD)')
  await expect(async () => {
    await perGram.fill('139')
    await expect(perGram).toHaveValue('139', { timeout: 2000 })
  }).toPass()
  await page.getByRole('button', { name: 'Update Gold Price' }).click()
  const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' })
  const code = dialog.getByLabel('Authenticator code')
  await expect(code).toBeFocused()
  expect(await brokenRules(page)).toEqual([])

  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(code).toHaveAccessibleDescription(/Please fill this in\./)
  await code.fill('AAAAA-AAAAA')
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(code).toHaveAccessibleDescription(/Invalid MFA code/)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('alert')).toContainText('Nothing has been changed yet.')
  await expect(perGram).toHaveValue('139')
  await page.getByRole('alert').getByRole('button', { name: 'Confirm' }).click()
  await code.fill(codeFor(shop.app, admin))
  await page.keyboard.press('Enter')
  await expect(page.getByText('Gold price updated successfully')).toBeVisible()
  await expect(page.getByText('Saved: $139.00 per gram')).toBeVisible()
  await expect(page.getByRole('alert')).toBeHidden()

  // For ten minutes nothing more is asked.
  await perGram.fill('130')
  await page.getByRole('button', { name: 'Update Gold Price' }).click()
  await expect(page.getByText('Saved: $130.00 per gram')).toBeVisible()
})

test('a payment link asks for a code, and the product is saved by the same form [FRESH-02, FRESH-04]', async ({
  page,
  shop,
}) => {
  const admin = await firstAdmin(shop.app)
  await giveSession(page, shop, admin)
  shop.clock.advance({ minutes: 11 })
  await openForm(page, '/admin/products/edit/7')
  const first = page.getByRole('group', { name: 'Size 1' })
  await first.getByLabel('Payment link').fill('https://buy.stripe.com/test_1')
  await save(page).click()
  const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await dialog.getByLabel('Authenticator code').fill(codeFor(shop.app, admin))
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await onDashboard(page)
  await openForm(page, '/admin/products/edit/7')
  await expect(first.getByLabel('Payment link')).toHaveValue('https://buy.stripe.com/test_1')
})

test('a change of many products is made, and undone, by the same form once a code was given [FRESH-02, FRESH-05, FRESH-06]', async ({
  page,
  shop,
}) => {
  await shop.goldBecomes('130')
  const admin = await firstAdmin(shop.app)
  await giveSession(page, shop, admin)
  shop.clock.advance({ minutes: 11 })
  await page.goto('/admin/dashboard/products?order=name')
  await page.getByLabel('Select Sound Wave').check()
  await page.getByRole('button', { name: 'Edit selected' }).click()
  await page.getByLabel('Fee change').selectOption('percent')
  await page.getByLabel('Amount').fill('-100')
  await page.getByRole('button', { name: 'Preview' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Preview')
  await page.getByRole('button', { name: 'Update 1 product' }).click()
  const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' })
  const code = dialog.getByLabel('Authenticator code')
  await expect(code).toBeFocused()
  expect(await (await page.request.get('/product/5')).text()).toContain('$2,661.00')
  await code.fill(codeFor(shop.app, admin))
  await page.keyboard.press('Enter')
  await expect(page.getByText(/^Made by ann@example.com/)).toBeVisible()
  await expect(dialog).toBeHidden()
  expect(await (await page.request.get('/product/5')).text()).toContain('$1,911.00')

  shop.clock.advance({ minutes: 11 })
  await page.getByRole('button', { name: 'Undo this change' }).click()
  await code.fill(codeFor(shop.app, admin))
  await page.keyboard.press('Enter')
  await expect(page.getByText(/^Undone by ann@example.com/)).toBeVisible()
  expect(await (await page.request.get('/product/5')).text()).toContain('$2,661.00')
})

test('a setting that always asks keeps what was typed, and is saved by the same form [FRESH-02, FRESH-05]', async ({
  page,
  shop,
}) => {
  const admin = await firstAdmin(shop.app)
  await giveSession(page, shop, admin)
  shop.clock.advance({ minutes: 11 })
  await page.goto('/admin/dashboard/orders/returns/terms')
  const instructions = page.getByLabel('Return shipping instructions')
  await expect(async () => {
    await instructions.fill('To another address')
    await expect(instructions).toHaveValue('To another address', { timeout: 2000 })
  }).toPass()
  await page.getByRole('button', { name: 'Save Changes' }).click()
  const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await expect(dialog.getByLabel('Authenticator code')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('alert')).toContainText('Nothing has been changed yet.')
  await expect(instructions).toHaveValue('To another address')
  await page.getByRole('alert').getByRole('button', { name: 'Confirm' }).click()
  await dialog.getByLabel('Authenticator code').fill(codeFor(shop.app, admin))
  await page.keyboard.press('Enter')
  await expect(page.getByText('Changes saved successfully')).toBeVisible()
  await page.reload()
  await expect(instructions).toHaveValue('To another address')
})

test('an order above $1,000 is made, and not priced again, by the same press once a code was given [FRESH-06, FRESH-08]', async ({
  page,
  shop,
}) => {
  await shop.goldBecomes('130')
  const admin = await firstAdmin(shop.app)
  await giveSession(page, shop, admin)
  shop.clock.advance({ minutes: 11 })
  await page.goto('/admin/dashboard/orders/new')
  await page.locator('html[data-hydrated]').waitFor()
  await page.getByLabel('Piece', { exact: true }).fill('Ring')
  await page.getByLabel('Weight in grams (if different from listed)').fill('10')
  await page.getByLabel('Flat fee in dollars (if different from listed)').fill('0')
  await page.getByRole('button', { name: 'Review price' }).click()
  await page.getByRole('button', { name: 'Create order for $1,300.00' }).click()
  const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' })
  const code = dialog.getByLabel('Authenticator code')
  await expect(code).toBeFocused()
  await expect(page.locator('[aria-label="Order total"]')).toBeVisible()
  await code.fill(codeFor(shop.app, admin))
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Order T-/)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a screen of its own takes the code [FRESH-02]', async ({ page, shop }) => {
    await shop.goldBecomes('130')
    const admin = await firstAdmin(shop.app)
    await giveSession(page, shop, admin)
    shop.clock.advance({ minutes: 11 })
    await page.goto('/admin/confirm')
    await page.getByLabel('Authenticator code').fill('AAAAA-AAAAA')
    await page.getByRole('button', { name: 'Confirm' }).click()
    await expect(page.getByLabel('Authenticator code')).toHaveAccessibleDescription(
      /Invalid MFA code/,
    )
    await page.getByLabel('Authenticator code').fill(codeFor(shop.app, admin))
    await page.getByRole('button', { name: 'Confirm' }).click()
    await expect(page.getByText('submit your form again')).toBeVisible()
  })
})
