import type { Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { correctEngraving } from '#app/.server/fulfillment/commands/correct-engraving.ts'
import { applyPaymentEvent } from '#app/.server/payments/commands/apply-payment-event.ts'
import { products } from '#app/.server/platform/db/catalog-schema.ts'
import { orders } from '#app/.server/platform/db/schema.ts'
import { expect, test } from '#tests/support/journey.ts'
import { payment, seenByStaff } from '#tests/support/orders.ts'
import { changeProducts } from '#tests/support/products.ts'
import { sendsAnyTotal } from '#tests/support/returns.ts'

const drawer = (page: Page) => page.getByRole('dialog', { name: 'Your cart' })

async function addsToCart(page: Page, id: string, size: 'Small' | 'Large') {
  await page.goto(`/product/${id}`)
  await page.getByRole('radio', { name: new RegExp(size) }).check()
  await page.getByRole('button', { name: 'Add to Cart' }).click()
  await expect(drawer(page)).toBeVisible()
  await expect(drawer(page)).toContainText(/held/i)
}

async function checksOut(page: Page) {
  await drawer(page).getByRole('button', { name: 'Checkout' }).click()
}

const shownTotal = async (page: Page) => (await page.getByTestId('cart-total').textContent()) ?? ''

const cartInStorage = (page: Page) =>
  page.evaluate(() => JSON.parse(localStorage.getItem('cart') ?? '[]') as { quantity: number }[])

/** The page has read the cart, done all that it does once it is hydrated, and left the cart alone. */
async function keepsCart(page: Page) {
  await expect(page.locator('html')).toHaveAttribute('data-hydrated')
  await expect(page.getByRole('button', { name: 'Cart, 1 piece' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Cart, 1 piece' })).toBeVisible()
  expect(await cartInStorage(page)).toHaveLength(1)
}

test('from the home page to a paid order [ORDER-01, ORDER-03, ORDER-08, ORDER-09, PAY-09]', async ({
  page,
}) => {
  await page.goto('/')
  await page.getByRole('link', { name: 'View All' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Our Collection')
  await page.locator('a[href="/product/7"]').first().click()
  await expect(page.getByRole('button', { name: 'Buy Now' })).toBeEnabled()

  await page.getByRole('radio', { name: /Small/ }).check()
  await page.getByRole('button', { name: 'Add to Cart' }).click()
  await expect(drawer(page)).toContainText(/held/i)
  const total = await shownTotal(page)
  expect(total).toMatch(/^\$\d,\d{3}\.\d{2}$/)

  const asked = page.waitForRequest('**/api/create-checkout-session')
  await checksOut(page)
  const body = (await asked).postData() ?? ''
  expect(body).toMatch(/^\{"amount":\d+\.\d{2},"quote":"[\w.-]+"\}$/)
  expect(
    `$${Number(JSON.parse(body).amount).toLocaleString('en-US', { minimumFractionDigits: 2 })}`,
  ).toBe(total)

  await expect(page).toHaveURL(/\/test-payment\/[\w-]{20,}$/)
  await expect(page.getByRole('main')).toContainText(/no card is charged/i)
  await expect(page.getByRole('main')).toContainText(total)
  expect(await cartInStorage(page)).toHaveLength(1)

  await page.getByRole('button', { name: 'Pay' }).click()
  await expect(page).toHaveURL(/\/order\/[\w-]{20,}$/)
  await expect(page.getByRole('main')).toContainText(total)
  await expect(page.getByRole('main')).toContainText(/FN-\w{4}-\w{4}/)
  await expect(page.getByRole('main')).toContainText(/no card (is|was) charged/i)
  await expect.poll(() => cartInStorage(page)).toEqual([])
})

test('a declined card charges nothing, keeps the cart, and can be tried again [ORDER-08, ORDER-09]', async ({
  page,
}) => {
  await addsToCart(page, '7', 'Small')
  await checksOut(page)
  await page.getByRole('button', { name: 'Decline' }).click()
  // The answer's own words: the page says “declined” before it is asked, too.
  await expect(page.getByRole('alert')).toContainText('The test card was declined.')
  await expect.poll(() => cartInStorage(page)).toHaveLength(1)
  await page.getByRole('button', { name: 'Pay' }).click()
  await expect(page).toHaveURL(/\/order\//)
  await expect.poll(() => cartInStorage(page)).toEqual([])
})

test('a canceled payment returns to the shop with the cart kept [ORDER-08, ORDER-09, PAY-20]', async ({
  page,
}) => {
  await addsToCart(page, '7', 'Small')
  await checksOut(page)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page).toHaveURL(/\/products\?checkout=cancelled$/)
  await expect(page.getByRole('main')).toContainText('You weren’t charged.')
  // The cart opens again by itself.
  await expect(drawer(page)).toContainText('You weren’t charged. Your cart is just as you left it.')
  expect(await cartInStorage(page)).toHaveLength(1)
  // The quote was used up by the canceled order; the next checkout gets one of its own.
  await expect(drawer(page)).toContainText(/held/i)
  await checksOut(page)
  await expect(page).toHaveURL(/test-payment/)
})

test('a price that rose after ten minutes asks again before anything is ordered [QUOTE-04]', async ({
  page,
  shop,
}) => {
  await addsToCart(page, '7', 'Small')
  const before = await shownTotal(page)
  await shop.goldBecomes('94.63')
  shop.clock.advance({ minutes: 11 })
  await checksOut(page)
  await expect(drawer(page)).toContainText('The gold price has moved')
  await expect(page.getByTestId('cart-total')).not.toHaveText(before)
  const after = await shownTotal(page)
  await checksOut(page)
  await expect(page.getByRole('main')).toContainText(after)
})

test('within the ten minutes a risen price is not charged, a fallen one is [QUOTE-04]', async ({
  page,
  shop,
}) => {
  await addsToCart(page, '7', 'Small')
  const quoted = await shownTotal(page)
  await shop.goldBecomes('95')
  await checksOut(page)
  await expect(page).toHaveURL(/test-payment/)
  await expect(page.getByRole('main')).toContainText(quoted)

  await page.goto('/product/8')
  await page.getByRole('button', { name: 'Add to Cart' }).click()
  await expect(drawer(page)).toContainText(/held/i)
  const higher = await shownTotal(page)
  await shop.goldBecomes('90')
  await checksOut(page)
  await expect(page).toHaveURL(/test-payment/)
  await expect(page.getByRole('main')).not.toContainText(higher)
})

test('Buy Now sells the one piece and leaves the cart alone [PAY-01, PDP-10]', async ({ page }) => {
  await addsToCart(page, '8', 'Large')
  await page.goto('/product/7')
  await page.getByRole('radio', { name: /Small/ }).check()
  await page.getByRole('button', { name: 'Buy Now' }).click()
  await expect(page).toHaveURL(/test-payment/)
  await page.getByRole('button', { name: 'Pay' }).click()
  await expect(page).toHaveURL(/\/order\//)
  await expect(page.getByRole('main')).toContainText(/FN-\w{4}-\w{4}/)
  await keepsCart(page)
})

test('a canceled Buy Now leads back to its piece, and opens no cart [PAY-20, SIZEURL-08]', async ({
  page,
}) => {
  await addsToCart(page, '8', 'Large')
  await page.goto('/product/7?size=Large')
  await page.getByRole('button', { name: 'Buy Now' }).click()
  await expect(page).toHaveURL(/test-payment/)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page).toHaveURL(/\/product\/7\?size=Large&checkout=cancelled$/)
  await expect(page.getByRole('radio', { name: /Large/ })).toBeChecked()
  await expect(page.getByRole('main')).toContainText(
    'You weren’t charged. The piece is still available.',
  )
  await expect(drawer(page)).toBeHidden()
  await page.goto('/product/7')
  await expect(page.getByRole('main')).not.toContainText('You weren’t charged')
})

test('an old confirmation page does not empty a new cart [ORDER-08]', async ({ page }) => {
  await addsToCart(page, '7', 'Small')
  await checksOut(page)
  await page.getByRole('button', { name: 'Pay' }).click()
  await expect(page).toHaveURL(/\/order\//)
  await expect.poll(() => cartInStorage(page)).toEqual([])
  const confirmation = page.url()
  await addsToCart(page, '9', 'Small')
  await page.goto(confirmation)
  await expect(page.getByRole('main')).toContainText(/FN-/)
  await keepsCart(page)
})

test('a cart that was paid is empty on every page, and a piece added since stays [CART-17]', async ({
  page,
  shop,
}) => {
  await addsToCart(page, '7', 'Small')
  await checksOut(page)
  await expect(page).toHaveURL(/test-payment/)
  // Not paid yet: it stays.
  await page.goto('/')
  await keepsCart(page)
  // The payment page is closed before it leads to the confirmation.
  const [order] = (await shop.app.db.orm.select().from(orders)) ?? []
  if (!order) throw new Error('nothing was ordered')
  await applyPaymentEvent(shop.app, payment(order))
  await page.goto('/product/9')
  await expect.poll(() => cartInStorage(page)).toEqual([])
  await addsToCart(page, '9', 'Small')
  await page.goto('/')
  await keepsCart(page)
})

test('an engraved piece leaves the cart also after staff corrected its engraving [CART-18]', async ({
  page,
  shop,
}) => {
  await sendsAnyTotal(shop.app)
  const of = eq(products.id, '7')
  await changeProducts(shop.app, { engravingFeeCents: 6000, engravingMax: 20 }, of)
  await page.goto('/product/7')
  await expect(page.locator('html')).toHaveAttribute('data-hydrated')
  await page.getByRole('textbox', { name: /^Engraving/ }).fill('For Ada')
  await page.getByRole('button', { name: 'Add to Cart' }).first().click()
  await expect(drawer(page)).toContainText(/held/i)
  await checksOut(page)
  await expect(page).toHaveURL(/test-payment/)
  const [order] = (await shop.app.db.orm.select().from(orders)) ?? []
  if (!order) throw new Error('nothing was ordered')
  await applyPaymentEvent(shop.app, payment(order))
  await correctEngraving(shop.app, {
    ...(await seenByStaff(shop.app, order)),
    ...{ line: 0, engraving: 'For Adah' },
  })
  await page.goto('/product/9')
  await expect.poll(() => cartInStorage(page)).toEqual([])
})

test('a confirmation still waiting says so, and turns when the payment comes [ORDER-03]', async ({
  page,
  context,
  shop,
}) => {
  await addsToCart(page, '7', 'Small')
  await checksOut(page)
  await expect(page).toHaveURL(/test-payment/)
  const [order] = (await shop.app.db.orm.select({ token: orders.token }).from(orders)) ?? []
  const confirmation = await context.newPage()
  await confirmation.goto(`/order/${order?.token}`)
  await expect(confirmation.getByRole('main')).toContainText(/being confirmed/i)
  expect(await cartInStorage(confirmation)).toHaveLength(1)
  await page.getByRole('button', { name: 'Pay' }).click()
  await expect(page).toHaveURL(/\/order\//)
  await expect(confirmation.getByRole('main')).not.toContainText(/being confirmed/i)
  await expect.poll(() => cartInStorage(confirmation)).toEqual([])
})

test('an order is reached by its token alone [ORDER-04]', async ({ page, shop }) => {
  await addsToCart(page, '7', 'Small')
  await checksOut(page)
  await expect(page).toHaveURL(/test-payment/)
  const [order] = (await shop.app.db.orm.select().from(orders)) ?? []
  for (const guess of [order?.number, order?.id, '1', `${order?.token}x`]) {
    expect((await page.request.get(`/order/${guess}`)).status()).toBe(404)
  }
  const found = await page.request.get(`/order/${order?.token}`)
  expect(found.status()).toBe(200)
  expect(found.headers()['cache-control']).toContain('no-store')
})
