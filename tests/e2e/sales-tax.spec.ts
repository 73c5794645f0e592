import type { Page } from '@playwright/test'
import { bankDiscountSetting } from '#app/.server/settings/bank-discount.ts'
import { saveSetting } from '#app/.server/settings/commands/save-setting.ts'
import { cents, formatCents } from '#app/domain/money/cents.ts'
import type { BankDiscount } from '#app/domain/pricing/bank-discount.ts'
import { brokenRules, sizeFaults } from '#tests/support/accessibility.ts'
import { test as base, expect } from '#tests/support/journey.ts'
import { expectLooksRight } from '#tests/support/looks-right.ts'
import type { Settings } from '#tests/support/shop-fixture.ts'
import { openStripeServer, type StripeServer } from '#tests/support/stripe-server.ts'
import { wire } from '#tests/support/wire-events.ts'

// Long journeys; the time for opening the shop and signing in counts as well.
base.slow()

const drawer = (page: Page) => page.getByRole('dialog', { name: 'Your cart' })
const note = 'Sales tax is calculated at checkout from your address.'

async function switchesOn(page: Page) {
  await page.goto('/admin/dashboard/sales-tax')
  await page.getByLabel('Add sales tax on the payment page').check()
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Choose the states where you’re registered.')).toBeVisible()
  expect(await brokenRules(page)).toEqual([])
  await page.getByLabel('Washington', { exact: true }).check()
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Changes saved successfully')).toBeVisible()
}

async function addsToCart(page: Page) {
  await page.goto('/product/7')
  await page.getByRole('radio', { name: /Small/ }).check()
  await page.getByRole('button', { name: 'Add to Cart' }).click()
  await expect(drawer(page)).toContainText(/held/i)
}

base(
  'a test payment with sales tax: cart, total before Pay, order page, report [TAX-01, TAX-05, TAX-06, TAX-07]',
  async ({ admin: page, shop }) => {
    await shop.goldBecomes('130')
    await addsToCart(page)
    await expect(drawer(page)).not.toContainText(/tax/i)
    await switchesOn(page)
    await addsToCart(page)
    await expect(drawer(page)).toContainText(note)
    expect(await brokenRules(page)).toEqual([])
    await drawer(page).getByRole('button', { name: 'Checkout' }).click()
    await expect(page).toHaveURL(/test-payment/)
    const summary = page.getByRole('region', { name: /^Order/ })
    await expect(summary).toContainText('Sales tax (WA), trial rate')
    expect(await brokenRules(page)).toEqual([])
    const total = /Total(?:\s*)(\$[\d,.]+)/.exec((await summary.textContent()) ?? '')?.[1] ?? ''
    // Another state is another sum, which is shown before anything is paid.
    await page.getByLabel('State').fill('or')
    await page.getByRole('button', { name: 'Pay', exact: true }).click()
    await expect(page.getByRole('alert')).toContainText('Nothing has been paid yet.')
    await expect(summary).toContainText('$0.00')
    await page.getByLabel('State').fill('WA')
    await page.getByRole('button', { name: 'Pay', exact: true }).click()
    await expect(page.getByRole('alert')).toContainText('Nothing has been paid yet.')
    await expect(summary).toContainText(total)
    await page.getByRole('button', { name: 'Pay', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Thank you')
    await expect(summary).toContainText(`Total paid${total}`)
    expect(await brokenRules(page)).toEqual([])

    await page.goto('/admin/dashboard/sales-tax')
    await page.getByRole('link', { name: 'Sales tax by month' }).click()
    await expect(page.getByRole('table').first()).toContainText('Washington')
    expect(await brokenRules(page)).toEqual([])
    await page.setViewportSize({ width: 360, height: 800 })
    expect((await sizeFaults(page)).overflow).toBe(0)
  },
)

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
      await context.route(`${stripe.pages}/**`, async (route) => {
        const { pathname } = new URL(route.request().url())
        const response = await fetch(stripe.url + pathname, { method: route.request().method() })
        const contentType = response.headers.get('Content-Type') ?? 'text/html'
        await route.fulfill({ status: response.status, contentType, body: await response.text() })
      })
      await use(undefined)
    },
    { auto: true },
  ],
})

