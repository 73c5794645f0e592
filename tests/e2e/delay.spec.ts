import type { Page } from '@playwright/test'
import { delaysOfOrder } from '#app/.server/fulfillment/delays.ts'
import { refundsOfOrder } from '#app/.server/ledger/refunds.ts'
import { plusBusinessDays } from '#app/domain/time/business-days.ts'
import { formatDay } from '#app/domain/time/day.ts'
import type { TestShop } from '#tests/support/built-shop.ts'
import { type EmailServer, emailServer, sendsThrough } from '#tests/support/email-server.ts'
import { expect, test } from '#tests/support/journey.ts'
import { expectLooksRight } from '#tests/support/looks-right.ts'
import { paidOrder, storedOrder } from '#tests/support/orders.ts'
import { weighOnScreen } from '#tests/support/weigh-on-screen.ts'

test.slow()

let server: EmailServer
test.beforeEach(async ({ shop }) => {
  server = await emailServer()
  sendsThrough(shop, server)
  await shop.goldBecomes('130')
})
test.afterEach(() => server.close())

/** The two links of the latest email about a delay. */
async function emailedLinks(shop: TestShop): Promise<{ keep: string; cancel: string }> {
  const links = () => {
    const words = server.delivered.map((email) => email.words).join()
    return [...words.matchAll(/\/order\/delay\/[\w-]+/g)].map(([path]) => path)
  }
  await expect.poll(() => links().length, { timeout: 20_000 }).toBeGreaterThan(0)
  const link = new URL(links().at(-1) ?? '', shop.url).href
  return { keep: `${link}?answer=keep`, cancel: `${link}?answer=cancel` }
}

async function tell(page: Page, id: string, shipBy: string) {
  await page.goto(`/admin/dashboard/orders/${id}`)
  await page.getByText('Notify buyer of a delay…').click()
  await page.getByLabel('New ship-by date').fill(shipBy)
  await page.getByLabel('Reason', { exact: true }).fill('The mold broke.')
  await page.getByRole('button', { name: 'Set the date and email the buyer' }).click()
}

