import type { Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { productAttributes, products } from '#app/.server/platform/db/catalog-schema.ts'
import { expect, test } from '#tests/support/journey.ts'
import { changeProducts } from '#tests/support/products.ts'

const picture = (page: Page) => page.getByRole('link', { name: /View full screen/ }).locator('img')
const shows = (page: Page, view: string) =>
  expect(picture(page)).toHaveAttribute('src', `/pendants/sound-wave-${view}.jpg`)
const breakdown = (page: Page) => page.getByRole('region', { name: 'Price breakdown' })
const offers = (page: Page) =>
  page.locator('script[type="application/ld+json"]').evaluateAll((scripts) =>
    scripts
      .map((script) => JSON.parse(script.textContent))
      .filter((data) => data['@type'] === 'Product')
      .flatMap((data) => data.offers.map((offer: { price: string }) => offer.price)),
  )

test('gallery arrows go round both ends, thumbnails show their picture [PDP-04, PDP-05]', async ({
  page,
}) => {
  await page.goto('/product/5')
  await shows(page, 'front')
  await page.getByRole('button', { name: 'Previous picture' }).click()
  await shows(page, 'scale')
  await page.getByRole('button', { name: 'Next picture' }).click()
  await shows(page, 'front')
  await page.getByRole('link', { name: /^Picture 2/ }).click()
  await shows(page, 'body')
  await expect(page).toHaveURL(/\/product\/5$/)
  await page.getByRole('link', { name: /^Picture 4/ }).focus()
  await page.keyboard.press('Enter')
  await shows(page, 'edge')
})

test('another size updates price and breakdown, by keyboard too [PDP-06, PDP-07, PDP-08]', async ({
  page,
}) => {
  await page.goto('/product/5')
  await expect(page.getByRole('radio', { name: /Small/ })).toBeChecked()
  await expect(breakdown(page)).toContainText('14.7 g × $92.77 per gram')
  await expect(breakdown(page)).toContainText('$1,363.72')
  await expect(breakdown(page)).toContainText('$2,113.72')
  await page.getByRole('radio', { name: /Small/ }).focus()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('radio', { name: /Large/ })).toBeChecked()
  await expect(breakdown(page)).toContainText('28.9 g × $92.77 per gram')
  await expect(breakdown(page)).toContainText('$2,681.05')
  await expect(breakdown(page)).toContainText('$3,931.05')
  await expect(page.locator('main p.text-5xl')).toHaveText('$3,931.05')
})

