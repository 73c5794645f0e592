import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openBuiltShop, type TestShop } from '#tests/support/built-shop.ts'
import { paidOrder } from '#tests/support/orders.ts'

/** A journal that never answers: every page of it takes as long as the shop waits for it. */
let journal: Server
let shop: TestShop
beforeAll(async () => {
  journal = createServer(() => {})
  await new Promise<void>((resolve) => journal.listen(0, '127.0.0.1', resolve))
  const { port } = journal.address() as AddressInfo
  shop = await openBuiltShop({ CONTENT_SITE_URL: `http://127.0.0.1:${port}` })
})
afterAll(async () => {
  await shop?.close()
  journal?.closeAllConnections()
  journal?.close()
})

it('more pages than can wait are refused with Retry-After, but a cart is priced and a form that was done is answered all the same [FAULT-08, ATTACK-13]', async () => {
  const pages = Array.from({ length: 240 }, async (_, at) => {
    const answer = await fetch(`${shop.url}/blog/${at + 1}`)
    await answer.text()
    return { status: answer.status, retryAfter: Number(answer.headers.get('retry-after')) }
  })
  const refused = await Promise.any(
    pages.map(async (page) => {
      const answer = await page
      if (answer.status !== 503) throw new Error('not refused')
      return answer
    }),
  )
  expect(refused.retryAfter).toBeGreaterThan(0)
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
  await Promise.all(pages)
  expect((await fetch(`${shop.url}/products`)).status).toBe(200)
})

it('receipts are made one after the other, and more than can wait are refused with Retry-After [LIMIT-09]', async () => {
  const { token } = await paidOrder(shop.app)
  const receipt = () => fetch(`${shop.url}/order/${token}/documents/receipt.pdf`)
  const answers = await Promise.all(
    Array.from({ length: 90 }, async () => {
      const answer = await receipt()
      await answer.arrayBuffer()
      return { status: answer.status, retryAfter: Number(answer.headers.get('retry-after')) }
    }),
  )
  const refused = answers.filter(({ status }) => status === 503)
  expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(40)
  expect(refused.length).toBeGreaterThan(0)
  for (const { retryAfter } of refused) expect(retryAfter).toBeGreaterThan(0)
  const again = await receipt()
  expect([again.status, again.headers.get('content-type')]).toEqual([200, 'application/pdf'])
})
