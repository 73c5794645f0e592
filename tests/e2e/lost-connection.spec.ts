import type { Page } from '@playwright/test'
import { brokenRules } from '#tests/support/accessibility.ts'
import { emailServer, sendsThrough } from '#tests/support/email-server.ts'
import { expect, test } from '#tests/support/journey.ts'
import { expectLooksRight } from '#tests/support/looks-right.ts'
import { confirmedBy } from '#tests/support/returns.ts'
import { offersAll, ownedPiece } from '#tests/support/trade-ins.ts'

test.use({ cutsNetwork: true, viewport: { width: 390, height: 844 } })
test.slow()

const offline = 'You seem to be offline. Nothing was sent. Try again once you’re back online.'
const lost = 'The connection was lost, so this may not have been sent. Please try again.'

/** What guards the forms of a page comes after the page. */
async function open(page: Page, path: string) {
  const guarded = page.waitForResponse(/after-hydration/)
  await page.goto(path)
  await guarded
}

/** Sent offline, the page stays with what was typed and says so, in sight, once. */
async function isKeptOffline(page: Page, button: string, typed: [label: string, value: string][]) {
  const address = page.url()
  const send = page.getByRole('button', { name: button, exact: true })
  await page.context().setOffline(true)
  for (const _ of ['once', 'again']) {
    await send.click()
    await expect(page.getByRole('alert').filter({ hasText: offline })).toBeInViewport()
    await expect(page.getByRole('alert')).toHaveCount(1)
  }
  for (const [label, value] of typed) {
    await expect(page.getByLabel(label, { exact: true })).toHaveValue(value)
  }
  expect(page.url()).toBe(address)
  expect(await brokenRules(page)).toEqual([])
  await page.context().setOffline(false)
}

test('a trade-in request on the page of a certificate that is sent offline keeps what was typed, and is sent once [LOST-01, TRADE-51]', async ({
  page,
  shop,
}) => {
  await shop.goldBecomes('130')
  await offersAll(shop.app)
  const { certificate, code } = await ownedPiece(shop.app)
  await open(page, `/certificate/${certificate.id}`)
  await page.getByLabel('Claim code', { exact: true }).fill(code)
  await isKeptOffline(page, 'Open', [['Claim code', code]])
  await page.getByRole('button', { name: 'Open', exact: true }).click()
  await page.getByRole('radio', { name: /^Sell it back/ }).check()
  await page.getByLabel('Your name').fill('Ada Buyer')
  await page.getByLabel('Email', { exact: true }).fill('ada@example.com')
  await page.getByRole('textbox', { name: /^Anything we should know/ }).fill('Bent.')
  await isKeptOffline(page, 'Send the request', [
    ['Your name', 'Ada Buyer'],
    ['Email', 'ada@example.com'],
  ])
  await expect(page.getByText('Its gold value today')).toBeVisible()
  await expect(page.getByRole('radio', { name: /^Sell it back/ })).toBeChecked()
  await expectLooksRight(page, 'certificate-offline')
  await page.getByRole('button', { name: 'Send the request' }).click()
  await expect(page.getByText('We have your request.')).toBeVisible()
  await expect(page.getByText(offline)).toHaveCount(0)
})

test('a trade-in request and a return request on the pages of an order that are sent offline keep what was typed [LOST-01]', async ({
  page,
  shop,
}) => {
  await shop.goldBecomes('130')
  await offersAll(shop.app)
  const { order } = await ownedPiece(shop.app)
  const confirmed = `confirmed=${confirmedBy(shop.app, order)}`
  await open(page, `/order/${order.token}/trade-in?${confirmed}`)
  const piece = page
    .getByRole('region')
    .filter({ has: page.getByRole('radio') })
    .first()
  await piece.getByRole('radio', { name: /^Sell it back/ }).check()
  const note = piece.getByRole('textbox', { name: /^Anything we should know/ })
  await note.fill('Bent.')
  await page.context().setOffline(true)
  await piece.getByRole('button', { name: 'Send the request' }).click()
  await expect(piece.getByRole('alert')).toHaveText(offline)
  await expect(piece.getByRole('alert')).toBeInViewport()
  await expect(note).toHaveValue('Bent.')
  await page.context().setOffline(false)
  await piece.getByRole('button', { name: 'Send the request' }).click()
  await expect(page.getByText('We have your request.')).toBeVisible()

  await open(page, `/order/${order.token}/return?${confirmed}`)
  await page.getByLabel('Reason for return').fill('It is too small.')
  await isKeptOffline(page, 'Request a Return', [['Reason for return', 'It is too small.']])
  // A refusal of the server is said in its place.
  await page.getByRole('button', { name: 'Request a Return' }).click()
  await expect(page.getByText(offline)).toHaveCount(0)
  await expect(page.getByRole('alert')).toBeVisible()
})

