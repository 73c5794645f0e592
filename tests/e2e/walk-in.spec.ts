import type { Page } from '@playwright/test'
import { productsById } from '#app/.server/catalog/queries/catalog.ts'
import { orderLines, orders } from '#app/.server/platform/db/schema.ts'
import { goldSizes } from '#app/domain/catalog/gold-size.ts'
import { formatCents } from '#app/domain/money/cents.ts'
import { gramsToDecimal, type Milligrams, scaleToDecimal } from '#app/domain/money/grams.ts'
import { expect, test } from '#tests/support/journey.ts'
import { expectLooksRight } from '#tests/support/looks-right.ts'
import { madeOrder } from '#tests/support/staff-orders.ts'

const looksRight = (page: Page) => expectLooksRight(page, 'walk-in')

test('a walk-in is paid and handed over four clicks from the list of orders, and read back before it is made [SALE-22, SALE-24, SALE-27, SALE-30, SALE-34, MODE-06]', async ({
  admin: page,
  shop,
}) => {
  await shop.goldBecomes('130')
  await page.setViewportSize({ width: 360, height: 780 })
  await page.goto('/admin/dashboard/orders')
  let clicks = 0
  const press = async (name: string | RegExp, role: 'button' | 'link' | 'radio' = 'button') => {
    clicks += 1
    await page.getByRole(role, { name, exact: role === 'radio' }).click()
  }
  await press('New order', 'link')
  await page.getByLabel('Name').fill('Ada Buyer')
  await page.getByLabel('Phone').fill('(206) 555-0149')
  await page.getByLabel('Piece', { exact: true }).fill('Ring')
  await page.getByLabel('Weight in grams (if different from listed)').fill('10')
  await page.getByLabel('Flat fee in dollars (if different from listed)').fill('0')
  await press('Cash', 'radio')
  await press('Review price')
  await expect(page.getByRole('region', { name: 'Order total' })).toContainText(
    'When you create the order, $1,300.00 will be recorded as received in cash from Ada Buyer.',
  )
  await expect(page.getByRole('main')).toContainText('this will be a test order')
  // As a scale types that ends with Enter.
  const weight = page.getByLabel('Weight in grams of Ring')
  const make = page.getByRole('button', { name: 'Create paid order for $1,300.00' })
  await weight.fill('8.00')
  await weight.press('Enter')
  await expect(make).toBeFocused()
  await looksRight(page)
  await make.press('Enter')
  await expect(page.getByRole('alert').first()).toContainText('It can’t be sold at this price')
  await expect(weight).toHaveValue('8.00')
  await weight.fill('10.00')
  // What else is wrong takes neither the price nor the weights away.
  const email = page.locator('input[name="email"]')
  await email.fill('ada@')
  await make.press('Enter')
  await expect(page.getByText('Please enter an email address').first()).toBeVisible()
  await expect(weight).toHaveValue('10.00')
  await email.fill('')
  await press('Create paid order for $1,300.00')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Order T-/)
  await expect(page.getByRole('main')).toContainText('Handed over in person, as part of the sale.')
  await expect(page.getByRole('heading', { name: 'Prepare shipment' })).toHaveCount(0)
  for (const heading of ['Buyer', 'Handed over']) {
    await expect(page.getByRole('heading', { name: heading, exact: true })).toBeVisible()
  }
  for (const untrue of ['Ship to', 'Payment ID', 'Payment activity']) {
    await expect(page.getByRole('main')).not.toContainText(untrue)
  }
  await looksRight(page)
  expect(clicks).toBe(4)
  const [made] = (await shop.app.db?.orm.select().from(orders)) ?? []
  expect(made).toMatchObject({
    ...{ state: 'fulfilled', step: 'delivered', shipBy: null },
    shippingAddress: { name: 'Ada Buyer', phone: '(206) 555-0149' },
  })
})

