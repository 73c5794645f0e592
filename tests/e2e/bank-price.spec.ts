import type { Page } from '@playwright/test'
import type { AppContext } from '#app/.server/app-context.ts'
import { applyPaymentEvent } from '#app/.server/payments/commands/apply-payment-event.ts'
import { expireOrders } from '#app/.server/payments/commands/expire-orders.ts'
import { orders } from '#app/.server/platform/db/schema.ts'
import { bankDiscountSetting } from '#app/.server/settings/bank-discount.ts'
import { saveSetting } from '#app/.server/settings/commands/save-setting.ts'
import { cents, formatCents, parseDollars } from '#app/domain/money/cents.ts'
import type { BankDiscount } from '#app/domain/pricing/bank-discount.ts'
import { brokenRules } from '#tests/support/accessibility.ts'
import { codeFor, firstAdmin, giveSession } from '#tests/support/admin.ts'
import { ordered } from '#tests/support/bank-shop.ts'
import { expect, test } from '#tests/support/journey.ts'
import { expectLooksRight } from '#tests/support/looks-right.ts'
import { payment } from '#tests/support/orders.ts'

test.slow()

const drawer = (page: Page) => page.getByRole('dialog', { name: 'Your cart' })
const way = (page: Page, name: RegExp) => drawer(page).getByRole('radio', { name })
const shownTotal = async (page: Page) =>
  parseDollars(((await page.getByTestId('cart-total').textContent()) ?? '').replace(/[$,]/g, '')) ??
  cents(0)

/** Chooses another way to pay; answers the total that is shown then. */
async function choosesWay(page: Page, name: RegExp) {
  await expect(way(page, name)).toBeVisible()
  const before = await page.getByTestId('cart-total').textContent()
  await way(page, name).check()
  await expect(page.getByTestId('cart-total')).not.toHaveText(before ?? '')
  return shownTotal(page)
}

async function addsToCart(page: Page) {
  await page.goto('/product/7')
  await page.getByRole('radio', { name: /Small/ }).check()
  await page.getByRole('button', { name: 'Add to Cart' }).click()
  await expect(drawer(page)).toContainText(/held/i)
}

/** It reaches the shop now. */
async function wires(app: AppContext, order: Awaited<ReturnType<typeof ordered>>, amount: number) {
  const id = `wire-of-${amount}`
  await applyPaymentEvent(app, {
    ...payment(order, { id, reference: id, amount: cents(amount) }),
    type: 'transferred',
  })
}

