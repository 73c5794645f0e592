import { eq } from 'drizzle-orm'
import { products } from '#app/.server/platform/db/catalog-schema.ts'
import { brokenRules } from '#tests/support/accessibility.ts'
import { expect, test } from '#tests/support/journey.ts'
import {
  addPicture,
  answering,
  editor,
  field,
  onDashboard,
  openForm,
  pictures,
  save,
  tool,
} from '#tests/support/product-form.ts'

test.describe.configure({ timeout: 240_000 })

test('a product is made with everything it can hold, and stands in the shop at the right price [ROUTE-06, ADM-05, FORM-01, FORM-06, FORM-08, FORM-13, FORM-21, FORM-22, FORM-23, SIZE-01, SIZE-06, SPEC-04, IMG-01, IMG-02, IMG-04, IMG-06, CAT-02, CAT-03, CAT-06]', async ({
  admin: page,
  shop,
}) => {
  await page.goto('/admin/dashboard/products')
  await page.getByRole('link', { name: 'Add Product' }).click()
  await expect(page).toHaveURL(/\/admin\/products\/new$/)
  await expect(page.getByRole('heading', { name: 'Add New Product' })).toBeVisible()
  await expect(page.getByRole('main')).toContainText('per troy ounce, $92.77 per gram')
  await expect(tool(page, 'Bold')).toBeVisible()

  await field(page, 'Name').fill('Tide Café, .5oz')
  await expect(field(page, 'Web address')).toHaveValue('tide-cafe-5oz')
  await field(page, 'Short Description').fill('A tide in gold 🌊.')

  await editor(page).click()
  await tool(page, 'Heading 1').click()
  await expect(tool(page, 'Heading 1')).toHaveAttribute('aria-pressed', 'true')
  await expect(editor(page)).toBeFocused()
  await page.keyboard.type('Water')
  await page.keyboard.press('Enter')
  await tool(page, 'Bold').press('Enter')
  await expect(editor(page)).toBeFocused()
  await page.keyboard.type('heavy')
  await tool(page, 'Bold').click()
  await expect(editor(page)).toBeFocused()
  await page.keyboard.type(' ')
  const said = answering(page, 'javascript:alert(1)', '', '/guarantees', '')
  await tool(page, 'Link').click()
  await expect.poll(() => said).toHaveLength(2)
  expect(said[1]).toContain('That link wasn’t inserted. It')
  await tool(page, 'Link').click()
  const link = editor(page).getByRole('link', { name: '/guarantees' })
  await link.click()
  await expect(page).toHaveURL(/\/admin\/products\/new$/)
  await expect(editor(page).locator('a')).toHaveCount(1)

  const small = page.getByRole('group', { name: 'Size 1' })
  await expect(small.getByRole('status')).toHaveText('$2,113.72')
  await small.getByLabel('Weight').fill('10')
  await expect(small.getByRole('status')).toHaveText('$1,677.70')
  await shop.goldBecomes('100')
  await expect(small.getByRole('status')).toHaveText('$1,750.00')
  await tool(page, 'Remove size Large').click()
  await expect(tool(page, 'Remove size Small')).toBeDisabled()

  for (const address of ['', 'javascript:alert(1)', 'http://a.example/a.jpg']) {
    await addPicture(page, address)
    await expect(pictures(page)).toHaveCount(0)
  }
  await expect(page.getByText('must begin with https://, or with /')).toBeVisible()
  await addPicture(page, '/pendants/sound-wave-front.jpg')
  for (let n = 2; n <= 10; n++) await addPicture(page, `/no-such-picture-${n}.svg`)
  await expect(pictures(page)).toHaveCount(10)
  await expect(page.getByRole('img', { name: 'Product image' })).toHaveCount(10)
  await addPicture(page, '/eleventh.svg')
  await expect.poll(() => said.at(-1)).toBe('Maximum of 10 images allowed')
  await expect(pictures(page)).toHaveCount(10)

  await tool(page, 'Add Dimension Fields').click()
  await page.getByLabel('Specification value').first().fill('24 mm')
  await expect(page.getByLabel('Specification name')).toHaveCount(3)

  await expect(page.getByText('No categories selected')).toBeVisible()
  await expect(tool(page, 'Add')).toBeDisabled()
  await field(page, 'Add a category').fill('Tides')
  await page.keyboard.press('Enter')
  await field(page, 'Add a category').fill(' tides ')
  await tool(page, 'Add').click()
  await field(page, 'Add a category').fill('Mistake')
  await tool(page, 'Add').click()
  await tool(page, 'Remove Mistake').click()
  await expect(page.getByRole('list', { name: 'Selected categories' })).toHaveText('Tides')

  expect(await brokenRules(page)).toEqual([])
  await save(page).click()
  await expect(page.getByText('Product created')).toBeVisible()
  await onDashboard(page)
  const row = page.getByRole('listitem').filter({ hasText: 'Tide Café' })
  await expect(row).toContainText('$1,750.00')
  await expect(row).toContainText('10 images')
  await expect(row).toContainText('Tides')
  expect(await brokenRules(page)).toEqual([])

  await page.goto('/products')
  await page
    .getByRole('link', { name: /Tide Café/ })
    .first()
    .click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tide Café, .5oz')
  await expect(page.getByRole('main')).toContainText('$1,750.00')
  await expect(page.getByRole('main')).toContainText('24 mm high')
  await expect(page.getByRole('heading', { name: 'Water' })).toBeVisible()
  await expect(page.locator('main strong', { hasText: 'heavy' })).toBeVisible()
  await expect(page.locator('main a[href="/guarantees"]').first()).toBeVisible()
})

