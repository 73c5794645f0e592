import type { BrowserContext, Page } from '@playwright/test'
import { sendPaymentRequestLink } from '#app/.server/payments/commands/send-payment-request-link.ts'
import { orders } from '#app/.server/platform/db/schema.ts'
import { cardFields } from '#tests/support/card-fields.ts'
import { test as base, expect } from '#tests/support/journey.ts'
import type { Settings } from '#tests/support/shop-fixture.ts'
import { asStaff, madeOrder, tokenOf } from '#tests/support/staff-orders.ts'
import { openStripeServer, type StripeServer } from '#tests/support/stripe-server.ts'

/** A shop that takes cards at a stand-in of Stripe; its pages are where Stripe's would be. */
const test = base.extend<{ stripe: StripeServer; settings: Settings; stripePages: undefined }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from it.
  stripe: async ({}, use) => {
    const stripe = await openStripeServer()
    stripe.pages = 'https://checkout.stripe.test'
    await use(stripe)
    await stripe.close()
  },
  settings: async ({ stripe }, use) => use(stripe.settings()),
  stripePages: [
    async ({ stripe, shop, context }, use) => {
      stripe.webhookUrl = `${shop.url}/api/stripe/webhook`
      await leadToStandIn(context, stripe)
      await use(undefined)
    },
    { auto: true },
  ],
})

async function leadToStandIn(context: BrowserContext, stripe: StripeServer): Promise<void> {
  await context.route(`${stripe.pages}/**`, async (route) => {
    const { pathname } = new URL(route.request().url())
    const response = await fetch(stripe.url + pathname, { method: route.request().method() })
    const contentType = response.headers.get('Content-Type') ?? 'text/html'
    await route.fulfill({ status: response.status, contentType, body: await response.text() })
  })
}

const drawer = (page: Page) => page.getByRole('dialog', { name: 'Your cart' })
const checkout = (page: Page) => drawer(page).getByRole('button', { name: 'Checkout' })
const cartInStorage = (page: Page) =>
  page.evaluate(() => JSON.parse(localStorage.getItem('cart') ?? '[]') as unknown[])

async function addsToCart(page: Page, id: string) {
  await page.goto(`/product/${id}`)
  await page.getByRole('radio', { name: /Small/ }).check()
  await page.getByRole('button', { name: 'Add to Cart' }).click()
  await expect(drawer(page)).toContainText(/held/i)
}

async function opensCart(page: Page) {
  await page.getByRole('banner').getByRole('button', { name: /cart/i }).click()
  await expect(drawer(page)).toContainText(/held/i)
}

test('a card pays on Stripe’s page, and the webhook turns the confirmation [PAY-09, PAY-17, ORDER-03, ORDER-08, ORDER-13]', async ({
  page,
  shop,
  stripe,
}) => {
  const card = '4242424242424242'
  const sent: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(shop.url)) return
    sent.push(`${request.url()} ${request.postData() ?? ''}`)
  })
  await addsToCart(page, '7')
  await expect(page.locator(cardFields)).toHaveCount(0)
  await checkout(page).click()
  await expect(page).toHaveURL(/^https:\/\/checkout\.stripe\.test\/pay\/cs_test_/)
  const [session] = [...stripe.store.sessions.values()]
  await expect(page.getByRole('heading')).toHaveText(`Pay ${session?.amount_total} cents`)
  await expect(page.locator(cardFields)).toHaveCount(1)
  await page.getByLabel('Card number').fill(card)
  await page.getByRole('button', { name: 'Pay' }).click()
  await expect(page).toHaveURL(new RegExp(`^${shop.url}/order/[\\w-]{20,}$`))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Thank you')
  await expect(page.getByRole('main')).toContainText('1000 Example Street')
  await expect(page.locator(cardFields)).toHaveCount(0)
  expect(sent.join()).toContain('/api/create-checkout-session')
  expect(sent.join()).not.toContain(card)
  // The key is one of Stripe's test mode, and every screen says so [ORDER-13].
  await expect(page.getByRole('main')).toContainText(/no card (is|was) charged/i)
  await expect(page.getByRole('banner')).toContainText(
    'This is a test shop. Nothing is for sale, and cards won’t be charged.',
  )
  await expect.poll(() => cartInStorage(page)).toEqual([])
})

