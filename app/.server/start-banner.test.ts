import { expect, it } from 'vitest'
import { onBothDatabases } from '#tests/support/databases.ts'
import { testShop } from '#tests/support/shop.ts'
import { readConfig } from './config.ts'
import { startBanner } from './start-banner.ts'

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
