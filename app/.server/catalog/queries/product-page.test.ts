import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { quoteCart } from '#app/.server/checkout/commands/quote-cart.ts'
import { acceptGoldPrice } from '#app/.server/gold-price/commands/accept-gold-price.ts'
import { testPayments } from '#app/.server/payments/gateway/test-payments.ts'
import { AppError } from '#app/.server/platform/errors.ts'
import type { PricePerOunce } from '#app/domain/gold-price/rates.ts'
import { onBothDatabases } from '#tests/support/databases.ts'
import { reading } from '#tests/support/gold-prices.ts'
import { insertProducts } from '#tests/support/products.ts'
import { testShop } from '#tests/support/shop.ts'
import { currentCatalog } from './cached-catalog.ts'
import { nextRefresh, productPage } from './product-page.ts'

onBothDatabases('the page of a piece', (open) => {
  it('has the product, shipping and paracord; nothing for what is not sold [PDP-17, PDP-22]', async () => {
    const db = await open()
    await insertProducts(db, [{ id: 'hidden', active: false }])
    const app = testShop({ db })
    expect(await productPage(app, '5')).toMatchObject({
      product: { name: 'Sound Wave' },
      promise: {
        shipping: { processingTime: '3-5 business days', shippingTime: '2-3 business days' },
      },
      returnDays: 30,
      paracord: { enabled: false },
    })
    expect(await productPage(app, 'hidden')).toBeNull()
    expect(await productPage(app, 'nothing')).toBeNull()
  })

  it('has three others in the shop that are not sold [FACTS-11]', async () => {
    const db = await open()
    await insertProducts(db, [
      { id: 'hidden', active: false },
      { id: 'sold', pieces: 0, piecesCounted: 1 },
    ])
    const app = testShop({ db })
    const related = async (id: string) =>
      (await productPage(app, id))?.related.map((piece) => piece.id) ?? []
    const all = (await currentCatalog(app)).onSale.map(({ id }) => id)
    expect(all).toContain('sold')
    for (const id of all) {
      const others = await related(id)
      expect(others).toHaveLength(3)
      for (const never of [id, 'hidden', 'sold']) expect(others).not.toContain(never)
    }
  })

  it('says until when its prices stand, and nothing while the shop would refuse to quote [LIVE-13, LIVE-08]', async () => {
    let now = new Date('2026-03-11T16:00:00Z')
    const app = testShop({ db: await open(), now: () => now })
    const live = { ...app, payments: { ...testPayments(app), live: true } }
    const quoted = async () => {
      const lines = [{ productId: '5', size: 'Small', quantity: 1 }]
      const answer = await quoteCart(live, lines).catch((error: Error) => error)
      const until = (await productPage(live, '5'))?.pricesUntil
      expect(until === null).toBe(answer instanceof AppError)
      return until
    }
    expect(await quoted()).toBeNull()
    // No card is charged there, so that a shop without network can be tried.
    const test = { ...app, payments: testPayments(app) }
    expect((await productPage(test, '5'))?.pricesUntil).not.toBeNull()
    const fetched = (price: number) => {
      const perOunce = price as PricePerOunce
      const second = { source: 'swissquote', perOunce } as const
      return acceptGoldPrice(live, reading({ perOunce, takenAt: now }), { second })
    }
    await fetched(40_000_000)
    expect(await quoted()).toBe('2026-03-11T16:30:00.000Z')
    await fetched(50_000_000)
    expect(await quoted()).toBeNull()
    await fetched(40_100_000)
    expect(await quoted()).not.toBeNull()
    now = new Date(now.getTime() + 25 * 3_600_000)
    expect(await quoted()).toBeNull()
  })
})

describe('how long prices stand', () => {
  const minutes = (count: number) => count * 60_000
  const at = (time: string) => new Date(`2026-03-11T${time}:00Z`)
  const next = (renewed: string, now: string) =>
    nextRefresh(at(renewed), minutes(30), at(now)).toISOString().slice(11, 16)

  it('is until the next refresh, counted from the last [SEO-02]', () => {
    expect(next('15:50', '16:00')).toBe('16:20')
    expect(next('15:50', '16:20')).toBe('16:50')
    expect(next('09:50', '16:00')).toBe('16:20')
  })

  it('is always ahead, by no more than one refresh [SEO-02]', () => {
    const anyTime = fc.date({
      min: new Date(0),
      max: new Date('2100-01-01'),
      noInvalidDate: true,
    })
    fc.assert(
      fc.property(
        anyTime,
        anyTime,
        fc.integer({ min: 1000, max: 86_400_000 }),
        (renewed, now, every) => {
          const ahead = nextRefresh(renewed, every, now).getTime() - now.getTime()
          expect(ahead > 0 && ahead <= every).toBe(true)
        },
      ),
    )
  })
})
