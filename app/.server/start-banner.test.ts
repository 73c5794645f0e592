import { expect, it } from 'vitest'
import { parsePerGram } from '#app/domain/gold-price/rates.ts'
import { onBothDatabases } from '#tests/support/databases.ts'
import { byHand } from '#tests/support/gold-prices.ts'
import { testShop } from '#tests/support/shop.ts'
import type { AppContext } from './app-context.ts'
import { readConfig } from './config.ts'
import { setManualGoldPrice } from './gold-price/commands/set-manual-gold-price.ts'
import { startBanner } from './start-banner.ts'

const slowFeed = { name: 'gold-api' } as AppContext['goldFeeds'][number]

onBothDatabases('what a start prints while there is no admin', (open) => {
  it('is the setup link, but how to get it where the output is kept [OPS-07]', async () => {
    const shop = testShop({ db: await open() })
    expect(await startBanner(shop)).toMatch(/\/admin\/setup\/[\w-]{43}/)
    const config = readConfig({ GOLD_SOURCES: 'none', JOURNAL_STREAM: '8:12345' })
    const kept = await startBanner({ ...shop, config })
    expect(kept).not.toContain('/admin/setup/')
    expect(kept).toContain('npm run admin -- list')
  })
})

onBothDatabases('the gold price that a start prints', (open) => {
  it('is the one in use a moment later, where the feeds are just being asked [OPS-18]', async () => {
    const shop = testShop({ db: await open(), goldFeeds: [slowFeed] })
    const printed = startBanner(shop)
    const rate = parsePerGram('130')
    if (rate === null) throw new Error('no rate')
    await setManualGoldPrice(shop, byHand(rate, 'a test'))
    expect(await printed).toMatch(/gold\s+\$4,043\.46 an ounce, \$130\.00 a gram \(set by hand/)
  })
})