test('back from the payment page the cart is kept; Stripe down is said; two tabs pay once [PAY-11, PAY-14, PAY-15, PAY-20, ORDER-08]', async ({
  page,
  context,
  shop,
  stripe,
}) => {
  await addsToCart(page, '7')
  await checkout(page).click()
  await expect(page).toHaveURL(/checkout\.stripe\.test/)
  await page.getByRole('link', { name: 'Back' }).click()
  await expect(page).toHaveURL(`${shop.url}/products?checkout=cancelled`)
  // The cart opens again by itself, and says what happened.
  await expect(drawer(page)).toContainText('You weren’t charged. Your cart is just as you left it.')
  await expect(drawer(page)).toContainText(/held/i)
  expect(await cartInStorage(page)).toHaveLength(1)

  stripe.behave(500)
  await checkout(page).click()
  await expect(drawer(page)).toContainText('Failed to create checkout session')
  await expect(drawer(page)).toContainText('Nothing was charged, and your cart is saved.')
  await expect(checkout(page)).toBeEnabled()
  stripe.behave(null)
  await checkout(page).click()
  await expect(page).toHaveURL(/checkout\.stripe\.test/)

  const other = await context.newPage()
  await other.goto('/products')
  await opensCart(other)
  await checkout(other).click()
  await expect(other).toHaveURL(/checkout\.stripe\.test/)
  await page.reload()
  await expect(page.getByText('expired')).toBeVisible()
  await other.getByRole('button', { name: 'Pay' }).click()
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('Thank you')
  const rows = (await shop.app.db.orm.select({ state: orders.state }).from(orders)) ?? []
  expect(rows.map(({ state }) => state).filter((state) => state === 'paid')).toHaveLength(1)
  expect(rows.filter(({ state }) => state === 'pending')).toEqual([])
})

test('two Buy Now pages of one piece: the newer closes the older, and back leads to the piece [PAY-20, PAY-21]', async ({
  page,
  context,
  shop,
  stripe,
}) => {
  const buysNow = async (tab: Page) => {
    await tab.goto('/product/7')
    await tab.getByRole('button', { name: 'Buy Now' }).click()
    await expect(tab).toHaveURL(/checkout\.stripe\.test/)
  }
  await buysNow(page)
  const other = await context.newPage()
  await buysNow(other)
  const [older, newer] = [...stripe.store.sessions.values()]
  expect([older?.status, newer?.status]).toEqual(['expired', 'open'])

  await other.getByRole('link', { name: 'Back' }).click()
  await expect(other).toHaveURL(`${shop.url}/product/7?size=Small&checkout=cancelled`)
  await expect(other.getByRole('main')).toContainText(
    'You weren’t charged. The piece is still available.',
  )
  await expect(drawer(other)).toBeHidden()

  await buysNow(other)
  await other.getByRole('button', { name: 'Pay' }).click()
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('Thank you')
  // Paid: once the confirmation is hydrated, the same piece can be bought a second time.
  const mark = () => other.evaluate(() => localStorage.getItem('buy-now-checkout:7'))
  await expect.poll(mark).toBeNull()
  await buysNow(other)
  const rows = (await shop.app.db.orm.select({ state: orders.state }).from(orders)) ?? []
  expect(rows.map(({ state }) => state).sort()).toEqual([
    'cancelled',
    'cancelled',
    'paid',
    'pending',
  ])
})

test('two Buy Now pages of one piece pressed in the same moment: one order stays [PAY-21]', async ({
  page,
  context,
  shop,
  stripe,
}) => {
  const tabs = [page, await context.newPage(), await context.newPage()]
  let begin = () => {}
  const allPressed = new Promise<void>((resolve) => {
    begin = resolve
  })
  for (const tab of tabs) {
    await tab.goto('/product/7')
    await tab.locator('html[data-hydrated]').waitFor()
    // No response is there before every tab was pressed. They wait for each other then (inTurn).
    await tab.route('**/api/create-checkout-session', async (route) => {
      await allPressed
      await route.continue()
    })
  }
  await Promise.all(tabs.map((tab) => tab.getByRole('button', { name: 'Buy Now' }).click()))
  begin()
  await Promise.all(tabs.map((tab) => expect(tab).toHaveURL(/checkout\.stripe\.test/)))
  const pages = [...stripe.store.sessions.values()].map(({ status }) => status)
  expect(pages).toEqual(['expired', 'expired', 'open'])
  const rows = (await shop.app.db.orm.select({ state: orders.state }).from(orders)) ?? []
  expect(rows.map(({ state }) => state).sort()).toEqual(['cancelled', 'cancelled', 'pending'])
})

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with JavaScript' : 'without JavaScript', () => {
    test.use({ javaScriptEnabled })

    test('a payment link leads to the payment page at another origin, which a form’s redirect may not [SALE-16]', async ({
      page,
      shop,
    }) => {
      await shop.goldBecomes('130.00')
      const order = await madeOrder(shop.app)
      const link = { kind: 'whole', days: 7 } as const
      await sendPaymentRequestLink(shop.app, { ...(await asStaff(shop.app, order)), ...link })
      await page.goto(`/pay/${await tokenOf(shop.app, order)}`)
      await page.getByRole('button', { name: 'Pay $1,550.00' }).click()
      await expect(page).toHaveURL(/^https:\/\/checkout\.stripe\.test\/pay\/cs_test_/)
      await page.getByRole('button', { name: 'Pay', exact: true }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Thank you')
    })
  })
}
