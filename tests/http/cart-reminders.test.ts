import { load } from 'cheerio'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { endCartReminderLink } from '#app/.server/platform/cart-reminder-link.ts'
import { orders } from '#app/.server/platform/db/schema.ts'
import { limits } from '#app/.server/platform/http/limits/rate-limits.ts'
import { openBuiltShop, type TestShop } from '#tests/support/built-shop.ts'
import { reminders, setReminders } from '#tests/support/cart-reminders.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openBuiltShop({ TRUST_PROXY: '1' })
  shop.app.mail = { send: async () => {} }
  await shop.goldBecomes('130')
  await setReminders(shop.app, { enabled: true, hours: 2 })
})
afterAll(() => shop.close())

/** Each checkout from a network of its own. */
let network = 0
async function checkOut(email: string, headers: Record<string, string> = {}) {
  network += 1
  const from = { 'X-Forwarded-For': `198.51.100.${network}`, 'Content-Type': 'application/json' }
  const lines = [{ productId: '7', size: 'Small', quantity: 1 }]
  const quoted = await fetch(`${shop.url}/api/quote`, {
    ...{ method: 'POST', headers: from, body: JSON.stringify({ lines }) },
  })
  const { quote, total } = await quoted.json()
  return fetch(`${shop.url}/api/create-checkout-session`, {
    method: 'POST',
    headers: { ...from, 'Remind-Me': encodeURIComponent(email), ...headers },
    body: `{"amount":${total},"quote":${JSON.stringify(quote)}}`,
  })
}
const waiting = async () =>
  (await reminders(shop.app)).flatMap(({ email }) => (email === null ? [] : [email]))

it('an invalid address gets a message and is not stored [REMIND-01]', async () => {
  const refused = await checkOut('ada at example')
  expect(refused.status).toBe(422)
  expect((await refused.json()).error.message).toContain('Please enter an email address')
  expect(await waiting()).toEqual([])
})

it('checkout continues without a reminder once an address reaches its limit [REMIND-06]', async () => {
  for (let nth = 0; nth <= limits.cartReminderAddress.points; nth += 1) {
    expect((await checkOut('Flood@example.com')).status).toBe(200)
  }
  const { url } = await (await checkOut('Flood@example.com')).json()
  // The last checkout was beyond the limit: the one that waits is of its order now.
  expect(await waiting()).toEqual(['Flood@example.com'])
  const [last] = await shop.app.db.orm.select().from(orders).where(eq(orders.paymentUrl, url))
  expect(await reminders(shop.app)).toMatchObject([{ orderId: last?.id }])
  for (const encoded of [
    'flood%2B1@example.com',
    '%66lood+2%40EXAMPLE.com',
    '%20flood@example.com',
  ]) {
    expect((await checkOut('', { 'Remind-Me': encoded })).status).toBe(200)
    expect(await waiting()).toEqual(['Flood@example.com'])
  }
  const from = { 'X-Forwarded-For': '203.0.113.9' }
  for (let nth = 0; nth <= limits.cartReminder.points; nth += 1) {
    // Of one network, of which orders are limited too.
    await checkOut(`buyer${nth}@example.com`, from)
  }
  expect(await waiting()).not.toContain(`buyer${limits.cartReminder.points}@example.com`)
})

it('one click in a mail program ends what waits; the page says the same before and after [REMIND-05]', async () => {
  await checkOut('ada@example.com')
  const link = endCartReminderLink.to(shop.app, { email: 'ADA@example.com' })
  const path = new URL(link).pathname
  const shown = async () => load(await (await fetch(shop.url + path)).text())('main').html()
  const before = await shown()
  expect(await waiting()).toContain('ada@example.com')
  const answer = await fetch(shop.url + path, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
  })
  expect(answer.status).toBe(200)
  expect(await waiting()).not.toContain('ada@example.com')
  expect(await shown()).toBe(before)
  for (const wrong of [`${path}x`, path.replace('/end/', '/')]) {
    expect((await fetch(shop.url + wrong)).status).toBe(404)
  }
})
