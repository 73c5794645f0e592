import { expect, it } from 'vitest'
import { acceptGoldPrice } from '#app/.server/gold-price/commands/accept-gold-price.ts'
import { decideHeldPrice } from '#app/.server/gold-price/commands/decide-held-price.ts'
import { setGoldPriceByHand } from '#app/.server/gold-price/commands/set-manual-gold-price.ts'
import { heldGoldPrices } from '#app/.server/gold-price/queries/gold-price.ts'
import { auditLog } from '#app/.server/platform/db/schema.ts'
import type { PricePerOunce } from '#app/domain/gold-price/rates.ts'
import { auditLabel } from '#app/routes/admin/debug/audit-log-labels.ts'
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
    const { entries, total } = await auditLogPage(app, 1)
    expect(total).toBe(3)
    expect(entries.map((entry) => ({ at: entry.at, ...auditLabel(entry) }))).toMatchObject([
      {
        who: 'bob@example.com',
        what: 'accepted the held gold price: $4,600.00 an ounce',
        details: 'from gold-api: moves +15.0%',
      },
      {
        who: by,
        what: 'fetched the gold price: $4,600.00 an ounce',
        details: 'from gold-api: moves +15.0%',
      },
      {
        at: app.now(),
        who: by,
        what: 'set the gold price: $130.00 a gram',
        details: 'before: $128.6029 from gold-api',
      },
    ])
  })

  it('is read in pages, and a page beyond the end is the last', async () => {
    const db = await open()
    const app = testShop({ db })
    const first = app.now().getTime()
    const events = Array.from({ length: auditEventsPerPage + 3 }, (_, index) => ({
      at: new Date(first + index),
      actorType: 'admin' as const,
      actorId: `admin ${index}`,
      action: 'admin.signed_out',
    }))
    await db.orm.insert(auditLog).values(events)
    const latest = `admin ${auditEventsPerPage + 2}`
    expect((await auditLogPage(app, 1)).entries[0]?.actorId).toBe(latest)
    const last = await auditLogPage(app, 99)
    expect(last).toMatchObject({ page: 2, pages: 2, total: auditEventsPerPage + 3 })
    expect(last.entries.map(({ actorId }) => actorId)).toEqual(['admin 2', 'admin 1', 'admin 0'])
    expect((await auditLogPage(app, Number.NaN)).page).toBe(1)
  })
})
