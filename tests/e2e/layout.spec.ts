import type { Page } from '@playwright/test'
import { invalidateCatalog } from '#app/.server/catalog/queries/cached-catalog.ts'
import { productCategories } from '#app/.server/platform/db/catalog-schema.ts'
import { topics } from '#content/qa/index.ts'
import { expect, test } from '#tests/support/journey.ts'
import { paidOrder, pendingOrder } from '#tests/support/orders.ts'
import { insertProducts } from '#tests/support/products.ts'

/** The longest label of a size that can be bought has 60 characters. */
const size = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbaugese'
const word = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'

/** What reaches beyond the right edge of the screen, scrolled into view or not. */
const tooWide = (page: Page) =>
  page.evaluate(() => {
    const { clientWidth, scrollWidth } = document.documentElement
    const beyond = [...document.querySelectorAll('body *')]
      .filter((element) => element.checkVisibility({ visibilityProperty: true }))
      .filter((element) => {
        // Of what is swiped: beyond its own place, which is no wider than the screen.
        const item = element
          .closest('.swiped > li, .chips > li, .gallery-strip > li')
          ?.getBoundingClientRect()
        const end = item ? item.left + Math.min(item.width, clientWidth) : clientWidth
        return element.getBoundingClientRect().right > end + 0.5
      })
      .map((element) => element.outerHTML.slice(0, 120))
    return scrollWidth > clientWidth ? [`the page: ${scrollWidth}`, ...beyond] : beyond
  })

test.describe('320 pixels', () => {
  test.use({ viewport: { width: 320, height: 640 } })

  test('a piece of nothing but long words stays on the screen on every page [A11Y-07]', async ({
    page,
    shop,
  }) => {
    const { db } = shop.app
    if (!db) throw new Error('this shop has a database')
    await db.orm.insert(productCategories).values({ id: 'long', name: word, slug: 'long' })
    await insertProducts(db, [
      {
        id: 'long',
        name: word,
        shortDescription: `${word} ${word}`,
        description: `<h2>${word}</h2><p>${word}</p><pre>${word}</pre><table><tr><td>${word}</td></tr></table>`,
        featured: true,
        categoryIds: ['long'],
        images: [{ src: '/pendants/low-sun-front.jpg', alt: word, order: 0 }],
        attributes: [
          { name: `Gold Size: ${size}`, option: 'Weight: 14.7g, Fee: $750' },
          { name: word, option: word },
          { name: 'Height', option: word },
        ],
      },
    ])
    invalidateCatalog(shop.app)
    const order = await pendingOrder(shop.app, [{ productId: 'long', size, quantity: 2 }])
    const paths = ['/', '/products', '/products?category=long', `/gold-price?piece=long`]
    for (const path of [...paths, new URL(order.paymentUrl ?? '').pathname]) {
      await page.goto(path)
      await expect(page.getByRole('main')).toContainText(word)
      expect(await tooWide(page), path).toEqual([])
    }
    await page.goto('/product/long')
    expect(await tooWide(page)).toEqual([])
    await page.getByRole('button', { name: 'Add to Cart' }).click()
    await expect(page.getByRole('dialog')).toContainText(/held/i)
    expect(await tooWide(page)).toEqual([])
    await page.goto(new URL(order.paymentUrl ?? '').pathname)
    await page.getByRole('button', { name: 'Pay', exact: false }).first().click()
    await expect(page).toHaveURL(/\/order\//)
    await expect(page.getByRole('main')).toContainText(word)
    expect(await tooWide(page)).toEqual([])
  })
})

const written = [
  ...['/', '/product/5', '/our-story', '/custom-work', '/guarantees', '/material-guarantee'],
  ...[
    '/laser-weight-guarantee',
    '/recast-guarantee',
    '/contact',
    '/qa',
    '/gold-price?piece=7',
    '/blog/1',
  ],
  ...['/privacy-policy', '/terms-and-conditions', '/qa/wear-aging-process', '/qa/history-24k'],
]

const widths = [320, 360, 768, 1440]

test('no line is broken inside a measure, e-mail or Suite 100 at any width [A11Y-06]', async ({
  page,
}) => {
  const found = new Map(widths.map((width) => [width, 0]))
  for (const path of written) {
    await page.goto(path)
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 })
      const measures = await page.evaluate(() => {
        const whole = /\bSuite \d+|\be-mail|\bX-ray|\d-\d+ weeks|\d[\d.]* (?:g|mm)\b|\d+-inch/gi
        const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
        const lines: [text: string, lines: number][] = []
        while (walker.nextNode()) {
          const node = walker.currentNode as Text
          if (!node.parentElement?.checkVisibility()) continue
          for (const { 0: text, index } of node.data.matchAll(whole)) {
            const range = document.createRange()
            range.setStart(node, index)
            range.setEnd(node, index + text.length)
            const tops = [...range.getClientRects()].map(({ top }) => Math.round(top))
            lines.push([text, new Set(tops).size])
          }
        }
        return lines
      })
      found.set(width, (found.get(width) ?? 0) + measures.length)
      expect(
        measures.filter(([, lines]) => lines > 1),
        `${path} at ${width}`,
      ).toEqual([])
    }
  }
  for (const [width, times] of found) expect(times, `${width}`).toBeGreaterThan(50)
})

