import { unmatchedOfPayment } from '#app/.server/ledger/repository.ts'
import { brokenRules, sizeFaults } from '#tests/support/accessibility.ts'
import { codeFor, firstAdmin, giveSession } from '#tests/support/admin.ts'
import { expect, test } from '#tests/support/journey.ts'
import { expectLooksRight } from '#tests/support/looks-right.ts'
import { pendingOrder, storedOrder, strayPayment } from '#tests/support/orders.ts'

test('a payment without an order is noted, and attached by number; another is settled [UNATTACHED-01, UNATTACHED-02, UNATTACHED-03]', async ({
  admin: page,
  shop,
}) => {
  await shop.goldBecomes('130')
  const order = await pendingOrder(shop.app)
  await strayPayment(shop.app, order)
  await strayPayment(shop.app, order, { id: 'by-link', email: null, address: null })
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/admin/dashboard/orders')
  // On a phone the status is one line, until it is opened [ADM-23].
  await page.getByText(/^Status: /).click()
  await page
    .getByRole('region', { name: 'Shop status' })
    .getByRole('link', { name: '2 unmatched' })
    .click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Payments')
  const table = page.getByRole('table', { name: /Unmatched payments/ })
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    expect(await brokenRules(page), colorScheme).toEqual([])
  }
  expect(await sizeFaults(page)).toEqual({ overflow: 0, small: [] })

  await table
    .getByRole('row', { name: /Ada Buyer/ })
    .getByRole('link')
    .click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Payment of $2,596.00 USD')
  await page
    .getByLabel('What was this payment for, and what did you do about it?')
    .fill('Paid by telephone.')
  await page.getByRole('button', { name: 'Save note' }).click()
  await expect(page.getByText('The note was saved.')).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'Paid by telephone.' })).toContainText(
    'ann@example.com',
  )
  await expect(
    page.getByLabel('What was this payment for, and what did you do about it?'),
  ).toHaveValue('')

  const number = page.getByLabel('Order number')
  await number.fill('T-FN-0000-0000')
  await page.getByRole('button', { name: 'Match to this order' }).click()
  await expect(page.getByRole('alert')).toContainText('There’s no order with this number.')
  await expect(number).toHaveValue('T-FN-0000-0000')
  expect(await brokenRules(page)).toEqual([])
  await number.fill(order.number.toLowerCase())
  await page.getByRole('button', { name: 'Match to this order' }).click()
  await expect(page.getByText(`Matched. Order ${order.number} is now paid.`)).toBeVisible()
  await page.getByRole('link', { name: `Matched to order ${order.number}` }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Order ${order.number}`)
  await expect(page.getByText('It was matched to this order manually.')).toBeVisible()
  expect((await storedOrder(shop.app, order.id)).order.state).toBe('paid')

  await page.goto('/admin/dashboard/payments/by-link')
  await page
    .getByLabel('What was this payment for, and what did you do about it?')
    .fill('Sold by the link of the Small.')
  await page.getByRole('button', { name: 'Save and mark as resolved' }).click()
  await expect(page.getByText('Note saved. Payment resolved.')).toBeVisible()
  await page.getByRole('link', { name: 'All payments' }).click()
  await expect(page.getByText('Nothing to review.')).toBeVisible()
  await page.getByRole('link', { name: 'Resolved', exact: true }).click()
  await expect(table.getByRole('row')).toHaveCount(3)
})

test('a payment without an order is given back whole, with a reason and a fresh code [UNATTACHED-05]', async ({
  page,
  shop,
}) => {
  await shop.goldBecomes('130')
  const owner = await firstAdmin(shop.app)
  const { id, reference } = await strayPayment(shop.app, await pendingOrder(shop.app))
  await giveSession(page, shop, owner)
  shop.clock.advance({ minutes: 11 })
  await page.goto(`/admin/dashboard/payments/${id}`)
  const refund = page.getByRole('button', { name: 'Refund $2,596.00' })
  const why = page.getByLabel('Reason for the refund')
  // Without a reason the browser sends nothing.
  await refund.click()
  await expect(why).toBeFocused()
  await why.fill('Paid by mistake.')
  await refund.click()
  const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await expect(dialog).toBeVisible()
  expect(await unmatchedOfPayment(shop.app.db.orm, reference ?? '')).toBe(259600)
  await dialog.getByLabel('Authenticator code').fill(codeFor(shop.app, owner))
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText('$2,596.00 was refunded.')).toBeVisible()
  const main = page.getByRole('main')
  await expect(main.getByText('Refunded', { exact: true }).first()).toBeVisible()
  await expect(main).toContainText('A refund of $2,596.00 was requested: Paid by mistake.')
  await expect(refund).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Match to this order' })).toHaveCount(0)
  expect(await unmatchedOfPayment(shop.app.db.orm, reference ?? '')).toBe(0)
  await expectLooksRight(page, 'payment-refunded', { widths: [360, 768, 1440], height: 800 })
})

test('without JavaScript a payment is attached all the same [UNATTACHED-02]', async ({
  admin: page,
  shop,
  browser,
}) => {
  await shop.goldBecomes('130')
  const order = await pendingOrder(shop.app)
  const { id } = await strayPayment(shop.app, order)
  const context = await browser.newContext({
    javaScriptEnabled: false,
    baseURL: shop.url,
    storageState: await page.context().storageState(),
  })
  const plain = await context.newPage()
  await plain.goto(`/admin/dashboard/payments/${id}`)
  await plain.getByLabel('Order number').fill(order.number)
  await plain.getByRole('button', { name: 'Match to this order' }).click()
  await expect(plain.getByRole('link', { name: `Matched to order ${order.number}` })).toBeVisible()
  expect((await storedOrder(shop.app, order.id)).order.state).toBe('paid')
  await context.close()
})
