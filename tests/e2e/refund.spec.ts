import { applyPaymentEvent } from '#app/.server/payments/commands/apply-payment-event.ts'
import { codeFor, firstAdmin, giveSession } from '#tests/support/admin.ts'
import { emailed } from '#tests/support/emailed.ts'
import { expect, test } from '#tests/support/journey.ts'
import { expectLooksRight } from '#tests/support/looks-right.ts'
import { payment, pendingOrder } from '#tests/support/orders.ts'

test.slow()

test('a piece is refunded from the order: shown, confirmed, with a credit note the buyer can print [REFUND-01, REFUND-14, REFUND-03, REFUND-07, REFUND-09]', async ({
  page,
  shop,
}) => {
  await shop.goldBecomes('130')
  const owner = await firstAdmin(shop.app)
  const order = await pendingOrder(shop.app, [{ productId: '7', size: 'Small', quantity: 2 }])
  await applyPaymentEvent(shop.app, payment(order))
  await giveSession(page, shop, owner)
  shop.clock.advance({ minutes: 11 })
  await page.goto(`/admin/dashboard/orders/${order.id}`)

  await page.getByText('Refund…').click()
  await page.getByLabel('Dollars').fill('25')
  await expect(page.getByRole('radio', { name: 'Other amount' })).toBeChecked()
  await page.getByLabel('Dollars').clear()
  await page.getByText('Specific pieces').click()
  await page.getByLabel('Reason for refund').fill('The clasp broke')
  await page.getByLabel(/Note to the buyer/).fill('We are sorry about the clasp.')
  const show = page.getByRole('button', { name: 'Preview refund' })
  await show.click()
  // Nothing was chosen: it says so, and all that was typed is still there.
  await expect(page.getByRole('alert')).toContainText('Please choose at least one piece.')
  await expect(page.getByLabel('Reason for refund')).toHaveValue('The clasp broke')
  await page.getByLabel(/, Small$/).fill('1')
  await show.click()
  const confirm = page.getByRole('region', { name: 'Refund preview' })
  await expect(confirm).toContainText(
    'will be refunded as a test, without real money: goods $2,596.00. After that, $2,596.00 of the payment remains.',
  )
  await expectLooksRight(page, 'refund')

  await confirm.getByRole('button', { name: 'Refund $2,596.00' }).click()
  const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await dialog.getByLabel('Authenticator code').fill(codeFor(shop.app, owner))
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText('$2,596.00 was refunded to the buyer.')).toBeVisible()
  await page.getByText('View all transactions').click()
  await expectLooksRight(page, 'refunded')

  const email = await emailed(shop.app, 'order-refunded-buyer', order)
  expect(email.text).toContain('$2,596.00')
  await page.goto(`/order/${order.token}`)
  await page.getByRole('link', { name: 'Credit note CN-TEST-2026-0001' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('CN-TEST-2026-0001')
  await expect(page.getByRole('main')).toContainText('1 × ')
  await expect(page.getByRole('main')).toContainText('We are sorry about the clasp.')
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', /noindex/)
  await expectLooksRight(page, 'credit-note')
  await page.emulateMedia({ media: 'print', colorScheme: 'light' })
  await expect(page.getByRole('banner')).toBeHidden()
  await expect(page.getByRole('contentinfo')).toBeHidden()
})
