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

/** Fields of text too narrow to be typed in, in letters. */
const narrow = (page: Page) =>
  page.locator('main input.input:visible').evaluateAll((inputs) =>
    inputs
      .map((input) => ({
        name: (input as HTMLInputElement).name,
        letters: input.clientWidth / Number.parseFloat(getComputedStyle(input).fontSize),
      }))
      .filter(({ letters }) => letters < 3)
      .map(({ name }) => name),
  )

test('at letters twice as large no screen is wider than 360 pixels, and tables scroll in their box [A11Y-11]', async ({
  admin: page,
  shop,
}) => {
  const faults: string[] = []
  for (const path of await everyAdminScreen(shop.app)) {
    await openScreen(page, path)
    const asUsual = await scrolling(page)
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)))
    const wider = await beyond(page)
    if (asUsual.length > 0) faults.push(`${path}: scrolls at usual letters: ${asUsual}`)
    if (wider > 0) faults.push(`${path}: ${wider} pixels wider than the screen`)
    for (const name of await narrow(page)) faults.push(`${path}: narrow field ${name}`)
  }
  expect(faults).toEqual([])
})
