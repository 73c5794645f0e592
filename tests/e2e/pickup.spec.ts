import { eq } from 'drizzle-orm'
import { codeForBuyer } from '#app/.server/fulfillment/pickup.ts'
import { orders } from '#app/.server/platform/db/schema.ts'
import { formatPickupCode } from '#app/domain/fulfillment/pickup.ts'
import { emailed } from '#tests/support/emailed.ts'
import { expect, test } from '#tests/support/journey.ts'
import { expectLooksRight } from '#tests/support/looks-right.ts'
import { paidOrder, storedOrder } from '#tests/support/orders.ts'
import { weighOnScreen } from '#tests/support/weigh-on-screen.ts'

test.slow()

const widths = [390, 1440]

test('an order is weighed, marked as ready, and handed over by the code of its buyer [PICKUP-01, PICKUP-02, PICKUP-03, PICKUP-04, PICKUP-06]', async ({
  admin: page,
  shop,
}) => {
  await shop.goldBecomes('60')
  await page.setViewportSize({ width: 390, height: 844 })
  const { id, number, token } = await paidOrder(shop.app)
  await shop.app.db.orm.update(orders).set({ shippingMethod: 'pickup' }).where(eq(orders.id, id))
  const main = page.getByRole('main')

  // The buyer is promised no parcel.
  await page.goto(`/order/${token}`)
  await expect(main).toContainText('We’ll email you a pickup code when it’s ready.')
  await expect(main).not.toContainText('Shipping time')

  await page.goto(`/admin/dashboard/orders/${id}#send`)
  const desk = page.locator('#send')
  const ready = desk.getByRole('button', { name: 'Ready for pickup' })
  await ready.click()
  await expect(page.getByRole('alert')).toContainText('Please weigh each piece of')
  await expect(desk.getByRole('button', { name: 'Mark as shipped' })).toHaveCount(0)
  await weighOnScreen(page)
  await expectLooksRight(page, 'pickup-weighed', { widths, height: 900 })
  await ready.click()
  await expect(page.getByText('The order is ready for pickup, and an email')).toBeVisible()
  await expectLooksRight(page, 'pickup-ready', { widths, height: 900 })

  await page.goto('/admin/dashboard')
  await page.getByRole('link', { name: /order, ready for pickup/ }).click()
  await expect(page).toHaveURL(/show=pickup/)
  await expect(page.getByRole('link', { name: number, exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: `Hand over ${number}` })).toBeVisible()

  // The buyer reads the code in the email and on the page of the order.
  await emailed(shop.app, 'order-pickup-buyer', { id })
  const { order } = await storedOrder(shop.app, id)
  const code = formatPickupCode((await codeForBuyer(shop.app.db.orm, shop.app, order)) ?? '')
  await page.goto(`/order/${token}`)
  await expect(main).toContainText('isn’t shown in a browser that’s signed in as staff')
  await expect(main).not.toContainText(code)
  const signedIn = await page.context().cookies()
  await page.context().clearCookies({ name: /session_token/ })
  await page.goto(`/order/${token}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your order is ready for pickup')
  await expect(main).toContainText(code)
  await expect(page.getByRole('heading', { name: 'Pickup code' })).toBeVisible()
  await expect(main).toContainText('1000 Example Street')
  await expectLooksRight(page, 'pickup-buyer', { widths, height: 900 })
  await page.context().addCookies(signedIn)

  await page.goto(`/admin/dashboard/orders/${id}#send`)
  const field = desk.getByLabel('Pickup code')
  const handOver = desk.getByRole('button', { name: 'Hand over', exact: true })
  await field.fill('12')
  await handOver.click()
  await expect(page.getByRole('alert').first()).toContainText(
    'Please enter the 6 digits of the pickup code.',
  )
  await expect(field).toHaveValue('12')
  const next = String((Number(code.replace(' ', '')) + 1) % 1_000_000).padStart(6, '0')
  await field.fill(formatPickupCode(next))
  await handOver.click()
  await expect(page.getByRole('alert').first()).toContainText(
    'This isn’t the pickup code of this order. 4 tries are left.',
  )
  await expectLooksRight(page, 'pickup-wrong-code', { widths, height: 900 })
  await field.fill(code)
  await handOver.click()
  await expect(page.getByText('The order is marked as picked up.')).toBeVisible()
  expect((await storedOrder(shop.app, id)).order).toMatchObject({
    ...{ state: 'fulfilled', step: 'delivered' },
  })
  await expect(main).toContainText('The pickup code was checked.')
  await expect(main).toContainText('Picked up')
  await expect(page.getByRole('button', { name: 'Back to' })).toHaveCount(0)

  await page.goto(`/order/${token}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your order was picked up')
  await expect(main).not.toContainText(/delivered|shipped|tracking/i)
  await expect(main).not.toContainText(code)
  await expectLooksRight(page, 'pickup-done', { widths, height: 900 })
})
