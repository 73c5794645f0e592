import type { Locator, Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { products } from '#app/.server/platform/db/catalog-schema.ts'
import { expect, test } from '#tests/support/journey.ts'
import { changeProducts } from '#tests/support/products.ts'

/** What two moves of a thumb reach. */
test.use({ viewport: { width: 390, height: 844 } })

const pictures = (page: Page) => page.getByRole('region', { name: /^Pictures of/ })
const top = async (one: Locator) => (await one.boundingBox())?.y ?? Number.POSITIVE_INFINITY
const tall = (page: Page) => page.evaluate(() => document.documentElement.scrollHeight)

test('price and Buy Now are near the top of a piece’s page, which is short [PDP-25, PDP-26]', async ({
  page,
  shop,
}) => {
  // One of them is engraved, which is one more thing to choose above the buttons.
  const engraved = { engravingFeeCents: 6000, engravingMax: 20 }
  await changeProducts(shop.app, engraved, eq(products.id, '7'))
  for (const id of ['5', '6', '7', '8']) {
    await page.goto(`/product/${id}`)
    expect(await top(page.locator('main p.text-5xl')), id).toBeLessThanOrEqual(640)
    expect(await top(page.getByRole('button', { name: 'Buy Now' })), id).toBeLessThanOrEqual(900)
    const related = page.getByRole('region', { name: 'You may also like' })
    await related.scrollIntoViewIfNeeded()
    const [first, second] = await related.getByRole('article').all()
    if (!first || !second) throw new Error('there is no row')
    expect(await top(first)).toBe(await top(second))
    await expect(first).toBeInViewport({ ratio: 1 })
    await expect(second).toBeInViewport()
    expect(await tall(page), id).toBeLessThanOrEqual(5500)
  }
  await page.goto('/product/7')
  const words = page.getByRole('textbox', { name: 'Engraving (optional) · $60.00' })
  await expect(words).toHaveAccessibleDescription(/20 characters left/)
  const hint = page.getByText('basic punctuation')
  await expect(hint).toBeHidden()
  await words.focus()
  await expect(hint).toBeVisible()
  // A button that is pressed from within the field stays where it is.
  const buy = page.getByRole('button', { name: 'Buy Now' })
  const place = await top(buy)
  await words.blur()
  expect(await top(buy)).toBe(place)
  await words.fill('For Ada')
  await expect(page.locator('main p.text-5xl + p')).toContainText(' + engraving $60.00')
  await page.goto('/product/8')
  await page.getByRole('radio', { name: /Large/ }).check()
  await expect(page.locator('main p.text-5xl + p')).toHaveText(
    /^Gold \$\d,\d{3}\.\d\d \+ flat fee \$[\d,]+\.\d\d$/,
  )
})

test('the home page is short, and its featured pieces are in a row [HOME-11]', async ({ page }) => {
  await page.goto('/')
  const main = page.getByRole('main')
  const featured = page.getByRole('region', { name: 'Featured Collection' })
  await featured.scrollIntoViewIfNeeded()
  const [first, second] = await featured.getByRole('article').all()
  if (!first || !second) throw new Error('there is no row')
  expect(await top(first)).toBe(await top(second))
  await expect(first).toBeInViewport({ ratio: 1 })
  await expect(second).toBeInViewport()
  expect((await first.boundingBox())?.width).toBeGreaterThan(270)
  const guarantees = main.locator('section').filter({ hasText: 'Three guarantees' })
  expect((await guarantees.boundingBox())?.height).toBeLessThanOrEqual(700)
  for (const few of ['Tested and documented.', 'Weight, purity, and stamp.']) {
    await expect(guarantees.getByText(few)).toBeVisible()
  }
  const words = (await main.allInnerTexts()).join(' ').match(/\S*[\p{L}\d]\S*/gu) ?? []
  expect(words.length).toBeGreaterThan(150)
  expect(words.length).toBeLessThanOrEqual(250)
  expect(await tall(page)).toBeLessThanOrEqual(5600)
})

test('Our Story alternates words with pictures that few other pages show [STORY-06]', async ({
  page,
  request,
}) => {
  await page.goto('/our-story')
  const boxes = await page.locator('main img').evaluateAll((images) =>
    images.map((image) => {
      const { top, bottom } = image.getBoundingClientRect()
      return { src: image.getAttribute('src') ?? '', top, bottom }
    }),
  )
  expect(boxes.length).toBeGreaterThanOrEqual(5)
  for (const [at, { top }] of boxes.entries()) {
    expect(top - (boxes[at - 1]?.bottom ?? 0)).toBeLessThanOrEqual(1200)
  }
  // The pages of all pieces are one kind.
  const pieces = ['5', '6', '7', '8', '9', '10', '11', '12'].map((id) => `/product/${id}`)
  const others = ['/', '/products', '/custom-work', '/guarantees', '/contact', '/blog']
  const three = ['/material-guarantee', '/laser-weight-guarantee', '/recast-guarantee']
  const kinds = [pieces, ...[...others, ...three].map((path) => [path])]
  const shown = await Promise.all(
    kinds.map(async (paths) => {
      const pages = paths.map(async (path) => (await request.get(path)).text())
      return (await Promise.all(pages)).join('')
    }),
  )
  for (const { src } of boxes) {
    const kindsWithIt = shown.filter((html) => html.includes(`src="${src}"`))
    expect(kindsWithIt.length, src).toBeLessThanOrEqual(1)
  }
})

test('the collection’s first piece is near the top, under categories that are swiped [LIST-23]', async ({
  page,
}) => {
  await page.goto('/products')
  const pieces = page.getByRole('region', { name: 'Pieces' })
  expect(await top(pieces.getByRole('article').first())).toBeLessThanOrEqual(430)
  const chips = page.getByRole('navigation', { name: 'Categories' })
  await expect(chips.getByRole('link', { name: 'All' })).toHaveAttribute('aria-current', 'true')
  await chips.getByRole('link', { name: 'Geometry' }).click()
  await expect(page).toHaveURL('/products?category=geometry')
  await expect(pieces.getByRole('article')).toHaveCount(2)
  await expect(chips.getByRole('link', { name: 'Geometry' })).toHaveAttribute(
    'aria-current',
    'true',
  )
})

test('Contact has one button, which sends from the page, and a picture where there is room [CONTACT-10]', async ({
  page,
}) => {
  await page.goto('/contact')
  const form = page.getByRole('form', { name: 'Write to us' })
  await expect(form.locator('.button')).toHaveText(['Send message'])
  for (const name of ['Open in email app', 'Copy the message']) {
    await expect(form.getByRole('button', { name })).toBeVisible()
  }
  await expect(page.locator('main img').first()).toBeHidden()
  expect(await top(page.getByRole('region', { name: 'Where to find us' }))).toBeLessThan(420)
  await page.setViewportSize({ width: 620, height: 844 })
  await expect(page.locator('main img').first()).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(page.getByRole('main')).toContainText('Pacific Time')
})

test.describe('by touch', () => {
  test.use({ hasTouch: true })
  test('pictures are swiped, and turned by arrows [PDP-27]', async ({ page }) => {
    await page.goto('/product/5')
    const large = pictures(page).getByRole('link', { name: /View full screen/ })
    const shows = async (view: string) => {
      await expect(large.locator('img')).toHaveAttribute('src', `/pendants/sound-wave-${view}.jpg`)
      await expect(large).toBeInViewport({ ratio: 0.9 })
    }
    await shows('front')
    const fingers = await page.context().newCDPSession(page)
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x?: number) =>
      fingers.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: x === undefined ? [] : [{ x, y: 300 }],
      })
    await touch('touchStart', 320)
    for (let x = 310; x >= 60; x -= 25) await touch('touchMove', x)
    await touch('touchEnd')
    await shows('body')
    await expect(pictures(page).getByRole('status')).toContainText('Picture 2 of 5')
    // It has come to rest.
    await expect
      .poll(() =>
        pictures(page)
          .getByRole('list')
          .first()
          .evaluate(({ scrollLeft, clientWidth }) => scrollLeft - clientWidth),
      )
      .toBe(0)
    await pictures(page).getByRole('button', { name: 'Next picture' }).click()
    await shows('three-quarter')
    // Turned on its side, the screen still shows it.
    await page.setViewportSize({ width: 844, height: 390 })
    await expect(large.locator('img')).toBeVisible()
    await page.setViewportSize({ width: 390, height: 844 })
    await shows('three-quarter')
  })
})

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with scripts' : 'without scripts', () => {
    test.use({ javaScriptEnabled })
    test('what is folded opens by its heading, and is open on a wide screen [PDP-28]', async ({
      page,
    }) => {
      await page.goto('/product/5')
      for (const [name, inside] of [
        ['How our pieces are made', 'Next, we carve or print it in wax.'],
        ['What comes in the box', 'A signed certificate'],
      ] as const) {
        const part = page.getByRole('region', { name })
        const words = part.getByText(inside, { exact: true })
        await expect(words).toBeHidden()
        await part.getByRole('heading', { name, level: 2 }).click()
        await expect(words).toBeVisible()
        await part.getByRole('heading', { name, level: 2 }).click()
        await expect(words).toBeHidden()
        await page.setViewportSize({ width: 1024, height: 800 })
        await expect(words).toBeVisible()
        await expect(part.getByRole('heading', { level: 2 })).toHaveCount(1)
        await page.setViewportSize({ width: 390, height: 844 })
      }
      if (javaScriptEnabled) return
      const strip = pictures(page).getByRole('list').first()
      await strip.scrollIntoViewIfNeeded()
      await strip.evaluate((element) => element.scrollTo({ left: element.clientWidth }))
      await expect(strip.locator('img').nth(1)).toBeInViewport({ ratio: 0.9 })
    })
  })
}
