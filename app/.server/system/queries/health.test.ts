import { and, eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import type { AppContext } from '#app/.server/app-context.ts'
import { placeOrder } from '#app/.server/checkout/commands/place-order.ts'
import { quoteCart } from '#app/.server/checkout/commands/quote-cart.ts'
import { productAttributes } from '#app/.server/platform/db/catalog-schema.ts'
import { goldPriceHistory } from '#app/.server/platform/db/gold-price-schema.ts'
import { emailOutbox, orders } from '#app/.server/platform/db/schema.ts'
import { onBothDatabases } from '#tests/support/databases.ts'
import { paidOrder } from '#tests/support/orders.ts'
import { checkout, sellingShop } from '#tests/support/selling-shop.ts'
import { testShop } from '#tests/support/shop.ts'
import { health, paymentMode, sourcesOf } from './health.ts'

onBothDatabases('the health of the shop', (open) => {
  it('counts orders that wait to be sent and those held for staff, once each', async () => {
    const db = await open()
    const { shop } = await sellingShop(db)
    const none = { waiting: 0, held: 0 }
    expect((await health(shop)).orders).toEqual({ live: none, test: none })
    const at = shop.now()
    const lives: Partial<typeof orders.$inferInsert>[] = [
      {},
      { state: 'paid', paidAt: at },
      { state: 'paid', paidAt: at, holdReason: 'another amount was paid' },
      { state: 'expired', holdReason: 'paid too late' },
      { state: 'fulfilled', paidAt: at },
      { state: 'cancelled' },
    ]
    for (const life of lives) {
      const quote = await quoteCart(shop, [{ productId: '7', size: 'Small', quantity: 1 }])
      const { url } = await placeOrder(shop, checkout(quote))
      if (Object.keys(life).length === 0) continue
      await db.orm.update(orders).set(life).where(eq(orders.paymentUrl, url))
    }
    expect((await health(shop)).orders).toEqual({
      live: none,
      test: { waiting: 3, held: 2 },
    })
  })

  it('names products with a size that is not sold, since its weight is finer than a milligram [SIZE-10, D1]', async () => {
    const db = await open()
    const { shop } = await sellingShop(db)
    const stored = (option: string) =>
      db.orm
        .update(productAttributes)
        .set({ option })
        .where(
          and(eq(productAttributes.productId, '7'), eq(productAttributes.name, 'Gold Size: Small')),
        )
    await stored('Weight: 31.1030g, Fee: $750')
    expect((await health(shop)).notices).toEqual([])
    await stored('Weight: 31.1035g, Fee: $750')
    expect((await health(shop)).notices).toEqual([
      'Not for sale because a size’s weight has more than three decimals: Fir Cone. Please enter no more than three.',
    ])
    // Not sold at all, rather than at the price of 31.104 g.
    const { lines, notes } = await quoteCart(shop, [{ productId: '7', size: 'Small', quantity: 1 }])
    expect(lines).toEqual([])
    expect(notes).toEqual(['Fir Cone is no longer sold in size Small.'])
  })

  it('names payment links that are not used, since their host is none of the shop’s [LINK-02]', async () => {
    const db = await open()
    const { shop } = await sellingShop(db)
    const linked = (link: string) =>
      db.orm
        .update(productAttributes)
        .set({ option: `Weight: 14.7g, Fee: $750, Stripe Link: ${link}` })
        .where(
          and(eq(productAttributes.productId, '7'), eq(productAttributes.name, 'Gold Size: Small')),
        )
    await linked('https://buy.stripe.com/x')
    expect((await health(shop)).notices).toEqual([])
    await linked('https://pay.evil.example/x')
    expect((await health(shop)).notices).toEqual([
      'Ignored payment links, because they lead to a payment page this shop doesn’t allow: Fir Cone, Small (pay.evil.example).',
    ])
  })

  it('shows the price with state and time, and breaks no page when the database goes away', async () => {
    const db = await open()
    const { shop } = await sellingShop(db)
    expect(await health(shop)).toMatchObject({
      gold: { pricePerGram: 1_300_000, state: 'set by hand', takenAt: shop.now().toISOString() },
      payments: 'test payments',
      backup: { last: null, rehearsal: null },
      records: null,
      lastError: null,
      notices: [],
    })
    await db.close()
    expect(await health(shop)).toMatchObject({
      gold: { pricePerGram: 1_300_000 },
      orders: null,
      notices: ['The database isn’t responding. Nothing can be saved.'],
    })
  })
})

onBothDatabases('the notices of the shop', (open) => {
  it('name mails that were not taken, given up or tried again [ADM-16]', async () => {
    const db = await open()
    const { shop } = await sellingShop(db)
    const order = await paidOrder(shop)
    const becomes = (change: Partial<typeof emailOutbox.$inferInsert>) =>
      db.orm.update(emailOutbox).set(change).where(eq(emailOutbox.orderId, order.id))
    expect((await health(shop)).notices).toEqual([])
    await becomes({ attempts: 1, lastError: '451 Later' })
    expect((await health(shop)).notices).toEqual([
      'The mail server hasn’t accepted 2 emails yet. The shop will keep trying.',
    ])
    const written = { recipient: 'ada@example.com', subject: 's', text: 't', html: 'h' }
    await becomes({ ...written, state: 'failed' })
    expect((await health(shop)).notices).toEqual(['2 emails couldn’t be sent. See the orders.'])
    await becomes({ state: 'sent', sentAt: shop.now() })
    expect((await health(shop)).notices).toEqual([])
  })

  it('name gold prices that wait for a decision [ADM-16]', async () => {
    const db = await open()
    const { shop } = await sellingShop(db)
    const at = shop.now()
    await db.orm.insert(goldPriceHistory).values({
      price: '4600',
      pricePerGram: '147.8933',
      change: '0',
      changePercent: '0',
      source: 'gold-api',
      status: 'held',
      reason: 'moves +12.7%',
      takenAt: at,
      recordedAt: at,
    })
    expect((await health(shop)).notices).toEqual([
      '1 fetched gold price is on hold and not in use. Accept or reject under Gold Price.',
    ])
  })
})

describe('the health of the shop', () => {
  it('shows the last error of the last day, and no older one', async () => {
    const app = testShop({ db: null })
    const error = (hours: number, message: string) => ({
      at: new Date(app.now().getTime() - hours * 3_600_000),
      message,
      code: null,
    })
    app.cache.errors.push(error(25, 'long ago'))
    expect((await health(app)).lastError).toBeNull()
    app.cache.errors.push(error(1, 'a job failed'))
    expect((await health(app)).lastError).toMatchObject({ message: 'a job failed' })
  })

  it('says whether real cards are charged', () => {
    const by = (payments: { provider: string; live: boolean } | null) =>
      paymentMode({ payments: payments as AppContext['payments'] })
    expect(by(null)).toBe('none')
    expect(by({ provider: 'test', live: false })).toBe('test payments')
    expect(by({ provider: 'stripe', live: false })).toBe('Stripe, test mode')
    expect(by({ provider: 'stripe', live: true })).toBe('Stripe, live')
  })
})

it('says which sources speak for the gold price, and since when none answers [FEED-03, FEED-06, FEED-08]', () => {
  const alone = { confirmedBy: null, hasOwnTime: true }
  const both = { ...alone, confirmedBy: 'swissquote' }
  const of = (source: string) => ({ source, errorMessage: null })
  expect(sourcesOf(of('gold-api'), alone)).toBe('gold-api alone')
  expect(sourcesOf(of('gold-api'), both)).toBe('gold-api and swissquote agree')
  expect(sourcesOf(of('website'), { ...alone, hasOwnTime: false })).toBe(
    'website alone, at the time it was read',
  )
  for (const source of ['admin-exact', 'admin', 'fallback']) {
    expect(sourcesOf(of(source), alone)).toBeNull()
  }
  expect(sourcesOf(of('gold-api'), null)).toBeNull()
  const failing = { source: 'gold-api', errorMessage: 'The gold price could not be fetched.' }
  expect(sourcesOf(failing, both)).toBe(
    'gold-api and swissquote agreed; no source has answered since',
  )
  expect(sourcesOf(failing, alone)).toBe('gold-api alone; no source has answered since')
})
