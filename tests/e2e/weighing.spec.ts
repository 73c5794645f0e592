import { refundsOfOrder } from '#app/.server/ledger/refunds.ts'
import { applyPaymentEvent } from '#app/.server/payments/commands/apply-payment-event.ts'
import { refundWeighed } from '#app/.server/refunds/jobs/refund-weighed.ts'
import { emailed } from '#tests/support/emailed.ts'
import { expect, test, withoutClipboard } from '#tests/support/journey.ts'
import { expectLooksRight } from '#tests/support/looks-right.ts'
import { paidOrder, payment, pendingOrder, storedOrder } from '#tests/support/orders.ts'
import { sendsAnyTotal } from '#tests/support/returns.ts'

test.slow()

test('two pieces are weighed on a phone, one 0.60 g light: the refund is exact, and page and mail say the same [WEIGH-01, WEIGH-03, WEIGH-06, WEIGH-08, WEIGH-11, WEIGH-13, WEIGH-15]', async ({
  admin: page,
  shop,
}) => {
  await page.setViewportSize({ width: 360, height: 780 })
  await shop.goldBecomes('130')
  await sendsAnyTotal(shop.app)
  const order = await pendingOrder(shop.app, [{ productId: '7', size: 'Small', quantity: 2 }])
  await applyPaymentEvent(shop.app, payment(order))
  await page.goto(`/admin/dashboard/orders/${order.id}#send`)
  const desk = page.locator('#send')
  const weights = desk.getByLabel(/^Weight in grams of/)
  await expect(weights).toHaveCount(2)
  await expect(weights.first()).toHaveAttribute('inputmode', 'decimal')
  await expectLooksRight(page, 'weigh-before')

  // Sent before it was weighed: refused, and what was typed stays.
  const tracking = desk.getByLabel('Tracking', { exact: true })
  await tracking.fill('1Z999AA10123456784')
  await desk.getByRole('checkbox', { name: /sanctions lists/ }).check()
  await desk.getByRole('button', { name: 'Mark as shipped' }).click()
  await expect(page.getByRole('alert')).toContainText('Please weigh each piece of')
  await expect(tracking).toHaveValue('1Z999AA10123456784')

  // As a scale types: the weight, and Enter.
  const scaleTypes = async (text: string) => {
    await page.keyboard.type(text)
    await page.keyboard.press('Enter')
  }
  await weights.first().click()
  for (const wrong of ['28,9', '0', '-1', '1e9', '14.201', '0.5 oz']) {
    await weights.first().fill(wrong)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('alert')).toContainText(
      'Please enter the grams shown on the scale,',
    )
    await expect(weights.first()).toHaveValue(wrong)
    // What is typed next takes its place, wherever the message stands.
    const selected = () =>
      page.evaluate(() => {
        const field = document.activeElement as HTMLInputElement
        return field.value?.slice(field.selectionStart ?? 0, field.selectionEnd ?? 0)
      })
    await expect.poll(selected).toBe(wrong)
  }
  await scaleTypes('13.60')
  await expect(desk.getByText('0.60 g below the listed weight')).toBeVisible()
  // The same field again: a reading that differs decides nothing, the next that agrees does.
  await expect(
    desk.getByText('This piece is short $78.00 worth of gold. Weigh it again'),
  ).toBeVisible()
  await expect(weights.first()).toBeFocused()
  await scaleTypes('13.90')
  await expect(
    desk.getByText('This piece is short $39.00 worth of gold. Weigh it again'),
  ).toBeVisible()
  await expect(weights.first()).toBeFocused()
  await scaleTypes('13.90')
  await expect(
    desk.getByText(/^This piece is short \$39\.00 worth of gold\. The refund is issued/),
  ).toBeVisible()
  expect(await refundsOfOrder(shop.app.db.orm, order.id)).toEqual([])
  await desk.getByRole('button', { name: 'Undo this weight' }).click()
  await expect(desk.getByText('This weight was undone. Weigh the piece again.')).toBeVisible()
  await weights.first().click()
  await scaleTypes('13.60')
  await expect(
    desk.getByText('This piece is short $78.00 worth of gold. Weigh it again'),
  ).toBeVisible()
  await expect(weights.first()).toBeFocused()
  await scaleTypes('13.60')
  await expect(
    desk.getByText(/^This piece is short \$78\.00 worth of gold\. The refund is issued/),
  ).toBeVisible()
  await expect(desk.getByText('13.60 g .9999', { exact: false })).toBeVisible()
  // Typing goes on in the next field.
  const second = desk.locator('form[data-not-weighed]').getByLabel(/^Weight in grams of/)
  await expect(second).toHaveCount(1)
  await expect(second).toBeFocused()
  const serial = desk.locator('form[data-not-weighed]').getByLabel(/^Serial number of/)
  await expect(serial).toHaveValue('FN-000002')
  await serial.fill('fn-000001')
  await second.focus()
  await scaleTypes('14.45')
  await expect(page.getByRole('alert')).toContainText(
    'FN-000001 is the serial number of another piece',
  )
  await expect(serial).toBeFocused()
  await serial.fill('FN-000002')
  await second.fill('14.45')
  await page.keyboard.press('Enter')
  await expect(desk.getByText('The extra 0.25 g is free for the buyer.')).toBeVisible()
  await expect(desk.getByText('Every piece has been weighed.')).toBeVisible()
  await expect(tracking).toBeFocused()
  await expectLooksRight(page, 'weigh-after')

  await withoutClipboard(page)
  await desk.getByRole('button', { name: /^Copy 13\.60 g \.9999/ }).click()
  await expect(desk.getByText('Not copied. Please select it yourself.')).toBeVisible()
  await page.getByRole('button', { name: 'Copy address' }).click()
  await expect(page.getByText('Not copied. Please select the address yourself.')).toBeVisible()

  expect(await refundsOfOrder(shop.app.db.orm, order.id)).toEqual([])
  shop.clock.advance({ minutes: 10 })
  await expect
    .poll(async () => {
      await refundWeighed(shop.app)
      return (await refundsOfOrder(shop.app.db.orm, order.id)).length
    })
    .toBe(1)
  const [refund, ...more] = await refundsOfOrder(shop.app.db.orm, order.id)
  expect(more).toEqual([])
  expect(refund).toMatchObject({ amountCents: 7800, state: 'succeeded' })
  const sum = '0.60 g × $130.00 per gram = $78.00.'
  await page.goto(`/order/${order.token}`)
  const buyer = page.getByRole('article')
  await expect(buyer).toContainText(sum)
  await expect(buyer).toContainText('FN-000001: 13.60 g, 0.60 g below the listed weight')
  await expect(buyer).toContainText(
    'FN-000002: 14.45 g, 0.25 g above the listed weight, at no extra charge',
  )
  await expectLooksRight(page, 'weigh-buyer')
  expect((await emailed(shop.app, 'order-refunded-buyer', order)).text).toContain(sum)

  await page.goto(`/admin/dashboard/orders/${order.id}#send`)
  await tracking.fill('1Z999AA10123456784')
  await desk.getByRole('checkbox', { name: /sanctions lists/ }).check()
  await desk.getByRole('button', { name: 'Mark as shipped' }).click()
  await expect(page.getByRole('heading', { name: 'Shipped', exact: true })).toBeVisible()
  expect((await storedOrder(shop.app, order.id)).order.state).toBe('fulfilled')
  const { text: sent } = await emailed(shop.app, 'order-fulfilled-buyer', order)
  expect(sent).toContain('FN-000001: 13.60 g, 0.60 g below the listed weight')
  expect(sent).toContain('FN-000002: 14.45 g, 0.25 g above the listed weight, at no extra charge')
})

