import { eq } from 'drizzle-orm'
import { products } from '#app/.server/platform/db/catalog-schema.ts'
import { expect, test } from '#tests/support/journey.ts'
import { changeProducts } from '#tests/support/products.ts'

test.use({ reducedMotion: 'no-preference' })

test('the hero’s words appear half a second after load; its picture and price are there from the first [HOME-01]', async ({
  page,
}) => {
  await page.goto('/')
  const words = page.locator('.hero-arrives')
  await expect(words.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(words).toHaveCSS('opacity', '1')
  /** How much of the words and of the picture is to be seen at a moment after load. */
  const seenAt = (milliseconds: number) =>
    page.evaluate((at) => {
      for (const animation of document.getAnimations()) {
        if (!(animation.effect as KeyframeEffect).target?.closest('.hero')) continue
        animation.pause()
        animation.currentTime = at
      }
      const opacity = (selector: string) => {
        let seen = 1
        for (let one = document.querySelector(selector); one; one = one.parentElement) {
          seen *= Number(getComputedStyle(one).opacity)
        }
        return seen
      }
      return {
        words: opacity('.hero h1'),
        action: opacity('.hero .button-gold'),
        picture: opacity('.hero img'),
        price: opacity('.hero figcaption'),
      }
    }, milliseconds)
  for (const before of [0, 490]) {
    const seen = await seenAt(before)
    expect(seen).toMatchObject({ words: 0, action: 0, price: 1 })
    expect(seen.picture).toBeGreaterThan(0)
  }
  expect((await seenAt(700)).words).toBeGreaterThan(0)
  expect(await seenAt(3000)).toEqual({ words: 1, action: 1, picture: 1, price: 1 })
})

test.describe('with reduced motion', () => {
  test.use({ reducedMotion: 'reduce' })
  test('the hero stands there from the start [HOME-01, A11Y-03]', async ({ page }) => {
    await page.goto('/')
    const hero = page.locator('.hero-arrives')
    expect(await hero.evaluate((element) => getComputedStyle(element).opacity)).toBe('1')
    expect(await hero.evaluate((element) => element.getAnimations().length)).toBe(0)
  })
})

test('three cards, at most three featured pieces, and the way to each of them [HOME-02, HOME-04, HOME-05, HOME-06]', async ({
  page,
}) => {
  await page.goto('/')
  const cards = page.locator('.value-cards > li')
  await expect(cards).toHaveCount(3)
  await expect(cards.nth(0)).toContainText('24k pure gold')
  await expect(cards.nth(1)).toContainText('American made')
  await expect(cards.nth(2)).toContainText('$92.77')

  const featured = page.getByRole('region', { name: 'Featured Collection' })
  const pieces = featured.getByRole('article')
  const count = await pieces.count()
  expect(count).toBeGreaterThan(0)
  expect(count).toBeLessThanOrEqual(3)
  await expect(featured.getByRole('link', { name: 'View All' })).toHaveAttribute(
    'href',
    '/products',
  )
  const first = pieces.first()
  const href = await first.getByRole('link').getAttribute('href')
  // Anywhere on the card leads there.
  await first.click({ position: { x: 20, y: 20 } })
  await expect(page).toHaveURL(href ?? 'none')
  expect(href).toMatch(/^\/product\/\w+$/)
})

test('only active and featured pieces are featured; else the page shows the newest or says there are none [HOME-03, HOME-07, HOME-08]', async ({
  page,
  shop,
}) => {
  const featured = page.getByRole('region', { name: 'Featured Collection' })

  await changeProducts(shop.app, { featured: false })
  await changeProducts(shop.app, { featured: true }, eq(products.id, '9'))
  await page.goto('/')
  await expect(featured.getByRole('article')).toHaveCount(1)
  await expect(featured.getByRole('link').nth(1)).toHaveAttribute('href', '/product/9')

  await changeProducts(shop.app, { active: false }, eq(products.id, '9'))
  await page.goto('/')
  const newest = page.getByRole('region', { name: 'Newest pieces' })
  await expect(newest.getByRole('article')).toHaveCount(3)
  await changeProducts(shop.app, { active: false })
  await page.goto('/')
  await expect(featured).toContainText('No products found. Please try again later.')
})

test('prices on the page follow the gold price, and the sum agrees [GOLD-03, LIVE-01]', async ({
  page,
  shop,
}) => {
  await page.goto('/')
  await shop.goldBecomes('100')
  const note = page.locator('.assay')
  await expect(note).toContainText('$100.00')
  const [weight, , gold, fee, price] = (await note.locator('dd').allInnerTexts()).map((text) =>
    Number(text.replace(/[^\d.]/g, '')),
  )
  expect(gold).toBeCloseTo((weight ?? 0) * 100, 2)
  expect(price).toBeCloseTo((gold ?? 0) + (fee ?? 0), 2)
})

test('nothing jumps while the page arrives', async ({ page }) => {
  // From the first paint until the last picture and the last movement are there.
  await page.addInitScript(() => {
    const shifts: number[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        shifts.push((entry as unknown as { value: number }).value)
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await page.goto('/')
  await expect(page.locator('.hero-arrives')).toHaveCSS('opacity', '1')
  await expect
    .poll(() =>
      page.evaluate(() =>
        [...document.images].every((one) => one.complete || one.loading === 'lazy'),
      ),
    )
    .toBe(true)
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))))
  const shifts = await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts)
  expect(shifts.reduce((sum, shift) => sum + shift, 0)).toBeLessThan(0.01)
})

for (const width of [768, 1440, 1920]) {
  test(`at ${width} pixels two scenes are as wide as the window [HOME-14]`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 })
    await page.goto('/')
    const main = page.getByRole('main')
    const edges = await main.getByRole('heading', { name: 'Three guarantees' }).boundingBox()
    const from = edges?.x ?? 0
    for (const name of ['How we price a piece', 'Sizes by weight']) {
      const scene = main.locator('section').filter({ has: page.getByRole('heading', { name }) })
      expect(await scene.boundingBox()).toMatchObject({ x: 0, width })
      const image = await scene.locator('img').boundingBox()
      expect(image?.width).toBeGreaterThan((width - 2 * from) * 0.45)
    }
    const price = await page.locator('.assay').boundingBox()
    expect((price?.x ?? 0) + (price?.width ?? 0)).toBeCloseTo(width - from, 0)
    const sizes = await main.getByRole('heading', { name: 'Sizes by weight' }).boundingBox()
    expect(sizes?.x).toBeCloseTo(from, 0)
  })
}
