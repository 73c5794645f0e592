import nodeCrypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { signIn } from '#app/.server/auth/commands/sign-in.ts'
import { firstAdmin } from '#tests/support/admin.ts'
import { openBuiltShop, type TestShop } from '#tests/support/built-shop.ts'
import { onBothDatabases } from '#tests/support/databases.ts'
import { paidOrder, pendingOrder } from '#tests/support/orders.ts'
import { refusal, sellingShop } from '#tests/support/selling-shop.ts'
import { ask } from './raw-request.ts'

onBothDatabases('a sign-in', (open) => {
  it('does the same work for an address that is known and one that is not [ATTACK-05]', async () => {
    const db = await open()
    const { shop } = await sellingShop(db)
    const ann = await firstAdmin(shop)
    const work = async (email: string) => {
      const hashed = vi.spyOn(nodeCrypto, 'scrypt')
      syncBuiltinESMExports()
      const client = (db.orm as unknown as { $client: { query: (...args: unknown[]) => unknown } })
        .$client
      const asked = vi.spyOn(client, 'query')
      try {
        const form = { email, password: 'not this one, surely', code: '123456' }
        const visitor = { headers: new Headers(), address: '203.0.113.7' }
        const { message, code, status } = await refusal(signIn(shop, form, visitor))
        const costs = hashed.mock.calls.map(([, , length, options]) => [length, options])
        return { message, code, status, costs, queries: asked.mock.calls.length }
      } finally {
        hashed.mockRestore()
        asked.mockRestore()
        syncBuiltinESMExports()
      }
    }
    const known = await work(ann.email)
    const unknown = await work('nobody@example.com')
    expect(known.costs).toHaveLength(1)
    expect(known.costs[0]?.[0]).toBe(64)
    expect(unknown).toEqual(known)
  })
})

let shop: TestShop
beforeAll(async () => {
  shop = await openBuiltShop()
})
afterAll(() => shop?.close())

it('an order is found by its token alone, and no token leads to the next [ATTACK-06]', async () => {
  const placed = [await pendingOrder(shop.app), await paidOrder(shop.app)]
  const status = async (path: string) => (await ask(shop.url, path)).status
  for (const { id, number, token, quoteId, paymentSession } of placed) {
    expect(token).toMatch(/^[\w-]{32}$/)
    expect(await status(`/order/${token}`)).toBe(200)
    const near = [
      id,
      number,
      number.toLowerCase(),
      quoteId,
      paymentSession ?? '',
      token.toUpperCase(),
      token.slice(0, -1),
      `${token}A`,
      `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`,
      `${token}%00`,
      `${token}'--`,
      '%25',
      '_'.repeat(32),
    ]
    for (const guess of near) {
      expect(await status(`/order/${encodeURIComponent(guess)}`), guess).toBe(404)
      expect(await status(`/order/${encodeURIComponent(guess)}.data`), guess).toBe(404)
    }
    // The page of the payment, by the order's own token or number.
    for (const guess of [token, number, id]) {
      expect(await status(`/test-payment/${guess}`), guess).toBe(404)
    }
  }
  const [one, two] = placed.map(({ token }) => Buffer.from(token, 'base64url'))
  expect(one).toHaveLength(24)
  const same = one?.filter((byte, at) => byte === two?.[at]).length
  expect(same).toBeLessThan(6)
})

it('random addresses of orders and payments are not found, whatever is in them [ATTACK-06]', async () => {
  await fc.assert(
    fc.asyncProperty(fc.base64String({ maxLength: 60 }), async (text) => {
      const guess = encodeURIComponent(text || 'x')
      for (const path of [`/order/${guess}`, `/test-payment/${guess}`]) {
        expect((await ask(shop.url, path)).status, path).toBe(404)
      }
    }),
    { numRuns: 60 },
  )
})
