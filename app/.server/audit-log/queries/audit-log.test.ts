import { expect, it } from 'vitest'
import { acceptGoldPrice } from '#app/.server/gold-price/commands/accept-gold-price.ts'
import { decideHeldPrice } from '#app/.server/gold-price/commands/decide-held-price.ts'
import { setGoldPriceByHand } from '#app/.server/gold-price/commands/set-gold-price.ts'
import { heldGoldPrices } from '#app/.server/gold-price/queries/gold-price.ts'
import { staffLog } from '#app/.server/platform/db/schema.ts'
import type { PricePerOunce } from '#app/domain/gold-price/rates.ts'
import { onBothDatabases } from '#tests/support/databases.ts'
import { byHand, reading } from '#tests/support/gold-prices.ts'
import { testShop } from '#tests/support/shop.ts'
import { auditEventsPerPage, auditLogPage } from './audit-log.ts'

const by = 'ann@example.com'

onBothDatabases('the log of what staff did', (open) => {
  it('holds every change of the gold price by hand, with who and when, newest first [LIVE-05]', async () => {
    const app = testShop({ db: await open() })
    const fetched = (ounce: number, askedBy: string | null) =>
      acceptGoldPrice(app, reading({ perOunce: ounce as PricePerOunce, takenAt: app.now() }), {
        askedBy,
      })
    await fetched(40_000_000, null)
    await setGoldPriceByHand(app, byHand(1_300_000, by))
    await fetched(46_000_000, by)
    const [held] = await heldGoldPrices(app)
    await decideHeldPrice(app, held?.id ?? 0, 'accept', 'bob@example.com')
    const { deeds, total } = await auditLogPage(app, 1)
    expect(total).toBe(3)
    expect(deeds).toMatchObject([
      {
        by: 'bob@example.com',
        deed: 'accepted the held gold price',
        subject: '$4,600.00 an ounce',
        details: 'from gold-api: moves +15.0%',
      },
      { by, deed: 'fetched the gold price', details: 'from gold-api: moves +15.0%' },
      {
        at: app.now(),
        by,
        deed: 'set the gold price',
        subject: '$130.00 a gram',
        details: 'before: $128.6029 from gold-api',
      },
    ])
  })

  it('is read in pages, and a page beyond the end is the last', async () => {
    const db = await open()
    const app = testShop({ db })
    const first = app.now().getTime()
    const deeds = Array.from({ length: auditEventsPerPage + 3 }, (_, index) => ({
      at: new Date(first + index),
      by,
      deed: `deed ${index}`,
    }))
    await db.orm.insert(staffLog).values(deeds)
    expect((await auditLogPage(app, 1)).deeds[0]?.deed).toBe(`deed ${auditEventsPerPage + 2}`)
    const last = await auditLogPage(app, 99)
    expect(last).toMatchObject({ page: 2, pages: 2, total: auditEventsPerPage + 3 })
    expect(last.deeds.map(({ deed }) => deed)).toEqual(['deed 2', 'deed 1', 'deed 0'])
    expect((await auditLogPage(app, Number.NaN)).page).toBe(1)
  })
})
