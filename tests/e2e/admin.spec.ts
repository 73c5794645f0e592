import type { Page } from '@playwright/test'
import { TOTP } from 'otpauth'
import { setupLink } from '#app/.server/auth/commands/set-up.ts'
import { expect, test } from '#tests/support/journey.ts'
import { weighOnScreen } from '#tests/support/weigh-on-screen.ts'

const addresses = [
  '/admin/dashboard',
  '/admin/dashboard/products',
  '/admin/dashboard/gold-price',
  '/admin/dashboard/orders',
  '/admin/dashboard/woocommerce',
  '/admin/dashboard/reminders',
  '/admin/dashboard/newsletter',
  '/admin/dashboard/paracord',
  '/admin/dashboard/shipping',
  '/admin/dashboard/sales-tax',
  '/admin/dashboard/bank-price',
  '/admin/dashboard/log',
  '/admin/dashboard/debug',
  '/admin/account',
  '/admin/products/new',
  '/admin/products/edit/7',
]

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const tab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name, exact: true })
const onProducts = (page: Page) => expect(page).toHaveURL(/\/admin\/dashboard\/products$/)

/** The first admin, by the link that the start printed and an authenticator app. */
async function comesIn(page: Page, link: string, now: () => Date) {
  await page.goto(link)
  await page.getByLabel('Email').fill('ann@example.com')
  await page.getByLabel('Password').fill('a long sentence of gold')
  await button(page, 'Continue').click()
  const address = await page.getByRole('link', { name: 'Open it in an app' }).getAttribute('href')
  const secret = new URL(address ?? '').searchParams.get('secret') ?? ''
  const app = new TOTP({ secret })
  await page.getByLabel('Authenticator code').fill(app.generate({ timestamp: now().getTime() }))
  await button(page, 'Create the account').click()
  await page.getByRole('link', { name: 'to the dashboard' }).click()
  await expect(page).toHaveURL(/\/admin\/dashboard$/)
}

async function setsGoldPrice(page: Page, perGram: string) {
  await tab(page, 'Gold Price').click()
  await expect(page.getByRole('heading', { name: 'Gold Price', level: 1 })).toBeVisible()
  await page.getByLabel('Price per gram (USD)').fill(perGram)
  await button(page, 'Update Gold Price').click()
  await expect(page.getByText('Gold price updated successfully')).toBeVisible()
}

/** One of everything a product can hold. */
async function makesProduct(page: Page, name: string) {
  await tab(page, 'Products').click()
  await page.getByRole('link', { name: 'Add Product' }).click()
  await expect(page).toHaveURL(/\/admin\/products\/new$/)
  await expect(button(page, 'Bold')).toBeVisible()
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByLabel('Short Description', { exact: true }).fill('The turn of the tide.')
  await page.getByLabel('Featured Product').check()
  const editor = page.getByRole('textbox', { name: 'Full Description' })
  await editor.click()
  await button(page, 'Heading 2').click()
  await expect(editor).toBeFocused()
  await page.keyboard.type('Of water')
  await page.keyboard.press('Enter')
  await button(page, 'Bullet list').click()
  await button(page, 'Italic').click()
  await expect(editor).toBeFocused()
  await page.keyboard.type('cast by hand')
  const size = page.getByRole('group', { name: 'Size 1' })
  await size.getByLabel('Weight').fill('10')
  await expect(size.getByRole('status')).toHaveText('$1,700.00')
  await page.getByLabel('Image URL').fill('/pendants/salish-wave-front.jpg')
  await button(page, 'Add Image').click()
  await button(page, 'Add Specification').click()
  await page.getByLabel('Specification name').last().fill('Clasp')
  await page.getByLabel('Specification value').last().fill('Lobster')
  await page.getByLabel('Add a category').fill('Tides')
  await button(page, 'Add').click()
  await button(page, 'Create Product').click()
  await onProducts(page)
}

async function changes(page: Page, name: string, change: () => Promise<void>) {
  await page.goto('/admin/dashboard/products')
  await page.getByRole('link', { name: `Edit ${name}` }).click()
  await expect(button(page, 'Bold')).toBeVisible()
  await change()
  await button(page, 'Update Product').click()
  await onProducts(page)
}