test('tables have one rule a row, as wide as the text, at any width [A11Y-08]', async ({
  page,
}) => {
  const rows = new Map(widths.map((width) => [width, 0]))
  for (const { id } of topics) {
    await page.goto(`/qa/${id}`)
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 })
      const tables = await page.locator('main table').evaluateAll((all) =>
        all.map((table) => {
          const edges = (element: Element) => {
            const { left, right } = element.getBoundingClientRect()
            return [Math.round(left), Math.round(right)]
          }
          /** Where a rule is drawn below something in the row: once, at its foot. */
          const rulesOf = (row: Element) =>
            new Set(
              [row, ...row.children]
                .filter((one) => Number.parseFloat(getComputedStyle(one).borderBottomWidth) > 0)
                .map((one) => Math.round(one.getBoundingClientRect().bottom)),
            ).size
          const body = [...table.querySelectorAll('tbody tr')]
          return {
            ruleBelow: getComputedStyle(table).borderBottomWidth,
            text: edges(table.previousElementSibling ?? table),
            rows: body.map((row) => ({ edges: edges(row), rules: rulesOf(row) })),
          }
        }),
      )
      for (const table of tables) {
        const where = `${id} at ${width}`
        expect(table.ruleBelow, where).toBe('0px')
        for (const row of table.rows) expect(row, where).toEqual({ edges: table.text, rules: 1 })
      }
      const counted = tables.reduce((sum, table) => sum + table.rows.length, 0)
      rows.set(width, (rows.get(width) ?? 0) + counted)
    }
  }
  for (const [width, counted] of rows) expect(counted, `${width}`).toBeGreaterThan(5)
})

test('on the laser page one rule closes the marks and opens the sections [GUAR-06]', async ({
  page,
}) => {
  await page.goto('/laser-weight-guarantee')
  for (const width of [360, 768, 1440]) {
    await page.setViewportSize({ width, height: 800 })
    const figures = await page.locator('#inscription ~ dl').boundingBox()
    const first = await page.locator('#why-a-laser').boundingBox()
    expect((first?.y ?? 0) + 1).toBeCloseTo((figures?.y ?? 0) + (figures?.height ?? 0), 0)
  }
})

