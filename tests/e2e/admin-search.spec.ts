import type { Page } from '@playwright/test'
import { brokenRules } from '#tests/support/accessibility.ts'
import { expect, test } from '#tests/support/journey.ts'
import { expectLooksRight } from '#tests/support/looks-right.ts'
import { paidOrder } from '#tests/support/orders.ts'

/** Keys are heard from then on. */
async function hydrated(page: Page, path: string) {
  await page.goto(path)
  await page.locator('html[data-hydrated]').waitFor()
}

test('an order, a product and a screen are found from anywhere by keyboard [HELP-05, HELP-06]', async ({
  admin: page,
  shop,
}) => {
  const order = await paidOrder(shop.app)
  await page.setViewportSize({ width: 360, height: 800 })
  await hydrated(page, '/admin/dashboard/shipping')
  const dialog = page.getByRole('dialog', { name: 'Search' })
  const field = dialog.getByRole('combobox')
  const chosen = dialog.getByRole('option', { selected: true })

  await page.keyboard.press('Control+k')
  await expect(field).toBeFocused()
  await expect(chosen).toHaveText('Today')
  await field.fill(order.number.replaceAll('-', '').toLowerCase())
  await expect(chosen).toContainText(order.number)
  await expectLooksRight(page, 'admin-search', { targets: true })
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/orders/${order.id}$`))
  await expect(dialog).toBeHidden()

  await page.keyboard.press('Meta+k')
  await field.fill('sales')
  await expect(chosen).toHaveText('Orders')
  const first = await chosen.textContent()
  await page.keyboard.press('ArrowDown')
  await expect(chosen).not.toHaveText(first ?? '')
  await page.keyboard.press('ArrowUp')
  await expect(chosen).toHaveText(first ?? '')
  await field.fill('nothing-like-this')
  await expect(dialog.getByRole('status')).toContainText('Nothing found')
  await page.keyboard.press('Enter')
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()

  await page
    .getByRole('banner')
    .getByRole('link', { name: /^Search/ })
    .click()
  await field.fill('backup')
  await dialog.getByRole('option', { name: 'System' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('System')
})

test('rows of a list are moved along and opened by single keys, which can be turned off [HELP-08]', async ({
  admin: page,
  shop,
}) => {
  const [first, second] = [await paidOrder(shop.app), await paidOrder(shop.app)]
  await hydrated(page, '/admin/dashboard/orders')
  const rows = page.getByRole('main').getByRole('row').filter({ hasText: 'FN-' })
  await expect(rows).toHaveCount(2)
  const focused = () => page.evaluate(() => document.activeElement?.textContent ?? '')
  const [top, below] = [await rows.nth(0).textContent(), await rows.nth(1).textContent()]
  const numberIn = (text: string | null) =>
    [first, second].find((one) => text?.includes(one.number))
  await page.keyboard.press('j')
  await expect.poll(focused).toBe(numberIn(top)?.number)
  await page.keyboard.press('ArrowDown')
  await expect.poll(focused).toBe(numberIn(below)?.number)
  // The last row stays.
  await page.keyboard.press('j')
  await expect.poll(focused).toBe(numberIn(below)?.number)
  await page.keyboard.press('k')
  await expect.poll(focused).toBe(numberIn(top)?.number)

  await page.keyboard.press('/')
  const search = page.getByRole('searchbox', { name: 'Search orders' })
  await expect(search).toBeFocused()
  await page.keyboard.type('jk/?')
  await expect(search).toHaveValue('jk/?')
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(keys).toBeHidden()

  await search.blur()
  await page.keyboard.press('?')
  await expect(keys).toBeVisible()
  expect(await brokenRules(page)).toEqual([])
  // A key that comes before the browser took the focus from the box in the dialog.
  await keys.getByRole('checkbox').evaluate((box) => {
    box.closest('dialog')?.close()
    box.dispatchEvent(new KeyboardEvent('keydown', { key: 'j', bubbles: true }))
  })
  await expect(keys).toBeHidden()
  await expect.poll(focused).toBe(numberIn(top)?.number)
  await page.keyboard.press('?')
  await expect(keys).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(keys).toBeHidden()
  await page.keyboard.press('j')
  await expect.poll(focused).toBe(numberIn(below)?.number)
  await page.keyboard.press('k')
  await expect.poll(focused).toBe(numberIn(top)?.number)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/orders/${numberIn(top)?.id}$`))

  await page.getByRole('button', { name: 'Shortcuts' }).click()
  await keys.getByRole('checkbox').uncheck()
  await keys.getByRole('button', { name: 'Close' }).click()
  await hydrated(page, '/admin/dashboard/orders')
  await expect(rows).toHaveCount(2)
  await page.keyboard.press('?')
  await page.keyboard.press('j')
  await expect(keys).toBeHidden()
  expect(await page.evaluate(() => document.activeElement?.closest('tr') ?? null)).toBeNull()
})

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false })

  test('the link leads to a search on its own screen [HELP-06]', async ({ admin: page }) => {
    await page.goto('/admin/dashboard')
    await page
      .getByRole('banner')
      .getByRole('link', { name: /^Search/ })
      .click()
    await page.getByRole('searchbox').fill('wave')
    await page.getByRole('main').getByRole('button', { name: 'Search' }).click()
    const found = page.getByRole('region', { name: 'Products' }).getByRole('link').first()
    await expect(found).toHaveText(/wave/i)
    await found.click()
    await expect(page).toHaveURL(/\/admin\/products\/edit\/\d+$/)
  })
})

test('the guide prints on one letter page, and its links lead on [HELP-09]', async ({
  admin: page,
}) => {
  await page.goto('/admin/dashboard')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Guide' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('your daily guide')
  for (const name of ['The price', 'Orders', 'Shipping', 'Returns and refunds', 'Who to ask']) {
    await expect(page.getByRole('heading', { name, exact: true })).toBeVisible()
  }
  const pdf = await page.pdf({ format: 'Letter' })
  expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b(?!s)/g)).toHaveLength(1)
  await page.getByRole('main').getByRole('link', { name: 'Gold Price' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Gold Price')
})
