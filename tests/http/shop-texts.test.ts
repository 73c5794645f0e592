import { afterEach, expect, it } from 'vitest'
import { emailTexts } from '#app/.server/emails/templates/email-texts.ts'
import { maxBody } from '#app/domain/emails/email-template.ts'
import { firstAdmin, signedInCookie } from '#tests/support/admin.ts'
import { built, openBuiltShop, type TestShop } from '#tests/support/built-shop.ts'

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

async function signedInShop(
  settings: Record<string, string> = {},
): Promise<{ shop: TestShop; cookie: string }> {
  const shop = await openBuiltShop(settings)
  closing.push(() => shop.close())
  await shop.goldBecomes('130')
  return { shop, cookie: await signedInCookie(shop.app, await firstAdmin(shop.app)) }
}

const facts = {
  name: 'Own Gold',
  tagline: 'Gold of our own',
  description: 'A maker of pure gold.',
  email: 'hello@own-gold.com',
  phone: '(206) 555-0100',
  'address.street': '12 Pike Street',
  'address.city': 'Seattle',
  'address.region': 'WA',
  'address.postalCode': '98101',
  hours: 'Tuesdays, 9 to 5',
  closed: 'Other days',
  founder: 'Ann',
  videoChannel: 'https://video.own-gold.com/',
}

function post(
  { url }: { url: string },
  cookie: string,
  key: string,
  fields: Record<string, string | number>,
): Promise<Response> {
  const form = new URLSearchParams()
  for (const [name, value] of Object.entries({ seen: 0, draft: 0, ...fields })) {
    form.set(name, String(value))
  }
  const path = key in emailTexts ? `mails/${key}` : `texts/${key}`
  return fetch(`${url}/admin/dashboard/${path}`, {
    method: 'POST',
    headers: { Cookie: cookie, Origin: url },
    body: form,
  })
}

const get = async ({ url }: { url: string }, path: string, cookie = '') =>
  (await fetch(url + path, { headers: cookie ? { Cookie: cookie } : {} })).text()

/** Each of these says who the shop is. */
const saying = [
  '/',
  '/contact',
  '/contact.data',
  '/privacy-policy',
  '/manifest.webmanifest',
  '/blog/feed.xml',
  '/product/7',
]

const cards = [
  ['contact', '/pictures/hero.jpg'],
  ['pendant-fir-cone', '/pendants/fir-cone-front.jpg'],
] as const

it('who the shop is shows everywhere as soon as it was saved, and after a restart [BRANDING-01, BRANDING-04]', async () => {
  const { shop, cookie } = await signedInShop()
  expect(await get(shop, '/contact')).toContain('Four Nines')
  expect((await post(shop, cookie, 'brand', { action: 'publish', ...facts })).status).toBe(200)
  const check = async (at: { url: string }) => {
    for (const path of saying) {
      const text = await get(at, path)
      expect(text, path).toContain('Own Gold')
      expect(text, path).not.toContain('Four Nines')
    }
    const contact = await get(at, '/contact')
    expect(contact).toContain('mailto:hello@own-gold.com')
    expect(contact).toContain('12 Pike Street, Seattle, WA 98101')
    expect(contact).toContain('"streetAddress":"12 Pike Street"')
    expect(contact).toContain('"sameAs":["https://video.own-gold.com/"]')
    expect(await get(at, '/.well-known/security.txt')).toContain('mailto:hello@own-gold.com')
    expect(await get(at, '/admin/login')).toContain('Own Gold')
    // The cards for shared links have the shipped name drawn on them.
    for (const [card, picture] of cards) {
      const shared = await fetch(`${at.url}/share/${card}.jpg`, { redirect: 'manual' })
      expect([shared.status, shared.headers.get('location')]).toEqual([302, picture])
    }
  }
  await check(shop)

  // The same database, and a process that has just begun.
  const { db, config } = shop.app
  const again = await built.createApp(config, { database: db, log: shop.app.log })
  const listening = await built.listen(built.host(again.context), '127.0.0.1', 0)
  again.context.publicUrl = listening.url
  closing.push(() => again.close(listening.close()))
  await check(listening)
})