test('a catalog piece that is too light for a walk-in is sold with the grams it has, and keeps its fee [SALE-31]', async ({
  admin: page,
  shop,
}) => {
  await shop.goldBecomes('130')
  const product = (await productsById(shop.app, ['7'])).get('7')
  const size = product && goldSizes(product.attributes).find((each) => each.size === 'Small')
  if (!size) throw new Error('there is no such size')
  const light = (size.weight - 200) as Milligrams
  const [listed, own] = [size.weight, light].map(gramsToDecimal)
  await page.setViewportSize({ width: 360, height: 780 })
  await page.goto('/admin/dashboard/orders/new')
  await page.getByLabel('Name').fill('Ada Buyer')
  await page.getByLabel('Piece', { exact: true }).fill(`${product.name}, Small`)
  await page.getByRole('radio', { name: 'Cash', exact: true }).check()
  await page.getByRole('button', { name: 'Review price' }).click()
  await page.getByLabel('Weight in grams of').fill(scaleToDecimal(light))
  const make = page.getByRole('button', { name: /^Create (paid )?order for/ })
  await make.click()
  await expect(page.getByRole('alert').first()).toContainText(
    `Enter ${scaleToDecimal(light)} under “Weight in grams” and review the price again. The`,
  )
  await page.locator('input[name="line-0-grams"]').fill(scaleToDecimal(light))
  await page.getByRole('button', { name: 'Update price' }).click()
  const shown = page.getByRole('region', { name: 'Order total' })
  await expect(shown).toContainText(`Different from listed: ${own} g instead of ${listed} g`)
  await expect(shown).toContainText(`fee ${formatCents(size.fee)}`)
  await expect(page.getByLabel('Weight in grams of')).toHaveValue(scaleToDecimal(light))
  await looksRight(page)
  await make.click()
  await expect(page.getByRole('main')).toContainText('Handed over in person, as part of the sale.')
  const sold = await shop.app.db?.orm.select().from(orderLines)
  expect(sold).toMatchObject([
    { productId: '7', size: 'Small', weightMg: light, feeCents: size.fee },
  ])
})

test('cash above $10,000 is read back with what Form 8300 needs, in the form of a new order and of a payment [SALE-28, SALE-32]', async ({
  admin: page,
  shop,
}) => {
  await shop.goldBecomes('130')
  await page.setViewportSize({ width: 360, height: 780 })
  await page.goto('/admin/dashboard/orders/new')
  await page.getByLabel('Name').fill('Ada Buyer')
  await page.getByLabel('Piece', { exact: true }).fill('Ring')
  await page.getByLabel('Weight in grams (if different from listed)').fill('100')
  await page.getByLabel('Flat fee in dollars (if different from listed)').fill('0')
  await page.getByRole('radio', { name: 'Cash', exact: true }).check()
  await page.getByRole('button', { name: 'Review price' }).click()
  const shown = page.getByRole('region', { name: 'Order total' })
  await expect(shown).toContainText('reported to the IRS on Form 8300 by')
  await expect(shown).toContainText('No address is entered. Ask the buyer for it now')
  await looksRight(page)
  // Entered now, it does not make the walk-in a shipment.
  await page.getByLabel('Street address').fill('1 Street')
  await page.getByLabel('City').fill('Seattle')
  await page.locator('input[name="state"]').fill('WA')
  await page.getByLabel('ZIP').fill('98101')
  await page.getByRole('button', { name: 'Update price' }).click()
  await expect(shown).toContainText('The address is the one entered here')
  await expect(page.getByRole('group', { name: 'Customer is taking it now' })).toBeVisible()

  const order = await madeOrder(shop.app, { 'line-0-fee': '20000' })
  await page.goto(`/admin/dashboard/orders/${order.id}`)
  await page.getByText('Record a payment…').click()
  await page.getByLabel('Amount in dollars').fill('10000.01')
  await page.getByRole('button', { name: 'Record payment' }).click()
  const confirmed = page.getByLabel('I have this for Form 8300, or collect it now')
  await expect(confirmed).toBeVisible()
  await expect(page.getByLabel('Amount in dollars')).toHaveValue('10000.01')
  await looksRight(page)
  // Another sum needs no report; this one asks again.
  await page.getByRole('button', { name: 'Record payment' }).click()
  await expect(confirmed).toBeVisible()
  await page.getByLabel('Amount in dollars').fill('100')
  await page.getByRole('button', { name: 'Record payment' }).click()
  await expect(page.getByRole('main')).toContainText('Paid$100.00')
})
