import type { Browser, Page } from '@playwright/test'
import { applyPaymentEvent } from '#app/.server/payments/commands/apply-payment-event.ts'
import { orders } from '#app/.server/platform/db/schema.ts'
import { cents } from '#app/domain/money/cents.ts'
import type { TestShop } from '#tests/support/built-shop.ts'
import { expect, test } from '#tests/support/journey.ts'
import { expectLooksRight } from '#tests/support/looks-right.ts'
import { payment } from '#tests/support/orders.ts'
import { thereAre } from '#tests/support/stock.ts'

test.describe.configure({ timeout: 240_000 })

const drawer = (page: Page) => page.getByRole('dialog', { name: 'Your cart' })

async function another(browser: Browser, { url }: TestShop): Promise<Page> {
  const context = await browser.newContext({ baseURL: url })
  return context.newPage()
}

async function choosesIt(page: Page) {
  await page.goto('/product/7')
  await expect(page.locator('html')).toHaveAttribute('data-hydrated')
  await page.getByRole('radio', { name: /Small/ }).check()
}

async function addsIt(page: Page) {
  await page.getByRole('button', { name: 'Add to Cart' }).click()
  await expect(drawer(page)).toContainText(/held/i)
}

/** All sizes together. */
const wholeCount = (admin: Page) => admin.getByRole('textbox', { name: 'In stock (optional)' })
const countOfSize = (admin: Page, nth: number) =>
  admin.getByRole('group', { name: `Size ${nth}` }).getByLabel('In stock')

const checksOut = (page: Page) => drawer(page).getByRole('button', { name: 'Checkout' }).click()

