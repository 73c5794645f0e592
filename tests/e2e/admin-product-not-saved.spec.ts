import { eq } from 'drizzle-orm'
import { products } from '#app/.server/platform/db/catalog-schema.ts'
import { brokenRules } from '#tests/support/accessibility.ts'
import { firstAdmin, giveSession } from '#tests/support/admin.ts'
import { expect, test } from '#tests/support/journey.ts'
import { editor, field, onDashboard, openForm, save, tool } from '#tests/support/product-form.ts'

test.describe.configure({ timeout: 240_000 })

test('what was typed outlives a leave, a reload and a lost session [FORM-03, FORM-14, FORM-16, FORM-29]', async ({
  admin: page,
  shop,
}) => {
  await openForm(page, '/admin/products/edit/5')
  await page.getByRole('link', { name: 'Cancel' }).click()
  await onDashboard(page)
  await openForm(page, '/admin/products/edit/5')
  await page.getByRole('link', { name: 'Back to Dashboard' }).click()
  await onDashboard(page)

  await openForm(page, '/admin/products/edit/5')
  await field(page, 'Name').fill('Half a thought')
  await page.getByRole('link', { name: 'Cancel' }).click()
  const leave = page.getByRole('dialog', { name: 'Leave without saving?' })
  expect(await brokenRules(page)).toEqual([])
  await leave.getByRole('button', { name: 'Stay here' }).click()
  await expect(field(page, 'Name')).toHaveValue('Half a thought')
  await page.getByRole('link', { name: 'Cancel' }).click()
  await leave.getByRole('button', { name: 'Leave and keep them' }).click()
  await onDashboard(page)

  await openForm(page, '/admin/products/edit/5')
  const offer = page.getByRole('region', { name: 'Unsaved changes' })
  await expect(offer).toContainText('Half a thought')
  await expect(field(page, 'Name')).toHaveValue('Sound Wave')
  const form = page.locator('form[inert]')
  await expect(form).toHaveCSS('opacity', '0.5')
  await offer.getByRole('button', { name: 'Restore them' }).click()
  await expect(form).toHaveCount(0)
  await expect(field(page, 'Name')).toHaveValue('Half a thought')

  const cookies = await page.context().cookies()
  await page.context().clearCookies()
  await save(page).click()
  await expect(page.getByRole('alert')).toContainText('You’ve been signed out')
  await expect(page.getByRole('link', { name: /Sign in again/ })).toHaveAttribute(
    'href',
    '/admin/login',
  )
  await expect(field(page, 'Name')).toHaveValue('Half a thought')

  await page.context().addCookies(cookies)
  await page.route('**/edit/5.data*', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  )
  await save(page).click()
  await expect(page.getByRole('alert')).toContainText('An unexpected error occurred')
  await page.unrouteAll()
  await save(page).click()
  await onDashboard(page)
  const [stored] = (await shop.app.db.orm.select().from(products).where(eq(products.id, '5'))) ?? []
  expect(stored?.name).toBe('Half a thought')
  await openForm(page, '/admin/products/edit/5')
  await expect(offer).toHaveCount(0)
})

