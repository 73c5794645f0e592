import { load } from 'cheerio'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { messages } from '#app/.server/platform/db/message-schema.ts'
import { limits } from '#app/.server/platform/http/limits/rate-limits.ts'
import { openBuiltShop, type TestShop } from '#tests/support/built-shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openBuiltShop()
})
afterAll(() => shop.close())

const post = (path: string, fields: Record<string, string>) =>
  fetch(shop.url + path, { method: 'POST', body: new URLSearchParams(fields) })
const stored = () => shop.app.db.orm.select().from(messages)

const message = {
  name: 'Ada <Buyer>',
  email: 'ada@example.com',
  subject: 'A bent\r\nBcc: eve@example.com',
  message: 'First line\nSecond "line"',
}

it('a form sent from its page comes back whole with what is wrong, and is stored once it is right [MESSAGE-01, MESSAGE-04]', async () => {
  const refused = await post('/contact', { ...message, email: 'ada at example' })
  expect(refused.status).toBe(400)
  expect(refused.headers.get('cache-control')).toContain('no-store')
  const $ = load(await refused.text())
  expect($('[role=alert]').text()).toContain('Your message wasn’t sent.')
  expect($('#email-error').text()).toContain('email address')
  expect($('#name').val()).toBe('Ada <Buyer>')
  expect($('#message').text()).toBe(message.message)

  // A field that people do not see: said, not swallowed.
  const trapped = await post('/contact', { ...message, website: 'https://spam.example' })
  expect(trapped.status).toBe(400)
  expect(load(await trapped.text())('#message').text()).toBe(message.message)
  expect(await stored()).toEqual([])

  const taken = await post('/contact', message)
  expect(taken.status).toBe(200)
  expect(load(await taken.text())('[role=status]').text()).toContain('We received your message')
  expect(await stored()).toMatchObject([
    {
      kind: 'contact',
      name: 'Ada <Buyer>',
      subject: 'A bent Bcc: eve@example.com',
      body: message.message,
      state: 'new',
    },
  ])
  // The page of everybody is as before.
  const page = await (await fetch(`${shop.url}/contact`)).text()
  expect(page).not.toContain('Ada')
})

it('a request for custom work needs what its draft needs, and reads as the draft [MESSAGE-01]', async () => {
  const work = {
    additionalNotes: 'A fern.',
    jewelryType: 'ring',
    ringSize: '6½',
    braceletLength: '7',
    date: '2026-03-11',
    phone: '206 555 0100',
    email: 'ada@example.com',
    shippingAddress: '1 Main Street',
    shippingCity: 'Seattle',
    shippingState: 'WA',
    shippingZip: '98101',
  }
  const { phone: _, ...without } = work
  expect((await post('/custom-work', without)).status).toBe(400)
  expect((await post('/custom-work', work)).status).toBe(200)
  const found = (await stored()).find(({ kind }) => kind === 'custom-work')
  expect(found).toMatchObject({ subject: 'Custom Work Request', phone: '206 555 0100' })
  expect(found?.body).toContain('Ring size: 6½')
  // Asked for bracelets alone.
  expect(found?.body).not.toContain('Bracelet length')
})

it('one network sends a few, and is then told when it may again, with what it wrote [MESSAGE-04]', async () => {
  const statuses = []
  let last = ''
  for (let nth = 0; nth < limits.message.points + 1; nth += 1) {
    const response = await post('/contact', { ...message, message: `Number ${nth}` })
    statuses.push(response.status)
    last = await response.text()
  }
  expect(statuses.at(-1)).toBe(429)
  const $ = load(last)
  expect($('[role=alert]').text()).toMatch(/try again in \d+ (seconds|minutes)/)
  expect($('#message').text()).toBe(`Number ${limits.message.points}`)
})
