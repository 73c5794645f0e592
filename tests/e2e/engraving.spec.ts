import type { Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { products } from '#app/.server/platform/db/catalog-schema.ts'
import { orders } from '#app/.server/platform/db/schema.ts'
import { emailed } from '#tests/support/emailed.ts'
import { expect, test } from '#tests/support/journey.ts'
import { expectLooksRight } from '#tests/support/looks-right.ts'
import { field, onDashboard, openForm, save } from '#tests/support/product-form.ts'
import { changeProducts } from '#tests/support/products.ts'
import { sendsAnyTotal } from '#tests/support/returns.ts'

test.slow()

const drawer = (page: Page) => page.getByRole('dialog', { name: 'Your cart' })
const text = (page: Page) => page.getByRole('textbox', { name: /^Engraving/ })
const hydrated = (page: Page) => expect(page.locator('html')).toHaveAttribute('data-hydrated')

test('an engraving goes from the page of a piece to the bench, by the keyboard, at its price [ENGRAVE-02, ENGRAVE-03, ENGRAVE-05, ENGRAVE-06, ENGRAVE-10]', async ({
  admin: page,
  shop,
}) => {
  await shop.goldBecomes('130')
  await sendsAnyTotal(shop.app)
  const of = eq(products.id, '7')
  await changeProducts(shop.app, { engravingFeeCents: 6000, engravingMax: 20 }, of)
  await page.goto('/product/7')
  await hydrated(page)
  const slip = page.getByRole('region', { name: 'Price breakdown' })
  const price = async () =>
    Number(
      ((await slip.getByRole('row', { name: /^Price/ }).textContent()) ?? '').replace(
        /.*\$|,/g,
        '',
      ),
    )
  const plain = await price()
  await expect(text(page)).toHaveAccessibleDescription(/20 characters left/)

  // What cannot be cut is said, and not bought.
  await text(page).focus()
  await page.keyboard.insertText('For Ada 💍')
  await expect(text(page)).toHaveAccessibleDescription(/Please use only letters/)
  for (const name of ['Add to Cart', 'Buy Now']) {
    await page.getByRole('button', { name }).first().click()
    await expect(text(page)).toBeFocused()
  }
  await expect(drawer(page)).toBeHidden()
  await text(page).fill('For Ada')
  await expect(text(page)).toHaveAccessibleDescription(/13 characters left/)
  await expect(slip.getByRole('row', { name: /^Engraving/ })).toContainText('+ $60.00')
  expect(await price()).toBeCloseTo(plain + 60, 9)
  await expectLooksRight(page, 'product')

  const adds = async (engraving: string) => {
    await text(page).fill(engraving)
    const add = page.getByRole('button', { name: 'Add to Cart' }).first()
    await add.focus()
    await page.keyboard.press('Enter')
    await expect(drawer(page)).toContainText(/held/i)
    await page.keyboard.press('Escape')
    await expect(drawer(page)).toBeHidden()
  }
  await adds('For Ada')
  await adds(' For  Ada ')
  await adds('')
  await page.reload()
  await hydrated(page)
  await page.getByRole('banner').getByRole('button', { name: /cart/i }).click()
  await expect(drawer(page)).toContainText(/held/i)
  const lines = drawer(page).getByRole('list').first().getByRole('listitem')
  await expect(lines).toHaveCount(2)
  await expect(lines.first()).toContainText('Engraved “For Ada” · $60.00')
  await expect(lines.nth(1)).not.toContainText('Engraved')
  await expectLooksRight(page, 'cart')
  await lines
    .nth(1)
    .getByRole('button', { name: /^Remove/ })
    .click()
  await expect(drawer(page)).toContainText(/held/i)
  await drawer(page).getByRole('button', { name: 'Checkout' }).click()
  await expect(page).toHaveURL(/\/test-payment\//)
  await page.getByRole('button', { name: 'Pay', exact: true }).click()
  await expect(page.getByRole('main')).toContainText('Your order is confirmed.')
  await expect(page.getByRole('main')).toContainText('“For Ada”')

  const [order] = await shop.app.db.orm.select().from(orders)
  const id = order?.id ?? ''
  expect(order?.totalCents).toBe(Math.round((plain + 60) * 200))
  expect((await emailed(shop.app, 'order-paid-buyer', { id })).text).toContain('“For Ada”')
  await page.goto(`/admin/dashboard/orders/${id}#send`)
  const desk = page.locator('#send')
  await expect(desk.getByRole('heading', { name: 'Weigh' })).toBeVisible()
  await expect(desk.getByText('Engraving, 7 characters')).toHaveCount(2)
  await expect(desk.getByRole('button', { name: 'Copy For Ada' })).toHaveCount(2)
  await expect(page.getByRole('table').first()).toContainText('Engraved “For Ada”')
  await expect(page.getByRole('table').first()).toContainText('+ $60.00 engraving')
  await expectLooksRight(page, 'admin-order')

  // Typed wrong, and corrected before it is sent.
  await page.getByText('Correct the engraving').click()
  const engraving = page.getByLabel('Engraving', { exact: true })
  await engraving.fill('For Ada 💍')
  await page.getByRole('button', { name: 'Save engraving' }).click()
  await expect(page.getByRole('alert')).toContainText('Please use only letters')
  await expect(engraving).toHaveValue('For Ada 💍')
  await engraving.fill('For Adah')
  await page.getByRole('button', { name: 'Save engraving' }).click()
  await expect(page.getByText('“For Ada” became “For Adah”')).toBeVisible()
  await expect(desk.getByRole('button', { name: 'Copy For Adah' })).toHaveCount(2)
  await page.goto(`/order/${order?.token}`)
  await expect(page.getByRole('main')).toContainText('“For Adah”')
})

test('what was typed before the page answered is engraved, and a piece no longer engraved stays in the cart [ENGRAVE-02, ENGRAVE-04]', async ({
  page,
  shop,
}) => {
  const of = eq(products.id, '7')
  await changeProducts(shop.app, { engravingFeeCents: 0, engravingMax: 20 }, of)
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/assets/*.js', async (route) => {
    await held
    await route.continue()
  })
  const there = page.goto('/product/7', { waitUntil: 'commit' })
  await text(page).fill('For Ada')
  release()
  await there
  await hydrated(page)
  await expect(text(page)).toHaveValue('For Ada')
  await expect(text(page)).toHaveAccessibleDescription(/13 characters left/)
  await page.getByRole('button', { name: 'Add to Cart' }).first().click()
  await expect(drawer(page)).toContainText(/held/i)
  await expect(drawer(page)).toContainText('Engraved “For Ada”')

  await changeProducts(shop.app, { engravingFeeCents: null, engravingMax: null }, of)
  await drawer(page).getByRole('button', { name: 'Checkout' }).click()
  await expect(drawer(page).getByText('can’t be engraved').last()).toBeVisible()
  await expect(drawer(page)).toContainText('Engraved “For Ada”')
  await expect(page).toHaveURL(/\/product\/7$/)
  expect(await shop.app.db.orm.$count(orders)).toBe(0)
  // Nor has the page of a piece that never was.
  await page.goto('/product/8')
  await expect(page.getByRole('button', { name: 'Add to Cart' }).first()).toBeVisible()
  await expect(text(page)).toHaveCount(0)
})

test('staff switch engraving on in the product form [ENGRAVE-01]', async ({
  admin: page,
  shop,
}) => {
  await openForm(page, '/admin/products/edit/7')
  const can = page.getByRole('checkbox', { name: 'Can be engraved' })
  await expect(can).not.toBeChecked()
  await can.check()
  await field(page, 'Engraving fee ($)').fill('-1')
  await field(page, 'Maximum length').fill('61')
  await save(page).click()
  await expect(field(page, 'Engraving fee ($)')).toBeFocused()
  await expect(field(page, 'Maximum length')).toHaveAccessibleDescription(/from 1 to 60/)
  await expectLooksRight(page, 'form')
  await field(page, 'Engraving fee ($)').fill('60.50')
  await field(page, 'Maximum length').fill('24')
  await save(page).click()
  await onDashboard(page)
  const [stored] = await shop.app.db.orm.select().from(products).where(eq(products.id, '7'))
  expect(stored).toMatchObject({ engravingFeeCents: 6050, engravingMax: 24 })
})
