import { applyPaymentEvent } from '#app/.server/payments/commands/apply-payment-event.ts'
import { emailServer, sendsThrough } from '#tests/support/email-server.ts'
import { emailed } from '#tests/support/emailed.ts'
import { expect, test } from '#tests/support/journey.ts'
import { expectLooksRight } from '#tests/support/looks-right.ts'
import { paidOrder, payment, pendingOrder, storedOrder } from '#tests/support/orders.ts'
import { readPdf } from '#tests/support/pdf.ts'

test('an order that was paid without an address gets one, is corrected and its packing slip printed [ADDR-03, ADDR-04, ADDR-05, PAPER-11]', async ({
  admin: page,
  shop,
}) => {
  test.slow()
  await page.setViewportSize({ width: 360, height: 780 })
  const order = await pendingOrder(shop.app)
  // Unpaid, it has no packing slip, and its address says why [PARCEL-13].
  const slipPath = `/admin/dashboard/orders/${order.id}/packing-slip.pdf`
  await page.goto(`/admin/dashboard/orders/${order.id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Order ${order.number}`)
  await expect(page.getByRole('link', { name: 'Packing slip (PDF)' })).toHaveCount(0)
  expect((await page.goto(slipPath))?.status()).toBe(409)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('No document')
  await expect(page.getByRole('main')).toContainText(
    'This order isn’t paid yet. You can print its packing slip once it is.',
  )
  const receipt = await page.goto(`/admin/dashboard/orders/${order.id}/documents/receipt.pdf`)
  expect(receipt?.status()).toBe(404)
  await expect(page.getByRole('main')).toContainText('This order doesn’t have that document.')
  await page.getByRole('link', { name: 'Back to the order' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Order ${order.number}`)
  await applyPaymentEvent(shop.app, payment(order, { address: null }))
  await page.goto('/admin/dashboard')
  await page.getByRole('link', { name: /order without an address/ }).click()
  await page.getByRole('link', { name: order.number }).first().click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Order ${order.number}`)
  await expect(page.getByText('No address came with the payment.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Packing slip (PDF)' })).toHaveCount(0)

  const form = page.locator('form').filter({ has: page.getByLabel('Street address') })
  const save = form.getByRole('button', { name: 'Save' })
  await expect(form.getByLabel('Email')).toHaveValue('ada@example.com')
  await form.getByLabel('Name').fill('Ada Buyer')
  await form.getByLabel('Street address').fill('9 Elm Street')
  await form.getByLabel('City').fill('Seattle')
  await form.getByLabel('State').fill('Washington')
  await form.getByLabel('ZIP').fill('9810')
  await form.getByLabel('Phone').fill('(206) 555-0100')
  await save.click()
  await expect(page.getByRole('alert')).toContainText('Please enter a five-digit ZIP code,')
  await expect(form.getByLabel('ZIP')).toHaveAccessibleDescription(/five-digit ZIP code/)
  await expect(form.getByLabel('Street address')).toHaveValue('9 Elm Street')
  await expectLooksRight(page, 'ship-to')
  await form.getByLabel('ZIP').fill('981021234')
  await save.click()
  const address = page.locator('address').first()
  await expect(address).toContainText('Seattle, WA 98102-1234')
  await expect(page.getByText('No address came with the payment.')).toHaveCount(0)

  await page.getByText('Edit contact details').click()
  await form.getByLabel('Street address').fill('10 Elm Street')
  await save.click()
  await expect(address).toContainText('10 Elm Street')
  await page.getByText('What it was before').click()
  await expect(page.getByText(/changed by ann@example\.com: street$/)).toBeVisible()
  await expect(page.getByText('The buyer’s information was corrected: street.')).toBeVisible()

  const slip = page.getByRole('link', { name: 'Packing slip (PDF)' })
  const pdf = await page.request.get((await slip.getAttribute('href')) ?? '')
  expect(pdf.headers()['content-type']).toBe('application/pdf')
  const { words } = await readPdf(await pdf.body())
  expect(words).toContain('10 Elm Street')
  expect(words).toContain('Seattle, WA 98102-1234')
  expect((await storedOrder(shop.app, order.id)).order.shippingAddress).toMatchObject({
    name: 'Ada Buyer',
    phone: '(206) 555-0100',
  })
})

test('after an email address is corrected the form closes, and what went to the old one is sent to the new, and its link is no longer the order’s [MAIL-14, MAIL-15, PRIVACY-10]', async ({
  admin: page,
  browser,
  shop,
}) => {
  const server = await emailServer()
  sendsThrough(shop, server)
  const order = await paidOrder(shop.app)
  expect(await emailed(shop.app, 'order-paid-buyer', order)).toMatchObject({ state: 'sent' })
  await page.setViewportSize({ width: 360, height: 780 })
  await page.goto(`/admin/dashboard/orders/${order.id}`)
  await page.getByText('Edit contact details').click()
  const form = page.locator('form').filter({ has: page.getByLabel('Street address') })
  const email = form.getByLabel('Email')
  await email.fill('ada.buyer@example.com')
  await form.getByRole('button', { name: 'Save' }).click()
  const missed = page.getByText('ada.buyer@example.com hasn’t received')
  await expect(missed).toContainText('only to ada@example.com: Order confirmation.')
  await expect(email).toBeHidden()
  await expectLooksRight(page, 'ship-to')
  await page.getByRole('button', { name: 'Send it to the new address' }).click()
  // Its status, which stays.
  await expect(page.getByText('Sent to ada.buyer@example.com, ').first()).toBeVisible()
  await expect(missed).toHaveCount(0)
  const delivered = () => server.delivered.filter(({ to }) => to.includes('ada.buyer@example.com'))
  // The confirmation, and the new link.
  await expect.poll(() => delivered().length, { timeout: 30_000 }).toBe(2)

  const other = await (await browser.newContext()).newPage()
  const response = await other.goto(new URL(`/order/${order.token}`, page.url()).href)
  expect(response?.status()).toBe(404)
  await expect(other.getByText('This link doesn’t lead to an order.')).toBeVisible()
  await expect(other.getByRole('main')).not.toContainText(/Ada Buyer|1000 Example Street/)
  const { token } = (await storedOrder(shop.app, order.id)).order
  await other.goto(new URL(`/order/${token}`, page.url()).href)
  await expect(other.getByRole('main')).toContainText('1000 Example Street')
  await other.goto(new URL(`/order/${order.token}/return`, page.url()).href)
  await other.getByRole('main').getByRole('link', { name: 'Find my order' }).click()
  await expect(other).toHaveURL(/\/find-order$/)
  await other.context().close()

  server.behave('refuses')
  shop.clock.advance({ minutes: 1 })
  await page.getByRole('button', { name: 'Send the confirmation again' }).click()
  await expect(page.getByRole('alert').first()).toContainText('Not sent: ')
  await server.close()
})