test('one piece, two browsers: kept for who pays first, free when that is given up, sold once, and back on sale when staff say so [STOCK-02, STOCK-03, STOCK-04, STOCK-05, STOCK-08]', async ({
  admin,
  browser,
  shop,
}) => {
  await shop.goldBecomes('130')
  await admin.goto('/admin/products/edit/7')
  await wholeCount(admin).fill('one')
  await admin.getByRole('button', { name: 'Update Product' }).click()
  await expect(wholeCount(admin)).toHaveAccessibleDescription(/whole number/)
  await wholeCount(admin).fill('1')
  await admin.getByRole('button', { name: 'Update Product' }).click()
  await expect(admin.getByRole('heading', { level: 1 })).toHaveText('Products')
  await expect(admin.getByText('One of a kind', { exact: true })).toBeVisible()

  const [first, second] = [await another(browser, shop), await another(browser, shop)]
  await choosesIt(first)
  await expect(first.getByText('One of a kind', { exact: true })).toBeVisible()
  await choosesIt(second)
  await addsIt(second)
  await addsIt(first)
  await checksOut(first)
  await expect(first).toHaveURL(/test-payment/)

  await checksOut(second)
  const failure = drawer(second).getByText('is in someone’s checkout right now.')
  await expect(failure.first()).toBeVisible()
  await expectLooksRight(second, 'cart-in-checkout')
  await choosesIt(second)
  await expect(second.getByText('In someone’s checkout right now', { exact: true })).toBeVisible()
  const said = new Promise<string>((resolve) => {
    second.once('dialog', (dialog) => {
      resolve(dialog.message())
      void dialog.accept()
    })
  })
  await second.getByRole('button', { name: 'Buy Now' }).click()
  expect(await said).toContain('is in someone’s checkout right now. If they don’t buy it')
  await admin.goto('/admin/dashboard/products')
  await expect(admin.getByText('One of a kind, in a checkout', { exact: true })).toBeVisible()

  // Given up, it is free at once; the second browser buys it.
  await first.getByRole('button', { name: 'Cancel' }).click()
  await expect(drawer(first)).toContainText('Your cart is just as you left it.')
  await choosesIt(second)
  await expect(second.getByText('One of a kind', { exact: true })).toBeVisible()
  await second.getByRole('button', { name: /^Cart/ }).click()
  await expect(drawer(second)).toContainText(/held/i)
  await checksOut(second)
  await second.getByRole('button', { name: 'Pay' }).click()
  await expect(second).toHaveURL(/\/order\//)

  await choosesIt(first)
  await expect(first.getByText('Sold', { exact: true })).toBeVisible()
  await expect(first.getByText('This piece has sold.', { exact: true })).toBeVisible()
  await expect(first.getByRole('button', { name: 'Buy Now' })).toHaveCount(0)
  await expectLooksRight(first, 'product-sold')
  await first.getByRole('button', { name: /^Cart/ }).click()
  await expect(
    drawer(first)
      .getByText(/ is sold\. Your cart is saved\./)
      .first(),
  ).toBeVisible()
  await expect(first.getByRole('button', { name: /^Cart, 1 piece/ })).toHaveCount(1)
  await first.goto('/products')
  await expect(first.getByText('Sold', { exact: true })).toBeVisible()

  const [order] = (await shop.app.db.orm.select().from(orders)).filter(
    ({ state }) => state === 'paid',
  )
  if (!order) throw new Error('no order was paid')
  const reference = order.paymentReference ?? ''
  await applyPaymentEvent(shop.app, {
    ...payment(order, { id: 'given-back' }),
    ...{ type: 'refunded', reference, about: { payment: reference } },
    ...{ amount: cents(order.totalCents), occurredAt: shop.app.now() },
  })
  await admin.goto(`/admin/dashboard/orders/${order.id}`)
  await expect(admin.getByRole('heading', { name: 'Back on sale?' })).toBeVisible()
  await expectLooksRight(admin, 'order-back-on-sale')
  await admin.getByRole('button', { name: 'Put back on sale' }).click()
  await expect(admin.getByText('It’s for sale again.', { exact: true })).toBeVisible()
  await expect(admin.getByRole('heading', { name: 'Back on sale?' })).toHaveCount(0)
  await choosesIt(first)
  await expect(first.getByText('One of a kind', { exact: true })).toBeVisible()
  await admin.goto('/admin/products/edit/7')
  await expect(wholeCount(admin)).toHaveValue('1')
  await expectLooksRight(admin, 'form-pieces')
  await first.context().close()
  await second.context().close()
})

test('a Buy Now that was left unpaid gives its piece to the cart of the same browser [STOCK-16]', async ({
  browser,
  shop,
}) => {
  await shop.goldBecomes('130')
  await thereAre(shop.app, '7', 1)
  const page = await another(browser, shop)
  await choosesIt(page)
  await addsIt(page)
  await page.getByRole('button', { name: 'Close cart' }).click()
  await page.getByRole('button', { name: 'Buy Now' }).click()
  await expect(page).toHaveURL(/test-payment/)
  await page.goto('/products')
  await page.getByRole('button', { name: /^Cart/ }).click()
  await expect(drawer(page)).toContainText(/held/i)
  await checksOut(page)
  await expect(page).toHaveURL(/test-payment/)
  const states = (await shop.app.db.orm.select().from(orders)).map(({ state }) => state)
  expect(states.toSorted()).toEqual(['cancelled', 'pending'])
  await page.context().close()
})

test('two sizes, one of the Small: it is bought and marked sold in words, the Large is bought beside it [STOCK-10, STOCK-11]', async ({
  admin,
  page,
  shop,
}) => {
  await shop.goldBecomes('130')
  await admin.goto('/admin/products/edit/9')
  await countOfSize(admin, 1).fill('1')
  await countOfSize(admin, 2).fill('2')
  await wholeCount(admin).fill('3')
  await admin.getByRole('button', { name: 'Update Product' }).click()
  await expect(wholeCount(admin)).toHaveAccessibleDescription(/not both/)
  await wholeCount(admin).fill('')
  await admin.getByRole('button', { name: 'Update Product' }).click()
  await expect(admin.getByRole('heading', { level: 1 })).toHaveText('Products')
  await expect(admin.getByText('3 left in 2 sizes', { exact: true })).toBeVisible()

  const buys = async () => {
    await addsIt(page)
    await checksOut(page)
    await page.getByRole('button', { name: 'Pay' }).click()
    await expect(page).toHaveURL(/\/order\//)
    await expect(page.getByRole('button', { name: 'Cart, 0 pieces' })).toBeVisible()
  }
  const sizeCalled = (name: RegExp) => page.getByRole('radio', { name })
  await page.goto('/product/9')
  await expect(page.locator('html')).toHaveAttribute('data-hydrated')
  await expect(sizeCalled(/Small.*Only 1 left/)).toBeChecked()
  await expect(sizeCalled(/Large.*Only 2 left/)).not.toBeChecked()
  await expectLooksRight(page, 'product-sizes-counted')
  await buys()

  await page.goto('/product/9')
  await expect(page.locator('html')).toHaveAttribute('data-hydrated')
  await expect(sizeCalled(/Large.*Only 2 left/)).toBeChecked()
  await sizeCalled(/Small.*Sold/).check()
  await expect(page.getByText('This size is sold out. Please choose another.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Buy Now' })).toHaveCount(0)
  await expectLooksRight(page, 'product-size-sold')
  await sizeCalled(/Large/).check()
  await buys()

  await admin.goto('/admin/dashboard/products')
  await expect(admin.getByText('1 left in 1 size, 2 sold', { exact: true })).toBeVisible()
  await admin.goto('/admin/products/edit/9')
  await expect(countOfSize(admin, 1)).toHaveValue('0')
  await expect(countOfSize(admin, 1)).toHaveAccessibleDescription('1 sold so far.')
  await expectLooksRight(admin, 'form-sizes-counted')
})
