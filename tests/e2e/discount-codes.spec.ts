import type { Page } from '@playwright/test'
import { orders } from '#app/.server/platform/db/schema.ts'
import { cents, formatCents, parseDollars } from '#app/domain/money/cents.ts'
import { firstAdmin, giveSession } from '#tests/support/admin.ts'
import { makeCode } from '#tests/support/discount-codes.ts'
import { emailed } from '#tests/support/emailed.ts'
import { expect, test } from '#tests/support/journey.ts'
import { expectLooksRight } from '#tests/support/looks-right.ts'
import { readPdf } from '#tests/support/pdf.ts'

test.slow()

const drawer = (page: Page) => page.getByRole('dialog', { name: 'Your cart' })
const shown = async (page: Page, id: string) =>
  parseDollars(((await page.getByTestId(id).textContent()) ?? '').replace(/[−$,]/g, '')) ??
  cents(Number.NaN)

async function addsToCart(page: Page, id: string) {
  await page.goto(`/product/${id}`)
  await page.getByRole('radio', { name: /Small/ }).check()
  await page.getByRole('button', { name: 'Add to Cart' }).click()
  await expect(drawer(page)).toContainText(/held/i)
}

async function enters(page: Page, code: string) {
  await drawer(page).getByLabel('Discount code').fill(code)
  await drawer(page).getByRole('button', { name: 'Apply' }).click()
}

