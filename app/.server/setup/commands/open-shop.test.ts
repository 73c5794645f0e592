import { eq, sql } from 'drizzle-orm'
import { expect, it, onTestFinished } from 'vitest'
import { placeOrder } from '#app/.server/checkout/commands/place-order.ts'
import { quoteCart } from '#app/.server/checkout/commands/quote-cart.ts'
import { readConfig } from '#app/.server/config.ts'
import { choosePayments } from '#app/.server/payments/gateway/choose-payments.ts'
import { alerts } from '#app/.server/platform/db/auth-schema.ts'
import type { Database } from '#app/.server/platform/db/database.ts'
import { resumeSelling, stopSelling } from '#app/.server/selling/commands/stop-selling.ts'
import { notSellingMessage } from '#app/.server/selling/queries/selling.ts'
import { health } from '#app/.server/system/queries/health.ts'
import { auditLabels } from '#tests/support/audit-log.ts'
import { onBothDatabases } from '#tests/support/databases.ts'
import { madeOwn } from '#tests/support/opening.ts'
import { checkout, refusal, sellingShop } from '#tests/support/selling-shop.ts'
import { testShop } from '#tests/support/shop.ts'
import { openStripeServer } from '#tests/support/stripe-server.ts'
import { applySavedSettings } from '../apply-saved-settings.ts'
import { setupPage } from '../queries/setup-page.ts'
import { openShopForSale } from './open-shop.ts'

const by = 'ann@example.com'
const small = { productId: '7', size: 'Small', quantity: 1 }
const messages = (must: readonly { message: string }[]) =>
  must.map(({ message }) => message).join(' ')
const soon = 'Opening soon. You can see prices, but nothing can be bought yet.'

async function shopWithKey(db: Database, { live = true } = {}) {
  const stripe = await openStripeServer(() => shop.now(), { live })
  onTestFinished(() => stripe.close())
  const config = readConfig({ GOLD_SOURCES: 'none', ...stripe.settings() })
  const payments = await choosePayments({ config, publicUrl: 'http://localhost:3000' })
  const selling = await sellingShop(db, { config, payments })
  const { shop } = selling
  await applySavedSettings(shop.db.orm, shop)
  return { ...selling, stripe }
}

onBothDatabases('a shop with a live key', (open) => {
  it('sells nothing before an owner has opened it, in any process; with a test key it goes on [OPENING-01]', async () => {
    const db = await open()
    const { shop, stripe } = await shopWithKey(db)
    const other = testShop({ db, now: shop.now, config: shop.config, payments: shop.payments })
    for (const process of [shop, other]) {
      expect(await notSellingMessage(process)).toBe(soon)
      expect(
        await refusal(placeOrder(process, checkout(await quoteCart(process, [small])))),
      ).toMatchObject({
        code: 'selling_stopped',
        status: 503,
        message: `${soon} Nothing was charged.`,
      })
    }
    expect((await health(shop)).notices.join()).toContain('The shop isn’t open yet')
    expect(stripe.calls).toEqual([])
    // The test key again, as in a shop that was only tried.
    const test = await shopWithKey(db, { live: false })
    expect(await notSellingMessage(test.shop)).toBeNull()
    const { url } = await placeOrder(test.shop, checkout(await quoteCart(test.shop, [small])))
    expect(url).toContain('/pay/')
    expect((await setupPage(test.shop)).opening).toEqual({ state: 'test' })
  })

  it('is opened by an owner once samples and placeholders are gone, and once [OPENING-02]', async () => {
    const { shop } = await shopWithKey(await open())
    const before = (await setupPage(shop)).opening
    expect(before).toMatchObject({ state: 'waiting' })
    const must = before.state === 'waiting' ? messages(before.must) : ''
    expect(must).toMatch(/Replace the sample email address/)
    expect(must).toMatch(/Replace the sample shop address/)
    expect(must).toMatch(/8 sample products are still shown: /)
    expect(must).toContain('Add at least one piece for sale')
    expect(await refusal(openShopForSale(shop, { by }))).toMatchObject({
      code: 'not_ready',
      status: 409,
    })
    // Stopping and resuming opens nothing.
    expect(await resumeSelling(shop, { by })).toBe(false)
    await stopSelling(shop, { by, message: '' })
    await resumeSelling(shop, { by })
    expect(await notSellingMessage(shop)).toBe(soon)
    await madeOwn(shop)
    expect((await setupPage(shop)).opening).toEqual({ state: 'waiting', must: [] })
    expect(await openShopForSale(shop, { by })).toBe(true)
    expect(await openShopForSale(shop, { by })).toBe(false)
    expect((await setupPage(shop)).opening).toMatchObject({ state: 'open', by })
    expect(await notSellingMessage(shop)).toBeNull()
    // It stays open after a restart, and after another key.
    await applySavedSettings(shop.db.orm, shop)
    expect(await notSellingMessage(shop)).toBeNull()
    expect(await auditLabels(shop)).toContain(`${by}: opened the shop`)
    const told = await shop.db.orm.select().from(alerts).where(eq(alerts.kind, 'shop-opened'))
    expect(told).toHaveLength(1)
  })

  it('is not opened without a visible piece that has a size and weight; one that was opened stays open [OPENING-04]', async () => {
    const { shop } = await shopWithKey(await open())
    await madeOwn(shop)
    const change = (text: string) => shop.db.orm.execute(sql.raw(text))
    const must = async () => {
      const { opening } = await setupPage(shop)
      return opening.state === 'waiting' ? opening.must : opening.state
    }
    const piece = {
      message: 'Add at least one piece for sale: a visible product with a size and its weight.',
      page: { to: '/admin/products/new', label: 'New product' },
    }
    for (const [empty, again] of [
      ['update products set active = false', 'update products set active = true'],
      [
        "update product_attributes set name = 'Was ' || name where name like 'Gold Size:%'",
        "update product_attributes set name = substr(name, 5) where name like 'Was %'",
      ],
    ] as const) {
      await change(empty)
      expect(await must(), empty).toEqual([piece])
      expect(await refusal(openShopForSale(shop, { by })), empty).toMatchObject({
        code: 'not_ready',
        status: 409,
        message: `${piece.message} Then open the shop.`,
      })
      await change(again)
      expect(await must()).toEqual([])
    }
    expect(await openShopForSale(shop, { by })).toBe(true)
    await change('delete from products')
    await applySavedSettings(shop.db.orm, shop)
    expect(await must()).toBe('open')
    expect(await notSellingMessage(shop)).toBeNull()
    const [brand] = (await setupPage(shop)).topics.filter(({ topic }) => topic === 'brand')
    expect(brand?.open).toContainEqual({ message: piece.message, when: 'should', isBroken: false })
  })
})
