import { expect, it } from 'vitest'
import { browserReports } from '#app/.server/platform/db/report-schema.ts'
import { countReports } from '#app/.server/system/commands/count-reports.ts'
import { health } from '#app/.server/system/queries/health.ts'
import { onBothDatabases } from '#tests/support/databases.ts'
import { sellingShop } from '#tests/support/selling-shop.ts'

onBothDatabases('what browsers report', (open) => {
  it('is counted by day and kind, and shown to staff for two days [REPORT-01, REPORT-02]', async () => {
    const db = await open()
    const { shop } = await sellingShop(db)
    expect((await health(shop)).notices).toEqual([])
    await countReports(shop, ['csp img-src', 'csp img-src', 'extension'])
    await countReports(shop, ['csp img-src', 'crash'])
    const stored = await db.orm.select().from(browserReports).orderBy(browserReports.kind)
    expect(stored.map(({ kind, count }) => [kind, count])).toEqual([
      ['crash', 1],
      ['csp img-src', 3],
      ['extension', 1],
    ])
    expect((await health(shop)).notices).toEqual([
      'Browsers have reported problems since yesterday: csp img-src 3, crash 1. Show this to the person who runs the server.',
    ])
    const later = (days: number) => {
      const now = shop.now().getTime() + days * 24 * 3_600_000
      return { ...shop, now: () => new Date(now) }
    }
    expect((await health(later(1))).notices).toHaveLength(1)
    const { notices } = await health(later(2))
    expect(notices.filter((notice) => notice.startsWith('Browsers'))).toEqual([])
    await countReports(later(91), ['crash'])
    expect(await db.orm.select().from(browserReports)).toHaveLength(1)
  })
})
