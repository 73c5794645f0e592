import type { Page } from '@playwright/test'
import { firstAdmin, giveSession } from '#tests/support/admin.ts'
import { expect, test } from '#tests/support/journey.ts'
import { expectLooksRight } from '#tests/support/looks-right.ts'
import { allMethods, offersMethods } from '#tests/support/shipping-methods.ts'

test.slow()

const drawer = (page: Page) => page.getByRole('dialog', { name: 'Your cart' })

async function addsToCart(page: Page) {
  await page.goto('/product/7')
  await page.getByRole('radio', { name: /Small/ }).check()
  await page.getByRole('button', { name: 'Add to Cart' }).click()
  await expect(drawer(page)).toContainText(/held/i)
}

async function pays(page: Page) {
  await drawer(page).getByRole('button', { name: 'Checkout' }).click()
  await expect(page).toHaveURL(/\/test-payment\//)
  await page.getByRole('button', { name: 'Pay', exact: true }).click()
  await expect(page).toHaveURL(/\/order\//)
}

test('an owner offers express, other countries, and pickup; a closed country is not among them [SHIPPING-02, SHIPPING-03, SHIPPING-06]', async ({
  page,
  shop,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await shop.goldBecomes('130')
  await addsToCart(page)
  await expect(drawer(page).getByRole('group', { name: 'Delivery' })).toHaveCount(0)

  await giveSession(page, shop, await firstAdmin(shop.app))
  await page.goto('/admin/dashboard/shipping')
  await page.getByRole('link', { name: 'Delivery options' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Delivery options')
  await expectLooksRight(page, 'delivery-options', { widths: [390, 1440], height: 900 })
  await expect(page.getByRole('checkbox', { name: 'Cuba' })).toHaveCount(0)
  await page.getByLabel('Offer express shipping').check()
  await page.getByLabel('Express rate').fill('much')
  await page.getByLabel('Offer international shipping').check()
  await page.getByLabel('International rate').fill('90')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  // All that is wrong is said at the same time.
  await expect(page.getByText('Please choose at least one country.')).toBeVisible()
  await expect(page.getByText('Please enter dollars from 0')).toBeVisible()
  await expect(page.getByLabel('Express rate')).toHaveValue('much')
  await page.getByLabel('Express rate').fill('35')
  await page.getByLabel('Express time').fill('1-2 business days')
  await page.getByLabel('Customs text').fill('You pay customs duties.')
  await page.getByRole('checkbox', { name: 'Germany' }).check()
  await page.getByLabel('Offer pickup').check()
  await page.getByLabel('Pickup address').fill('7 Example Lane, Seattle, WA 98101')
  await page.getByLabel('Pickup hours').fill('Mon to Fri, 9 to 5')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Changes saved successfully')).toBeVisible()

  await addsToCart(page)
  const delivery = drawer(page).getByRole('group', { name: 'Delivery' })
  await expect(delivery.getByRole('radio')).toHaveCount(4)
  await expect(delivery.getByRole('radio', { name: /Standard/ })).toBeChecked()
})

for (const width of [390, 1440]) {
  test(`a buyer chooses express, pickup, and another country, and pays, at ${width} px [SHIPPING-04, SHIPPING-06, SHIPPING-07]`, async ({
    page,
    shop,
  }) => {
    await page.setViewportSize({ width, height: 844 })
    await shop.goldBecomes('130')
    await offersMethods(shop.app)
    const main = page.getByRole('main')
    const delivery = drawer(page).getByRole('group', { name: 'Delivery' })

    await addsToCart(page)
    await delivery.getByRole('radio', { name: /Express/ }).check()
    await expect(page.getByTestId('cart-shipping')).toHaveText('$35.00')
    await expectLooksRight(page, `cart-express-${width}`)
    // The choice stays with the cart.
    await page.reload()
    await page.getByRole('button', { name: /cart/i }).first().click()
    await expect(delivery.getByRole('radio', { name: /Express/ })).toBeChecked()
    await expect(page.getByTestId('cart-shipping')).toHaveText('$35.00')
    await pays(page)
    await expect(main).toContainText('Express shipping')
    await expect(main).toContainText('$35.00')
    await expectLooksRight(page, `order-express-${width}`)

    await addsToCart(page)
    await expect(delivery.getByRole('radio', { name: /Standard/ })).toBeChecked()
    await delivery.getByRole('radio', { name: /Pickup/ }).check()
    await expect(page.getByTestId('cart-shipping')).toHaveText('$0.00')
    await pays(page)
    await expect(main).toContainText('You’ll pick it up here')
    await expect(main).toContainText('7 Example Lane')
    await expectLooksRight(page, `order-pickup-${width}`)

    await addsToCart(page)
    await delivery.getByRole('radio', { name: /International/ }).check()
    const country = delivery.getByLabel('Country')
    await expect(country).toBeInViewport()
    await expect(country).toHaveAccessibleDescription('Please choose the country to ship to.')
    await expect(drawer(page)).toContainText('Choose a country to see the total with shipping.')
    await expect(page.getByTestId('cart-shipping')).toHaveCount(0)
    await drawer(page).getByRole('button', { name: 'Checkout' }).click()
    await expect(country).toBeFocused()
    await expect(country).toHaveAttribute('aria-invalid', 'true')
    await expectLooksRight(page, `cart-no-country-${width}`)
    await country.selectOption('Germany')
    await expect(page.getByTestId('cart-shipping')).toHaveText('$90.00')
    await expect(drawer(page)).toContainText('International shipping to Germany')
    await expectLooksRight(page, `cart-abroad-${width}`)

    // The owner stops it while the buyer looks at the cart, which stays as it is.
    await offersMethods(shop.app, { ...allMethods, countries: ['CA'] })
    await drawer(page).getByRole('button', { name: 'Checkout' }).click()
    await expect(drawer(page)).toContainText('We don’t ship to Germany.')
    await offersMethods(shop.app)
    await pays(page)
    await expect(main).toContainText('International shipping to Germany')
    await expectLooksRight(page, `order-abroad-${width}`)
  })
}
