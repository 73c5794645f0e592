import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { productAttributes } from '#app/.server/platform/db/catalog-schema.ts'
import { resumeSelling, stopSelling } from '#app/.server/selling/commands/stop-selling.ts'
import { openBuiltShop, type TestShop } from '#tests/support/built-shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openBuiltShop()
  await shop.goldBecomes('130')
})
afterAll(() => shop?.close())

const by = 'ann@example.com'
const message = 'Back on Monday.'
const sentence = `The shop is not taking orders at the moment. You can still see prices. ${message}`

const get = async (path: string) => (await fetch(shop.url + path)).text()
async function post(path: string, body: object) {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(shop.url + path, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  })
  return { status: response.status, json: await response.json() }
}

it('pages that are kept say at once that nothing is sold, without payment links, and sell again [STOP-01, STOP-03, STOP-06]', async () => {
  const link = 'https://buy.stripe.com/test_1'
  const { orm } = shop.app.db
  await orm
    .update(productAttributes)
    .set({ option: `Weight: 14.7g, Fee: $686, Stripe Link: ${link}` })
    .where(
      and(eq(productAttributes.productId, '7'), eq(productAttributes.name, 'Gold Size: Small')),
    )
  const paths = ['/', '/products', '/product/7', '/product/7.data', '/gold-price', '/qa', '/blog']
  for (const path of paths) expect(await get(path), path).not.toContain(sentence)
  expect(await get('/product/7')).toContain(link)
  const cart = { lines: [{ productId: '8', size: 'Small', quantity: 1 }] }
  const { json: quoted } = await post('/api/quote', cart)
  const order = { amount: Number(quoted.total), quote: quoted.quote }

  await stopSelling(shop.app, { by, message })
  for (const path of paths) expect(await get(path), path).toContain(sentence)
  for (const path of ['/product/7', '/product/7.data']) expect(await get(path)).not.toContain(link)
  expect(await get('/product/8')).toMatch(/\$\d,\d{3}\.\d\d/)
  expect((await post('/api/quote', cart)).status).toBe(200)
  expect(await post('/api/create-checkout-session', order)).toMatchObject({
    status: 503,
    json: { error: { code: 'selling_stopped', message: `${sentence} Nothing was charged.` } },
  })

  await resumeSelling(shop.app, { by })
  for (const path of paths) expect(await get(path), path).not.toContain(sentence)
  expect(await get('/product/7')).toContain(link)
  expect((await post('/api/create-checkout-session', order)).status).toBe(200)
})