test('a card with sales tax: order page, admin order, report by state and jurisdiction [TAX-03, TAX-04, TAX-05, TAX-06]', async ({
  admin: page,
  shop,
}) => {
  await shop.goldBecomes('130')
  await switchesOn(page)
  await addsToCart(page)
  await expect(drawer(page)).toContainText(note)
  await drawer(page).getByRole('button', { name: 'Checkout' }).click()
  await expect(page).toHaveURL(/checkout\.stripe\.test/)
  await page.getByRole('button', { name: 'Pay' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Thank you')
  const main = page.getByRole('main')
  await expect(main).toContainText('Sales tax (WA)')
  await expect(main).toContainText('Total paid')
  const number = /T?-?FN-\w{4}-\w{4}/.exec((await main.textContent()) ?? '')?.[0] ?? ''
  // The jurisdictions come by a job.
  await expect(async () => {
    await page.reload()
    await expect(main).toContainText('Washington 6.5%, Seattle 3.85%', { timeout: 500 })
  }).toPass({ timeout: 30_000 })
  expect(await brokenRules(page)).toEqual([])

  await page.goto('/admin/dashboard/orders')
  await page.getByRole('link', { name: number }).click()
  await expect(page.getByRole('table').first()).toContainText('Sales tax (WA)')
  expect(await brokenRules(page)).toEqual([])

  await page.goto('/admin/dashboard/sales-tax/report')
  for (const text of ['Washington', 'Seattle', '3.85%', 'none of this is owed']) {
    await expect(main).toContainText(text)
  }
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download as CSV' }).first().click()
  expect((await download).suggestedFilename()).toMatch(/^sales-tax-\d{4}-\d{2}-test\.csv$/)
})

/** What Stripe reports days later, to the shop as it runs. */
async function reports(stripe: StripeServer, event: unknown) {
  const { body, header } = stripe.signed(event)
  const headers = { 'Content-Type': 'application/json', 'Stripe-Signature': header }
  const response = await fetch(stripe.webhookUrl ?? '', { method: 'POST', headers, body })
  expect(response.status).toBe(200)
}

test('a bank debit with sales tax is on its way for days, then paid with it [BANK-09, BANK-16]', async ({
  admin: page,
  shop,
  stripe,
}) => {
  await saveSetting(
    shop.app,
    bankDiscountSetting,
    { bankDiscount: 250 as BankDiscount },
    'ann@example.com',
  )
  await switchesOn(page)
  await addsToCart(page)
  await drawer(page)
    .getByRole('radio', { name: /bank debit/ })
    .check()
  await expect(drawer(page)).toContainText(note)
  await drawer(page).getByRole('button', { name: 'Checkout' }).click()
  await page.getByRole('button', { name: 'Pay' }).click()
  const main = page.getByRole('main')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your bank is sending the money')
  await expect(main).toContainText(/On its way; expected by \w{3}, \w{3} \d+/)
  await expect(main).toContainText('We emailed ada@example.com about it')
  await expect(main).toContainText('Sales tax (WA)')
  expect(await brokenRules(page)).toEqual([])
  const order = page.url()
  const number = /T?-?FN-\w{4}-\w{4}/.exec((await main.textContent()) ?? '')?.[0] ?? ''
  await page.goto('/admin/dashboard/orders')
  await expect(main).toContainText('Bank debit pending')
  await page.getByRole('link', { name: number }).click()
  await expect(main).toContainText('To staff: New order, bank debit pending')

  const [session] = [...stripe.store.sessions.values()]
  if (!session) throw new Error('no session')
  session.payment_status = 'paid'
  await reports(stripe, stripe.event('checkout.session.async_payment_succeeded', session))
  await page.goto(order)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Thank you')
  await expect(main).toContainText(`Total paid${formatCents(cents(Number(session.amount_total)))}`)
})

test('a bank debit that is refused days later: Today before and after, the order, and the buyer’s way on [BANK-20, TODAY-14]', async ({
  admin: page,
  shop,
  stripe,
}) => {
  await saveSetting(
    shop.app,
    bankDiscountSetting,
    { bankDiscount: 250 as BankDiscount },
    'ann@example.com',
  )
  await page.setViewportSize({ width: 360, height: 780 })
  await addsToCart(page)
  await drawer(page)
    .getByRole('radio', { name: /bank debit/ })
    .check()
  await drawer(page).getByRole('button', { name: 'Checkout' }).click()
  await page.getByRole('button', { name: 'Pay' }).click()
  const main = page.getByRole('main')
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toHaveText('Your bank is sending the money')
  const order = page.url()
  const number = /T?-?FN-\w{4}-\w{4}/.exec((await main.textContent()) ?? '')?.[0] ?? ''
  await page.goto('/admin/dashboard')
  await expect(main).toContainText('Nothing needs your attention right now.')
  await expectLooksRight(page, 'debit-on-its-way')
  await page.getByRole('link', { name: '1 bank debit on its way' }).click()
  await expect(page).toHaveURL(/show=debit/)
  await expect(page.getByRole('link', { name: number })).toBeVisible()

  const [session] = [...stripe.store.sessions.values()]
  if (!session) throw new Error('no session')
  await reports(stripe, stripe.refuseDebit(session.id))
  await page.goto(order)
  await expect(heading).toHaveText('Your bank declined the payment')
  const sum = formatCents(cents(session.amount_total))
  await expect(main).toContainText(
    `Your bank declined the debit of ${sum}: there wasn’t enough money in the account. Nothing was charged. This order is canceled.`,
  )
  await expect(page.getByRole('heading', { name: 'What you can do now' })).toBeVisible()
  await expectLooksRight(page, 'refused-debit')
  await page.getByRole('link', { name: /^Order .+ again$/ }).click()
  await expect(page).toHaveURL(/\/product\//)
  await expect(page.getByRole('button', { name: 'Add to Cart' })).toBeVisible()

  await page.goto('/admin/dashboard')
  await page.getByRole('link', { name: /order needs review/ }).click()
  await page.getByRole('link', { name: number }).click()
  await expect(page.getByRole('heading', { name: 'Bank debit refused' })).toBeVisible()
  await expect(main).toContainText('The order is canceled, so don’t make or ship anything. The')
  await expect(main).toContainText('To staff: Bank debit failed')
  await expectLooksRight(page, 'refused-debit-order')
  await page.getByLabel('What you decided').fill('The buyer orders again by card.')
  await page.getByRole('button', { name: 'Mark as reviewed' }).click()
  await expect(page.getByRole('heading', { name: 'Needs review' })).toHaveCount(0)
  await page.goto('/admin/dashboard')
  await expect(main).toContainText('Nothing needs your attention right now.')
})

test('a wire with sales tax is due with it, and paid by it to the cent [BANK-09, WIRE-01, WIRE-02]', async ({
  admin: page,
  shop,
  stripe,
}) => {
  await saveSetting(
    shop.app,
    bankDiscountSetting,
    { bankDiscount: 250 as BankDiscount },
    'ann@example.com',
  )
  await switchesOn(page)
  await addsToCart(page)
  await drawer(page)
    .getByRole('radio', { name: /bank wire/ })
    .check()
  await expect(drawer(page)).toContainText(note)
  await drawer(page).getByRole('button', { name: 'Checkout' }).click()
  await page.getByRole('button', { name: 'Pay' }).click()
  const main = page.getByRole('main')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('We’re waiting for your wire')
  const [session] = [...stripe.store.sessions.values()]
  if (!session) throw new Error('no session')
  const due = Number(session.amount_total)
  expect(due).toBeGreaterThan(Number(session.amount_subtotal))
  await expect(main).toContainText(`Still due: ${formatCents(cents(due))}`)
  await expect(main).toContainText(/Due by.*9:00 PM P[DS]T/)
  await expect(main).toContainText('Sales tax (WA)')
  expect(await brokenRules(page)).toEqual([])
  await reports(stripe, wire(stripe, String(session.customer), Number(session.amount_subtotal)))
  await page.reload()
  const tax = cents(due - Number(session.amount_subtotal))
  await expect(main).toContainText(`Still due: ${formatCents(tax)}`)
  await reports(stripe, wire(stripe, String(session.customer), tax))
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Thank you')
  await expect(main).toContainText(`Total paid${formatCents(cents(due))}`)
})