async function buys(page: Page, name: string): Promise<string> {
  await page.goto('/products')
  await page.getByRole('link', { name }).first().click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
  await button(page, 'Buy Now').click()
  await expect(page).toHaveURL(/test-payment/)
  await button(page, 'Pay').click()
  await expect(page).toHaveURL(/\/order\//)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Thank you')
  const number = /FN-\w{4}-\w{4}/.exec((await page.getByRole('main').textContent()) ?? '')?.[0]
  return number ?? ''
}

test('an admin’s day, from the first sign-in to signing out [ADM-01, ADM-05, ADM-07, AUTH-16, AUTH-22, LIVE-01, ORDER-03, ORDER-07, ROUTE-05, ROUTE-06]', async ({
  page,
  context,
  shop,
}) => {
  test.setTimeout(240_000)
  await comesIn(page, (await setupLink(shop.app)) ?? '', shop.app.now)
  await page.goto('/admin')
  await expect(page).toHaveURL(/\/admin\/dashboard$/)
  for (const name of [
    ...[
      'Today',
      'Products',
      'Media',
      'Gold Price',
      'WooCommerce',
      'Paracord Options',
      'Shipping',
      'Log',
      'System',
    ],
    'Orders',
  ]) {
    await tab(page, name).click()
    await expect(tab(page, name)).toHaveAttribute('aria-current', 'page')
  }

  // A price set by hand is on an open page of the shop without a reload.
  const street = await context.newPage()
  await street.goto('/product/7')
  await setsGoldPrice(page, '95')
  await expect(street.getByRole('main')).toContainText('$95.00')

  await makesProduct(page, 'Turning Tide')
  await street.goto('/products')
  await street.getByRole('link', { name: 'Turning Tide' }).first().click()
  const main = street.getByRole('main')
  for (const each of ['$1,700.00', 'Of water', 'cast by hand', 'Lobster']) {
    await expect(main).toContainText(each)
  }

  await changes(page, 'Turning Tide', async () => {
    await page.getByLabel('Name', { exact: true }).fill('Ebb Tide')
    await page.getByRole('group', { name: 'Size 1' }).getByLabel('Fee').fill('800')
  })
  await street.reload()
  await expect(main).toContainText('Ebb Tide')
  await expect(main).toContainText('$1,750.00')

  // Bought, found by its number, sent, and the buyer sees how to follow it.
  const number = await buys(street, 'Ebb Tide')
  await tab(page, 'Orders').click()
  await page.getByRole('searchbox', { name: 'Search orders' }).fill(number.toLowerCase())
  await button(page, 'Search').click()
  await expect(page.getByText('1 order', { exact: true })).toBeVisible()
  await page.getByRole('link', { name: number }).click()
  const order = page.getByRole('article')
  await expect(order).toContainText('10 g × $95.00 = $950.00 gold + $800.00 flat fee = $1,750.00')
  await weighOnScreen(page)
  await order.getByLabel('Tracking', { exact: true }).fill('9400 1112 0108 0805 4830 16')
  await order.getByRole('checkbox', { name: 'I checked the recipient’s name' }).check()
  await button(page, 'Mark as shipped').click()
  await expect(page.getByText('The order is marked as shipped.')).toBeVisible()
  await expect(order).toContainText('Shipped')
  const address = new URL(page.url()).pathname
  await street.reload()
  await expect(street.getByRole('main')).toContainText('Tracking: USPS 9400111201080805483016')

  await changes(page, 'Ebb Tide', () => page.getByLabel('Product Active').uncheck())
  await street.goto('/products')
  await expect(street.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(street.getByRole('link', { name: 'Ebb Tide' })).toHaveCount(0)
  const row = page.getByRole('listitem').filter({ hasText: 'Ebb Tide' })
  await row.getByRole('button', { name: 'Delete Ebb Tide' }).click()
  await row.getByRole('button', { name: 'Yes' }).click()
  await expect(row).toHaveCount(0)
  // What was sold stays in the order.
  await page.goto(address)
  await expect(page.getByRole('article')).toContainText('Ebb Tide')

  await button(page, 'Logout').click()
  await expect(page).toHaveURL(/\/admin\/login$/)
  for (const path of [...addresses, address]) {
    for (const asked of [path, `${path}.data`]) {
      const answer = await page.request.get(asked, { maxRedirects: 0 })
      expect([202, 302], asked).toContain(answer.status())
      expect(await answer.text(), asked).not.toMatch(/FN-|ann@example\.com|USPS/)
    }
    const written = await page.request.post(path, {
      form: { action: 'cancel', revision: '1', reason: 'x' },
    })
    expect(written.status(), path).toBe(401)
  }
  await page.goto(address)
  await expect(page).toHaveURL(/\/admin\/login$/)
})
