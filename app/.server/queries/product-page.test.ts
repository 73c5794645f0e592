import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { onBothDatabases } from '#tests/support/databases.ts'
import { insertProducts } from '#tests/support/products.ts'
import { testShop } from '#tests/support/shop.ts'
import { nextRefresh, productPage } from './product-page.ts'

onBothDatabases('the page of a piece', (open) => {
  it('has the product, shipping and paracord; nothing for what is not sold [PDP-17, PDP-22]', async () => {
    const db = await open()
    await insertProducts(db, [{ id: 'asleep', active: false }])
    const shop = testShop({ db })
    expect(await productPage(shop, '5')).toMatchObject({
      product: { name: 'Sound Wave' },
      shipping: { processingTime: '3-5 business days', shippingTime: '2-3 business days' },
      paracord: { enabled: false },
    })
    expect(await productPage(shop, 'asleep')).toBeNull()
    expect(await productPage(shop, 'nothing')).toBeNull()
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