test('a size’s address opens it; choosing one changes the address in place, which is copied, loaded and gone back to [SIZEURL-01, SIZEURL-06]', async ({
  page,
}) => {
  const large = page.getByRole('radio', { name: /Large/ })
  const small = page.getByRole('radio', { name: /Small/ })
  const price = page.locator('main p.text-5xl')
  await page.goto('/products')
  await page.getByRole('link', { name: 'Sound Wave' }).click()
  await expect(small).toBeChecked()
  await expect(page).toHaveURL(/\/product\/5$/)
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await large.scrollIntoViewIfNeeded()
  const scrolled = await page.evaluate(() => window.scrollY)
  await large.check()
  await expect(page).toHaveURL(/\/product\/5\?size=Large$/)
  await small.check()
  await expect(page).not.toHaveURL(/size=Large/)
  await large.check()
  await expect(page).toHaveURL(/\/product\/5\?size=Large$/)
  expect(await page.evaluate(() => window.scrollY)).toBe(scrolled)
  expect(asked.filter((url) => /\.data|\/product\//.test(url))).toEqual([])
  const copied = page.url()
  await page.getByRole('link', { name: 'Our Story' }).first().click()
  await expect(page).toHaveURL(/our-story/)
  await page.goBack()
  await expect(large).toBeChecked()
  await expect(price).toHaveText('$3,931.05')
  await page.goBack()
  await expect(page).toHaveURL(/\/products$/)
  await page.goto(copied)
  await expect(large).toBeChecked()
  await expect(price).toHaveText('$3,931.05')
  expect(await offers(page)).toEqual(['3931.05', '2113.72'])
  await page.reload()
  await expect(large).toBeChecked()
  await page.goto('/product/5?size=Huge')
  await expect(small).toBeChecked()
})

test('dimensions are those of the chosen size [PDP-15, PDP-23]', async ({ page }) => {
  await page.goto('/product/5')
  const facts = page.getByRole('region', { name: 'Specifications' })
  await expect(page.getByRole('radio', { name: /Small/ })).toBeChecked()
  await expect(facts).toContainText('19.2 mm high × 19.2 mm wide × 2.7 mm deep')
  await page.getByRole('radio', { name: /Large/ }).check()
  await expect(facts).toContainText('24 mm high × 24 mm wide × 3.4 mm deep')
})

test('price, sizes, breakdown and structured data follow the gold price on the open page, and it is announced [PDP-02, SEO-02, A11Y-04]', async ({
  page,
  shop,
}) => {
  await page.goto('/product/5')
  expect(await offers(page)).toEqual(['2113.72', '3931.05'])
  await shop.goldBecomes('100.25')
  await expect(page.locator('main p.text-5xl')).toHaveText('$2,223.68')
  await expect(page.getByRole('main')).toContainText('Gold $100.25 per gram')
  await expect(breakdown(page)).toContainText('14.7 g × $100.25 per gram')
  await expect(page.getByRole('radio', { name: /Large/ }).locator('..')).toContainText('$4,147.23')
  await expect(page.getByRole('status').filter({ hasText: 'Small: $2,223.68' })).toHaveCount(1)
  for (const size of ['Large: $4,147.23', 'Small: $2,223.68']) {
    await page
      .getByRole('radio', { name: new RegExp(size.split(':')[0] ?? '') })
      .check({ force: true })
    await expect(page.getByRole('status').filter({ hasText: size })).toHaveCount(1)
  }
  await expect.poll(() => offers(page)).toEqual(['2223.68', '4147.23'])
})

test('Buy Now leaves for the size’s own payment link, with no call [PAY-01, PAY-05]', async ({
  page,
  shop,
}) => {
  await shop.app.db.orm
    .update(productAttributes)
    .set({ option: 'Weight: 14.7g, Fee: $750, Stripe Link: https://buy.stripe.com/wave' })
    .where(eq(productAttributes.id, 'p5-attr-0'))
  await changeProducts(shop.app, {}, eq(products.id, '5'))
  const calls: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST') calls.push(request.url())
  })
  await page.route('https://buy.stripe.com/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<h1>Pay here</h1>' }),
  )
  await page.goto('/product/5')
  await expect(page.getByRole('main')).toContainText('The payment page shows the final price.')
  await page.getByRole('button', { name: 'Buy Now' }).click()
  await expect(page).toHaveURL('https://buy.stripe.com/wave')
  expect(calls).toEqual([])
})

test('a purchase that fails says so in the documented words, and the button works again [PAY-04]', async ({
  page,
}) => {
  await page.goto('/product/5')
  await page.route('**/api/create-checkout-session', (route) => route.fulfill({ status: 503 }))
  const said: string[] = []
  page.on('dialog', async (dialog) => {
    said.push(dialog.message())
    await dialog.accept()
  })
  await page.getByRole('button', { name: 'Buy Now' }).click()
  await expect
    .poll(() => said)
    .toEqual(['Sorry, there was an error processing your purchase. Please try again.'])
  await expect(page.getByRole('button', { name: 'Buy Now' })).toBeEnabled()
})

