import { load } from 'cheerio'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Email } from '#app/.server/emails/gateway/email-gateway.ts'
import { limits } from '#app/.server/platform/http/limits/rate-limits.ts'
import { openBuiltShop, type TestShop } from '#tests/support/built-shop.ts'
import { requestSignUp, setNewsletter, subscribers } from '#tests/support/newsletter.ts'

let shop: TestShop
const sent: Email[] = []
const mail = { send: async (email: Email) => void sent.push(email) }
beforeAll(async () => {
  shop = await openBuiltShop({ TRUST_PROXY: '1' })
  shop.app.mail = mail
})
afterAll(() => shop.close())

/** Each test has a network of its own. */
let network = 0
beforeEach(async () => {
  network += 1
  sent.length = 0
  await setNewsletter(shop.app, { enabled: true })
})
const post = (path: string, fields: Record<string, string> = {}) =>
  fetch(shop.url + path, {
    method: 'POST',
    headers: { 'X-Forwarded-For': `203.0.113.${network}` },
    body: new URLSearchParams(fields),
  })
const page = async (path: string) => load(await (await fetch(shop.url + path)).text())
const consentOn = async (path: string) => (await page(path))('input[name=consent]').val() as string

it('while it is off no page shows anything of it, and nothing is taken [NEWS-04]', async () => {
  const consent = await consentOn('/newsletter')
  const sees = async (path: string) => {
    const $ = await page(path)
    return [$('form[action="/newsletter"]').length, $('a[href="/newsletter"]').length]
  }
  const pages = ['/', '/contact', '/our-story', '/product/5']
  expect(await Promise.all(pages.map(sees))).toEqual([
    ...[
      [0, 1],
      [1, 1],
      [1, 1],
      [0, 1],
    ],
  ])
  const off = async () => {
    expect(await Promise.all(pages.map(sees))).toEqual(pages.map(() => [0, 0]))
    expect((await fetch(`${shop.url}/newsletter`)).status).toBe(404)
    const answer = await post('/newsletter', { email: 'ada@example.com', consent })
    expect(answer.status).toBe(404)
  }
  await setNewsletter(shop.app, { enabled: false })
  await off()
  await setNewsletter(shop.app, { enabled: true })
  shop.app.mail = null
  try {
    shop.app.revisions.raise('saved_settings')
    await off()
  } finally {
    shop.app.mail = mail
    shop.app.revisions.raise('saved_settings')
  }
  expect(sent).toEqual([])
})

it('refuses in a sentence, and keeps what was entered [NEWS-02, NEWS-06]', async () => {
  const consent = await consentOn('/contact')
  const refusedAs = async (fields: Record<string, string>) => {
    const response = await post('/newsletter', fields)
    const $ = load(await response.text())
    const box = $('input[name=consent]')
    return {
      status: response.status,
      email: $('input[name=email]').val(),
      checked: box.is('[checked]'),
      says: $(
        `[id="${$('input[name=email]').attr('aria-describedby')}"], #newsletter-consent`,
      ).text(),
    }
  }
  expect(await refusedAs({ email: 'ada at example', consent })).toEqual({
    ...{ status: 400, email: 'ada at example', checked: true },
    says: expect.stringContaining('Please enter an email address'),
  })
  expect(await refusedAs({ email: 'ada@example.com' })).toEqual({
    ...{ status: 400, email: 'ada@example.com', checked: false },
    says: 'Please check the box if you’d like our newsletter.',
  })
  expect(await refusedAs({ email: 'ada@example.com', consent: 'Another sentence.' })).toEqual({
    ...{ status: 409, email: 'ada@example.com', checked: false },
    says: 'The wording has changed. Please read it and check the box again.',
  })
  expect(sent).toEqual([])
})

it('one network and one address are limited [NEWS-06]', async () => {
  const consent = await consentOn('/newsletter')
  const statuses = []
  for (let nth = 0; nth <= limits.newsletter.points; nth += 1) {
    const email = `limit${nth}@example.com`
    statuses.push((await post('/newsletter', { email, consent })).status)
  }
  expect(statuses).toEqual([...Array(limits.newsletter.points).fill(200), 429])
  const ofAddress = []
  for (let nth = 0; nth <= limits.newsletterAddress.points; nth += 1) {
    network += 1
    ofAddress.push((await post('/newsletter', { email: 'Flood@example.com', consent })).status)
  }
  expect(ofAddress).toEqual([...Array(limits.newsletterAddress.points).fill(200), 429])
})

it('a link shows a button and changes nothing; its POST signs up or unsubscribes, without cookies or scripts [NEWS-01, NEWS-03]', async () => {
  const { confirm, leave } = await requestSignUp({ shop: shop.app, sent })
  const $ = await page(`/newsletter/${confirm}`)
  expect($('main').text()).toContain('ada@example.com')
  expect($('meta[name=robots]').attr('content')).toContain('noindex')
  expect(await subscribers(shop.app)).toEqual([])
  expect(await (await post(`/newsletter/${confirm}`)).text()).toContain('You’re signed up.')
  expect(await subscribers(shop.app)).toHaveLength(1)

  const shown = async () => (await page(`/newsletter/leave/${leave}`))('main').html()
  const onList = await shown()
  const [email] = sent
  const answer = await fetch(email?.endLink ?? '', {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
  })
  expect(answer.status).toBe(200)
  expect(await answer.text()).toContain('You’re unsubscribed')
  expect(await subscribers(shop.app)).toEqual([])
  expect(await shown()).toBe(onList)

  const statusOf = async (path: string) => (await fetch(shop.url + path)).status
  expect(await statusOf(`/newsletter/x${confirm}`)).toBe(404)
  expect(await statusOf(`/newsletter/leave/${confirm}`)).toBe(404)
  shop.clock.advance({ minutes: 24 * 60 })
  expect(await statusOf(`/newsletter/${confirm}`)).toBe(410)
  expect((await post(`/newsletter/${confirm}`)).status).toBe(410)
})
