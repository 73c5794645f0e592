import { expect, it } from 'vitest'
import type { Database } from '#app/.server/platform/db/database.ts'
import { goldPriceHistory, goldPrices } from '#app/.server/platform/db/gold-price-schema.ts'
import type { PricePerGram } from '#app/domain/gold-price/rates.ts'
import { onBothDatabases } from '#tests/support/databases.ts'
import { byHand } from '#tests/support/gold-prices.ts'
import { testShop } from '#tests/support/shop.ts'
import { currentGoldPrice } from '../queries/gold-price.ts'
import { setManualGoldPrice } from './set-manual-gold-price.ts'
import { writeGoldPrice } from './write-gold-price.ts'

const perGram = 1_300_000 as PricePerGram
const by = 'ann@example.com'

onBothDatabases('a price set by hand', (open) => {
  it('is exact per gram, protected, and kept with who set it [GADM-05, LIVE-05, LIVE-02]', async () => {
    const db = await open()
    const app = testShop({ db })
    await setManualGoldPrice(app, byHand(perGram))
    expect(await currentGoldPrice(app)).toMatchObject({
      gold: { perGram, perOunce: 40_434_550, source: 'admin-exact', takenAt: app.now() },
      state: 'set by hand',
    })
    expect(await db.orm.select().from(goldPriceHistory)).toMatchObject([
      { pricePerGram: '130.0000', source: 'admin-exact', setBy: by, recordedAt: app.now() },
    ])
  })

  it('is refused at 0 or below, or as no number, with the documented sentence [GADM-15]', async () => {
    const app = testShop({ db: await open() })
    for (const rate of [0, -5, Number.NaN]) {
      const setting = setManualGoldPrice(app, { perGram: rate as PricePerGram, by })
      await expect(setting).rejects.toMatchObject({
        status: 400,
        message: 'Failed to save gold price',
      })
    }
  })
})

onBothDatabases('the documented write function', (open) => {
  it('writes as `admin` unless another source is given, and says success [GOLD-21]', async () => {
    const db = await open()
    const app = testShop({ db })
    let announced = 0
    app.revisions.onRaise((area) => {
      if (area === 'gold_price') announced += 1
    })
    expect(await writeGoldPrice(app, { perGram, by })).toEqual({ success: true })
    expect(await db.orm.select().from(goldPrices)).toMatchObject([{ source: 'admin' }])
    expect(announced).toBe(1)
    expect(await writeGoldPrice(app, { perGram, by }, 'admin-exact')).toEqual({ success: true })
    expect(await db.orm.select().from(goldPrices)).toMatchObject([{ source: 'admin-exact' }])
  })

  it('says what the database said when it refuses [GOLD-23]', async () => {
    const app = testShop({ db: await open() })
    const refused = await writeGoldPrice(app, { perGram, by }, ' ')
    expect(refused).toEqual({
      success: false,
      error: expect.stringMatching(/^Database error: .*gold_prices_source_check/),
    })
    expect(JSON.stringify(refused)).not.toContain('Failed query')
  })

  it('says one sentence for anything it does not recognize [GOLD-24]', async () => {
    const db = await open()
    for (const failure of [new Error('a bug'), 'text', undefined]) {
      const orm = { transaction: () => Promise.reject(failure) }
      const app = testShop({ db: { ...db, orm: orm as unknown as Database['orm'] } })
      expect(await writeGoldPrice(app, { perGram, by })).toEqual({
        success: false,
        error: 'Unknown error',
      })
    }
  })
})

it('says the documented words where no database is configured [GOLD-22]', async () => {
  expect(await writeGoldPrice(testShop({ db: null }), { perGram, by })).toEqual({
    success: false,
    error: 'Supabase not available - check environment variables',
  })
})

it('is not saved, and says so, where no database is configured [GADM-15]', async () => {
  await expect(setManualGoldPrice(testShop({ db: null }), { perGram, by })).rejects.toMatchObject({
    status: 503,
    message: 'Failed to save gold price',
  })
})
