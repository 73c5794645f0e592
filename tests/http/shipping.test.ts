import { afterAll, beforeAll, expect, it } from 'vitest'
import { openBuiltShop, type TestShop } from '#tests/support/built-shop.ts'
import { allMethods, offersMethods } from '#tests/support/shipping-methods.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openBuiltShop()
  await shop.goldBecomes('130')
})
afterAll(() => shop?.close())

const lines = [{ productId: '7', size: 'Small', quantity: 1 }]

async function post(path: string, body: object) {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(shop.url + path, {
    ...{ method: 'POST', headers },
    body: JSON.stringify(body),
  })
  return { status: response.status, json: await response.json() }
}

const quoted = (shipping: object) => post('/api/quote', { lines, shipping })

it('a country that is not offered, or none, is refused in words where a cart is quoted [SHIPPING-04]', async () => {
  await offersMethods(shop.app)
  for (const [country, sentence] of [
    ['FR', 'We don’t ship to France. Please choose another country.'],
    ['RU', 'We don’t ship to Russia. Please choose another country.'],
    [undefined, 'Please choose the country to ship to.'],
  ]) {
    expect(await quoted({ method: 'international', country })).toMatchObject({
      status: 422,
      json: { error: { code: 'shipping_refused', message: sentence } },
    })
  }
  for (const shipping of [{ method: 'drone' }, { method: 'international', country: 'Germany' }]) {
    expect((await quoted(shipping)).status).toBe(400)
  }
})

it.each([
  [
    { method: 'express' },
    { express: false },
    'Express shipping isn’t offered. Please choose another delivery option.',
  ],
  [
    { method: 'pickup' },
    { pickup: false },
    'Pickup isn’t offered. Please choose another delivery option.',
  ],
  [
    { method: 'international', country: 'DE' },
    { countries: ['CA'] },
    'We don’t ship to Germany. Please choose another country.',
  ],
])(
  '%o that is switched off after it was quoted is refused in words, and offered again it is sold by the same quote [SHIPPING-04]',
  async (shipping, without, message) => {
    await offersMethods(shop.app)
    const { json } = await quoted(shipping)
    const order = { amount: Number(json.total), quote: json.quote }
    await offersMethods(shop.app, { ...allMethods, ...without })
    expect(await post('/api/create-checkout-session', order)).toMatchObject({
      status: 422,
      json: { error: { code: 'shipping_refused', message } },
    })
    // Nothing was placed: the quote is as good as it was.
    await offersMethods(shop.app)
    const placed = await post('/api/create-checkout-session', order)
    expect(placed.status).toBe(200)
    expect(placed.json.url).toBeTypeOf('string')
  },
)