test('an order is delayed and kept, another is canceled by the link [DELAY-02, DELAY-03, DELAY-04, DELAY-05, DELAY-06]', async ({
  admin: page,
  shop,
  browser,
}) => {
  await page.setViewportSize({ width: 360, height: 780 })
  const { id, shipBy, number } = await paidOrder(shop.app)
  const promised = shipBy ?? ''
  const later = plusBusinessDays(promised, 5)
  await tell(page, id, later)
  await expect(page.getByText('an email to the buyer is on its way').first()).toBeVisible()
  await expect(
    page.getByText(`Ship date moved from ${formatDay(promised)}, to ${formatDay(later)}`),
  ).toBeVisible()
  await expectLooksRight(page, 'admin-delay')

  const buyer = await (await browser.newContext({ baseURL: shop.url })).newPage()
  await buyer.setViewportSize({ width: 360, height: 780 })
  const { keep } = await emailedLinks(shop)
  // A program that looks through email opens both links; nothing is decided.
  for (const answer of ['keep', 'cancel']) {
    const scanned = await fetch(keep.replace('=keep', `=${answer}`))
    expect(scanned.headers.get('cache-control')).toContain('no-store')
    expect(await scanned.text()).not.toMatch(/ada@|Ada Buyer/)
  }
  expect((await delaysOfOrder(shop.app.db.orm, id))[0]?.decision).toBeNull()
  await buyer.goto(keep)
  await expect(buyer.getByRole('heading', { level: 1 })).toHaveText(
    'Do you want to keep your order?',
  )
  await expect(buyer.getByText(formatDay(later)).first()).toBeVisible()
  await expect(buyer.locator('meta[name=robots]')).toHaveAttribute('content', /noindex/)
  await expectLooksRight(buyer, 'delay-keep')
  await buyer.getByRole('button', { name: 'Keep my order' }).press('Enter')
  await expect(buyer.getByRole('heading', { name: 'You keep your order' })).toBeVisible()
  await expectLooksRight(buyer, 'delay-kept')
  // Forwarded: it says what was decided, and asks nothing.
  await buyer.goto(keep.replace('=keep', '=cancel'))
  await expect(buyer.getByRole('heading', { name: 'You keep your order' })).toBeVisible()
  await expect(buyer.getByRole('main').getByRole('button')).toHaveCount(0)
  await page.reload()
  await expect(page.getByText(/^The buyer will wait:/)).toBeVisible()
  expect((await storedOrder(shop.app, id)).order).toMatchObject({ state: 'paid', shipBy: later })
  expect(number).not.toBe('')

  const other = await paidOrder(shop.app)
  server.delivered.length = 0
  await tell(page, other.id, plusBusinessDays(promised, 40))
  await expect(page.getByText(/Waiting for the buyer to reply by/)).toBeVisible()
  const { cancel } = await emailedLinks(shop)
  await buyer.goto(cancel)
  await expect(
    buyer.getByText(
      'If we don’t hear from you by then and your order hasn’t shipped, we’ll cancel it',
    ),
  ).toBeVisible()
  await expectLooksRight(buyer, 'delay-cancel')
  await buyer.getByRole('button', { name: 'Cancel and refund me' }).dblclick()
  await expect(buyer.getByRole('heading', { name: 'Your order is canceled' })).toBeVisible()
  await expect
    .poll(async () => (await storedOrder(shop.app, other.id)).order.state)
    .toBe('refunded')
  const refunds = await refundsOfOrder(shop.app.db.orm, other.id)
  expect(refunds).toMatchObject([{ amountCents: other.totalCents, state: 'succeeded' }])
  await buyer.goto(`/order/${other.token}`)
  await expect(buyer.getByRole('heading', { name: 'This order was refunded' })).toBeVisible()
  await buyer.context().close()
})

test('an order that was sent meanwhile is not canceled, and a day that does not fit is refused beside its field [DELAY-02, DELAY-05]', async ({
  admin: page,
  shop,
  browser,
}) => {
  const { id, shipBy } = await paidOrder(shop.app)
  await tell(page, id, plusBusinessDays(shipBy ?? '', 3))
  await expect(page.getByText('an email to the buyer is on its way').first()).toBeVisible()
  const { cancel } = await emailedLinks(shop)
  const buyer = await (await browser.newContext({ baseURL: shop.url })).newPage()
  await buyer.goto(cancel)
  await page.reload()
  await page.getByText('Notify buyer of a delay…').click()
  await page.getByLabel('New ship-by date').fill('2034-01-01')
  await page.getByLabel('Reason', { exact: true }).fill('The second mold broke.')
  await page.getByRole('button', { name: 'Set the date and email the buyer' }).click()
  await expect(page.getByRole('alert')).toContainText('isn’t a business day')
  await expect(page.getByLabel('Reason', { exact: true })).toHaveValue('The second mold broke.')
  await expect(page.getByLabel('New ship-by date')).toHaveAccessibleDescription(
    /isn’t a business day/,
  )

  await weighOnScreen(page)
  await page.locator('#send').getByLabel('Tracking', { exact: true }).fill('1Z999AA10123456784')
  await page
    .locator('#send')
    .getByRole('checkbox', { name: /sanctions lists/ })
    .check()
  await page.getByRole('button', { name: 'Mark as shipped' }).click()
  await expect(page.getByText('The order is marked as shipped.')).toBeVisible()
  const answered = buyer.waitForResponse((response) => response.request().method() === 'POST')
  await buyer.getByRole('button', { name: 'Cancel and refund me' }).click()
  expect((await answered).status()).toBe(409)
  await expect(buyer.getByRole('alert')).toContainText('has already shipped')
  expect(await refundsOfOrder(shop.app.db.orm, id)).toEqual([])
  await buyer.context().close()
})
