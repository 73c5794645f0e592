import { expect, test } from '#tests/support/journey.ts'

const paths = [
  ...['/', '/products', '/product/5', '/custom-work', '/contact', '/find-order', '/gold-price'],
  ...['/guarantees', '/material-guarantee', '/laser-weight-guarantee', '/recast-guarantee'],
  ...['/our-story', '/qa', '/qa/customs-disclosure', '/blog', '/blog/1', '/privacy-policy'],
]

/** By width, how many times as large a visitor has the letters. */
const sizes = [
  [360, 2],
  [768, 2],
  [1280, 4],
] as const

test('letters two and four times as large fit [A11Y-10]', async ({ page, context }) => {
  const devtools = await context.newCDPSession(page)
  // What a visitor sets in the browser; pages say every size in `rem`, and media queries follow.
  const enlarge = async ([width, times]: (typeof sizes)[number]) => {
    await page.setViewportSize({ width, height: 800 })
    await devtools.send('Page.setFontSizes', { fontSizes: { standard: 16 * times } })
  }
  for (const path of paths) {
    await page.goto(path)
    for (const size of sizes) {
      await enlarge(size)
      const found = await page.evaluate(() => ({
        letter: Number.parseFloat(getComputedStyle(document.documentElement).fontSize),
        beyond: [...document.querySelectorAll('body *')]
          .filter((element) => element.checkVisibility({ visibilityProperty: true }))
          .filter((element) => element.closest('header, main, footer'))
          .filter((element) => {
            // Of what is swiped: beyond its own place, which is no wider than the screen.
            const item = element
              .closest('.swiped > li, .chips > li, .gallery-strip > li')
              ?.getBoundingClientRect()
            const end = item ? item.left + Math.min(item.width, innerWidth) : innerWidth
            return element.getBoundingClientRect().right > end + 0.5
          })
          .map((element) => element.outerHTML.slice(0, 120)),
        wide: document.documentElement.scrollWidth,
      }))
      const [width, times] = size
      expect(found, path).toEqual({ letter: 16 * times, beyond: [], wide: width })
    }
  }
  for (const size of sizes) {
    await enlarge(size)
    await page.reload()
    await page.getByText('Menu', { exact: true }).filter({ visible: true }).click()
    await expect(page.getByRole('link', { name: 'Our Story' }).first()).toBeVisible()
  }
})