test('a piece too far off is not sent until it is weighed again [WEIGH-04]', async ({
  admin: page,
  shop,
}) => {
  const order = await paidOrder(shop.app)
  await page.goto(`/admin/dashboard/orders/${order.id}`)
  const desk = page.locator('#send')
  const weight = desk.getByLabel(/^Weight in grams of/)
  await weight.fill('1.42')
  await weight.press('Enter')
  await expect(desk.getByText(/Too far off to ship\. .* within 5% \(0\.71 g\)/)).toBeVisible()
  await expect(desk.getByText(/over \$10\.00, weigh the piece twice/)).toBeVisible()
  await desk.getByLabel('Tracking', { exact: true }).fill('1Z999AA10123456784')
  await desk.getByRole('checkbox', { name: /sanctions lists/ }).check()
  await desk.getByRole('button', { name: 'Mark as shipped' }).click()
  await expect(page.getByRole('alert')).toContainText('too far off to ship')
  expect((await storedOrder(shop.app, order.id)).order.state).toBe('paid')
  expect(await refundsOfOrder(shop.app.db.orm, order.id)).toEqual([])
  await weight.fill('14.20')
  await weight.press('Enter')
  await expect(desk.getByText('Every piece has been weighed.')).toBeVisible()
  await desk.getByRole('button', { name: 'Mark as shipped' }).click()
  await expect(page.getByRole('heading', { name: 'Shipped', exact: true })).toBeVisible()
})
