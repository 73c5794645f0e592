import { brokenRules, sizeFaults } from '#tests/support/accessibility.ts'
import { expect, test } from '#tests/support/journey.ts'
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
  await page
    .getByRole('region', { name: 'Health of the shop' })
    .getByRole('link', { name: '2 without an order' })
    .click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Payments')
  const table = page.getByRole('table', { name: /Payments without an order/ })
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
  await page.getByLabel('What it was, and what you did').fill('Paid by telephone.')
  await page.getByRole('button', { name: 'Keep the note' }).click()
  await expect(page.getByText('The note was kept.')).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'Paid by telephone.' })).toContainText(
    'ann@example.com',
  )
  await expect(page.getByLabel('What it was, and what you did')).toHaveValue('')

  const number = page.getByLabel('Number of the order')
  await number.fill('T-FN-0000-0000')
  await page.getByRole('button', { name: 'Attach to this order' }).click()
  await expect(page.getByRole('alert')).toContainText('There is no order with this number.')
  await expect(number).toHaveValue('T-FN-0000-0000')
  expect(await brokenRules(page)).toEqual([])
  await number.fill(order.number.toLowerCase())
  await page.getByRole('button', { name: 'Attach to this order' }).click()
  await expect(page.getByText(`Attached: order ${order.number} is paid now.`)).toBeVisible()
  await page.getByRole('link', { name: `Attached to order ${order.number}` }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Order ${order.number}`)
  await expect(page.getByText('It was attached to this order by hand.')).toBeVisible()
  expect((await storedOrder(shop.app, order.id)).order.state).toBe('paid')

  await page.goto('/admin/dashboard/payments/by-link')
  await page.getByLabel('What it was, and what you did').fill('Sold by the link of the Small.')
  await page.getByRole('button', { name: 'Keep it, nothing more to do' }).click()
  await expect(page.getByText('Noted, and settled.')).toBeVisible()
  await page.getByRole('link', { name: 'All payments' }).click()
  await expect(page.getByText('Nothing waits here.')).toBeVisible()
  await page.getByRole('link', { name: 'Settled', exact: true }).click()
  await expect(table.getByRole('row')).toHaveCount(3)
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
  await plain.getByLabel('Number of the order').fill(order.number)
  await plain.getByRole('button', { name: 'Attach to this order' }).click()
  await expect(plain.getByRole('link', { name: `Attached to order ${order.number}` })).toBeVisible()
  expect((await storedOrder(shop.app, order.id)).order.state).toBe('paid')
  await context.close()
})