it('a draft is seen by staff alone, on the page itself and without scripts [TEXTS-03]', async () => {
  const { shop, cookie } = await signedInShop()
  const draft = { action: 'draft', body: 'Drafted, by {name}.', updated: 'Today', description: 'x' }
  const path = '/admin/dashboard/texts/policy-privacy-policy/preview'
  expect((await fetch(shop.url + path, { headers: { Cookie: cookie } })).status).toBe(404)
  expect((await post(shop, cookie, 'policy-privacy-policy', draft)).status).toBe(200)
  expect(await get(shop, '/privacy-policy')).not.toContain('Drafted')
  const response = await fetch(shop.url + path, { headers: { Cookie: cookie } })
  const preview = await response.text()
  expect(response.headers.get('cache-control')).toBe('no-store, no-transform')
  expect(preview).toContain('Drafted, by Four Nines.')
  expect(preview).toContain('Draft preview. No one')
  expect(preview).toContain('<h1')
  expect(preview).not.toContain('<script')
  const visitor = await fetch(shop.url + path, { redirect: 'manual' })
  expect(visitor.status).toBe(302)
  // The facts of the shop, too, stay with whoever looks.
  const named = { ...facts, action: 'draft', name: 'Yet Another' }
  await post(shop, cookie, 'brand', named)
  expect(await get(shop, '/admin/dashboard/texts/brand/preview', cookie)).toContain('Yet Another')
  expect(await get(shop, '/contact')).not.toContain('Yet Another')
})

it('a wrong text is refused with its status, and what was typed comes back [TEXTS-04]', async () => {
  const { shop, cookie } = await signedInShop()
  const wrong = {
    action: 'publish',
    body: 'No ways to reach us.',
    updated: 'Today',
    description: 'x',
  }
  const response = await post(shop, cookie, 'policy-privacy-policy', wrong)
  expect(response.status).toBe(422)
  const html = await response.text()
  expect(html).toContain('No ways to reach us.')
  expect(html).toContain('Please keep {name}:')
  expect(await get(shop, '/privacy-policy')).not.toContain('No ways')
})

it('the longest text of an email is kept in any alphabet [MAILTEXT-05]', async () => {
  const { shop, cookie } = await signedInShop()
  const draft = { action: 'draft', subject: 'Золото', body: '金'.repeat(maxBody) }
  expect((await post(shop, cookie, 'order-paid-buyer', draft)).status).toBe(200)
  expect(await get(shop, '/admin/dashboard/mails/order-paid-buyer', cookie)).toContain(draft.body)
})

it('an announcement comes and goes by itself on pages that are kept [BRANDING-03]', async () => {
  const { shop, cookie } = await signedInShop()
  const local = (minutes: number) =>
    new Date(shop.app.now().getTime() + minutes * 60_000)
      .toLocaleString('sv-SE', { timeZone: 'America/Los_Angeles' })
      .replace(' ', 'T')
      .slice(0, 16)
  const line = {
    text: 'Closed for a day',
    link: '',
    linkLabel: '',
    from: local(10),
    until: local(30),
  }
  await post(shop, cookie, 'announcement', { action: 'publish', ...line })
  expect(await get(shop, '/qa')).not.toContain('Closed for a day')
  shop.clock.advance({ minutes: 11 })
  expect(await get(shop, '/qa')).toContain('Closed for a day')
  shop.clock.advance({ minutes: 25 })
  expect(await get(shop, '/qa')).not.toContain('Closed for a day')
})

it('a post’s older address leads to its present one, and the feed and sitemap follow [TEXTS-06]', async () => {
  const { shop, cookie } = await signedInShop()
  const shipped = {
    action: 'publish',
    title: 'Soft gold',
    body: 'Handle with **care**.',
    excerpt: 'How to care for soft gold.',
    date: '2026-01-02T09:30',
    shown: 'yes',
    slug: 'soft-gold',
    picture: '',
    alt: '',
  }
  expect((await post(shop, cookie, 'post-3', shipped)).status).toBe(200)
  const moved = await fetch(`${shop.url}/blog/3`, { redirect: 'manual' })
  expect([moved.status, moved.headers.get('location')]).toEqual([301, '/blog/soft-gold'])
  await post(shop, cookie, 'post-3', { ...shipped, seen: 1, slug: 'caring' })
  const older = await fetch(`${shop.url}/blog/soft-gold`, { redirect: 'manual' })
  expect([older.status, older.headers.get('location')]).toEqual([301, '/blog/caring'])
  const page = await get(shop, '/blog/caring')
  expect(page).toContain('<strong>care</strong>')
  expect(page).toContain(`<link rel="canonical" href="${shop.url}/blog/caring"/>`)
  expect(await get(shop, '/blog')).toContain('href="/blog/caring"')
  expect(await get(shop, '/sitemap.xml')).toContain('/blog/caring</loc>')
  expect(await get(shop, '/sitemap.xml')).not.toContain('/blog/3</loc>')
  expect(await get(shop, '/blog/feed.xml')).toContain('/blog/caring</link>')
})
