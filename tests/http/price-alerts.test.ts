import { load } from 'cheerio'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Email } from '#app/.server/emails/gateway/email-gateway.ts'
import { limits } from '#app/.server/platform/http/limits/rate-limits.ts'
import { openBuiltShop, type TestShop } from '#tests/support/built-shop.ts'
import { asked, storedAlerts, tokensIn } from '#tests/support/price-alerts.ts'

let shop: TestShop
const sent: Email[] = []
const mail = { send: async (email: Email) => void sent.push(email) }
beforeAll(async () => {
  shop = await openBuiltShop({ TRUST_PROXY: '1' })
  shop.app.mail = mail
  await shop.goldBecomes('130')
})
afterAll(() => shop.close())

/** Each test has a network of its own. */
let network = 0
beforeEach(() => {
  network += 1
  sent.length = 0
})
const post = (
  path: string,
  fields: Record<string, string> = {},
  more: Record<string, string> = {},
) =>
  fetch(shop.url + path, {
    method: 'POST',
    headers: { 'X-Forwarded-For': `203.0.113.${network}`, ...more },
    body: new URLSearchParams(fields),
  })
const form = { product: '7', size: 'Small', under: '1,900', email: 'ada@example.com' }
const page = async (path: string) => load(await (await fetch(shop.url + path)).text())

it.each([
  ['', 'Please enter an amount.'],
  ['soon', 'Please enter an amount in dollars, like 1,900.'],
  ['1e9', 'Please enter an amount in dollars, like 1,900.'],
  ['1900.005', 'Please enter an amount in dollars, like 1,900.'],
  ['1900,5', 'It has a comma instead of a decimal point. Please enter 1900.5.'],
  ['0', 'Please enter an amount above $0.'],
  ['-5', 'Please enter an amount above $0.'],
  ['750', 'That’s too low, because the flat fee for this size is $750.00.'],
  ['1000000000', 'It’s $2,596.00 now, which is already under $1,000,000,000.00.'],
])(
  'an amount of "%s" is refused in a sentence, and what was entered is kept [PIECEALERT-03]',
  async (under, sentence) => {
    const response = await post('/price-alert', { ...form, under })
    expect(response.status).toBe(400)
    expect(response.headers.get('cache-control')).toContain('no-store')
    const $ = load(await response.text())
    const field = $('input[name=under]')
    expect($(`[id="${field.attr('aria-describedby')}"]`).text()).toContain(sentence)
    expect(field.val()).toBe(under)
    expect($('input[name=email]').val()).toBe(form.email)
    expect($('input[name=product]').val()).toBe('7')
    expect($('input[name=size]').val()).toBe('Small')
    expect($('main').text()).toContain('Small is $2,596.00 now.')
    expect(sent).toEqual([])
  },
)

it.each(['1,900', '$1900.00', ' 1900 ', '$ 1,900.00'])(
  'reads "%s" as an amount [PIECEALERT-03]',
  async (under) => {
    const email = `reads-${encodeURIComponent(under).replaceAll('%', '')}@example.com`
    expect((await post('/price-alert', { ...form, under, email })).status).toBe(200)
    expect(sent).toHaveLength(1)
    expect(sent[0]?.text).toContain('under $1,900.00')
    expect(await storedAlerts(shop.app)).toEqual([])
  },
)

it('an address that is none, and a size that is not for sale, are refused [PIECEALERT-03]', async () => {
  const broken = await post('/price-alert', { ...form, email: 'ada at example' })
  expect(broken.status).toBe(400)
  const $ = load(await broken.text())
  expect($('main').text()).toContain('Please enter an email address')
  expect($('input[name=email]').val()).toBe('ada at example')
  expect($('input[name=under]').val()).toBe('1,900')
  for (const wrong of [{ size: 'Huge' }, { product: 'no-such-piece' }, { product: '', size: '' }]) {
    const response = await post('/price-alert', { ...form, ...wrong })
    expect(response.status).toBe(404)
    expect(load(await response.text())('[role=alert]').text()).toContain('not for sale')
  }
  expect((await post('/price-alert', form, { Origin: 'https://evil.example' })).status).toBe(403)
  expect(sent).toEqual([])
})

