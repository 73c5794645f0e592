import type { Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { printForBox } from '#app/.server/certificates/commands/print-for-box.ts'
import { moneyOfOrder } from '#app/.server/ledger/refunds.ts'
import { shopDay } from '#app/.server/orders/queries/orders-to-do.ts'
import { tradeInPayouts, tradeIns } from '#app/.server/platform/db/trade-in-schema.ts'
import { cents, formatCents } from '#app/domain/money/cents.ts'
import type { TestShop } from '#tests/support/built-shop.ts'
import { storedCertificates } from '#tests/support/certificates.ts'
import { type EmailServer, emailServer, sendsThrough } from '#tests/support/email-server.ts'
import { expect, test } from '#tests/support/journey.ts'
import { expectLooksRight } from '#tests/support/looks-right.ts'
import { madeOrder } from '#tests/support/staff-orders.ts'
import { offersAll, ownedPiece } from '#tests/support/trade-ins.ts'
import { readyToSend } from '#tests/support/weighing.ts'

test.slow()

const phone = { width: 390, height: 844 }
const ups = '1Z999AA10123456784'

type OwnedPiece = Awaited<ReturnType<typeof ownedPiece>>

let server: EmailServer
test.beforeEach(async ({ shop, admin }) => {
  server = await emailServer()
  sendsThrough(shop, server)
  await shop.goldBecomes('130')
  await offersAll(shop.app)
  await admin.setViewportSize({ width: 1440, height: 900 })
})
test.afterEach(() => server.close())

/** Waits for an email to the owner whose subject or text has these words. */
const emailSays = (words: RegExp) =>
  expect
    .poll(
      () =>
        server.delivered.some(
          (email) => email.to.includes('ada@example.com') && words.test(email.words),
        ),
      { timeout: 20_000 },
    )
    .toBe(true)

/** The owner opens the certificate on a phone, sees the offers and asks for one of them. */
async function asks(page: Page, piece: OwnedPiece, name: RegExp) {
  await page.setViewportSize(phone)
  await page.goto(`/certificate/${piece.certificate.id}`)
  await page.getByLabel('Claim code', { exact: true }).fill(piece.code)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Trade in a piece' })).toBeVisible()
  await page.getByLabel('Your name').fill('Ada Buyer')
  await page.getByRole('button', { name: 'Send the request' }).click()
  await expect(page.getByRole('alert')).toContainText('Please choose what you’d like us to do')
  await expect(page.getByLabel('Your name')).toHaveValue('Ada Buyer')
  await page.getByRole('radio', { name }).check()
  await page.getByLabel('Email', { exact: true }).fill('ada@example.com')
  await page.getByLabel('State you live in').selectOption('WA')
  await page.getByRole('button', { name: 'Send the request' }).click()
  await expect(page.getByText('We have your request.')).toBeVisible()
}

/** The first address of this form in the emails that came. */
async function emailed(shop: TestShop, form: RegExp): Promise<string> {
  const link = () => form.exec(server.delivered.map(({ words }) => words).join('\n'))?.[0] ?? null
  await expect.poll(link, { timeout: 20_000 }).not.toBeNull()
  const { pathname, search } = new URL(link() ?? '')
  return new URL(pathname + search, shop.url).href
}

/** On the page of a payment link, and then as a test payment. */
async function payAll(page: Page, sum: string) {
  await page.getByRole('button', { name: `Pay ${sum}` }).click()
  await page.getByRole('button', { name: 'Pay', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Thank you')
}

/** By the ledger, with the credit of an exchange. */
async function isPaid(app: AppContext, orderId: string, sum: number) {
  const { paid, due } = await moneyOfOrder(app.db.orm, orderId)
  expect([paid, due]).toEqual([sum, 0])
}

/** Staff go from Today to the case and approve it. */
async function approve(page: Page) {
  await page.goto('/admin/dashboard')
  await page.getByRole('link', { name: /1 trade-in needs action/ }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Trade-ins')
  await page.getByRole('table').getByRole('link').first().click()
  await page.getByRole('button', { name: 'Approve', exact: true }).click()
  await stateIs(page, 'Approved')
}

const stateIs = (page: Page, state: string) =>
  expect(page.getByRole('article').getByText(state, { exact: true }).first()).toBeVisible()

/** At the bench, on a phone. */
async function weigh(page: Page, grams: string) {
  await page.setViewportSize(phone)
  await page.getByRole('button', { name: 'Mark as received, weigh later' }).click()
  await stateIs(page, 'Received')
  const weight = page.getByLabel('Weight in grams')
  const save = page.getByRole('button', { name: 'Save weight and fineness' })
  await page.getByLabel('Fineness by XRF').fill('999.9')
  for (const wrong of ['28,9', '0', '1e9']) {
    await weight.fill(wrong)
    await save.click()
    await expect(weight).toHaveAccessibleDescription(/in grams with no more than two decimals/)
    await expect(weight).toHaveValue(wrong)
  }
  await weight.fill(grams)
  await save.click()
  await stateIs(page, 'Weighed')
  await page.setViewportSize({ width: 1440, height: 900 })
}

async function makeOffer(page: Page) {
  await page.getByRole('button', { name: 'Make the offer' }).click()
  await stateIs(page, 'Offer made')
}

test('a piece is sold back: offers, request, label, bench, offer, yes, identity, check, and the last email [TRADE-50, TRADE-51, TRADE-53, TRADE-54, TRADE-55, TRADE-57, TRADE-58, TRADE-59]', async ({
  admin: page,
  shop,
  browser,
}) => {
  const { app } = shop
  const piece = await ownedPiece(app)
  const owner = await (await browser.newContext({ baseURL: shop.url })).newPage()
  await asks(owner, piece, /^Sell it back/)
  await expectLooksRight(owner, 'trade-in-requested')
  // Nobody asks twice for one piece.
  const page2 = await owner.context().newPage()
  await page2.goto(`/certificate/${piece.certificate.id}`)
  await page2.getByLabel('Claim code', { exact: true }).fill(piece.code)
  await page2.keyboard.press('Enter')
  await expect(page2.getByRole('heading', { name: 'Trade in a piece' })).toBeVisible()
  await expect(page2.getByRole('button', { name: 'Send the request' })).toHaveCount(0)
  await expectLooksRight(page2, 'certificate-offers-closed')
  await page2.close()

  await page.goto('/admin/dashboard')
  await page.getByRole('link', { name: /1 trade-in needs action/ }).click()
  await expectLooksRight(page, 'admin-trade-ins')
  await page.getByRole('table').getByRole('link').first().click()
  await expectLooksRight(page, 'admin-trade-in-requested')
  await page.getByLabel('Tracking number of a prepaid label').fill(ups)
  await page.getByLabel('Cost of the label').fill('43.50')
  await page.getByRole('button', { name: 'Approve', exact: true }).click()
  await stateIs(page, 'Approved')
  await emailSays(/send/i)

  await owner.reload()
  await expect(owner.getByText('Send us the piece.')).toBeVisible()
  await owner.getByText('I’ve shipped it').click()
  await owner.getByLabel('Tracking number').fill('1Z999AA10123456785')
  await owner.getByRole('button', { name: 'Mark as shipped' }).click()
  await expect(owner.getByLabel('Tracking number')).toHaveValue('1Z999AA10123456785')
  await owner.getByLabel('Tracking number').fill(ups)
  await owner.getByRole('button', { name: 'Mark as shipped' }).click()
  await expect(owner.getByText('It’s on its way to us.')).toBeVisible()

  await page.reload()
  await weigh(page, '14.20')
  await expectLooksRight(page, 'admin-trade-in-weighed')
  await makeOffer(page)
  await owner.reload()
  await expectLooksRight(owner, 'trade-in-offered')
  await owner.getByRole('button', { name: 'Yes, sell it back' }).click()
  await expect(owner.getByText('You accepted our offer. We’re paying you')).toBeVisible()

  await page.reload()
  await page.getByText('Add ID information…').click()
  for (const [label, value] of Object.entries({
    'Full name': 'Ada Buyer',
    Address: '1 Pine Street, Seattle, WA 98101',
    'Date of birth': '1980-02-03',
    'ID type': 'Driver’s license',
    'ID number': 'WDL123456789',
  })) {
    await page.getByLabel(label, { exact: true }).fill(value)
  }
  await page.getByRole('button', { name: 'Save identity' }).click()
  await expect(page.getByText('On file.', { exact: true })).toBeVisible()
  await expect(page.getByText('WDL123456789')).toHaveCount(0)
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  await expect(page.getByText('WDL123456789')).toBeVisible()
  await page.getByText('Record the payment…').click()
  await page.getByLabel('Check number or bank reference').fill('Check 1041')
  await page.getByLabel('Paid on').fill(shopDay(app.now()))
  await page.getByRole('button', { name: 'Record the payment' }).click()
  await expect(page.getByRole('alert')).toContainText('sanctions lists')
  await expect(page.getByLabel('Check number or bank reference')).toHaveValue('Check 1041')
  await expectLooksRight(page, 'admin-trade-in-payout')
  await page.getByRole('checkbox', { name: /sanctions lists/ }).check()
  await page.getByRole('button', { name: 'Record the payment' }).click()
  await stateIs(page, 'Done')
  await expectLooksRight(page, 'admin-trade-in-done')
  await emailSays(/paid|check/i)

  await owner.reload()
  await expect(owner.getByText('We bought your piece and paid you.')).toBeVisible()
  await owner.goto(`/certificate/${piece.certificate.id}`)
  await expect(owner.getByRole('alert')).toContainText('Returned to the maker')
  await expect(owner.getByRole('heading', { name: 'Own this piece?' })).toHaveCount(0)
  const [row] = await app.db.orm.select().from(tradeIns)
  const payouts = await app.db.orm.select().from(tradeInPayouts)
  expect(payouts.map(({ amountCents, kind }) => [amountCents, kind])).toEqual([
    [row?.offerCents, 'check'],
  ])
  await owner.context().close()
})

test('a piece is recast: the price is half of the production cost, paid by a link before work starts [TRADE-50, TRADE-53, TRADE-57, TRADE-61]', async ({
  admin: page,
  shop,
  browser,
}) => {
  const { app } = shop
  const piece = await ownedPiece(app)
  await page.goto('/admin/dashboard/trade-ins/costs')
  const cost = page.getByLabel(/^Production cost of .*, Small$/).first()
  await cost.fill('28,5')
  await page
    .getByRole('button', { name: /^Save production cost of .*, Small$/ })
    .first()
    .click()
  await expect(cost).toHaveAccessibleDescription(/dollars and cents/)
  await expect(cost).toHaveValue('28,5')
  await page.goto('/admin/dashboard/trade-ins/costs')
  for (const field of await page.getByLabel(/^Production cost of .*, Small$/).all()) {
    await field.fill('285')
    const name = (await field.getAttribute('aria-label')) ?? ''
    await page.getByRole('button', { name: `Save p${name.slice(1)}` }).click()
    await expect(page.getByText('The cost was saved.')).toBeVisible()
    await expect(page.getByText('The cost was saved.')).toBeHidden()
  }
  await expectLooksRight(page, 'admin-production-costs')

  const owner = await (await browser.newContext({ baseURL: shop.url })).newPage()
  await asks(owner, piece, /^Recast it.*\$142\.50/)
  await approve(page)
  await weigh(page, '14.20')
  await makeOffer(page)
  await owner.reload()
  await expect(owner.getByText('$142.50')).toBeVisible()
  await owner.getByRole('button', { name: 'Yes, recast it' }).click()
  await expect(owner.getByText('We’ll email you a link to pay $142.50')).toBeVisible()
  await page.reload()
  await page.getByRole('button', { name: 'Create order and payment link' }).click()
  await owner.reload()
  await expect(owner.getByText('Pay $142.50 for the recast')).toBeVisible()
  await expectLooksRight(owner, 'trade-in-pay')
  await owner.goto(await emailed(shop, /https?:[^\s"]+\/pay\/[\w.-]+/))
  await payAll(owner, '$142.50')

  await page.reload()
  await page.getByRole('button', { name: 'Start the recast' }).click()
  await stateIs(page, 'In production')
  await owner.goto(await emailed(shop, /https?:[^\s"]+\/trade-ins\/[\w-]+/))
  await expect(owner.getByText('We’re recasting your piece.')).toBeVisible()
  await page.getByRole('button', { name: 'Mark as done' }).click()
  await expect(page.getByRole('alert')).toContainText('has no certificate yet')
  const { orderId } = (await app.db.orm.select().from(tradeIns))[0] ?? {}
  await readyToSend(app, { id: orderId ?? '' })
  await printForBox(app, { id: orderId ?? '', by: 'ann@example.com' })
  await page.reload()
  await page.getByRole('button', { name: 'Mark as done' }).click()
  await stateIs(page, 'Done')
  await emailSays(/recast is finished/)
  await owner.goto(`/certificate/${piece.certificate.id}`)
  await expect(owner.getByRole('alert')).toContainText('melted and cast again')
  const [recast] = await storedCertificates(app, orderId ?? '')
  await owner.goto(`/certificate/${recast?.id}`)
  await owner.getByRole('link', { name: 'Replaces an earlier certificate' }).click()
  await expect(owner).toHaveURL(new RegExp(piece.certificate.id))
  await isPaid(app, orderId ?? '', 14_250)
  await owner.context().close()
})

test('a piece is exchanged: its value counts toward a draft order, the rest is paid [TRADE-50, TRADE-53, TRADE-58]', async ({
  admin: page,
  shop,
  browser,
}) => {
  const { app } = shop
  const piece = await ownedPiece(app)
  const owner = await (await browser.newContext({ baseURL: shop.url })).newPage()
  await asks(owner, piece, /^Exchange it/)
  await approve(page)
  await weigh(page, '14.20')
  await makeOffer(page)
  await owner.reload()
  await owner.getByRole('button', { name: 'Yes, exchange it' }).click()
  await expect(owner.getByText('toward another piece.')).toBeVisible()
  await expectLooksRight(owner, 'trade-in-credit')
  const order = await madeOrder(app, { 'line-0-grams': '20' })
  await page.reload()
  await page.getByLabel('Order number').fill('no such order')
  await page.getByRole('checkbox', { name: /sanctions lists/ }).check()
  await page.getByRole('button', { name: 'Use the credit' }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await page.getByLabel('Order number').fill(order.number)
  await page.getByRole('button', { name: 'Use the credit' }).click()
  await stateIs(page, 'Done')
  const [row] = await app.db.orm.select().from(tradeIns).where(eq(tradeIns.orderId, order.id))
  expect(row?.kind).toBe('exchange')
  const credit = row?.offerCents ?? 0
  await page.getByRole('link', { name: order.number }).click()
  await page.getByText('Send a payment link…').click()
  await page.getByRole('button', { name: 'Send the link by email' }).click()
  const link = page.getByRole('link', { name: /\/pay\// })
  await owner.goto((await link.getAttribute('href')) ?? '')
  await payAll(owner, formatCents(cents(2_850_00 - credit)))
  await owner.goto(`/certificate/${piece.certificate.id}`)
  await expect(owner.getByRole('alert')).toContainText('Returned to the maker')
  await isPaid(app, order.id, 285_000)
  await emailSays(/applied your trade-in credit/)
  await owner.context().close()
})
