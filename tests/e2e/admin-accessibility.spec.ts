import { openScreen } from '#tests/support/admin-screens.ts'
import { expect, test } from '#tests/support/journey.ts'
import { paidOrder } from '#tests/support/orders.ts'

for (const width of [360, 768, 1440]) {
  test(`names of products and descriptions of pictures have space at ${width} pixels [ADM-12]`, async ({
    admin: page,
  }) => {
    await page.setViewportSize({ width, height: 800 })
    await openScreen(page, '/admin/dashboard/products')
    const product = page.getByRole('list', { name: 'Products' }).getByRole('listitem').first()
    const picture = await product.locator('img').boundingBox()
    const link = product.getByRole('link', { name: 'Sound Wave', exact: true })
    const name = await link.boundingBox()
    const nameCell = await link.locator('..').boundingBox()
    expect(name?.x).toBeGreaterThan((picture?.x ?? 0) + 64)
    expect(name?.y).toBeLessThan((picture?.y ?? 0) + 64)
    expect(nameCell?.width).toBeGreaterThan(100)

    await openScreen(page, '/admin/products/edit/7')
    const row = page.getByRole('list', { name: 'Images in order' }).locator('li').first()
    const handle = await row.getByRole('button', { name: 'Drag image 1' }).boundingBox()
    const shown = await row.locator('img').boundingBox()
    const words = await row.getByLabel('Description of image 1').boundingBox()
    expect(shown?.x).toBeGreaterThan((handle?.x ?? 0) + (handle?.width ?? 0) - 1)
    expect(shown?.width).toBe(72)
    expect(words?.width).toBeGreaterThan(200)
  })
}

test('an order is found, opened and sent by the keyboard alone [A11Y-02, ORDER-07]', async ({
  admin: page,
  shop,
}) => {
  const { number } = await paidOrder(shop.app)
  await page.goto('/admin/dashboard')
  await page
    .getByRole('navigation', { name: 'Dashboard' })
    .getByRole('link', { name: 'Orders' })
    .focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/orders$/)
  await page.getByRole('link', { name: number }).focus()
  await page.keyboard.press('Enter')
  // The new screen has the focus, so that the keyboard begins there.
  await expect(page.getByRole('main')).toBeFocused()
  const weight = page.getByLabel(/^Weight in grams of/)
  for (let step = 0; step < 8; step += 1) {
    if (await weight.evaluate((element) => element === document.activeElement)) break
    await page.keyboard.press('Tab')
  }
  await expect(weight).toBeFocused()
  await page.keyboard.type('14.20')
  await page.keyboard.press('Enter')
  // Weighed, typing goes on where the parcel is.
  const tracking = page.getByLabel('Tracking')
  await expect(tracking).toBeFocused()
  await page.keyboard.type('1Z999AA10123456784')
  const compared = page.getByRole('checkbox', { name: /sanctions lists/ })
  for (let step = 0; step < 6; step += 1) {
    if (await compared.evaluate((element) => element === document.activeElement)) break
    await page.keyboard.press('Tab')
  }
  await expect(compared).toBeFocused()
  await page.keyboard.press('Space')
  await page.keyboard.press('Enter')
  await expect(page.getByText('The order is marked as shipped.')).toBeVisible()
})
