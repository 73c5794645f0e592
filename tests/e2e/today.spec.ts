import { sql } from 'drizzle-orm'
import { recordOfflinePayment } from '#app/.server/payments/commands/record-offline-payment.ts'
import { cents } from '#app/domain/money/cents.ts'
import { brokenRules } from '#tests/support/accessibility.ts'
import { firstAdmin, signIn } from '#tests/support/admin.ts'
import { expect, test } from '#tests/support/journey.ts'
import { expectLooksRight } from '#tests/support/looks-right.ts'
import { heldOrder, paidOrder } from '#tests/support/orders.ts'
import { asStaff, madeOrder } from '#tests/support/staff-orders.ts'

test('a morning begins with what needs a hand, and each figure leads to its list [TODAY-01, TODAY-03, AUTH-03]', async ({
  page,
  shop,
}) => {
  await page.setViewportSize({ width: 360, height: 780 })
  await shop.goldBecomes('130')
  const [late, next] = [await paidOrder(shop.app), await paidOrder(shop.app)]
  const held = await heldOrder(shop.app)
  await shop.app.db.orm.execute(sql`update orders set ship_by = ship_by - 30 where id = ${late.id}`)
  await signIn(page, shop, await firstAdmin(shop.app))
  await expect(page).toHaveURL(/\/admin\/dashboard$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Today')
  await expect(page.getByRole('heading', { name: 'Needs attention' })).toBeInViewport()
  await expectLooksRight(page, 'today')

  const numbers = page.getByRole('main').getByRole('row').getByRole('link', { name: /FN-/ })
  await page.getByRole('link', { name: /^1\s+order is late/ }).press('Enter')
  await expect(page).toHaveURL(/show=late/)
  await expect(numbers).toHaveText([late.number])
  await page.goBack()
  await page.getByRole('link', { name: /order needs review/ }).click()
  await expect(numbers).toHaveText([held.number])
  await page.goBack()

  const toBegin = page.getByRole('region', { name: /Not started/ })
  await expect(toBegin.getByRole('link', { name: /FN-/ })).toHaveText([late.number, next.number])
  await expect(toBegin.getByRole('listitem').first()).toContainText(', late')

  const sold = page.getByRole('row', { name: /^This month/ })
  await expect(sold.getByRole('cell').first()).toHaveText('2')
  await sold.getByRole('link').click()
  await expect(page.getByText(/^Paid from /).first()).toBeVisible()
  await expect(numbers).toHaveCount(2)
  expect(await brokenRules(page)).toEqual([])
  await page.getByLabel('To', { exact: true }).fill('2020-01-01')
  await page.getByRole('button', { name: 'Apply filters' }).click()
  await expect(page.getByText('No orders match this search.')).toBeVisible()
  await page.getByRole('link', { name: 'All days' }).click()
  await expect(numbers).toHaveCount(3)
})

test('cash above $10,000 is on Today until Form 8300 is marked as filed [TODAY-06, TODAY-08]', async ({
  page,
  shop,
}) => {
  await shop.goldBecomes('130')
  const order = await madeOrder(shop.app, { 'line-0-fee': '20000' })
  await recordOfflinePayment(shop.app, {
    ...(await asStaff(shop.app, order)),
    ...{ kind: 'cash', amount: cents(1_000_100) },
    ...{ payer: 'Ada Buyer', reference: '', receivedOn: '2026-03-11', form8300: 'yes' },
  })
  await signIn(page, shop, await firstAdmin(shop.app))
  const due = page.getByRole('link', { name: `Form 8300 for order ${order.number} is overdue` })
  await expect(due).toContainText('$10,001.00 in cash from one customer')
  expect(await brokenRules(page)).toEqual([])
  await due.click()
  await expect(page.getByRole('main')).toContainText(/Payment method\s*Cash/)
  await page.getByRole('button', { name: 'Mark Form 8300 as filed' }).click()
  await expect(page.getByText('Form 8300 is marked as filed.', { exact: true })).toBeVisible()
  await expect(page.getByRole('main')).toContainText('12 months; Form 8300 is marked as filed')
  expect(await brokenRules(page)).toEqual([])
  await page.goto('/admin/dashboard')
  await expect(page.getByRole('heading', { name: 'Needs attention' })).toBeVisible()
  await expect(due).toHaveCount(0)
})