test('an order by wire comes in two parts, a cent short, then whole [BANK-04, BANK-06, ORDER-08]', async ({
  page,
  shop,
}) => {
  await saveSetting(
    shop.app,
    bankDiscountSetting,
    { bankDiscount: 250 as BankDiscount },
    'ann@example.com',
  )
  await addsToCart(page)
  await expect(way(page, /Pay by card/)).toBeChecked()
  const byCard = await shownTotal(page)
  const due = await choosesWay(page, /bank wire/)
  const saving = cents(byCard - due)
  expect(saving).toBe(Math.round((byCard * 25) / 1000))
  await expect(drawer(page)).toContainText(`save ${formatCents(saving)}`)
  await expect(drawer(page)).toContainText(
    /Your price is locked until \w+ \d+, \d{4}, at 9:00 PM P[DS]T/,
  )
  expect(await brokenRules(page)).toEqual([])

  const asked = page.waitForRequest('**/api/create-checkout-session')
  await drawer(page).getByRole('button', { name: 'Checkout' }).click()
  expect((await asked).headers()['pay-by']).toBe('wire')
  const main = page.getByRole('main')
  await expect(page).toHaveURL(/\/test-payment\//)
  await expect(main).toContainText('Test payment: no card is charged')
  await expect(main).toContainText(`Still due: ${formatCents(due)}`)
  await expect(main).toContainText('Discount')
  const sum = page.getByLabel('Partial amount, in dollars')
  await sum.fill('a lot')
  await page.getByRole('button', { name: 'Wire this part' }).click()
  await expect(main).toContainText('Please enter an amount in dollars and cents')
  await expect(sum).toHaveValue('a lot')
  expect(await brokenRules(page)).toEqual([])
  await sum.fill('1000.00')
  await page.getByRole('button', { name: 'Wire this part' }).click()

  await expect(page).toHaveURL(/\/order\//)
  await expect(main).toContainText('We’re waiting for your wire')
  await expect(main).toContainText('Received so far: $1,000.00')
  // Its next checkout must not buy the piece a second time.
  await expect.poll(() => page.evaluate(() => localStorage.getItem('cart') ?? '[]')).toBe('[]')
  await expect(main).toContainText(`Still due: ${formatCents(cents(due - 100_000))}`)
  expect(await brokenRules(page)).toEqual([])
  await page.getByRole('link', { name: 'How to send it' }).click()
  await sum.fill(String((due - 100_000 - 1) / 100))
  await page.getByRole('button', { name: 'Wire this part' }).click()
  await expect(main).toContainText('Still due: $0.01')
  const [short] = await shop.app.db.orm.select().from(orders)
  expect(short?.state).toBe('pending')

  await page.getByRole('link', { name: 'How to send it' }).click()
  await page.getByRole('button', { name: 'Wire the Rest' }).click()
  await expect(main).toContainText('Thank you')
  await expect(main).toContainText(formatCents(due))
  const [paid] = await shop.app.db.orm.select().from(orders)
  expect(paid).toMatchObject({ state: 'paid', totalCents: due, discountCents: saving })
})

test('on a phone the deadline of a wire shows above the foot of the cart, and its order has a filter; Back keeps the way to pay [BANK-27, CART-19, TODAY-16]', async ({
  admin: page,
  shop,
}) => {
  const bank = { bankDiscount: 250 as BankDiscount }
  await saveSetting(shop.app, bankDiscountSetting, bank, 'ann@example.com')
  await page.setViewportSize({ width: 390, height: 844 })
  await addsToCart(page)
  const due = await choosesWay(page, /bank wire/)
  const says = drawer(page).locator('#pay-by-wire')
  const foot = page.getByTestId('cart-total').locator('xpath=ancestor::div[1]')
  const gap = async () => {
    const [text, total] = [await says.boundingBox(), await foot.boundingBox()]
    return text && total ? total.y - (text.y + text.height) : -1
  }
  await expect.poll(gap).toBeGreaterThanOrEqual(0)

  // Back from the payment page the cart is as it was left, the way to pay included [CART-19].
  await drawer(page).getByRole('button', { name: 'Checkout' }).click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(drawer(page)).toContainText('Your cart is just as you left it.')
  await expect(way(page, /bank wire/)).toBeChecked()
  expect(await shownTotal(page)).toBe(due)

  const order = await ordered(shop.app, 'wire')
  const id = 'wire-page'
  await applyPaymentEvent(shop.app, {
    ...payment(order, { id, reference: id }),
    type: 'processing',
  })
  await page.goto('/admin/dashboard/orders?show=wire')
  await expect(page.getByRole('link', { name: order.number })).toBeVisible()
})

test('late wires need a look on Today until one is refunded and staff wrote why another is not [TODAY-12, WIRE-05]', async ({
  page,
  shop,
}) => {
  await shop.goldBecomes('130')
  const bankDiscount = 250 as BankDiscount
  await saveSetting(shop.app, bankDiscountSetting, { bankDiscount }, 'ann@example.com')
  const order = await ordered(shop.app, 'wire')
  shop.clock.advance({ minutes: 10 * 24 * 60 })
  await wires(shop.app, order, 1_000_00)
  await expireOrders(shop.app)
  await wires(shop.app, order, 250_00)
  await giveSession(page, shop, await firstAdmin(shop.app))
  await page.setViewportSize({ width: 360, height: 780 })
  await page.goto('/admin/dashboard')
  await page.getByRole('link', { name: /order needs review/ }).click()
  await page.getByRole('link', { name: order.number }).first().click()
  const main = page.getByRole('main')
  await expect(main).toContainText('$1,000.00 arrived by wire after the deadline')
  await expect(page.getByRole('button', { name: 'Mark as reviewed' })).toHaveCount(0)
  await expectLooksRight(page, 'late-wire')

  // All of it is offered at once, of both wires; one of them alone by its sum.
  await expect(page.getByRole('button', { name: 'Refund $1,250.00…' })).toBeVisible()
  await page.getByText('Refund…', { exact: true }).click()
  await page.getByLabel('Dollars').fill('1000.00')
  await page.getByLabel('Reason for refund').fill('It came too late.')
  await page.getByRole('button', { name: 'Preview refund' }).click()
  const preview = page.getByRole('region', { name: 'Refund preview' })
  await expect(preview).toContainText('$1,000.00 will be refunded as a test')
  await expect(page.getByLabel('Dollars')).toHaveValue('1000.00')
  await preview.getByRole('button', { name: 'Refund $1,000.00' }).click()
  await expect(page.getByRole('button', { name: 'Refund $250.00…' })).toBeVisible()

  await page.getByText('Don’t refund…', { exact: true }).click()
  const proceed = page.getByRole('button', { name: 'Continue without a refund' })
  await page.getByLabel('Why you’re not refunding it').fill('The buyer uses it for another order.')
  await proceed.click()
  const confirm = page.getByRole('region', { name: 'No refund' })
  await expect(confirm).toContainText(
    '$250.00 of the buyer’s money is not refunded: The buyer uses it for another order.',
  )
  await expect(confirm).toBeInViewport()
  await expectLooksRight(page, 'no-refund')
  await confirm.getByRole('button', { name: 'Don’t refund $250.00' }).click()
  await expect(page.getByText('Recorded: $250.00 won’t be refunded.').first()).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Needs review', exact: true })).toHaveCount(0)
  await expect(main).toContainText(/Refund declined\s*\$250.00/)
  await page.goto('/admin/dashboard')
  await expect(page.getByRole('heading', { name: 'Needs attention' })).toBeVisible()
  await expect(page.getByRole('link', { name: /needs review/ })).toHaveCount(0)
})

test('an order by bank debit pays the bank price; without one the cart offers a card alone [BANK-01, BANK-04]', async ({
  page,
  shop,
}) => {
  await addsToCart(page)
  await expect(drawer(page).getByRole('radio')).toHaveCount(0)
  await saveSetting(
    shop.app,
    bankDiscountSetting,
    { bankDiscount: 250 as BankDiscount },
    'ann@example.com',
  )
  await page.reload()
  await page.getByRole('button', { name: /^Cart/ }).click()
  const due = await choosesWay(page, /bank debit/)
  await drawer(page).getByRole('button', { name: 'Checkout' }).click()
  await page.getByRole('button', { name: 'Pay' }).click()
  await expect(page.getByRole('main')).toContainText('Thank you')
  const [paid] = await shop.app.db.orm.select().from(orders)
  expect(paid).toMatchObject({ state: 'paid', payBy: 'debit', totalCents: due })
})

test('a price by bank that is gone is told before another total is charged [BANK-15]', async ({
  page,
  shop,
}) => {
  await saveSetting(
    shop.app,
    bankDiscountSetting,
    { bankDiscount: 250 as BankDiscount },
    'ann@example.com',
  )
  await addsToCart(page)
  const byWire = await choosesWay(page, /bank wire/)
  await saveSetting(
    shop.app,
    bankDiscountSetting,
    { bankDiscount: 0 as BankDiscount },
    'ann@example.com',
  )
  shop.clock.advance({ minutes: 11 })
  await drawer(page).getByRole('button', { name: 'Checkout' }).click()
  await expect(drawer(page)).toContainText('Please review the new total and confirm')
  await expect(drawer(page)).not.toContainText('at the same total')
  expect(await shownTotal(page)).toBeGreaterThan(byWire)
  await expect(drawer(page).getByRole('radio')).toHaveCount(0)
  expect(await shop.app.db.orm.$count(orders)).toBe(0)
})

test('the bank discount is a percentage up to ten; above five it asks for a code [BANK-01, WIRE-02]', async ({
  page,
  shop,
}) => {
  const admin = await firstAdmin(shop.app)
  await giveSession(page, shop, admin)
  shop.clock.advance({ minutes: 11 })
  await page.goto('/admin/dashboard/bank-price')
  const percent = page.getByLabel('Bank discount (%)')
  const save = page.getByRole('button', { name: 'Save Changes' })
  await expect(percent).toHaveValue('0.00')
  for (const input of ['100', '-1', 'abc']) {
    await percent.fill(input)
    await save.click()
    await expect(percent).toHaveAccessibleDescription(/Please enter a percentage from 0 to 10/)
    await expect(percent).toHaveValue(input)
  }
  expect(await brokenRules(page)).toEqual([])
  await percent.fill('2.5')
  const days = page.getByLabel('Business days to wait for a wire')
  await expect(days).toHaveValue('2')
  await days.fill('9')
  await save.click()
  await expect(days).toHaveAccessibleDescription(/Please enter a whole number from 1 to 5/)
  await days.fill('3')
  await save.click()
  await expect(page.getByText('Changes saved successfully')).toBeVisible()
  await percent.fill('5.01')
  await save.click()
  const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await dialog.getByLabel('Authenticator code').fill(codeFor(shop.app, admin))
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await page.reload()
  await expect(percent).toHaveValue('5.01')
  await expect(days).toHaveValue('3')
  await page.goto('/admin/dashboard/log')
  await expect(page.getByText('changed the bank discount').first()).toBeVisible()
})
