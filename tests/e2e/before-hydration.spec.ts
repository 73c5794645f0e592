import type { Page } from '@playwright/test'
import { expect, test } from '#tests/support/journey.ts'

/** Opens a page whose scripts have not come; they come when the answer is called. */
async function openWithoutScripts(page: Page, path: string) {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/assets/*.js', async (route) => {
    await released
    await route.continue()
  })
  const going = page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  return async () => {
    release()
    await going
  }
}

test('what is pressed before the scripts have come is done when they are there [PDP-08, PDP-11]', async ({
  page,
}) => {
  const releaseScripts = await openWithoutScripts(page, '/product/5')
  await page.getByRole('radio', { name: /Large/ }).check()
  await page.getByRole('button', { name: 'Add to Cart' }).click()
  await page.getByRole('button', { name: 'Add to Cart' }).click()
  await releaseScripts()
  await expect(page.getByRole('radio', { name: /Large/ })).toBeChecked()
  const drawer = page.getByRole('dialog', { name: 'Your cart' })
  await expect(drawer).toContainText('Large')
  await expect(drawer).not.toContainText('Small')
  await expect
    .poll(() => page.evaluate(() => JSON.parse(localStorage.getItem('cart') ?? '[]').length))
    .toBe(1)
})

test('a form sent before the scripts have come is kept and sent [CONTACT-04]', async ({ page }) => {
  const releaseScripts = await openWithoutScripts(page, '/contact')
  await page.locator('form [name]').first().fill('Early')
  await page
    .getByRole('button', { name: /Send|Open|Write/ })
    .first()
    .click()
  await releaseScripts()
  await expect(page).toHaveURL(/\/contact$/)
  await expect(page.locator('form [name]').first()).toHaveValue('Early')
  await expect(page.locator('[aria-invalid=true]').first()).toBeVisible()
})

test('a category chosen before the scripts have come is asked for [LIST-08]', async ({ page }) => {
  const releaseScripts = await openWithoutScripts(page, '/products')
  await page.getByRole('combobox', { name: 'Category' }).selectOption({ index: 1 })
  await releaseScripts()
  await expect(page).toHaveURL(/category=/)
})
