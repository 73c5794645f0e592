import { desc } from 'drizzle-orm'
import { expect, it } from 'vitest'
import type { Database } from '#app/.server/platform/db/database.ts'
import { goldPriceHistory } from '#app/.server/platform/db/gold-price-schema.ts'
import type { PricePerOunce } from '#app/domain/gold-price/rates.ts'
import { onBothDatabases } from '#tests/support/databases.ts'
import { byHand, reading } from '#tests/support/gold-prices.ts'
import { testShop } from '#tests/support/shop.ts'
import { currentGoldPrice, goldPricesUnderReview } from '../queries/gold-price.ts'
import { acceptGoldPrice } from './accept-gold-price.ts'
import { decideReviewedPrice } from './decide-reviewed-price.ts'
import { setManualGoldPrice } from './set-manual-gold-price.ts'

const by = 'ann@example.com'
const now = new Date('2026-03-11T16:00:00Z')

async function withHeld(db: Database) {
  const app = testShop({ db, now: () => now })
  const fetched = (perOunce: number) =>
    acceptGoldPrice(app, reading({ perOunce: perOunce as PricePerOunce, takenAt: now }))
  await fetched(40_000_000)
  await fetched(46_000_000)
  const [held] = await goldPricesUnderReview(app)
  if (!held) throw new Error('nothing was held')
  return { shop: app, id: held.id, fetched }
}

onBothDatabases('a held price', (open) => {
  it('is applied when staff accept it; who did is kept [LIVE-03, LIVE-05]', async () => {
    const db = await open()
    const { shop, id } = await withHeld(db)
    expect((await decideReviewedPrice(shop, id, 'accept', by)).perOunce).toBe(46_000_000)
    expect(await currentGoldPrice(shop)).toMatchObject({
      gold: { perOunce: 46_000_000, perGram: 1_478_933, source: 'gold-api' },
      state: 'live',
    })
    const [last] = await db.orm.select().from(goldPriceHistory).orderBy(desc(goldPriceHistory.id))
    expect(last).toMatchObject({ status: 'accepted', setBy: by, decidedAt: now })
  })

  it('is what the next one is compared with once accepted [LIVE-03]', async () => {
    const { shop, id, fetched } = await withHeld(await open())
    await decideReviewedPrice(shop, id, 'accept', by)
    expect((await fetched(46_100_000)).outcome).toBe('accepted')
    expect((await fetched(40_000_000)).outcome).toBe('held')
  })

  it('changes nothing when staff reject it, and no longer waits [LIVE-03]', async () => {
    const db = await open()
    const { shop, id } = await withHeld(db)
    expect((await decideReviewedPrice(shop, id, 'reject', by)).perOunce).toBe(40_000_000)
    expect(await currentGoldPrice(shop)).toMatchObject({
      gold: { perOunce: 40_000_000 },
      state: 'live',
    })
    expect(await goldPricesUnderReview(shop)).toEqual([])
  })

  it('is decided once: not again, and not after it was overtaken [LIVE-03]', async () => {
    const { shop, id } = await withHeld(await open())
    await setManualGoldPrice(shop, byHand(1_300_000, by))
    await expect(decideReviewedPrice(shop, id, 'accept', by)).rejects.toMatchObject({
      code: 'held_price_decided',
      status: 409,
    })
    expect((await currentGoldPrice(shop)).gold.perGram).toBe(1_300_000)
  })

  it('must be there', async () => {
    const app = testShop({ db: await open() })
    await expect(decideReviewedPrice(app, 4711, 'accept', by)).rejects.toMatchObject({
      status: 404,
    })
  })
})

it('cannot be decided without a database', async () => {
  const deciding = decideReviewedPrice(testShop({ db: null }), 1, 'accept', by)
  await expect(deciding).rejects.toMatchObject({ status: 503 })
})
