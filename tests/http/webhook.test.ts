import { afterAll, beforeAll, expect, it } from 'vitest'
import { orders } from '#app/.server/platform/db/schema.ts'
import { limits } from '#app/.server/platform/http/limits/rate-limits.ts'
import { built, openBuiltShop, type TestShop } from '#tests/support/built-shop.ts'
import { openStripeServer, type StripeServer } from '#tests/support/stripe-server.ts'

let stripe: StripeServer
let shop: TestShop
beforeAll(async () => {
  stripe = await openStripeServer()
  shop = await openBuiltShop(stripe.settings())
})
afterAll(async () => {
  await shop.close()
  await stripe.close()
})

const post = (path: string, body: string, headers: Record<string, string> = {}) =>
  fetch(shop.url + path, { method: 'POST', body, headers })
const webhook = ({ body, header }: { body: string; header: string }) =>
  post('/api/stripe/webhook', body, {
    'content-type': 'application/json; charset=utf-8',
    'stripe-signature': header,
  })

it('takes a signed webhook over HTTP, byte for byte, and no other [SEC-05, SEC-06, ORDER-05]', async () => {
  const lines = [{ productId: '7', size: 'Small', quantity: 1 }]
  const { quote, total } = await (await post('/api/quote', JSON.stringify({ lines }))).json()
  const body = JSON.stringify({ amount: Number(total), quote })
  const { url } = await (await post('/api/create-checkout-session', body)).json()
  const paid = stripe.signed(stripe.pay(url.slice(url.lastIndexOf('/') + 1)))

  const forged = await webhook({ ...paid, body: `${paid.body} ` })
  expect(forged.status).toBe(400)
  expect(await forged.json()).toMatchObject({ error: { code: 'bad_signature' } })
  const huge = stripe.signed('x'.repeat(2_000_000))
  expect((await webhook(huge)).status).toBe(413)
  const asked = await fetch(`${shop.url}/api/stripe/webhook`)
  expect([asked.status, asked.headers.get('Allow')]).toEqual([405, 'POST'])

  for (const text of ['null', '[]', '"x"', '1', '']) {
    const response = await webhook(stripe.signed(text))
    expect([text, response.status]).toEqual([text, 400])
    expect(await response.json()).toMatchObject({ error: { code: 'bad_signature' } })
  }

  const taken = await webhook(paid)
  expect([taken.status, await taken.json()]).toEqual([200, { received: true }])
  const states = await shop.app.db.orm.select({ state: orders.state }).from(orders)
  expect(states).toEqual([{ state: 'paid' }])
})

it('says at the start who takes the money, and never the keys [OPS-01, SEC-06]', async () => {
  const banner = await built.startBanner(shop.app)
  expect(banner).toMatch(/payments\s+Stripe, test mode/)
  expect(banner).not.toMatch(/sk_|whsec_/)
})

it('answers too many webhooks of one address by 429 with Retry-After [SEC-03]', async () => {
  const statuses: number[] = []
  let refused: Response | undefined
  for (let sent = 0; sent < 4 * limits.webhook.points && !refused; sent += 25) {
    const responses = await Promise.all(
      Array.from({ length: 25 }, () => webhook({ body: '{}', header: 't=1,v1=forged' })),
    )
    statuses.push(...responses.map(({ status }) => status))
    refused = responses.find(({ status }) => status === 429)
  }
  expect(new Set(statuses)).toEqual(new Set([400, 429]))
  expect(Number(refused?.headers.get('Retry-After'))).toBeGreaterThan(0)
})
