import type { Page } from '@playwright/test'
import { expect, test } from '#tests/support/journey.ts'

/** The files of the open tab's build are gone; a page that is loaded whole names those of the next one. */
async function isUpdated(page: Page) {
  let isOld = true
  page.on('request', (request) => {
    if (request.isNavigationRequest()) isOld = false
  })
  await page.route('**/assets/*.js', (route) =>
    isOld ? route.fulfill({ status: 404, body: '' }) : route.continue(),
  )
}

test('a link of a tab that was open over an update leads where it says, in one click [DOM-06]', async ({
  page,
}) => {
  await page.goto('/contact')
  await page.waitForLoadState('networkidle')
  await isUpdated(page)
  // Pointing at a link loads nothing anew.
  const link = page.getByRole('contentinfo').getByRole('link', { name: 'The triple guarantee' })
  await page.evaluate(() => Object.assign(window, { isOldTab: true }))
  await link.hover()
  await page.waitForTimeout(300)
  expect(await page.evaluate(() => 'isOldTab' in window)).toBe(true)
  await link.click()
  await expect(page).toHaveURL(/\/guarantees$/)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(await page.evaluate(() => 'isOldTab' in window)).toBe(false)
})

test('so does a link of the admin area [DOM-06]', async ({ admin: page }) => {
  // React Router fetches parts of a page ahead (`prefetchRouteModuleChunks`) and leaves their failure unhandled.
  page.removeAllListeners('pageerror')
  await page.goto('/admin/dashboard/orders')
  await page.waitForLoadState('networkidle')
  await isUpdated(page)
  await page.getByRole('link', { name: 'Gold Price', exact: true }).first().click()
  await expect(page).toHaveURL(/\/admin\/dashboard\/gold-price$/)
  await expect(page.getByRole('region', { name: 'Current price' })).toBeVisible()
})

test('a page that is shown before its part is found gone is loaded again [DOM-06]', async ({
  admin: page,
}) => {
  page.removeAllListeners('pageerror')
  await page.goto('/admin/dashboard/orders')
  await page.waitForLoadState('networkidle')
  let isOld = true
  page.on('request', (request) => {
    if (request.isNavigationRequest()) isOld = false
  })
  let loads = 0
  page.on('load', () => {
    loads += 1
  })
  await page.route('**/assets/*.js', async (route) => {
    if (!isOld) return route.continue()
    await page.waitForURL(/\/gold-price$/, { timeout: 3000 }).catch(() => {})
    await route.fulfill({ status: 404, body: '' })
  })
  await page.getByRole('link', { name: 'Gold Price', exact: true }).first().click()
  await expect(page.getByRole('region', { name: 'Current price' })).toBeVisible()
  // The page is visible before all of it has loaded.
  await expect.poll(() => loads).toBe(1)
})

test('a part of a page that is gone since an update is loaded with the page, once [DOM-06]', async ({
  admin: page,
}) => {
  // The browser and React name the file that is gone.
  page.removeAllListeners('console')
  page.removeAllListeners('pageerror')
  let isGone = true
  await page.route('**/assets/product-form*.js', (route) => {
    if (!isGone) return route.continue()
    isGone = false
    return route.fulfill({ status: 404, body: '' })
  })
  await page.goto('/admin/products/edit/5')
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Sound Wave')
  expect(isGone).toBe(false)
})

test.describe('storage', () => {
  for (const how of ['blocked', 'null', 'full', 'silent'] as const) {
    test(`a browser whose storage is ${how} sells, and says that the cart is not saved [DOM-07]`, async ({
      page,
    }) => {
      await page.addInitScript((how) => {
        if (how === 'silent') {
          Storage.prototype.setItem = () => {}
          return
        }
        if (how === 'full') {
          Storage.prototype.setItem = () => {
            throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
          }
          return
        }
        for (const name of ['localStorage', 'sessionStorage']) {
          Object.defineProperty(window, name, {
            configurable: true,
            get() {
              if (how === 'null') return null
              throw new DOMException('Access is denied for this document.', 'SecurityError')
            },
          })
        }
      }, how)
      await page.goto('/')
      await page.goto('/product/5')
      await page.getByRole('button', { name: 'Add to Cart' }).click()
      const drawer = page.getByRole('dialog', { name: 'Your cart' })
      const notSaved = drawer
        .getByRole('listitem')
        .filter({ hasText: 'isn’t saved in this browser' })
      await expect(notSaved).toHaveCount(1)
      await page.keyboard.press('Escape')
      await page.getByRole('contentinfo').getByRole('link', { name: 'Contact' }).click()
      // Another page closes the drawer, so the page is there before the cart is opened.
      await expect(page.getByRole('heading', { level: 1, name: 'Contact' })).toBeVisible()
      await page.getByRole('button', { name: 'Cart, 1 piece' }).click()
      await expect(page.getByTestId('cart-total')).toHaveText('$2,113.72')
      await drawer.getByRole('button', { name: 'Checkout' }).click()
      await expect(page).toHaveURL(/\/test-payment\//)
    })
  }

  test('a browser that saves the cart says nothing of it [DOM-07]', async ({ page }) => {
    await page.goto('/product/5')
    await page.getByRole('button', { name: 'Add to Cart' }).click()
    await expect(page.getByTestId('cart-total')).toHaveText('$2,113.72')
    await expect(page.getByRole('dialog')).not.toContainText('isn’t saved')
  })
})
