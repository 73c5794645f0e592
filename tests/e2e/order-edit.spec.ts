import type { Page } from '@playwright/test'
import { codeFor, firstAdmin, giveSession } from '#tests/support/admin.ts'
import { expect, test } from '#tests/support/journey.ts'
import { expectLooksRight } from '#tests/support/looks-right.ts'
import { type PlacedOrder, paidOrder } from '#tests/support/orders.ts'
import { sendsAnyTotal } from '#tests/support/returns.ts'

test.slow()

const small = { productId: '7', size: 'Small', quantity: 2 }
const editPage = (order: PlacedOrder) => `/admin/dashboard/orders/${order.id}/edit`
const preview = (page: Page) => page.getByRole('region', { name: 'Change preview' })

for (const width of [390, 1440]) {
  test(`a paid order is changed: a piece less is refunded, a larger one is paid by a link, at ${width} pixels [EDIT-01, EDIT-02, EDIT-04, EDIT-07, EDIT-09, EDIT-11]`, async ({
    page,
    shop,
    browser,
  }) => {
    await page.setViewportSize({ width, height: 844 })
    await shop.goldBecomes('130')
    const owner = await firstAdmin(shop.app)
    await sendsAnyTotal(shop.app)
    const order = await paidOrder(shop.app, [small])
    await giveSession(page, shop, owner)
    shop.clock.advance({ minutes: 11 })
    await page.goto(`/admin/dashboard/orders/${order.id}`)
    await page.getByRole('link', { name: 'Edit the pieces' }).click()
    await page.getByLabel(/^Quantity of/).fill('1')
    await page.getByRole('button', { name: 'Review the change' }).click()
    // Nothing that was typed is lost.
    await expect(page.getByText('Please give a reason.').first()).toBeVisible()
    await expect(page.getByLabel(/^Quantity of/)).toHaveValue('1')
    await page.getByLabel('Reason for the change').fill('One is enough.')
    await page.getByRole('button', { name: 'Review the change' }).click()
    await expect(preview(page)).toContainText('$2,596.00 will be refunded to the buyer.')
    await expectLooksRight(page, 'order-edit')
    await preview(page).getByRole('button', { name: 'Change and refund $2,596.00' }).click()
    const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' })
    await dialog.getByLabel('Authenticator code').fill(codeFor(shop.app, owner))
    await dialog.getByRole('button', { name: 'Confirm' }).click()
    await expect(page.getByText('1 of 2 refunded')).toBeVisible()
    await expect(page.getByText(/Small removed\. One is enough\./).first()).toBeVisible()

    await page.goto(editPage(order))
    await page.getByLabel(/^Size of/).selectOption('Large')
    await page.getByLabel('Reason for the change').fill('A larger one, please.')
    await page.getByRole('button', { name: 'Review the change' }).click()
    await expect(preview(page)).toContainText('The buyer pays $2,346.00 by a payment link.')
    await preview(page).getByRole('button', { name: 'Request $2,346.00' }).click()
    await expect(page.getByRole('heading', { name: 'Change awaiting payment' })).toBeVisible()
    await expectLooksRight(page, 'order-edit-waits')

    const link = (await page.getByRole('link', { name: /\/pay\// }).getAttribute('href')) ?? ''
    const buyer = await browser.newPage({ viewport: { width, height: 844 } })
    await buyer.goto(link)
    await expect(buyer.getByRole('heading', { level: 1 })).toHaveText('Changes to your order')
    await expectLooksRight(buyer, 'order-edit-pay')
    await buyer.getByRole('button', { name: 'Pay $2,346.00' }).click()
    await expect(buyer.getByText('Due now: $2,346.00')).toBeVisible()
    await buyer.getByRole('button', { name: 'Pay', exact: true }).click()
    await expect(buyer).toHaveURL(new RegExp(`/order/${order.token}`))
    await expect(buyer.getByText('Credit for exchanged pieces')).toBeVisible()
    await expectLooksRight(buyer, 'order-edit-paid')

    await page.reload()
    await expect(page.getByRole('heading', { name: 'Change awaiting payment' })).toHaveCount(0)
    await expect(page.getByText('Applied to added pieces: $2,596.00')).toBeVisible()
  })
}

test('a change is refused once a label was bought, and says to void it first [EDIT-08]', async ({
  admin: page,
  shop,
}) => {
  await shop.goldBecomes('130')
  await sendsAnyTotal(shop.app)
  const order = await paidOrder(shop.app, [small])
  await shop.app.db.orm.execute(`insert into labels (order_id, provider, livemode, shipment, state,
      asked, rates, offered_at, offered_to, rate, service, cost_cents, bought_by, asked_at, bought_at,
      carrier, tracking)
    values ('${order.id}', 'easypost', false, 'shp_1', 'bought', '{}', '[]', now(), 'ann', 'r', 'Priority', 900,
      'ann', now(), now(), 'usps', '9400')`)
  await page.goto(editPage(order))
  await expect(page.getByRole('main')).toContainText(
    'A shipping label was bought for this order. Void the label first.',
  )
  await expect(page.getByRole('button', { name: 'Review the change' })).toHaveCount(0)
})