test('at no narrow width is a time broken, nor the first badge [A11Y-06, PDP-12]', async ({
  page,
  shop,
}) => {
  test.setTimeout(300_000)
  const order = await paidOrder(shop.app)
  let times = 0
  for (const path of ['/', '/product/7', '/gold-price?piece=7', `/order/${order.token}`]) {
    await page.goto(path)
    for (let width = 320; width <= 480; width += 4) {
      await page.setViewportSize({ width, height: 800 })
      const broken = await page.evaluate(() => {
        const walker = document.createTreeWalker(document.querySelector('main') ?? document.body, 4)
        const found: [text: string, lines: number][] = []
        while (walker.nextNode()) {
          const node = walker.currentNode as Text
          if (!node.parentElement?.checkVisibility()) continue
          for (const { 0: text, index } of node.data.matchAll(
            /\d+(:\d\d)? [AP]M( P[DS]T| UTC)?|99.99% Pure Gold/g,
          )) {
            const range = document.createRange()
            range.setStart(node, index)
            range.setEnd(node, index + text.length)
            const tops = [...range.getClientRects()].map(({ top }) => Math.round(top))
            found.push([text, new Set(tops).size])
          }
        }
        return found
      })
      times += broken.length
      expect(
        broken.filter(([, lines]) => lines > 1),
        `${path} at ${width}`,
      ).toEqual([])
    }
  }
  expect(times).toBeGreaterThan(100)
})

test('the words of the mail button stand as far apart as in a sentence [A11Y-06]', async ({
  page,
}) => {
  await page.goto('/contact')
  const button = page.getByRole('button', { name: 'Open in email app' })
  const { gaps, space } = await button.evaluate((element) => {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
    const range = document.createRange()
    const words: DOMRect[] = []
    while (walker.nextNode()) {
      const node = walker.currentNode as Text
      for (const { 0: word, index } of node.data.matchAll(/\S+/g)) {
        range.setStart(node, index)
        range.setEnd(node, index + word.length)
        words.push(range.getBoundingClientRect())
      }
    }
    const pen = document.createElement('canvas').getContext('2d')
    if (!pen) throw new Error('nothing to measure')
    pen.font = getComputedStyle(element).font
    return {
      gaps: words.slice(1).map(({ left }, at) => left - (words[at]?.right ?? Number.NaN)),
      space: pen.measureText(' ').width,
    }
  })
  expect(gaps).toHaveLength(3)
  for (const apart of gaps) {
    expect(apart).toBeGreaterThan(0)
    expect(apart).toBeLessThan(2 * space)
  }
})

test('at 768 pixels no heading has three lines [FACTS-14]', async ({ page }) => {
  await page.setViewportSize({ width: 768, height: 900 })
  for (const path of ['/', '/our-story', '/laser-weight-guarantee', '/recast-guarantee']) {
    await page.goto(path)
    const long = await page.evaluate(() =>
      [...document.querySelectorAll('main :is(h1, h2, h3)')]
        .filter((heading) => {
          const range = document.createRange()
          range.selectNodeContents(heading)
          const ends = [...range.getClientRects()].map(({ bottom }) => Math.round(bottom / 8))
          return new Set(ends).size > 2
        })
        .map((heading) => heading.textContent),
    )
    expect(long, path).toEqual([])
  }
})

test('at 1920 pixels pages use the width, aligned with the bar, and lines of text are no longer [FACTS-15]', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1920, height: 1000 })
  const sides = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element) => {
        const { left, width } = element.getBoundingClientRect()
        const { paddingLeft } = getComputedStyle(element)
        return [Math.round(left + Number.parseFloat(paddingLeft)), Math.round(width)]
      })
  for (const [path, selector] of [
    ['/', '.hero'],
    ['/', '.page-band'],
    ['/products', '#pieces'],
    ['/our-story', 'footer > div'],
    ['/our-story', 'main .page-band'],
    ['/product/sound-wave', 'main article'],
    ['/blog', 'main ul.journal-cards'],
    ['/qa/fincen-reporting', 'main .frame'],
  ] as const) {
    await page.goto(path)
    expect(await sides(selector), path).toEqual([272, 1440])
    expect((await sides('header a'))[0], path).toBe(272)
  }
  for (const path of ['/qa/fincen-reporting', '/blog/1', '/our-story', '/terms-and-conditions']) {
    await page.goto(path)
    const [, wide = 0] = await sides('.prose > p')
    await page.setViewportSize({ width: 1440, height: 1000 })
    const [, narrow = 0] = await sides('.prose > p')
    await page.setViewportSize({ width: 1920, height: 1000 })
    expect(wide, path).toBeLessThanOrEqual(Math.max(narrow, 672))
    expect(await tooWide(page), path).toEqual([])
  }
})
