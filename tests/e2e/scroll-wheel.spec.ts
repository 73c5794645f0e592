import { expect, test } from '#tests/support/journey.ts'
import { changedByWheel } from '#tests/support/number-fields.ts'

test('the scroll wheel over a number field scrolls the page, and arrow keys step it [DOM-04]', async ({
  admin: page,
}) => {
  await page.goto('/admin/products/edit/5')
  const weight = page.getByLabel('Weight (g)').first()
  await weight.click()
  await page.mouse.wheel(0, 400)
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0)
  await expect(weight).toHaveValue('14.7')
  await weight.press('ArrowUp')
  await expect(weight).toHaveValue('14.71')

  // A field that browsers do step, such as a date, is without the focus while the wheel turns.
  const date = page.locator('input[type="datetime-local"]').first()
  await date.click()
  await page.evaluate(() => {
    const inside = () => document.activeElement?.tagName ?? ''
    addEventListener('wheel', () => Object.assign(document.body.dataset, { during: inside() }), {
      once: true,
    })
  })
  await page.mouse.wheel(0, 100)
  await expect(page.locator('body')).toHaveAttribute('data-during', 'BODY')
  await expect(date).toBeFocused()
})

test('a comma that may be a decimal one changes no amount: it stays as typed and is refused [FORM-31, SIZE-03, GADM-01]', async ({
  admin: page,
}) => {
  const type = async (label: string, text: string) => {
    const input = page.getByLabel(label, { exact: true }).first()
    await input.click()
    await page.keyboard.press('ControlOrMeta+A')
    await page.keyboard.type(text)
    await expect(input).toHaveValue(text)
  }
  await page.goto('/admin/products/edit/5')
  await type('Weight (g)', '14,2')
  await type('Flat fee ($)', '750,50')
  await page.getByRole('button', { name: 'Update Product' }).click()
  const banner = page.getByRole('main').getByRole('alert')
  await expect(banner).toContainText('Please enter 750.50.')
  await expect(page.getByText('Please enter 14.2.').last()).toBeVisible()
  await type('Weight (g)', '14.2')
  await type('Flat fee ($)', '1,250.50')
  await expect(page.locator('output').first()).toHaveText('$2,567.83')
  await page.getByRole('button', { name: 'Update Product' }).click()
  await expect(page.getByText('Product updated')).toBeVisible()

  await page.goto('/admin/dashboard/gold-price')
  await type('Price per gram (USD)', '92,77')
  await expect(page.getByText('Please enter 92.77.')).toBeVisible()
  await page.getByRole('button', { name: 'Update Gold Price' }).click()
  await expect(banner).toContainText('Failed to save gold price')
  await expect(banner).toContainText('Please enter 92.77.')
  await expect(page.getByLabel('Price per gram (USD)')).toHaveValue('92,77')
})

test('the scroll wheel leaves the quantity in the cart, and a comma does not make 15 of it [DOM-04, FORM-31]', async ({
  page,
}) => {
  await page.goto('/product/5')
  await page.getByRole('button', { name: 'Add to Cart' }).click()
  await expect(page.getByTestId('cart-total')).toHaveText('$2,113.72')
  expect(await changedByWheel(page)).toEqual({ fields: 1, changed: [] })
  await expect(page.getByTestId('cart-total')).toHaveText('$2,113.72')
  const quantity = page.getByRole('textbox', { name: /^Quantity of/ })
  await quantity.click()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type('1,5')
  await page.keyboard.press('Tab')
  await expect(quantity).toHaveValue('1')
  await quantity.press('ArrowUp')
  await expect(quantity).toHaveValue('2')
})