it('one network and one address are limited, in words and with what was entered [PIECEALERT-05]', async () => {
  const statuses = []
  for (let nth = 0; nth <= limits.priceAlert.points; nth += 1) {
    const response = await post('/price-alert', { ...form, email: `limit${nth}@example.com` })
    statuses.push(response.status)
    if (response.status !== 429) continue
    const $ = load(await response.text())
    expect($('[role=alert]').text()).toMatch(/too many requests from your network.*try again in/)
    expect($('input[name=email]').val()).toBe(`limit${nth}@example.com`)
  }
  expect(statuses).toEqual([...Array(limits.priceAlert.points).fill(200), 429])
  const ofAddress = []
  for (let nth = 0; nth <= limits.priceAlertAddress.points; nth += 1) {
    network += 1
    ofAddress.push((await post('/price-alert', { ...form, email: 'Flood@example.com' })).status)
  }
  expect(ofAddress).toEqual([...Array(limits.priceAlertAddress.points).fill(200), 429])
})

it('a link shows a button and changes nothing; its POST stores or ends, without cookies or scripts [PIECEALERT-01, PIECEALERT-06]', async () => {
  const { confirm, end } = await asked({ shop: shop.app, sent }, { under: 190_000 })
  const $ = await page(`/price-alert/${confirm}`)
  expect($('main').text()).toContain('one email when Fir Cone (Small) is under $1,900.00')
  expect($('main form button').text()).toBe('Confirm the alert')
  expect($('meta[name=robots]').attr('content')).toContain('noindex')
  expect(await storedAlerts(shop.app)).toEqual([])
  const confirmed = await post(`/price-alert/${confirm}`)
  expect(confirmed.status).toBe(200)
  expect(await confirmed.text()).toContain('Your alert is set.')
  expect(await storedAlerts(shop.app)).toHaveLength(1)

  expect((await page(`/price-alert/end/${end}`))('main li').text()).toBe(
    'Fir Cone (Small) under $1,900.00',
  )
  expect(await storedAlerts(shop.app)).toHaveLength(1)
  // What a mail program posts when its reader chooses to unsubscribe.
  const [email] = sent
  const answer = await fetch(email?.endLink ?? '', {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
  })
  expect(answer.status).toBe(200)
  expect(await storedAlerts(shop.app)).toEqual([])
  expect((await page(`/price-alert/end/${end}`))('main').text()).toContain('The alert has ended.')
  expect(tokensIn(email ?? { text: '' }).end).toBe(end)
})

it('a link that is altered is Not Found, one that is late is gone [PIECEALERT-03]', async () => {
  const { confirm } = await asked({ shop: shop.app, sent }, { under: 190_000 })
  const statusOf = async (path: string) => (await fetch(shop.url + path)).status
  expect(await statusOf(`/price-alert/${confirm}`)).toBe(200)
  expect(await statusOf(`/price-alert/x${confirm}`)).toBe(404)
  expect(await statusOf(`/price-alert/end/${confirm}`)).toBe(404)
  shop.clock.advance({ minutes: 24 * 60 })
  expect(await statusOf(`/price-alert/${confirm}`)).toBe(410)
  expect((await post(`/price-alert/${confirm}`)).status).toBe(410)
  expect(await storedAlerts(shop.app)).toEqual([])
})

it('the page of a piece is from memory and the same for all, with the form only where email can be sent [PIECEALERT-08]', async () => {
  const path = '/product/5'
  const first = await fetch(shop.url + path)
  const html = await first.text()
  const $ = load(html)
  expect($('details:not([open]) form[action="/price-alert"] input[name=product]').val()).toBe('5')
  const formId = $('form[action="/price-alert"]').attr('id')
  expect($(`input[type=radio][form="${formId}"]`).length).toBeGreaterThan(1)
  await post('/price-alert', { ...form, product: '5', email: 'other@example.com' })
  expect(await (await fetch(shop.url + path)).text()).toBe(html)

  shop.app.mail = null
  try {
    shop.app.revisions.raise('saved_settings')
    expect((await page(path))('form[action="/price-alert"]')).toHaveLength(0)
    expect((await page(path))('input[type=radio][form]')).toHaveLength(0)
    const refused = await post('/price-alert', { ...form, email: 'none@example.com' })
    expect(refused.status).toBe(503)
    expect(await refused.text()).toContain('couldn’t send the email right now')
  } finally {
    shop.app.mail = mail
  }
})
