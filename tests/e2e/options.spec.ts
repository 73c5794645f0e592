import type { Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { recordShipment } from '#app/.server/fulfillment/commands/record-shipment.ts'
import { products } from '#app/.server/platform/db/catalog-schema.ts'
import { orders } from '#app/.server/platform/db/schema.ts'
import { cents } from '#app/domain/money/cents.ts'
import { onRecord, storedCertificates } from '#tests/support/certificates.ts'
import { emailed } from '#tests/support/emailed.ts'
import { expect, test } from '#tests/support/journey.ts'
import { expectLooksRight } from '#tests/support/looks-right.ts'
import { seenByStaff } from '#tests/support/orders.ts'
import { readPdf } from '#tests/support/pdf.ts'
import { onDashboard, openForm, save } from '#tests/support/product-form.ts'
import { changeProducts } from '#tests/support/products.ts'
import { sendsAnyTotal } from '#tests/support/returns.ts'

test.slow()

const drawer = (page: Page) => page.getByRole('dialog', { name: 'Your cart' })
const hydrated = (page: Page) => expect(page.locator('html')).toHaveAttribute('data-hydrated')
const dollarsIn = (text: string | null) => Number((text ?? '').replace(/.*\$|,/g, ''))

for (const width of [390, 1440]) {
  test(`staff add an option, and what a buyer chooses is on order, packing slip and certificate, at ${width} px [OPTION-01, OPTION-02, OPTION-03, OPTION-05, OPTION-06]`, async ({
    admin: page,
    shop,
  }) => {
    await page.setViewportSize({ width, height: 844 })
    await shop.goldBecomes('130')
    await sendsAnyTotal(shop.app)
    await openForm(page, '/admin/products/edit/7')
    const add = page.getByRole('button', { name: 'Add Choice' })
    const row = (nth: number, part: string) => page.locator(`[name="options.${nth}.${part}"]`)
    await add.click()
    await row(0, 'option').fill('Gold Size')
    await row(0, 'choice').fill('18 in')
    await save(page).click()
    await expect(row(0, 'option')).toHaveAccessibleDescription(/enter sizes under Sizes/)
    await row(0, 'option').fill('Chain length')
    await add.click()
    // The next choice is one of the same option.
    await expect(row(1, 'option')).toHaveValue('Chain length')
    await row(1, 'choice').fill('20 in')
    await row(1, 'price').fill('25')
    await row(1, 'grams').fill('0.4')
    await expectLooksRight(page, 'admin-options')
    await save(page).click()
    await onDashboard(page)

    await page.goto('/product/7')
    await hydrated(page)
    const chain = page.getByLabel('Chain length')
    await expect(chain.locator('option')).toHaveText(['18 in', '20 in (+$25.00, +0.4 g)'])
    const slip = page.getByRole('region', { name: 'Price breakdown' })
    const price = async () =>
      dollarsIn(await slip.getByRole('row', { name: /^Price/ }).textContent())
    const plain = await price()
    await chain.selectOption('20 in')
    // 0.4 g at $130.00, and $25.00.
    expect(await price()).toBeCloseTo(plain + 77, 9)
    await expectLooksRight(page, 'product-options')
    await page.getByRole('button', { name: 'Add to Cart' }).first().click()
    await expect(drawer(page)).toContainText(/held/i)
    await page.reload()
    await hydrated(page)
    await page.getByRole('banner').getByRole('button', { name: /cart/i }).click()
    await expect(drawer(page)).toContainText('Chain length: 20 in (+$25.00, +0.4 g)')
    await expectLooksRight(page, 'cart-options')
    await drawer(page).getByRole('button', { name: 'Checkout' }).click()
    await expect(page).toHaveURL(/\/test-payment\//)
    await page.getByRole('button', { name: 'Pay', exact: true }).click()
    await expect(page.getByRole('main')).toContainText('Your order is confirmed.')
    await expect(page.getByRole('main')).toContainText('Chain length: 20 in (+$25.00, +0.4 g)')

    const [order] = await shop.app.db.orm.select().from(orders)
    if (!order) throw new Error('no order')
    expect(order.totalCents).toBe(Math.round((plain + 77) * 100))
    expect((await emailed(shop.app, 'order-paid-buyer', order)).text).toContain('20 in (+$25.00')
    const pathOf = `/admin/dashboard/orders/${order.id}`
    await page.goto(pathOf)
    await expect(page.getByRole('table').first()).toContainText(
      'Chain length: 20 in (+$25.00, +0.4 g)',
    )
    await expect(page.locator('#send')).toContainText('Chain length: 20 in')
    const answer = await page.request.get(`${pathOf}/packing-slip.pdf`)
    expect((await readPdf(await answer.body())).words).toContain('Small, Chain length: 20 in')
    await onRecord(shop.app, order.id)
    await recordShipment(shop.app, { ...(await seenByStaff(shop.app, order)), tracking: 'T-1' })
    const [certificate] = await storedCertificates(shop.app, order.id)
    await page.goto(`/certificate/${certificate?.id}`)
    await expect(page.getByRole('main')).toContainText('Small, Chain length: 20 in')
    await expectLooksRight(page, 'certificate-options')
  })
}

test('a choice that is no longer offered is named in the cart and chosen again there, and nothing else is lost [OPTION-04]', async ({
  page,
  shop,
}) => {
  const of = eq(products.id, '7')
  const choice = (choice: string, price = 0) => ({
    ...{ name: 'Chain length', choice, price: cents(price), mg: 0 },
  })
  await changeProducts(
    shop.app,
    { options: [choice('18 in'), choice('20 in', 2500)], engravingFeeCents: 0, engravingMax: 20 },
    of,
  )
  await page.goto('/product/7')
  await hydrated(page)
  await page.getByLabel('Chain length').selectOption('20 in')
  await page.getByRole('textbox', { name: /^Engraving/ }).fill('For Ada')
  const add = page.getByRole('button', { name: 'Add to Cart' }).first()
  await add.click()
  await expect(drawer(page)).toContainText(/held/i)
  await drawer(page)
    .getByLabel(/^Quantity of/)
    .fill('3')
  await page.keyboard.press('Tab')
  await expect(drawer(page)).toContainText(/held/i)
  await changeProducts(shop.app, { options: [choice('18 in'), choice('22 in', 4000)] }, of)
  // Checkout says it, and so does the cart.
  await drawer(page).getByRole('button', { name: 'Checkout' }).click()
  const again = drawer(page).getByLabel('Chain length', { exact: true })
  await expect(again).toBeVisible()
  await expect(drawer(page)).toContainText(
    '“Chain length: 20 in” is no longer offered. Please choose again.',
  )
  await expectLooksRight(page, 'cart-choose-again')
  await again.selectOption('22 in')
  await expect(drawer(page)).toContainText('Chain length: 22 in (+$40.00)')
  await expect(drawer(page)).toContainText('Engraved “For Ada”')
  await expect(drawer(page).getByLabel(/^Quantity of/)).toHaveValue('3')
  await expect(drawer(page)).toContainText(/held/i)
  await expect(drawer(page)).not.toContainText('no longer offered')
  // An option that ended altogether.
  await changeProducts(shop.app, { options: [] }, of)
  await page.reload()
  await hydrated(page)
  await page.getByRole('banner').getByRole('button', { name: /cart/i }).click()
  await drawer(page).getByRole('button', { name: 'Keep it without options' }).click()
  await expect(drawer(page)).toContainText(/held/i)
  await expect(drawer(page)).not.toContainText('Chain length')
})
