import { expect, it } from 'vitest'
import { setManualGoldPrice } from '#app/.server/gold-price/commands/set-manual-gold-price.ts'
import { rowOf } from '#app/.server/gold-price/repository.ts'
import { goldPriceHistory, goldPrices } from '#app/.server/platform/db/gold-price-schema.ts'
import type { PricePerOunce } from '#app/domain/gold-price/rates.ts'
import { onBothDatabases } from '#tests/support/databases.ts'
import { byHand, goldPrice } from '#tests/support/gold-prices.ts'
import { renderPage } from '#tests/support/page.tsx'
import { testShop } from '#tests/support/shop.ts'
import * as page from './gold-price.tsx'

const now = new Date('2026-03-11T16:00:00Z')
const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000)
const accepted = (hours: number, perOunce: number) => ({
  ...rowOf(goldPrice({ perOunce: perOunce as PricePerOunce, takenAt: hoursAgo(hours) })),
  status: 'accepted' as const,
  recordedAt: hoursAgo(hours),
})

onBothDatabases('the page of the gold price', (open) => {
  const shopWith = async (...rows: ReturnType<typeof accepted>[]) => {
    const db = await open()
    if (rows.length > 0) await db.orm.insert(goldPriceHistory).values(rows)
    return testShop({ db, now: () => now })
  }
  const render = (app: Awaited<ReturnType<typeof shopWith>>, query = '') =>
    renderPage(app, page, { path: 'gold-price', address: `/gold-price${query}` })

  it('shows a day, a month and a year, each by its address, drawn, in a sentence and as a table [LIVE-06]', async () => {
    const app = await shopWith(
      accepted(24 * 200, 30_000_000),
      accepted(24 * 20, 35_000_000),
      accepted(20, 40_000_000),
      accepted(2, 40_832_000),
    )
    const [day, month, year, other] = await Promise.all(
      ['?range=day', '?range=month', '?range=year', '?range=decade'].map((query) =>
        render(app, query),
      ),
    )
    expect(day?.words).toContain(
      'gold has gone from $128.6029 to $131.2778 per gram, up $2.6749 (+2.08%)',
    )
    expect(month?.words).toContain('gold has gone from $112.5275 to $131.2778')
    expect(year?.words).toContain('gold has gone from $96.4522 to $131.2778')
    expect(other?.words).toContain('gold has gone from $112.5275 to $131.2778')
    for (const shown of [day, month, year]) {
      expect(shown?.status).toBe(200)
      expect(shown?.html).toMatch(/<svg[^>]+role="img".*<path d="M0 /s)
      expect(shown?.html).toContain('type="range"')
      expect(shown?.words).toContain('$131.2778 $4,083.20')
      expect(shown?.html).toMatch(/aria-current="true"[^>]*>/)
    }
    expect(day?.html.match(/<tr/g)).toHaveLength(3)
    expect(year?.html.match(/<tr/g)).toHaveLength(5)
  })

  it('draws nothing that was not recorded: no price, one price [LIVE-06]', async () => {
    const none = await render(await shopWith())
    expect(none.words).toContain('No price was recorded in the last 30 days.')
    expect(none.html).not.toContain('role="img"')
    const one = await render(await shopWith(accepted(24 * 10, 40_832_000)))
    expect(one.words).toContain('One price was recorded in the last 30 days: $131.2778 per gram, ')
    expect(one.html).not.toContain('role="img"')
    expect(one.html).not.toContain('type="range"')
    const piece = await render(
      await shopWith(accepted(24 * 10, 40_832_000)),
      '?range=month&piece=7&size=Small',
    )
    expect(piece.words).toContain('One price was recorded in the last 30 days: $2,614.14, ')
    expect(piece.html).not.toContain('role="img"')
  })

  it('shows what a piece cost over the same time, to the cent [GOLD-03]', async () => {
    const app = await shopWith(accepted(20, 40_000_000), accepted(2, 40_832_000))
    const shown = await render(app, '?range=day&piece=7&size=Small')
    // 14.2 g × $131.2778 = $1,864.14476, and × $128.6029 = $1,826.16118.
    expect(shown.words).toContain('$131.2778 $1,864.14 $750.00 $2,614.14')
    expect(shown.words).toContain('$128.6029 $1,826.16 $750.00 $2,576.16')
    expect(shown.words).toContain('from $2,576.16 to $2,614.14, up $37.98 (+1.47%)')
    for (const query of ['?piece=404', '?piece=%00', '?size=Small']) {
      expect((await render(app, query)).words).not.toContain('Calculated with')
    }
    expect((await render(app, '?piece=7&size=none')).words).toContain('14.2 g × gold')
  })

  it('has the newest price as soon as it is stored [LIVE-07]', async () => {
    const app = await shopWith(accepted(20, 40_000_000))
    await setManualGoldPrice(app, byHand(1_312_778))
    expect((await render(app, '?range=day')).words).toContain('to $131.2778 per gram')
    expect(await app.db.orm.select().from(goldPrices)).toHaveLength(1)
  })

  it('says so where the history cannot be read, and still has a page', async () => {
    const db = await open()
    const app = testShop({ db, now: () => now })
    await db.close()
    const shown = await render(app)
    expect(shown.status).toBe(200)
    expect(shown.words).toContain('The history can’t be loaded right now.')
  })
})