test('a product is found, edited with the keyboard, hidden and deleted [ADM-04, ADM-05, ADM-06, ADM-07, FORM-01, FORM-08, FORM-14, FORM-22, SIZE-05, SPEC-02, SPEC-03, IMG-03, ERR-01]', async ({
  admin: page,
  shop,
}) => {
  const { orm } = shop.app.db ?? {}
  const description =
    '<h1>One</h1><h3>Three</h3><h6>Six</h6><p>H<sub>2</sub>O</p><table><tbody><tr><td>Au</td></tr></tbody></table>'
  await orm?.update(products).set({ description }).where(eq(products.id, '5'))

  await page.goto('/admin/dashboard/products')
  await page.getByLabel('Search by name').fill('sound WAVE')
  await page.getByRole('button', { name: 'Search' }).click()
  await expect(page.getByRole('list', { name: 'Products' }).getByRole('listitem')).toHaveCount(1)
  await page.getByRole('link', { name: 'Edit Sound Wave' }).click()
  await expect(page).toHaveURL(/\/admin\/products\/edit\/5$/)
  await expect(page.getByRole('heading', { name: 'Edit Product' })).toBeVisible()
  for (const level of [1, 3, 6]) {
    await expect(editor(page).getByRole('heading', { level })).toBeVisible()
  }

  await field(page, 'Name').fill('Sound Swell')
  await expect(field(page, 'Web address')).toHaveValue('sound-wave')
  await field(page, 'Short Description').fill(' ')
  await save(page).click()
  const banner = page.getByRole('alert')
  await expect(banner).toContainText('Please fill in all required fields')
  await banner.getByRole('button', { name: 'Dismiss' }).click()
  await expect(banner).toHaveCount(0)
  await expect(field(page, 'Name')).toHaveValue('Sound Swell')
  await field(page, 'Short Description').fill('Swell.')

  await expect(pictures(page)).toHaveText([/front/, /body/, /three-quarter/, /edge/, /scale/])
  await page.getByRole('button', { name: 'Drag image 1' }).focus()
  await page.keyboard.press('Space')
  await expect(page.getByText('Image 1 is over position 1 of 5.')).toBeAttached()
  // A picture that was taken up hears the arrows from the next turn of the page on.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)))
  await page.keyboard.press('ArrowDown')
  await expect(page.getByText(/is over position 2 of 5/)).toBeAttached()
  await page.keyboard.press('Space')
  await expect(pictures(page)).toHaveText([/body/, /front/, /three-quarter/, /edge/, /scale/])
  await tool(page, 'Move image 3 up').click()
  await expect(pictures(page)).toHaveText([/body/, /three-quarter/, /front/, /edge/, /scale/])
  await tool(page, 'Remove image 2').click()

  const rows = await page.getByLabel('Specification name').count()
  await tool(page, 'Add Specification').click()
  await page.getByLabel('Specification name').last().fill('Clasp')
  await page.getByLabel('Specification value').last().fill('none')
  await page
    .getByRole('button', { name: /^Remove specification/ })
    .first()
    .click()
  await expect(page.getByLabel('Specification name')).toHaveCount(rows)
  await expect(page.getByLabel('Specification name').last()).toHaveValue('Clasp')

  await tool(page, 'Add Size').click()
  await page
    .getByRole('group', { name: 'Size 3' })
    .getByLabel('Size', { exact: true })
    .fill('Large')
  await page.getByRole('group', { name: 'Size 3' }).getByLabel('Weight').fill('1')
  await save(page).click()
  await expect(banner).toContainText(
    'Please provide at least one gold size with valid weight and fee',
  )
  await tool(page, 'Remove size Large').last().click()

  // Typed into at its beginning, so that the editor writes all of it again.
  await editor(page).getByRole('heading', { level: 1 }).click()
  await page.keyboard.press('Home')
  await page.keyboard.type('Number ')
  await save(page).click()
  await onDashboard(page)
  const [stored] = (await orm?.select().from(products).where(eq(products.id, '5'))) ?? []
  expect(stored?.name).toBe('Sound Swell')
  expect(stored?.description).toBe(
    '<h1>Number One</h1><h3>Three</h3><h6>Six</h6><p>H<sub>2</sub>O</p><table><tbody><tr><td>Au</td></tr></tbody></table>',
  )

  await page.goto('/product/5')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sound Swell')
  await openForm(page, '/admin/products/edit/5')
  await page.getByLabel('Product Active').uncheck()
  await save(page).click()
  await onDashboard(page)
  const row = page.getByRole('listitem').filter({ hasText: 'Sound Swell' })
  await expect(row).toContainText('Hidden')
  expect((await page.request.get('/product/5')).status()).toBe(404)

  await row.getByRole('button', { name: 'Delete Sound Swell' }).click()
  await expect(row).toContainText('Confirm delete?')
  await row.getByRole('button', { name: 'No' }).click()
  await expect(row).not.toContainText('Confirm delete?')
  await row.getByRole('button', { name: 'Delete Sound Swell' }).click()
  await row.getByRole('button', { name: 'Yes' }).click()
  await expect(page.getByText('Product deleted')).toBeVisible()
  await expect(row).toHaveCount(0)
})
