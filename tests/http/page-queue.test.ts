import { afterAll, beforeAll, expect, it } from 'vitest'
import { openBuiltShop, type TestShop } from '#tests/support/built-shop.ts'
import { paidOrder } from '#tests/support/orders.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openBuiltShop({ CONTENT_SITE_URL: 'http://journal.invalid' })
})
afterAll(() => shop?.close())

/** The first answer that refuses a request because the queue is full. The others may still be waiting. */
async function firstRefused(answers: Promise<Response>[]): Promise<Response> {
  return Promise.any(
    answers.map(async (waiting) => {
      const response = await waiting
      const isFull = response.status === 503 && (await response.clone().text()).includes(tooMany)
      if (!isFull) throw new Error(`answered ${response.status}, not refused`)
      return response
    }),
  )
}
const tooMany = 'Many visitors are here right now'

it('more pages than can wait are refused with Retry-After, but a cart is priced and a form that was done is answered all the same [FAULT-08, ATTACK-13]', async () => {
  // Pages of the journal keep their turns until the test lets it answer.
  const journal = Promise.withResolvers<void>()
  const nothing = { post: null, reached: false }
  shop.app.contentSite = {
    posts: () => journal.promise.then(() => ({ posts: [], pages: 0, reached: false })),
    post: () => journal.promise.then(() => nothing),
    notice: () => null,
  }
  // 8 are rendered at once and 200 wait.
  const pages = Array.from({ length: 212 }, (_, at) => fetch(`${shop.url}/blog/${at + 1}`))
  try {
    const refused = await firstRefused(pages)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    // A message that was stored is not said to have failed.
    const sent = await fetch(`${shop.url}/contact`, {
      method: 'POST',
      body: new URLSearchParams({
        ...{ name: 'Ada', email: 'ada@example.com', subject: 'A ring', message: 'Is it there?' },
      }),
    })
    expect(sent.status).toBe(200)
    expect(await sent.text()).toContain('We received your message')
    const quote = await fetch(`${shop.url}/api/quote`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ lines: [{ productId: '7', size: 'Small', quantity: 1 }] }),
    })
    expect(quote.status).toBe(200)
  } finally {
    journal.resolve()
    await Promise.all(pages)
  }
  expect((await fetch(`${shop.url}/products`)).status).toBe(200)
})

it('receipts are made one after the other, and more than can wait are refused with Retry-After [LIMIT-09]', async () => {
  const { token } = await paidOrder(shop.app)
  const receipt = () => fetch(`${shop.url}/order/${token}/documents/receipt.pdf`)
  // A receipt reads the embedded database, which does one transaction at a time: none is finished
  // until the test ends its own.
  const begun = Promise.withResolvers<void>()
  const end = Promise.withResolvers<void>()
  const held = shop.app.db.orm.transaction(() => {
    begun.resolve()
    return end.promise
  })
  await begun.promise
  // One is made and 50 wait.
  const receipts = Array.from({ length: 54 }, receipt)
  try {
    const refused = await firstRefused(receipts)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  } finally {
    end.resolve()
    await held
    await Promise.all(receipts)
  }
  const again = await receipt()
  expect([again.status, again.headers.get('content-type')]).toEqual([200, 'application/pdf'])
})