for (const width of [390, 1440]) {
  test(`an owner makes a code, a buyer pays with it, and staff refund one piece, at ${width} px [CODE-08, CODE-10, CODE-13, CODE-14]`, async ({
    page,
    shop,
  }) => {
    await page.setViewportSize({ width, height: 844 })
    await shop.goldBecomes('130')
    await giveSession(page, shop, await firstAdmin(shop.app))
    await page.goto('/admin/dashboard/discounts')
    await page.getByLabel('Code', { exact: true }).fill('Summer-10')
    await page.getByLabel('Amount').fill('200')
    await page.getByRole('textbox', { name: 'Products' }).fill('9')
    await page.getByLabel('Also discount the metal value').check()
    const add = page.getByRole('button', { name: 'Add Code' })
    await add.click()
    await expect(page.getByRole('alert')).toContainText('up to 100')
    await page.getByLabel('Amount').fill('50')
    await add.click()
    await expect(page.getByRole('alert')).toContainText('can cost less than the gold in it')
    await expect(page.getByRole('textbox', { name: 'Products' })).toHaveValue('9')
    if (width === 390) await expectLooksRight(page, 'discount-second-press')
    await page.getByLabel('Also discount the metal value').uncheck()
    await add.click()
    await expect(page.getByRole('main')).toContainText('50% off the flat fee · product 9')
    await expect(page.getByLabel('Code', { exact: true })).toHaveValue('')
    if (width === 1440) await expectLooksRight(page, 'discounts')

    await addsToCart(page, '7')
    await expect(drawer(page).getByLabel('Discount code')).toBeHidden()
    if (width === 390) await expectLooksRight(page, 'cart-without-code')
    await drawer(page).getByText('Have a discount code?').click()
    await enters(page, 'no such code')
    await expect(drawer(page)).toContainText('The code “no such code” isn’t valid.')
    await enters(page, '  summer-10 ')
    await expect(drawer(page)).toContainText('doesn’t apply to the pieces in your cart')
    if (width === 390) await expectLooksRight(page, 'cart-code-refused')
    await addsToCart(page, '9')
    await expect(page.getByTestId('code-saving')).toBeVisible()
    const saving = await shown(page, 'code-saving')
    const total = await shown(page, 'cart-total')
    if (width === 390) await expectLooksRight(page, 'cart-with-code')

    // The code stays with the cart; taken out, it can be entered again.
    await page.reload()
    await page.getByRole('button', { name: /cart/i }).first().click()
    await expect(page.getByTestId('code-saving')).toBeVisible()
    await drawer(page).getByRole('button', { name: 'Remove code SUMMER-10' }).click()
    await expect(page.getByTestId('code-saving')).toHaveCount(0)
    await expect.poll(() => shown(page, 'cart-total')).toBe(total + saving)
    await drawer(page).getByText('Have a discount code?').click()
    await enters(page, 'SUMMER–10')
    await expect.poll(() => shown(page, 'cart-total')).toBe(total)

    await drawer(page).getByRole('button', { name: 'Checkout' }).click()
    const main = page.getByRole('main')
    await expect(main).toContainText('code SUMMER-10')
    await page.getByRole('button', { name: 'Pay', exact: true }).click()
    await expect(page).toHaveURL(/\/order\//)
    await expect(main).toContainText('code SUMMER-10')
    await expect(main).toContainText(`-${formatCents(saving)}`)
    await expect(main).toContainText(formatCents(total))
    await expect.poll(() => page.evaluate(() => localStorage.getItem('discount-code'))).toBeNull()
    if (width === 390) await expectLooksRight(page, 'order-with-code')
    const [order] = await shop.app.db.orm.select().from(orders)
    if (!order) throw new Error('no order was placed')
    expect(order).toMatchObject({ state: 'paid', totalCents: total, codeDiscountCents: saving })
    const email = await emailed(shop.app, 'order-paid-buyer', order)
    expect(email.text).toContain('code SUMMER-10')
    expect(email.text).toContain(`-${formatCents(saving)}`)

    const documents = `/admin/dashboard/orders/${order.id}/documents`
    const receipt = await page.request.get(`${documents}/receipt.pdf`)
    expect((await readPdf(await receipt.body())).words).toContain('code SUMMER-10')
    await page.goto(`/admin/dashboard/orders/${order.id}`)
    await expect(main).toContainText('Discount, code SUMMER-10')
    await page.getByText('Refund…').click()
    await page.getByText('Specific pieces').click()
    const pieces = page.getByLabel(/, Small$/)
    await pieces.last().fill('1')
    await page.getByLabel('Reason for refund').fill('The clasp broke')
    await page.getByRole('button', { name: 'Preview refund' }).click()
    const confirm = page.getByRole('region', { name: 'Refund preview' })
    const button = confirm.getByRole('button', { name: /^Refund \$/ })
    const amount = parseDollars(((await button.textContent()) ?? '').replace(/[^\d.]/g, ''))
    await button.click()
    await expect(page.getByText(/was refunded to the buyer/)).toBeVisible()
    const left = total - (amount ?? 0)
    await emailed(shop.app, 'order-refunded-buyer', order)
    // What is left is the price of the other piece, which the code was not for.
    await expect(main).toContainText(formatCents(cents(left)))
    await page.goto('/admin/dashboard/discounts')
    await expect(page.getByRole('row', { name: /SUMMER-10/ })).toContainText(formatCents(saving))
  })
}

test('a code that is limited per email address asks for one in the cart, and one that is used up meanwhile asks again [CODE-05, CODE-06]', async ({
  page,
  shop,
}) => {
  await shop.goldBecomes('130')
  await makeCode(shop.app, { maxUsesPerEmail: '1', maxUses: '5' })
  await addsToCart(page, '7')
  await drawer(page).getByText('Have a discount code?').click()
  await enters(page, 'summer-10')
  await expect(drawer(page)).toContainText('Enter your email address to use the code')
  await drawer(page).getByLabel('Email address').fill('ada@example.com')
  await drawer(page).getByRole('button', { name: 'Apply' }).click()
  await expect(page.getByTestId('code-saving')).toBeVisible()
  const saving = await shown(page, 'code-saving')
  const total = await shown(page, 'cart-total')
  await makeCode(shop.app, { code: 'OTHER' })
  await shop.app.db.orm.execute("update discount_codes set active = false where key = 'SUMMER10'")
  await drawer(page).getByRole('button', { name: 'Checkout' }).click()
  await expect(drawer(page)).toContainText('The code “SUMMER-10” isn’t valid')
  await expect(drawer(page)).toContainText('Please review the new total and confirm.')
  await expect.poll(() => shown(page, 'cart-total')).toBe(total + saving)
  await shop.app.db.orm.execute("update discount_codes set active = true where key = 'SUMMER10'")
  await enters(page, 'summer-10')
  await expect.poll(() => shown(page, 'cart-total')).toBe(total)
  await drawer(page).getByRole('button', { name: 'Checkout' }).click()
  await expect(page.locator('#buyer-email')).toHaveValue('ada@example.com')
  await expect(page.locator('#buyer-email')).toHaveAttribute('readonly', '')
})