test('a description’s scripts and handlers never run [PDP-19]', async ({ page, shop }) => {
  await changeProducts(
    shop.app,
    {
      description:
        '<p id="bait" onclick="window.harmed = 1">Read <b>me</b></p><img src=x onerror="window.harmed = 2"><script>window.harmed = 3</script><a href="javascript:window.harmed = 4">link</a>',
    },
    eq(products.id, '5'),
  )
  await page.goto('/product/5')
  const details = page.getByRole('region', { name: 'Product Details' })
  await details.getByText('Read me').click()
  await details.getByText('link').click()
  expect(await page.evaluate(() => (window as { harmed?: number }).harmed)).toBeUndefined()
})

test('a spinner shows while a piece is on its way [PDP-20]', async ({ page }) => {
  await page.goto('/products')
  let answer = () => {}
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route(/\/product\/5\.data/, async (route) => {
    await answered
    await route.continue()
  })
  await page.getByRole('link', { name: 'Sound Wave' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Loading' })).toBeVisible()
  answer()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sound Wave')
  await expect(page.getByRole('status').filter({ hasText: 'Loading' })).toBeHidden()
})

test('what is not sold is not found, by address and by link [PDP-21, PDP-22]', async ({
  page,
  shop,
}) => {
  await changeProducts(shop.app, { active: false }, eq(products.id, '7'))
  const answer = await page.goto('/product/7')
  expect(answer?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Product not found')
  await page.getByRole('link', { name: 'See the collection' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Our Collection')
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })
  test('a size’s address shows that size and its price [SIZEURL-01]', async ({ page }) => {
    await page.goto('/product/5?size=Large')
    await expect(page.getByRole('radio', { name: /Large/ })).toBeChecked()
    await expect(page.locator('main p.text-5xl')).toHaveText('$3,931.05')
    await expect(breakdown(page)).toContainText('28.9 g × $92.77 per gram')
  })

  test('all sizes, their prices and the pictures can be read [PDP-06, SEO-01]', async ({
    page,
  }) => {
    await page.goto('/product/5')
    await expect(page.getByRole('main')).toContainText('$2,113.72')
    await expect(page.getByRole('main')).toContainText('$3,931.05')
    await expect(page.getByRole('main')).toContainText('To buy here, please turn on JavaScript,')
    await expect(page.getByRole('button', { name: 'Add to Cart' })).toBeHidden()
    await page.getByRole('link', { name: /^Picture 2/ }).click()
    await expect(page).toHaveURL(/\/pendants\/sound-wave-body\.jpg$/)
  })
})

for (const width of [1152, 1440, 1920]) {
  test(`at ${width} pixels the columns of a piece are about as long, and the gallery stays [PDP-31]`, async ({
    page,
    shop,
  }) => {
    const end = (selector: string) =>
      page
        .locator(selector)
        .evaluate((element) => element.getBoundingClientRect().bottom + window.scrollY)
    const apart = async (one: string, other: string) =>
      Math.abs((await end(one)) - (await end(other)))
    await page.setViewportSize({ width, height: 900 })
    for (const id of ['5', '6', '7', '8', '11']) {
      await page.goto(`/product/${id}`)
      const buying = await apart('.piece-gallery > section', '[aria-labelledby=shipping]')
      expect(buying, `${id}: gallery`).toBeLessThanOrEqual(200)
      const details = await apart('.piece-details', '.piece-price')
      expect(details, `${id}: details`).toBeLessThanOrEqual(200)
    }
    // What is bought is longer than the window where there are many sizes.
    const sizes = Array.from({ length: 12 }, (_, at) => ({
      id: `size-${at}`,
      productId: '5',
      position: 20 + at,
      name: `Gold Size: ${at} more`,
      option: `Weight: ${20 + at}g, Fee: $750`,
    }))
    await shop.app.db.orm.insert(productAttributes).values(sizes)
    await changeProducts(shop.app, {}, eq(products.id, '5'))
    await page.goto('/product/5')
    await page.evaluate(() => window.scrollTo(0, 600))
    await expect(picture(page)).toBeInViewport({ ratio: 0.9 })
  })
}
