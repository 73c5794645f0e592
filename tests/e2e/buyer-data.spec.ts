import { readFileSync } from 'node:fs'
import { recordShipment } from '#app/.server/fulfillment/commands/record-shipment.ts'
import { brokenRules } from '#tests/support/accessibility.ts'
import { codeFor, firstAdmin, giveSession } from '#tests/support/admin.ts'
import type { TestShop } from '#tests/support/built-shop.ts'
import { emailed } from '#tests/support/emailed.ts'
import { expect, test } from '#tests/support/journey.ts'
import { expectLooksRight } from '#tests/support/looks-right.ts'
import { paidOrder } from '#tests/support/orders.ts'
import { readyToSend } from '#tests/support/weighing.ts'

test.slow()

async function sentOrder({ app }: TestShop) {
  const order = await paidOrder(app)
  await recordShipment(app, { ...(await readyToSend(app, order)), tracking: 'UPS 1' })
  return order
}

test('an owner gives a buyer what the shop holds about them, and erases it [PRIVACY-06, PRIVACY-07, FRESH-02]', async ({
  page,
  shop,
}) => {
  await shop.goldBecomes('130')
  const owner = await firstAdmin(shop.app)
  const { id, number } = await sentOrder(shop)
  await giveSession(page, shop, owner)
  shop.clock.advance({ minutes: 11 })
  await page.goto(`/admin/dashboard/orders/${id}`)
  const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' })
  const confirm = async () => {
    await dialog.getByLabel('Authenticator code').fill(codeFor(shop.app, owner))
    await dialog.getByRole('button', { name: 'Confirm' }).click()
  }

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export as a file' }).click()
  await confirm()
  const file = await download
  expect(file.suggestedFilename()).toBe(`${number}-buyer.json`)
  expect(JSON.parse(readFileSync(await file.path(), 'utf8'))).toMatchObject({
    email: 'ada@example.com',
    orders: [{ number, shippingAddress: { line1: '1000 Example Street' } }],
  })

  await page.getByText('Erase buyer’s data…').click()
  const field = page.getByLabel('Order number')
  await field.fill('FN-0000-0000')
  await page.getByRole('button', { name: 'Erase Permanently' }).click()
  await expect(field).toHaveAccessibleDescription(
    new RegExp(`Please enter ${number}, the number of this order\\.`),
  )
  await expect(page.getByRole('alert')).toContainText('Nothing was erased.')
  await expectLooksRight(page, 'buyer', { widths: [360, 768, 1440], height: 700 })

  // A code is asked for, and what was typed is sent after it.
  shop.clock.advance({ minutes: 11 })
  await field.fill(number.toLowerCase())
  await page.getByRole('button', { name: 'Erase Permanently' }).click()
  await confirm()
  const done = page.getByText(`Erased: name, street, email address, and emails of ${number}.`)
  await expect(done).toBeVisible()
  await expect(page.getByText('The buyer’s data was erased')).toBeVisible()
  // The shop's own address, where a return is sent to, is the one with a suite.
  await expect(page.getByRole('main')).not.toContainText(
    /ada@example|Ada Buyer|1000 Example Street(?!, Suite 100)/,
  )
  expect(await brokenRules(page)).toEqual([])
  await page.reload()
  await expect(page.getByText('No email address is stored with this order.')).toBeVisible()
})

test('an order that waits to be sent asks for the sanctions lists, and keeps its buyer [PRIVACY-04, PRIVACY-07]', async ({
  admin: page,
  shop,
}) => {
  await shop.goldBecomes('130')
  const { id, number } = await paidOrder(shop.app)
  await page.goto(`/admin/dashboard/orders/${id}`)
  await page.getByText('Erase buyer’s data…').click()
  await expect(
    page.getByText(`${number} can’t be erased yet. It’s paid but hasn’t shipped yet.`),
  ).toBeVisible()
  await expect(page.getByRole('button', { name: 'Erase Permanently' })).toHaveCount(0)
  // Without the tick the browser would not send it: a page without JavaScript is told by the shop.
  const box = page.getByRole('checkbox', { name: /sanctions lists/ })
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await box.uncheck()
    expect(await brokenRules(page)).toEqual([])
    await box.check()
    expect(await brokenRules(page)).toEqual([])
  }
})

test('an old order shows its buyer again by the link of a mail they ask for [PRIVACY-05]', async ({
  page,
  shop,
}) => {
  await shop.goldBecomes('130')
  const order = await sentOrder(shop)
  shop.clock.advance({ minutes: 60 * 24 * 60 })
  await page.goto(`/order/${order.token}`)
  const name = page.getByText('Ada Buyer')
  await expect(page.getByText('we hide your name and address')).toBeVisible()
  await expect(name).toHaveCount(0)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    expect(await brokenRules(page)).toEqual([])
  }
  await page.getByRole('button', { name: 'Email me a link to view them' }).click()
  await expect(page.getByText('We’re emailing a link to the address on this order.')).toBeVisible()
  expect(await brokenRules(page)).toEqual([])

  const { recipient, text } = await emailed(shop.app, 'order-link-buyer', order)
  expect(recipient).toBe('ada@example.com')
  await page.goto(/http\S+confirmed=\S+/.exec(text)?.[0] ?? '')
  await expect(name).toBeVisible()
  await expect(page.getByText('1000 Example Street').first()).toBeVisible()
  expect(await brokenRules(page)).toEqual([])
  shop.clock.advance({ minutes: 61 })
  await page.reload()
  await expect(name).toHaveCount(0)
})
