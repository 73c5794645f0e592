import type { Page } from '@playwright/test'
import { invalidateCatalog } from '#app/.server/catalog/queries/cached-catalog.ts'
import { expect, test } from '#tests/support/journey.ts'
import { insertProducts } from '#tests/support/products.ts'

const search = (page: Page) => page.getByPlaceholder('Search products...')
const pieces = (page: Page) => page.getByRole('region', { name: 'Pieces' }).getByRole('article')

test('searching while typing keeps the field, the focus and the place, and can be linked [LIST-05, LIST-06]', async ({
  page,
}) => {
  await page.goto('/products')
  await expect(pieces(page)).toHaveCount(8)
  await page.evaluate(() => window.scrollTo(0, 300))
  await search(page).pressSequentially('FIR con', { delay: 30 })
  await expect(page).toHaveURL(/\/products\?q=FIR\+con$/)
  await expect(pieces(page)).toHaveCount(1)
  await expect(pieces(page)).toContainText('Fir Cone')
  await expect(search(page)).toHaveValue('FIR con')
  await expect(search(page)).toBeFocused()
  await page.reload()
  await expect(search(page)).toHaveValue('FIR con')
  await expect(pieces(page)).toHaveCount(1)
})

test('a straight quote finds a curly one, and any case and width [FOLD-01]', async ({ page }) => {
  await page.goto('/products')
  for (const input of ["sailor's", 'ＳＡＩＬＯＲ‘Ｓ']) {
    await search(page).fill(input)
    await expect(pieces(page)).toHaveCount(1)
    await expect(pieces(page)).toContainText('Harbor Knot')
    await search(page).fill('')
    await expect(pieces(page)).toHaveCount(8)
  }
})

test('after the last piece a card leads to custom work, and in no search [LIST-21]', async ({
  page,
}) => {
  await page.goto('/products')
  const region = page.getByRole('region', { name: 'Pieces' })
  await expect(region.getByRole('status')).toHaveText('8 pieces')
  const own = region
    .getByRole('listitem')
    .last()
    .getByRole('link', { name: 'Design your own piece' })
  await expect(own).toBeVisible()
  await search(page).fill('fir con')
  await expect(pieces(page)).toHaveCount(1)
  await expect(own).toHaveCount(0)
  await search(page).fill('')
  await own.click()
  await expect(page).toHaveURL('/custom-work')
})

test('a category narrows the search, and both can be taken back [LIST-07, LIST-08, LIST-17]', async ({
  page,
}) => {
  await page.goto('/products')
  const category = page.getByLabel('Category')
  await category.focus()
  await category.selectOption('Geometry')
  await expect(page).toHaveURL(/category=geometry/)
  await expect(pieces(page)).toHaveCount(2)
  await expect(category).toBeFocused()
  await search(page).fill('cone')
  await expect(page.getByRole('main')).toContainText('No products found matching your criteria.')
  await page.getByRole('link', { name: 'Show all pieces' }).click()
  await expect(pieces(page)).toHaveCount(8)
  await expect(search(page)).toHaveValue('')
  await expect(category).toHaveValue('')
})

test('the filter bar stays 4rem below the top while the page scrolls [LIST-04]', async ({
  page,
}) => {
  await page.goto('/products')
  await page.evaluate(() => window.scrollTo(0, 900))
  const top = () =>
    page.evaluate(() => document.querySelector('main search')?.getBoundingClientRect().top)
  await expect.poll(top).toBe(64)
  await expect(search(page)).toBeInViewport()
})

test('categories, search and dropdown are one quiet row [LIST-23]', async ({ page }) => {
  await page.goto('/products')
  const chips = page.getByRole('navigation', { name: 'Categories' })
  const middles = []
  for (const one of [
    chips.getByRole('link', { name: 'All' }),
    search(page),
    page.getByLabel('Category'),
  ]) {
    const { y = 0, height = 0 } = (await one.boundingBox()) ?? {}
    middles.push(Math.round(y + height / 2))
  }
  expect(new Set(middles).size).toBe(1)
  const bar = await page.locator('main search').boundingBox()
  expect(bar?.height).toBeLessThanOrEqual(56)
  await expect(search(page)).toHaveCSS('border-top-color', 'rgba(0, 0, 0, 0)')
})

test.describe('small screens', () => {
  test.use({ viewport: { width: 360, height: 740 } })
  test('the bar hides behind Filters, and stays open while it is used [LIST-10]', async ({
    page,
  }) => {
    await page.goto('/products')
    await expect(search(page)).toBeHidden()
    await page.getByText('Filters', { exact: true }).click()
    await expect(search(page)).toBeVisible()
    await search(page).fill('sun')
    await expect(pieces(page)).toHaveCount(1)
    await search(page).fill('')
    await expect(pieces(page)).toHaveCount(8)
    await expect(search(page)).toBeVisible()
  })
})

