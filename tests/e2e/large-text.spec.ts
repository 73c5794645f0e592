import { expect, test as journey } from '#tests/support/journey.ts'
import config from '../../playwright.config.ts'

const paths = [
  ...['/', '/products', '/product/5', '/custom-work', '/contact', '/find-order', '/gold-price'],
  ...['/guarantees', '/material-guarantee', '/laser-weight-guarantee', '/recast-guarantee'],
  ...['/our-story', '/qa', '/qa/customs-disclosure', '/blog', '/blog/1', '/privacy-policy'],
]

for (const [width, times] of [
  [360, 2],
  [768, 2],
  [1280, 4],
] as const) {
  // What a visitor sets in the browser; pages say every size in `rem`, and media queries follow.
  const test = journey.extend({
    launchOptions: [
      // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from it.
      async ({}, use) => {
        const { args = [], ...options } = config.use?.launchOptions ?? {}
        const larger = `--blink-settings=defaultFontSize=${16 * times}`
        await use({ ...options, args: [...args, larger] })
      },
      { scope: 'worker' },
    ],
  })
  test(`letters ${times} times as large fit at ${width} pixels [A11Y-10]`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 })
    for (const path of paths) {
      await page.goto(path)
      const found = await page.evaluate(() => ({
        letter: Number.parseFloat(getComputedStyle(document.documentElement).fontSize),
        beyond: [...document.querySelectorAll('body *')]
          .filter((element) => element.checkVisibility({ visibilityProperty: true }))
          .filter((element) => element.closest('header, main, footer'))
          .filter((element) => element.getBoundingClientRect().right > innerWidth + 0.5)
          .map((element) => element.outerHTML.slice(0, 120)),
        wide: document.documentElement.scrollWidth,
      }))
      expect(found, path).toEqual({ letter: 16 * times, beyond: [], wide: width })
    }
    await page.getByText('Menu', { exact: true }).filter({ visible: true }).click()
    await expect(page.getByRole('link', { name: 'Our Story' }).first()).toBeVisible()
  })
}