test('a refused save leads to the field, and what was typed is not dropped [FORM-25, FORM-26, SIZE-11, FORM-27, FORM-28, IMG-07, CAT-08]', async ({
  admin: page,
  shop,
}) => {
  const { orm } = shop.app.db ?? {}
  await openForm(page, '/admin/products/new')
  await expect(page.getByText('Fields marked with * are required.')).toBeVisible()
  const marks = await page
    .locator('label, p')
    .evaluateAll((labels) =>
      labels
        .filter((label) => getComputedStyle(label, '::after').content.includes('*'))
        .map((label) => label.textContent),
    )
  expect(marks).toEqual(['Name', 'Web address', 'Short Description', 'Full Description'])

  await field(page, 'Name').fill('Tide')
  await save(page).click()
  const banner = page.getByRole('alert')
  await expect(banner).toContainText('Please fill in all required fields')
  await expect(banner).toContainText('Missing: Short Description, Full Description.')
  await expect(field(page, 'Short Description')).toBeFocused()
  await expect(field(page, 'Short Description')).toHaveAccessibleDescription(
    'Short Description is required.',
  )
  await expect(editor(page)).toHaveAccessibleDescription('Full Description is required.')
  await expect(editor(page)).toHaveAttribute('aria-invalid', 'true')
  expect(await brokenRules(page)).toEqual([])
  await field(page, 'Short Description').fill('A tide.')
  await save(page).click()
  await expect(editor(page)).toBeFocused()
  await page.keyboard.type('A tide in gold.')
  await field(page, 'Web address').fill('The Tide/ä')
  await field(page, 'Name').focus()
  await expect(field(page, 'Web address')).toHaveValue('the-tide-a')

  const large = page.getByRole('group', { name: 'Size 2' })
  await large.getByLabel('Fee ($)').fill('')
  await save(page).click()
  await expect(large.getByLabel('Fee ($)')).toBeFocused()
  await expect(banner).toContainText('Size Large: the fee is missing')
  const small = page.getByRole('group', { name: 'Size 1' })
  await small.getByLabel('Payment link').fill('https://pay.evil.example/x')
  await save(page).click()
  await expect(small.getByLabel('Payment link')).toBeFocused()
  await expect(small.getByLabel('Payment link')).toHaveAccessibleDescription(/must lead to/)
  await expect(large.getByLabel('Fee ($)')).toHaveAccessibleDescription(/the fee is missing/)
  await small.getByLabel('Payment link').fill('')
  await tool(page, 'Remove size Large').click()
  await tool(page, 'Add Size').click()
  await expect(large.getByLabel('Fee ($)')).toHaveAccessibleDescription('')
  await large.getByLabel('Weight (g)').fill('28.9')
  await large.getByLabel('Fee ($)').fill('1250')
  await large.getByLabel('Size', { exact: true }).fill('small')
  await save(page).click()
  await expect(large.getByLabel('Size', { exact: true })).toBeFocused()
  await expect(banner).toContainText('“Small” and “small” are the same size label.')
  await large.getByLabel('Size', { exact: true }).fill('Large')

  await tool(page, 'Add Dimension Fields').click()
  await expect(page.getByLabel('Specification name')).toHaveCount(3)
  await expect(tool(page, 'Add Dimension Fields')).toBeDisabled()
  await tool(page, 'Remove specification Width').click()
  await tool(page, 'Add Dimension Fields').click()
  await expect(page.getByLabel('Specification name')).toHaveCount(3)
  await expect(page.getByLabel('Specification name').last()).toHaveValue('Width')

  await field(page, 'Add a category').fill('Tides')
  await field(page, 'Image URL').fill('http://a.example/a.jpg')
  await save(page).click()
  await expect(field(page, 'Image URL')).toBeFocused()
  await expect(field(page, 'Image URL')).toHaveAccessibleDescription(/must begin with https/)
  await field(page, 'Image URL').fill('/pendants/sound-wave-front.jpg')
  await save(page).click()
  await onDashboard(page)
  const row = page.getByRole('listitem').filter({ hasText: 'Tide' }).first()
  await expect(row).toContainText('1 image')
  await expect(row).toContainText('Tides')
  const stored = await orm?.select().from(products).where(eq(products.name, 'Tide'))
  expect(stored).toHaveLength(1)
})

test('two admins at one product hear of each other, and of its end [DATA-23]', async ({
  admin: page,
  shop,
  browser,
}) => {
  const other = await (await browser.newContext({ baseURL: shop.url })).newPage()
  await giveSession(other, shop, await firstAdmin(shop.app, 'bob@example.com'))
  await openForm(page, '/admin/products/edit/5')
  await openForm(other, '/admin/products/edit/5')
  await field(other, 'Name').fill('Of Bob')
  await save(other).click()
  await onDashboard(other)

  await field(page, 'Name').fill('Of Ann')
  await save(page).click()
  await expect(page.getByRole('alert')).toContainText(
    'bob@example.com saved this product after you opened it.',
  )
  const versions = page.getByRole('region', { name: 'Two versions' })
  await expect(versions).toContainText('Theirs differs from yours in: Name.')
  const [newer] = await Promise.all([
    page.context().waitForEvent('page'),
    versions.getByRole('link', { name: /View the newer version/ }).click(),
  ])
  await expect(field(newer, 'Name')).toHaveValue('Of Bob')
  await newer.close()
  await expect(field(page, 'Name')).toHaveValue('Of Ann')
  await versions.getByRole('button', { name: 'Save mine over it' }).click()
  await onDashboard(page)
  await expect(page.getByRole('list', { name: 'Products' })).toContainText('Of Ann')

  await openForm(page, '/admin/products/edit/5')
  await field(page, 'Name').fill('Of Ann again')
  await other.goto('/admin/dashboard/products')
  await other.getByRole('button', { name: 'Delete Of Ann' }).click()
  await other.getByRole('button', { name: 'Yes' }).click()
  await expect(other.getByText('Product deleted')).toBeVisible()
  await other.context().close()
  await save(page).click()
  await expect(page.getByRole('alert')).toContainText('This product was deleted in the meantime.')
  await page.getByRole('button', { name: 'Create it again as a new product' }).click()
  await onDashboard(page)
  await expect(page.getByRole('list', { name: 'Products' })).toContainText('Of Ann again')
})
