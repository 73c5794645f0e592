import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { alerts } from '#app/.server/platform/db/auth-schema.ts'
import { emailOutbox } from '#app/.server/platform/db/schema.ts'
import { resumeSelling, stopSelling } from '#app/.server/selling/commands/stop-selling.ts'
import { firstAdmin } from '#tests/support/admin.ts'
import { onBothDatabases } from '#tests/support/databases.ts'
import { sellingShop } from '#tests/support/selling-shop.ts'
import { watchGoldPrice } from './watch-gold-price.ts'

onBothDatabases('a gold price that no source renews', (open) => {
  it('is told to owners once it is too old to sell at, and again only after a new one [GOLD-28]', async () => {
    const { shop, goldBecomes, pass } = await sellingShop(await open())
    await firstAdmin(shop)
    const live = { ...shop, payments: shop.payments && { ...shop.payments, live: true } }
    const { orm } = shop.db
    const told = async () => ({
      emails: await orm.$count(emailOutbox, eq(emailOutbox.kind, 'alert')),
      open: (await orm.select().from(alerts).where(eq(alerts.kind, 'gold-price-too-old'))).filter(
        ({ resolvedAt }) => resolvedAt === null,
      ).length,
    })
    const before = (await told()).emails
    await watchGoldPrice(live)
    expect(await told()).toEqual({ emails: before, open: 0 })
    pass(30 * 24 * 60)
    // With test payments nobody is kept from trying the shop.
    await watchGoldPrice(shop)
    expect(await told()).toEqual({ emails: before, open: 0 })
    await watchGoldPrice(live)
    await watchGoldPrice(live)
    expect(await told()).toEqual({ emails: before + 1, open: 1 })
    await goldBecomes('131')
    const renewed = (await told()).emails
    await watchGoldPrice(live)
    expect(await told()).toEqual({ emails: renewed, open: 0 })
    pass(30 * 24 * 60)
    // An owner who stopped selling waits for no price.
    await stopSelling(shop, { by: 'ann@example.com', message: '' })
    const stopped = (await told()).emails
    await watchGoldPrice(live)
    expect(await told()).toEqual({ emails: stopped, open: 0 })
    await resumeSelling(shop, { by: 'ann@example.com' })
    const resumed = (await told()).emails
    await watchGoldPrice(live)
    expect(await told()).toEqual({ emails: resumed + 1, open: 1 })
  })
})