test('the contact form and “Find my order” that are sent offline keep what was typed [LOST-01]', async ({
  page,
}) => {
  await open(page, '/contact')
  await page.getByLabel('Name').fill('Ada Buyer')
  await page.getByLabel('Email').fill('ada@example.com')
  await page.getByLabel('Subject').fill('A bent pendant')
  await page.getByLabel('Message').fill('Can you mend it?')
  await isKeptOffline(page, 'Send message', [['Message', 'Can you mend it?']])
  await page.getByRole('button', { name: 'Send message' }).click()
  await expect(page.getByText(/We received your message.*ada@example\.com/)).toBeVisible()

  await open(page, '/find-order')
  await page.getByLabel('Email address').fill('ada@example.com')
  await isKeptOffline(page, 'Email me the link', [['Email address', 'ada@example.com']])
  await page.getByRole('button', { name: 'Email me the link' }).click()
  await expect(page.getByText('Check your email.')).toBeVisible()
})

test('a form whose connection is lost while it is sent keeps what was typed and its place, and says that it may have arrived [LOST-02]', async ({
  page,
  shop,
}) => {
  await shop.goldBecomes('130')
  await offersAll(shop.app)
  const { certificate, code, order } = await ownedPiece(shop.app)
  await open(page, `/order/${order.token}/return?confirmed=${confirmedBy(shop.app, order)}`)
  const reason = page.getByLabel('Reason for return')
  await reason.fill('It is too small.')
  await page.route('**/*.data?*', (route) => route.abort())
  await page.getByRole('button', { name: 'Request a Return' }).click()
  await expect(page.getByRole('alert').filter({ hasText: lost })).toBeInViewport()
  await expect(reason).toHaveValue('It is too small.')
  await page.unroute('**/*.data?*')

  // Sent, and the answer never came: the second is the same request.
  await open(page, `/certificate/${certificate.id}`)
  await page.getByLabel('Claim code', { exact: true }).fill(code)
  await page.keyboard.press('Enter')
  await page.getByRole('radio', { name: /^Sell it back/ }).check()
  await page.getByLabel('Your name').fill('Ada Buyer')
  await page.getByLabel('Email', { exact: true }).fill('ada@example.com')
  await page.route(/certificate.*\.data/, async (route) => {
    await route.fetch({ maxRedirects: 0 })
    await route.abort()
  })
  await page.getByRole('button', { name: 'Send the request' }).click()
  await expect(page.getByRole('alert').filter({ hasText: lost })).toBeInViewport()
  await page.unroute(/certificate.*\.data/)
  await page.getByRole('button', { name: 'Send the request' }).click()
  await expect(page.getByText('We have your request.')).toBeVisible()
})

test('a price alert that is sent offline keeps what was typed, and is sent once [LOST-01, PIECEALERT-03]', async ({
  page,
  shop,
}) => {
  const server = await emailServer()
  sendsThrough(shop, server)
  await shop.goldBecomes('130')
  await open(page, '/product/7')
  await page.getByRole('radio', { name: /Large/ }).check()
  await page.getByText('Email me when the price drops below…').click()
  const amount = page.getByLabel('Your price ($)')
  await amount.fill('3,500')
  await page.getByLabel('Email address').fill('ada@example.com')
  await page.context().setOffline(true)
  const button = page.getByRole('button', { name: 'Set price alert' })
  for (const _ of ['once', 'again']) {
    await button.click()
    await expect(page.getByRole('alert').filter({ hasText: offline })).toBeInViewport()
  }
  await expect(amount).toHaveValue('3,500')
  await expect(page.getByRole('radio', { name: /Large/ })).toBeChecked()
  await page.context().setOffline(false)
  await button.click()
  await expect(page.getByText('Check your email.')).toBeVisible()
  await server.close()
})
