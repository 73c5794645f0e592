import { expect, test } from '#tests/support/journey.ts'
import { paidOrder } from '#tests/support/orders.ts'

test('the tab one is on, or walks to, is in view at 360 pixels [ADM-18]', async ({
  admin: page,
}) => {
  await page.setViewportSize({ width: 360, height: 640 })
  const bar = page.getByRole('navigation', { name: 'Dashboard' })
  const inView = (name: string) =>
    expect(bar.getByRole('link', { name, exact: true })).toBeInViewport({ ratio: 1 })
  await page.goto('/admin/dashboard/system')
  await inView('System')
  await page.goto('/admin/dashboard')
  await inView('Today')
  await bar.getByRole('link', { name: 'Orders' }).click()
  await inView('Orders')
  await page.goto('/admin/dashboard/paracord')
  await inView('Paracord Options')
  await bar.getByRole('link', { name: 'Sales Tax' }).focus()
  for (const next of [
    'Bank Payment Discount',
    'Discount Codes',
    'Content',
    'Emails',
    'Cart Reminders',
    'Newsletter',
    'Paracord Options',
    'WooCommerce',
    'Risk',
    'Setup',
    'Log',
    'System',
  ]) {
    await page.keyboard.press('Tab')
    await inView(next)
  }
})

test('settings have a row of their own, and a screen begins after both [ADM-21, A11Y-02]', async ({
  admin: page,
}) => {
  await page.setViewportSize({ width: 360, height: 640 })
  await page.goto('/admin/dashboard/products')
  const bar = page.getByRole('navigation', { name: 'Dashboard' })
  for (const name of [
    'Today',
    'Products',
    'Media',
    'Gold Price',
    'Metal',
    'Orders',
    'Payments',
    'Customers',
  ]) {
    await expect(bar.getByRole('link', { name })).toBeInViewport({ ratio: 1 })
  }
  await expect(bar.getByRole('list', { name: 'Settings' }).getByRole('link')).toHaveText([
    'Shipping',
    'Sales Tax',
    'Bank Payment Discount',
    'Discount Codes',
    'Content',
    'Emails',
    'Cart Reminders',
    'Newsletter',
    'Paracord Options',
    'WooCommerce',
    'Risk',
    'Setup',
    'Log',
    'System',
  ])
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Add Product' })).toBeFocused()
  await bar.getByRole('link', { name: 'Shipping' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Shipping/)
  // The new screen has the focus, which is where the keyboard begins.
  await expect(page.getByRole('main')).toBeFocused()
  await page.keyboard.press('Tab')
  expect(
    await page.evaluate(() => document.activeElement?.closest('main') !== null),
    'in the screen',
  ).toBe(true)
})

test('a short screen reaches down to the end of the window [ADM-22]', async ({ admin: page }) => {
  for (const [width, height] of [
    [360, 1500],
    [1440, 1500],
  ] as const) {
    await page.setViewportSize({ width, height })
    for (const path of ['/admin/dashboard/bank-price', '/admin/confirm']) {
      await page.goto(path)
      const box = await page.getByRole('contentinfo').boundingBox()
      expect((box?.y ?? 0) + (box?.height ?? 0), `${path} at ${width}`).toBeCloseTo(height, 0)
    }
  }
})

test('on a phone status and alerts are one line, which opens them [ADM-23]', async ({
  admin: page,
  shop,
}) => {
  await shop.goldBecomes('131.25')
  await shop.goldBecomes('132.5')
  await page.setViewportSize({ width: 390, height: 844 })
  const health = page.getByRole('region', { name: 'Shop status' })
  await page.goto('/admin/dashboard')
  const status = page.getByText(/^Status: .* per gram, 2 alerts/)
  await expect(health).toBeHidden()
  await status.click()
  // There is no backup yet, which is said; nothing is wrong with the records.
  await expect(health.getByText('Backup', { exact: true })).toBeVisible()
  await expect(health.getByText('Records', { exact: true })).toBeHidden()
  await page.setViewportSize({ width: 1440, height: 900 })
  await expect(health.getByText('Records', { exact: true })).toBeVisible()
})

test('the day to send an order by, and its next step, stand on one line of the list [ADM-25]', async ({
  admin: page,
  shop,
}) => {
  await paidOrder(shop.app)
  for (const width of [768, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto('/admin/dashboard/orders')
    const day = page.getByRole('table').locator('time:visible').last()
    const lines = await day.evaluate((time) => time.getClientRects().length)
    expect(lines, `the day at ${width}`).toBe(1)
    const step = await page.getByRole('button', { name: 'Start production' }).boundingBox()
    expect(step?.height, `the step at ${width}`).toBeLessThan(60)
  }
})

test('on a phone the heading of a page begins near the top [ADM-23]', async ({
  admin: page,
  shop,
}) => {
  const order = await paidOrder(shop.app)
  await page.setViewportSize({ width: 390, height: 844 })
  for (const path of [
    '/admin/dashboard',
    '/admin/dashboard/products',
    '/admin/dashboard/products/bulk?all=yes',
    '/admin/dashboard/gold-price/shown',
    '/admin/dashboard/orders',
    `/admin/dashboard/orders/${order.id}`,
    '/admin/dashboard/orders/returns',
    '/admin/dashboard/trade-ins',
    '/admin/dashboard/texts/brand',
    '/admin/dashboard/setup',
    '/admin/account',
    '/admin/products/new',
  ]) {
    await page.goto(path)
    const box = await page.getByRole('heading', { level: 1 }).boundingBox()
    expect(box?.y, path).toBeLessThanOrEqual(220)
  }
})
