import type { Page } from '@playwright/test'
import type { AppContext } from '#app/.server/app-context.ts'
import { recordShipment } from '#app/.server/fulfillment/commands/record-shipment.ts'
import { productCategories } from '#app/.server/platform/db/catalog-schema.ts'
import { saveSetting } from '#app/.server/settings/commands/save-setting.ts'
import { paracordSetting } from '#app/.server/settings/paracord.ts'
import { shippingSetting } from '#app/.server/settings/shipping.ts'
import { expect, test } from '#tests/support/journey.ts'
import { heldOrder, paidOrder, pendingOrder } from '#tests/support/orders.ts'
import { insertProducts } from '#tests/support/products.ts'
import { readyToSend } from '#tests/support/weighing.ts'

test.use({ viewport: { width: 320, height: 640 } })
test.describe.configure({ timeout: 240_000 })

/** The longest label of a size that can be bought has 60 characters. */
const size = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbaugese'
const word = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'
const by = `${word.toLowerCase()}@example.com`

/** A catalog, orders and settings of nothing but long words. Gives the addresses of the orders. */
async function longWords(app: AppContext): Promise<string[]> {
  const { db } = app
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
      images: [
        { src: '/pendants/low-sun-front.jpg', alt: word, order: 0 },
        { src: `/${word}.jpg`, alt: word, order: 1 },
      ],
      attributes: [
        { name: `Gold Size: ${size}`, option: 'Weight: 14.7g, Fee: $750' },
        {
          name: 'Gold Size: Small',
          option: `Weight: 4g, Fee: $75, Payment Link: https://a.example/${word}`,
        },
        { name: word, option: word },
        { name: 'Height', option: word },
      ],
    },
  ])
  await saveSetting(
    app,
    paracordSetting,
    { enabled: true, colors: [word, `${word}2`], message: word },
    by,
  )
  await saveSetting(
    app,
    shippingSetting,
    { processingTime: word, shippingTime: word, shippingCost: word },
    by,
  )
  const [sent, held, canceled] = [
    await paidOrder(app),
    await heldOrder(app),
    await pendingOrder(app),
  ]
  await recordShipment(app, {
    ...(await readyToSend(app, sent, by)),
    tracking: `${word} https://a.example/${word}`,
  })
  const long = await pendingOrder(app, [{ productId: 'long', size, quantity: 2 }])
  return [sent, held, canceled, long].map(({ id }) => `/admin/dashboard/orders/${id}`)
}

/**
 * What reaches beyond the right edge of the screen, or of the box around it. What scrolls in itself
 * on purpose, and what is for screen readers only, is left out.
 */
const tooWide = (page: Page) =>
  page.evaluate(() => {
    for (const details of document.querySelectorAll('details')) details.open = true
    const { clientWidth, scrollWidth } = document.documentElement
    const scrolls = (element: Element) => element.closest('.overflow-x-auto, .prose table, pre')
    const shown = [...document.querySelectorAll<HTMLElement>('body *')].filter(
      (element) =>
        element.checkVisibility({ visibilityProperty: true }) && !element.closest('.sr-only, svg'),
    )
    const beyond = shown
      .filter((element) => scrolls(element) === null || scrolls(element) === element)
      .filter((element) => {
        const { overflowX, display } = getComputedStyle(element)
        const spills =
          overflowX === 'visible' &&
          display !== 'inline' &&
          element.clientWidth > 0 &&
          element.scrollWidth > element.clientWidth + 1
        return spills || element.getBoundingClientRect().right > clientWidth + 0.5
      })
      .map((element) => element.outerHTML.slice(0, 160))
    return scrollWidth > 320 ? [`the page: ${scrollWidth}`, ...beyond] : beyond
  })

test('long words typed by staff stay on the screen everywhere in the admin area [ADM-19]', async ({
  admin: page,
  shop,
}) => {
  const orders = await longWords(shop.app)
  const tabs = ['', '/products', '/orders', '/woocommerce', '/paracord', '/shipping', '/debug']
  for (const path of [...tabs.map((tab) => `/admin/dashboard${tab}`), ...orders]) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect.soft(await tooWide(page), path).toEqual([])
  }

  await page.goto('/admin/dashboard/products')
  const product = page.getByRole('listitem').filter({ hasText: word })
  await product.getByRole('button', { name: `Delete ${word}` }).click()
  await expect(product).toContainText('Confirm delete?')
  expect.soft(await tooWide(page), 'deleting').toEqual([])

  await page.goto('/admin/dashboard/gold-price')
  const perGram = page.getByLabel('Price per gram (USD)')
  await perGram.fill('9.28')
  await expect(page.getByLabel('Enter the same price again')).toBeVisible()
  await expect(page.getByRole('main')).toContainText(word)
  expect.soft(await tooWide(page), 'gold price').toEqual([])

  await page.goto('/admin/products/edit/long')
  await expect(page.getByRole('toolbar', { name: 'Formatting' })).toBeVisible()
  await page.getByLabel('Add a category').fill(word.toUpperCase())
  await page.getByLabel('Image URL').fill(`http://${word}`)
  await page.getByRole('group', { name: 'Size 2' }).getByLabel('Size', { exact: true }).fill(size)
  await page.getByRole('button', { name: 'Update Product' }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  expect.soft(await tooWide(page), 'product form').toEqual([])
  await page.getByLabel('Name', { exact: true }).fill(`${word}${word}`)
  await page.getByRole('link', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Leave and keep them' }).click()
  await expect(page).toHaveURL(/\/admin\/dashboard\/products$/)
  await page.goto('/admin/products/edit/long')
  await expect(page.getByRole('region', { name: 'Unsaved changes' })).toContainText(word)
  expect.soft(await tooWide(page), 'unsaved changes').toEqual([])
})