test('a loading state shows while the list is on its way [LIST-16]', async ({ page }) => {
  await page.goto('/')
  let answer = () => {}
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route(/\/products\.data/, async (route) => {
    await answered
    await route.continue()
  })
  await page.getByRole('link', { name: 'View All' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Loading' })).toBeVisible()
  answer()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Our Collection')
  await expect(page.getByRole('status').filter({ hasText: 'Loading' })).toBeHidden()
})

test('more than 24 pieces come in pages, each with its address [LIST-11]', async ({
  page,
  shop,
}) => {
  const { db } = shop.app
  if (!db) throw new Error('this shop has a database')
  await insertProducts(
    db,
    Array.from({ length: 30 }, (_, at) => ({
      id: `more-${at}`,
      attributes: [{ name: 'Gold Size: Small', option: 'Weight: 14.7g, Fee: $750' }],
    })),
  )
  invalidateCatalog(shop.app)
  await page.goto('/products')
  await expect(pieces(page)).toHaveCount(24)
  // By key: cards that come into view take their height, and a click could miss.
  await page.getByRole('link', { name: 'Next' }).press('Enter')
  await expect(page).toHaveURL(/\?page=2$/)
  await expect(pieces(page)).toHaveCount(14)
  await expect(page.getByRole('heading', { level: 1 })).toBeInViewport()
  await page.getByRole('link', { name: 'Previous' }).press('Enter')
  await expect(page).toHaveURL(/\/products$/)
  await expect(pieces(page)).toHaveCount(24)
})

test('prices of the cards follow the gold price on the open page [LIST-12, LIST-13]', async ({
  page,
  shop,
}) => {
  await page.goto('/products?q=sound+wave')
  await expect(pieces(page).first()).toContainText('$2,113.72')
  await shop.goldBecomes('100')
  await expect(pieces(page).first()).toContainText('$2,220.00')
  await expect(pieces(page).first()).toContainText('Live Pricing')
})

for (const [width, height] of [
  [320, 568],
  [360, 740],
  [768, 1024],
  [1440, 900],
] as const) {
  test(`at ${width} pixels a search ends where its results are to be seen [LIST-18]`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height })
    await page.goto('/products')
    const filters = page.getByText('Filters', { exact: true })
    if (await filters.isVisible()) await filters.click()
    /** Between the filter bar and the lower edge of the screen. */
    const isSeen = (what: ReturnType<Page['locator']>) =>
      expect
        .poll(() =>
          what.evaluate((element) => {
            const bar = document.querySelector('main search')?.getBoundingClientRect().bottom ?? 0
            const { top, bottom } = element.getBoundingClientRect()
            return top >= bar && Math.min(bottom, top + 100) <= window.innerHeight
          }),
        )
        .toBe(true)
    const none = page.getByText('No products found matching your criteria.')
    for (const from of [0, 300, 100_000]) {
      await page.evaluate((y) => window.scrollTo(0, y), from)
      await search(page).fill('fir cone')
      await expect(pieces(page)).toHaveCount(1)
      await isSeen(pieces(page).first())
      await page.evaluate((y) => window.scrollTo(0, y), from)
      await search(page).fill('nothing like this')
      await isSeen(none)
      await search(page).fill('')
      await expect(pieces(page)).toHaveCount(8)
      await page.evaluate((y) => window.scrollTo(0, y), from)
      await page.getByLabel('Category').selectOption('Geometry')
      await expect(pieces(page)).toHaveCount(2)
      await isSeen(pieces(page).first())
      await page.getByLabel('Category').selectOption('')
      await expect(pieces(page)).toHaveCount(8)
    }
  })
}

test('a card that is reached by keyboard is seen whole, below the bars [FACTS-13]', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto('/products')
  await expect(page.locator('html')).toHaveAttribute('data-hydrated')
  const cards = page.getByRole('region', { name: 'Pieces' }).getByRole('article')
  await cards.last().getByRole('link').focus()
  for (let step = 0; step < 6; step += 1) {
    await page.keyboard.press('Shift+Tab')
    const shown = await page.evaluate(() => {
      const card = document.activeElement?.closest('article')?.getBoundingClientRect()
      const bars = document.querySelector('search')?.getBoundingClientRect()
      return card && bars && { top: card.top, under: bars.bottom }
    })
    if (!shown) break
    expect(shown.top, `card ${step}`).toBeGreaterThanOrEqual(shown.under - 1)
  }
})
