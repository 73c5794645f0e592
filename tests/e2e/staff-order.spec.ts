import type { Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { recordOfflinePayment } from '#app/.server/payments/commands/record-offline-payment.ts'
import { orders } from '#app/.server/platform/db/schema.ts'
import { customWorkDraft } from '#app/contracts/messages/custom-work.ts'
import { cents } from '#app/domain/money/cents.ts'
import { customWork } from '#content/pages/custom-work.ts'
import { expect, test } from '#tests/support/journey.ts'
import { expectLooksRight } from '#tests/support/looks-right.ts'
import { readPdf } from '#tests/support/pdf.ts'
import { asStaff, madeOrder } from '#tests/support/staff-orders.ts'

const request = customWorkDraft(
  {
    date: '2026-03-11',
    phone: '+1 206 555 0100',
    email: 'Ada.Buyer+Gold@Example.com',
    shippingAddress: '1000 Example Street',
    shippingCity: 'Seattle',
    shippingState: 'WA',
    shippingZip: '98101',
    designType: 'new',
    jewelryType: 'ring',
    ringSize: '7',
    metalType: '24k',
    additionalNotes: 'As thin as can be.',
  },
  { ...customWork.form, expectations: customWork.expectations },
)
const quoted = request.text
  .split('\n')
  .map((line) => `> ${line}`)
  .join('\n')

const looksRight = (page: Page) => expectLooksRight(page, 'staff-order')

test('a custom order goes from pasted text through deposit, price jump and balance to its receipt [SALE-01, SALE-02, SALE-04, SALE-06, SALE-08, SALE-09, SALE-10, SALE-17, SALE-20, TODAY-04]', async ({
  admin: page,
  shop,
  browser,
}) => {
  test.slow()
  await shop.goldBecomes('130')
  await page.setViewportSize({ width: 360, height: 800 })
  await page.goto('/admin/dashboard/orders')
  await page.getByRole('link', { name: 'New order' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('New order')
  await looksRight(page)

  await page.getByText('Paste a custom request…').click()
  await page.getByLabel('Request text').fill(`On Wednesday Ada wrote:\n${quoted}`)
  await page.getByRole('button', { name: 'Fill in the fields' }).click()
  await expect(page.getByLabel('Email')).toHaveValue('Ada.Buyer+Gold@Example.com')
  await expect(page.getByLabel('Piece', { exact: true })).toHaveValue('Custom ring, size 7')
  await expect(page.getByLabel('Customer request')).toHaveValue(/As thin as can be\./)
  await page.getByLabel('Name').fill('Ada Buyer')
  await page.getByLabel('Weight in grams (if different from listed)').fill('14.7')
  await page.getByLabel('Fee').fill('333.33')
  await page.getByLabel('Deposit', { exact: true }).fill('$9,000')
  await page.getByLabel('Lock the gold price').selectOption('delivery')
  await page.getByRole('button', { name: 'Review price' }).click()
  await expect(page.getByRole('alert').first()).toContainText('more than the $2,244.33 total')
  await expect(page.getByLabel('Name')).toHaveValue('Ada Buyer')
  await page.getByLabel('Deposit', { exact: true }).fill('40%')
  await page.getByRole('button', { name: 'Review price' }).click()
  await expect(page.getByRole('region', { name: 'Order total' })).toContainText('$897.73')
  await looksRight(page)
  await page.getByRole('button', { name: 'Create order for $2,244.33' }).dblclick()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Order T-/)
  const made = await shop.app.db?.orm.select().from(orders).where(eq(orders.origin, 'staff'))
  expect(made).toHaveLength(1)

  await page.getByRole('button', { name: 'Move to Quoted' }).click()
  await expect(page.getByRole('button', { name: 'Move to Quoted' })).toHaveCount(0)
  await page.getByText('Send a payment link…').click()
  await expect(page.getByLabel('What the buyer pays')).toHaveValue('deposit')
  await page.getByRole('button', { name: 'Send the link by email' }).click()
  const link = page.getByRole('link', { name: /\/pay\// })
  await expect(link).toBeVisible()

  const buyer = await browser.newPage({ viewport: { width: 360, height: 800 } })
  const address = (await link.getAttribute('href')) ?? ''
  await buyer.goto(address)
  await expect(buyer.getByRole('heading', { level: 1 })).toHaveText('Your deposit')
  await expect(buyer.getByText('an estimate at this price')).toBeVisible()
  await looksRight(buyer)
  await buyer.getByRole('button', { name: 'Pay $897.73' }).click()
  await expect(buyer.getByText('Due now: $897.73')).toBeVisible()
  await buyer.getByRole('button', { name: 'Pay', exact: true }).click()
  await expect(buyer.getByText('We’ve received your $897.73 payment.')).toBeVisible()
  await buyer.goto(address)
  await expect(buyer.getByText('This is paid. Thank you.')).toBeVisible()
  await expect(buyer.getByRole('button', { name: /^Pay/ })).toHaveCount(0)

  await page.goto('/admin/dashboard')
  const onToday = page.getByRole('region', { name: /Custom work/ })
  await expect(onToday).toContainText('Deposit paid: start work')
  await looksRight(page)
  await onToday.getByRole('link', { name: /^T-/ }).click()
  for (const stage of ['Design approved', 'Casting']) {
    await page.getByRole('button', { name: `Move to ${stage}` }).click()
    await expect(page.getByRole('button', { name: `Move to ${stage}` })).toHaveCount(0)
  }
  await shop.goldBecomes('171.2345')
  await page.reload()
  await page.getByRole('button', { name: 'Lock the gold price' }).click()
  // 14.7 × 171.2345 = 2517.14715, + 333.33
  await expect(page.getByText('$2,850.48').first()).toBeVisible()
  await page.getByRole('button', { name: 'Move to Balance due' }).click()
  await expect(page.getByRole('button', { name: 'Move to Balance due' })).toHaveCount(0)

  await page.getByText('Record a payment…').click()
  await page.getByLabel('Amount in dollars').fill('5000')
  await page.getByRole('button', { name: 'Record payment' }).click()
  await expect(page.getByRole('alert').first()).toContainText('more than the $1,952.75')
  await expect(page.getByLabel('Amount in dollars')).toHaveValue('5000')
  await page.getByLabel('Amount in dollars').fill('952.75')
  await page.getByRole('button', { name: 'Record payment' }).click()
  await expect(page.getByRole('main')).toContainText('Paid$1,850.48')

  await page.getByText('Send a payment link…').click()
  await expect(page.getByLabel('What the buyer pays')).toHaveValue('balance')
  await page.getByRole('button', { name: 'Send the link by email' }).click()
  await expect(page.getByText('The payment link for $1,000.00 (balance)')).toBeVisible()
  await buyer.goto((await link.getAttribute('href')) ?? '')
  await buyer.getByRole('button', { name: 'Pay $1,000.00' }).click()
  await buyer.getByRole('button', { name: 'Pay', exact: true }).click()
  await expect(buyer.getByRole('heading', { level: 1 })).toHaveText('Thank you')
  await buyer.close()

  const id = made?.[0]?.id ?? ''
  const receipt = await page.request.get(`/admin/dashboard/orders/${id}/documents/receipt.pdf`)
  const { words } = await readPdf(await receipt.body())
  for (const said of [
    'Custom ring, size 7 Custom 14.7 g $171.2345 $2,517.15 $333.33 $2,850.48',
    'Received by card',
    '$897.73',
    'Received in cash',
    '$952.75',
    '$1,000.00',
    'Balance $0.00',
  ]) {
    expect(words).toContain(said)
  }
  await page.reload()
  await looksRight(page)
  await page.goto('/admin/dashboard')
  await expect(page.getByRole('region', { name: /Ready to ship/ })).toContainText('Ada Buyer')
  await expect(onToday).toHaveCount(0)
})

test('an order of two pieces keeps all that was typed while its price is shown, and through a lost connection [SALE-01, SALE-02, SALE-10, ADM-13]', async ({
  admin: page,
  shop,
}) => {
  await shop.goldBecomes('130')
  await page.goto('/admin/dashboard/orders/new')
  await page.getByText('Paste a custom request…').click()
  await page.getByLabel('Request text').fill(quoted)
  await page.getByRole('button', { name: 'Fill in the fields' }).click()
  await expect(page.getByLabel('Piece', { exact: true })).toHaveValue('Custom ring, size 7')
  await page.getByLabel('Name').fill('Ada Buyer')
  await page.getByLabel('Weight in grams (if different from listed)').fill('10')
  await page.getByLabel('Flat fee in dollars (if different from listed)').fill('0')
  await page.getByLabel('Custom work').uncheck()
  await page.getByRole('button', { name: 'Add another piece' }).click()
  await page.getByLabel('Piece 2').fill('Band')
  await page.getByLabel('Weight in grams 2').fill('5')
  await page.getByLabel('Flat fee in dollars 2').fill('0')

  const input = async () => {
    await expect(page.getByLabel('Email')).toHaveValue('Ada.Buyer+Gold@Example.com')
    await expect(page.getByLabel('Piece', { exact: true })).toHaveValue('Custom ring, size 7')
    await expect(page.getByLabel('Piece 2')).toHaveValue('Band')
    await expect(page.getByLabel('Weight in grams 2')).toHaveValue('5')
    await expect(page.getByLabel('Customer request')).toHaveValue(/As thin as can be\./)
  }
  await page.route('**/orders/new.data*', (route) => route.abort())
  await page.getByRole('button', { name: 'Review price' }).click()
  await expect(page.getByRole('alert').first()).toContainText(
    'We don’t know whether this was done.',
  )
  await input()
  await page.unroute('**/orders/new.data*')
  await page.getByRole('button', { name: 'Review price' }).click()
  const made = page.getByRole('button', { name: 'Create order for $1,950.00' })
  await expect(made).toBeVisible()
  await input()
  await made.click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Order T-/)
})

test('a payment link says in plain words, with 410, that it was taken back or does not exist [SALE-06]', async ({
  admin: page,
  shop,
}) => {
  await shop.goldBecomes('130')
  await page.goto('/admin/dashboard/orders/new')
  await page.getByLabel('Piece', { exact: true }).fill('Ring')
  await page.getByLabel('Weight in grams (if different from listed)').fill('10')
  await page.getByLabel('Flat fee in dollars (if different from listed)').fill('0')
  await page.getByLabel('Piece', { exact: true }).press('Enter')
  await page.getByRole('button', { name: 'Create order for $1,300.00' }).click()
  await page.getByText('Send a payment link…').click()
  await page.getByRole('button', { name: 'Create the link' }).click()
  const link = page.getByRole('link', { name: /\/pay\// })
  const address = (await link.getAttribute('href')) ?? ''
  expect((await page.request.get(address)).status()).toBe(200)
  await page.getByRole('button', { name: 'Cancel link' }).click()
  await expect(page.getByText('The payment link was canceled.').first()).toBeVisible()
  const gone = await page.goto(address)
  expect(gone?.status()).toBe(410)
  await expect(page.getByText('This link is no longer valid.')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Pay/ })).toHaveCount(0)
  await looksRight(page)
  expect((await page.goto(`${address}x`))?.status()).toBe(404)
})

test('an order with a deposit is canceled: what is to be refunded is said before and after, and on Today [TODAY-09]', async ({
  admin: page,
  shop,
}) => {
  await shop.goldBecomes('130')
  const order = await madeOrder(shop.app)
  await recordOfflinePayment(shop.app, {
    ...(await asStaff(shop.app, order)),
    ...{ action: 'record-payment', kind: 'cash', amount: cents(500_00) },
    ...{ payer: 'Ada Buyer', reference: '', receivedOn: '2026-03-11' },
  })
  await page.setViewportSize({ width: 360, height: 780 })
  await page.goto(`/admin/dashboard/orders/${order.id}`)
  await page.getByText('Cancel this order', { exact: true }).click()
  await expect(page.getByText('Canceling won’t refund the $500.00 you received.')).toBeVisible()
  await page.getByLabel('Why you’re canceling it').fill('The buyer wishes no ring any more.')
  await looksRight(page)
  await page.getByRole('button', { name: 'Cancel the order' }).click()
  await expect(
    page.getByText('The order was canceled. Refund the $500.00 you received').first(),
  ).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Needs review' })).toBeVisible()
  await looksRight(page)
  await page.goto('/admin/dashboard')
  await page.getByRole('link', { name: /order needs review/ }).click()
  await expect(page.getByRole('link', { name: order.number }).first()).toBeVisible()
})
