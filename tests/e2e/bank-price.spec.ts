import type { Page } from '@playwright/test'
import { orders } from '#app/.server/platform/db/schema.ts'
import { bankDiscountSetting } from '#app/.server/settings/bank-discount.ts'
import { saveSetting } from '#app/.server/settings/commands/save-setting.ts'
import { cents, formatCents, parseDollars } from '#app/domain/money/cents.ts'
import type { BankDiscount } from '#app/domain/pricing/bank-discount.ts'
import { brokenRules } from '#tests/support/accessibility.ts'
import { codeFor, firstAdmin, giveSession } from '#tests/support/admin.ts'
import { expect, test } from '#tests/support/journey.ts'

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
    /Your price is locked until \w+ \d+, \d{4} at 9:00 PM P[DS]T/,
  )
  expect(await brokenRules(page)).toEqual([])

  const asked = page.waitForRequest('**/api/create-checkout-session')
  await drawer(page).getByRole('button', { name: 'Checkout' }).click()
  expect((await asked).headers()['pay-by']).toBe('wire')
  const main = page.getByRole('main')
  await expect(page).toHaveURL(/\/test-payment\//)
  await expect(main).toContainText('Test payment — no card is charged')
  await expect(main).toContainText(`Still missing: ${formatCents(due)}`)
  await expect(main).toContainText('Discount')
  const sum = page.getByLabel('A part of it, in dollars')
  await sum.fill('a lot')
  await page.getByRole('button', { name: 'Wire this part' }).click()
  await expect(main).toContainText('Please enter a sum in dollars and cents')
  await expect(sum).toHaveValue('a lot')
  expect(await brokenRules(page)).toEqual([])
  await sum.fill('1000.00')
  await page.getByRole('button', { name: 'Wire this part' }).click()

  await expect(page).toHaveURL(/\/order\//)
  await expect(main).toContainText('We are waiting for your wire')
  await expect(main).toContainText('Received so far: $1,000.00')
  // Its next checkout must not buy the piece a second time.
  await expect.poll(() => page.evaluate(() => localStorage.getItem('cart') ?? '[]')).toBe('[]')
  await expect(main).toContainText(`Still missing: ${formatCents(cents(due - 100_000))}`)
  expect(await brokenRules(page)).toEqual([])
  await page.getByRole('link', { name: 'How to send it' }).click()
  await sum.fill(String((due - 100_000 - 1) / 100))
  await page.getByRole('button', { name: 'Wire this part' }).click()
  await expect(main).toContainText('Still missing: $0.01')
  const [short] = await shop.app.db.orm.select().from(orders)
  expect(short?.state).toBe('pending')

  await page.getByRole('link', { name: 'How to send it' }).click()
  await page.getByRole('button', { name: 'Wire what is missing' }).click()
  await expect(main).toContainText('Thank you')
  await expect(main).toContainText(formatCents(due))
  const [paid] = await shop.app.db.orm.select().from(orders)
  expect(paid).toMatchObject({ state: 'paid', totalCents: due, discountCents: saving })
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
  await expect(drawer(page)).toContainText('Please look at the new total and confirm')
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
  const percent = page.getByLabel('Bank discount in percent')
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
  const days = page.getByLabel('Bank days a wire may take')
  await expect(days).toHaveValue('2')
  await days.fill('9')
  await save.click()
  await expect(days).toHaveAccessibleDescription(/Please enter a whole number from 1 to 5/)
  await days.fill('3')
  await save.click()
  await expect(page.getByText('Changes saved successfully')).toBeVisible()
  await percent.fill('5.01')
  await save.click()
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await dialog.getByLabel('Code from your phone app').fill(codeFor(shop.app, admin))
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await page.reload()
  await expect(percent).toHaveValue('5.01')
  await expect(days).toHaveValue('3')
  await page.goto('/admin/dashboard/log')
  await expect(page.getByText('changed the bank discount').first()).toBeVisible()
})
