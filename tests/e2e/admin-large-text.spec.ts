import type { Page } from '@playwright/test'
import { everyAdminScreen, openScreen } from '#tests/support/admin-screens.ts'
import { expect, test } from '#tests/support/journey.ts'

test.use({ viewport: { width: 360, height: 740 }, reducedMotion: 'reduce' })
test.describe.configure({ timeout: 300_000 })

/** By how many pixels the page scrolls sideways. */
const beyond = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

/** The boxes around tables, of which the table is wider. */
const scrolling = (page: Page) =>
  page
    .locator('.table-box')
    .evaluateAll((boxes) =>
      boxes
        .filter((box) => box.scrollWidth > box.clientWidth)
        .map((box) => box.querySelector('caption')?.textContent ?? box.ariaLabel),
    )

test('at letters twice as large no screen is wider than 360 pixels, and tables scroll in their box [A11Y-11]', async ({
  admin: page,
  shop,
}) => {
  for (const path of await everyAdminScreen(shop.app)) {
    await openScreen(page, path)
    expect.soft(await scrolling(page), `${path}, letters as usual`).toEqual([])
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe(
      '32px',
    )
    await expect
      .soft(async () => expect(await beyond(page), path).toBe(0))
      .toPass({ timeout: 2000 })
  }
})
