import type { Page } from '@playwright/test'
import { brokenRules, sizeFaults } from '#tests/support/accessibility.ts'
import { expect, test } from '#tests/support/journey.ts'

const bar = (page: Page) => page.getByRole('region', { name: 'Buy this piece' })
const footer = (page: Page) => page.getByRole('contentinfo')

async function opens(page: Page) {
  await page.goto('/product/5')
  await expect(page.locator('html')).toHaveAttribute('data-hydrated')
}

const pastTheButtons = (page: Page) =>
  page.getByRole('region', { name: 'Specifications' }).scrollIntoViewIfNeeded()

test.describe('on a small screen', () => {
  test.use({ viewport: { width: 360, height: 740 } })

  test('size, price and Add to Cart stand at its foot once the buttons are out of sight, and cover nothing [FACTS-10]', async ({
    page,
  }) => {
    await opens(page)
    await page.getByRole('radio', { name: /Large/ }).check()
    const own = page.getByRole('button', { name: 'Add to Cart' })
    await own.scrollIntoViewIfNeeded()
    await expect(bar(page)).toBeHidden()
    const tall = () => page.evaluate(() => document.documentElement.scrollHeight)
    const before = await tall()
    await pastTheButtons(page)
    await expect(bar(page)).toContainText('Large · 28.9 g')
    await expect(bar(page)).toContainText('$3,931.05')
    expect(await tall()).toBe(before)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      expect(await brokenRules(page)).toEqual([])
    }
    expect(await sizeFaults(page)).toMatchObject({ overflow: 0 })

    await page.keyboard.press('End')
    await expect
      .poll(async () => {
        const [last, over] = [await footer(page).boundingBox(), await bar(page).boundingBox()]
        return last && over && last.y + last.height <= over.y + 1
      })
      .toBe(true)

    await bar(page).getByRole('button').click()
    const cart = page.getByRole('dialog', { name: 'Your cart' })
    await expect(cart).toContainText('Large')
    await cart.getByRole('button', { name: 'Close cart' }).click()
    await expect(bar(page).getByRole('button')).toBeFocused()
    await own.first().evaluate((element) => element.scrollIntoView({ block: 'center' }))
    await expect(bar(page)).toBeHidden()
    // The button that was pressed is gone: the same one of the page has the focus.
    await expect(own).toBeFocused()
  })

  test('never lies over what has the focus [FACTS-10]', async ({ page }) => {
    await opens(page)
    // By a jump, from where the buttons have not been reached.
    await pastTheButtons(page)
    await expect(bar(page)).toBeVisible()
    await page.getByRole('link', { name: 'How returns work' }).focus()
    let seen = 0
    for (let step = 0; step < 60; step += 1) {
      await page.keyboard.press('Tab')
      const covered = await page.evaluate(() => {
        const { activeElement } = document
        const over = document.querySelector('.buy-bar')?.getBoundingClientRect()
        if (!over || !activeElement || activeElement === document.body) return null
        if (activeElement.closest('.buy-bar')) return null
        const { top, bottom, height } = activeElement.getBoundingClientRect()
        return height < over.top && bottom > over.top && top < over.bottom
      })
      if (covered === null) continue
      expect(covered).toBe(false)
      seen += 1
    }
    expect(seen).toBeGreaterThan(10)
  })
})

test('is not there on a wide screen, on a low one, and where nothing can be bought [FACTS-10]', async ({
  page,
}) => {
  for (const [width, height] of [
    [1024, 740],
    [740, 360],
  ] as const) {
    await page.setViewportSize({ width, height })
    await opens(page)
    await page.keyboard.press('End')
    await expect(bar(page)).toBeHidden()
    expect(await page.evaluate(() => getComputedStyle(document.body).paddingBottom)).toBe('0px')
  }
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 360, height: 740 } })
  test('there is no bar, and no room for one [FACTS-10]', async ({ page }) => {
    await page.goto('/product/5')
    await expect(bar(page)).toHaveCount(0)
    await expect(page.locator('body')).toHaveCSS('padding-bottom', '0px')
  })
})
