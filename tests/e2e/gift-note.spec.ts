import type { Page } from '@playwright/test'
import { orders } from '#app/.server/platform/db/schema.ts'
import { brokenRules, sizeFaults } from '#tests/support/accessibility.ts'
import { expect, test } from '#tests/support/journey.ts'

const drawer = (page: Page) => page.getByRole('dialog', { name: 'Your cart' })
const note = (page: Page) => drawer(page).getByRole('textbox', { name: 'Gift note' })
const openCart = (page: Page) =>
  page.getByRole('banner').getByRole('button', { name: /cart/i }).click()
const pay = (page: Page) => page.getByRole('button', { name: 'Pay', exact: true }).click()

async function adds(page: Page) {
  await page.goto('/product/7')
  await expect(page.locator('html')).toHaveAttribute('data-hydrated')
  await page.getByRole('button', { name: 'Add to Cart' }).click()
  await expect(drawer(page)).toContainText(/held/i)
}

test('a gift note goes with the order, is the same in two tabs, and is refused while it is too long [GIFT-01, GIFT-02, GIFT-03]', async ({
  page,
  shop,
}) => {
  await adds(page)
  await drawer(page).getByText('Add a gift note').click()
  await note(page).fill('💍'.repeat(302))
  await expect(note(page)).toHaveAccessibleDescription(/Please shorten it by 2\./)
  await drawer(page).getByRole('button', { name: 'Checkout' }).click()
  await expect(note(page)).toBeFocused()
  await expect(page).toHaveURL(/\/product\/7$/)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    expect(await brokenRules(page)).toEqual([])
  }
  for (const width of [320, 768, 1440]) {
    await page.setViewportSize({ width, height: 800 })
    expect(await sizeFaults(page)).toMatchObject({ overflow: 0 })
  }

  await note(page).fill('For Ada 💍')
  const other = await page.context().newPage()
  await other.goto('/our-story')
  await openCart(other)
  await expect(note(other)).toHaveValue('For Ada 💍')
  await note(other).fill('For Ada 💍\nfrom Ben')
  await expect(note(page)).toHaveValue('For Ada 💍\nfrom Ben')
  await other.close()

  // Another price, and the price asked for again: the note stays.
  await shop.goldBecomes('131')
  await page.reload()
  await openCart(page)
  await expect(note(page)).toHaveValue('For Ada 💍\nfrom Ben')
  await drawer(page).getByRole('button', { name: 'Checkout' }).click()
  await expect(page).toHaveURL(/\/test-payment\//)
  await pay(page)
  await expect(page.getByRole('main')).toContainText('Your order is confirmed.')
  const shown = page.getByRole('heading', { name: 'Gift note' }).locator('..')
  await expect(shown).toContainText('For Ada 💍 from Ben')
  expect(await shop.app.db.orm.select({ giftNote: orders.giftNote }).from(orders)).toEqual([
    { giftNote: 'For Ada 💍\nfrom Ben' },
  ])
  await expect
    .poll(() =>
      page.evaluate(() => [localStorage.getItem('gift-note'), localStorage.getItem('cart')]),
    )
    .toEqual([null, '[]'])
})
