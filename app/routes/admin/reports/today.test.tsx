import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { RouterContextProvider } from 'react-router'
import { expect, it } from 'vitest'
import type { AppContext } from '#app/.server/app-context.ts'
import { adminContext } from '#app/.server/auth/require-admin.ts'
import { testPayments } from '#app/.server/payments/gateway/test-payments.ts'
import { goldPriceHistory } from '#app/.server/platform/db/gold-price-schema.ts'
import { appContext } from '#app/.server/platform/http/request-context.ts'
import { followOpening, storeOpening } from '#app/.server/setup/opening.ts'
import type { Role } from '#app/domain/access/rights.ts'
import { renderAdminPage, signedIn } from '#tests/support/admin-page.tsx'
import { onBothDatabases } from '#tests/support/databases.ts'
import { heldOrder, paidOrder, pendingOrder, strayPayment } from '#tests/support/orders.ts'
import { sellingShop } from '#tests/support/selling-shop.ts'
import { testShop } from '#tests/support/shop.ts'
import * as orderList from '../orders/list.tsx'
import * as paymentList from '../payments/list.tsx'
import * as setUp from '../setup/page.tsx'
import * as screen from './today.tsx'

const address = '/admin/dashboard'
const open = (app: AppContext, role: Role = 'owner') =>
  renderAdminPage(app, screen, { address, role })

/** Figures of the screen, each with the address it leads to. */
async function figuresOf(app: AppContext, role?: Role): Promise<[href: string, figure: number][]> {
  const { html } = await open(app, role)
  const main = html.slice(html.indexOf('<main'))
  const number = (text = '') => Number(text.replaceAll(',', ''))
  const links = [
    ...main.matchAll(/<a [^>]*href="([^"]*)"[^>]*>(?:<span[^>]*>)?([\d,]+)(?: [^<]*)?</g),
  ]
  const rows = [
    ...main.matchAll(/<th scope="row"[^>]*><a [^>]*href="([^"]*)".*?<td class="figure">([\d,]+)</g),
  ]
  return [...links, ...rows].map(([, href = '', text]) => [
    href.replaceAll('&amp;', '&'),
    number(text),
  ])
}

/** How many a list has at an address. */
async function lengthOf(app: AppContext, href: string): Promise<number> {
  const list = href.includes('/payments') ? paymentList : orderList
  const context = new RouterContextProvider()
  context.set(appContext, app)
  context.set(adminContext, signedIn)
  const request = new Request(new URL(href, app.publicUrl))
  const load = list.loader as (asked: object) => Promise<{ total: number }>
  return (await load({ request, context, params: {} })).total
}

const anyOrder = fc.record({
  state: fc.constantFrom('pending', 'paid', 'paid', 'paid', 'fulfilled', 'refunded', 'cancelled'),
  step: fc.constantFrom('paid', 'making', 'ready'),
  live: fc.boolean(),
  held: fc.boolean(),
  dispute: fc.constantFrom(null, null, 'open', 'won', 'lost'),
  mail: fc.constantFrom('failed', 'sent', 'kept'),
  /** Before the time of the test shop, also across the change of the clocks on March 8. */
  minutesAgo: fc.integer({ min: 0, max: 75 * 1440 }),
  shipBy: fc.constantFrom('2026-03-09', '2026-03-10', '2026-03-11', '2026-03-12'),
  pieces: fc.integer({ min: 1, max: 3 }),
})
type AnyOrder = typeof anyOrder extends fc.Arbitrary<infer Each> ? Each : never

let made = 0

async function insert({ db }: AppContext, order: AnyOrder): Promise<void> {
  made += 1
  const id = `o${made}`
  const at = new Date(Date.parse('2026-03-11T16:00:00Z') - order.minutesAgo * 60_000).toISOString()
  const isPaid = ['paid', 'fulfilled', 'refunded'].includes(order.state)
  const provider = order.live ? 'stripe' : 'test'
  await db.orm.execute(sql`
    insert into orders (id, number, token, state, step, quote_id, total_cents, currency, email,
      gold_price_per_ounce, gold_price_per_gram, gold_source, gold_taken_at, payment_provider,
      hold_reason, dispute, dispute_occurred_at, created_at, updated_at, paid_at, ship_by, expires_at, livemode)
    values (${id}, ${`FN-${made}`}, ${`token of order ${made}`}, ${order.state},
      ${order.state === 'paid' ? order.step : null}, ${`q${made}`}, ${100 * made}, 'usd',
      'ada@example.com', 4000, 130, 'gold-api', ${at}::timestamptz, ${provider},
      ${order.held ? 'Too little.' : null}, ${order.dispute},
      ${order.dispute && at}::timestamptz, ${at}::timestamptz, ${at}::timestamptz,
      ${isPaid ? at : null}::timestamptz, ${isPaid ? order.shipBy : null}::date,
      ${at}::timestamptz + interval '1 hour', ${order.live})`)
  if (!isPaid) return
  await db.orm.execute(sql`
    insert into order_lines (order_id, position, product_id, name, size, weight_mg, price_per_gram,
      metal_value_cents, fee_cents, unit_price_cents, quantity, line_total_cents)
    values (${id}, 0, '7', 'A pendant', 'Small', 100, 130, 1300, 0, 1300, ${order.pieces},
      ${1300 * order.pieces})`)
  await db.orm.execute(sql`
    insert into ledger_entries (key, order_id, kind, at, provider, livemode, by, why, receivable,
      sales, recorded_at)
    values (${`sale:${id}`}, ${id}, 'sale', ${at}::timestamptz, ${provider}, ${order.live}, 'the shop',
      'Paid.', ${100 * made}, ${-100 * made}, ${at}::timestamptz)`)
  await db.orm.execute(sql`
    insert into mail_outbox (order_id, kind, state, recipient, subject, text, html, next_attempt_at,
      created_at, sent_at)
    values (${id}, 'order-paid-buyer', ${order.mail}, 'ada@example.com', 'Thank you', 'Paid.', 'Paid.',
      ${at}::timestamptz, ${at}::timestamptz, ${order.mail === 'sent' ? at : null}::timestamptz)`)
}

onBothDatabases('the first page of the dashboard', (openDatabase) => {
  it('shows figures that are the lengths of the lists they lead to, for any orders [TODAY-01, TODAY-03]', async () => {
    const db = await openDatabase()
    const test = testShop({ db })
    test.payments = testPayments(test)
    const live = {
      ...test,
      payments: { ...test.payments, provider: 'stripe' as const, live: true },
    }
    const seen = new Set<string>()
    await fc.assert(
      fc.asyncProperty(fc.array(anyOrder, { minLength: 20, maxLength: 25 }), async (orders) => {
        for (const order of orders) await insert(test, order)
        for (const app of [test, live]) {
          for (const [href, figure] of await figuresOf(app)) {
            const { searchParams } = new URL(href, app.publicUrl)
            expect(await lengthOf(app, href), href).toBe(figure)
            seen.add(searchParams.get('show') ?? 'sold')
          }
        }
      }),
      // Orders stay: each run has those of the runs before as well.
      { numRuns: 2, endOnFailure: true },
    )
    const all = [
      'address',
      'disputed',
      'held',
      'late',
      'mail',
      'making',
      'paid',
      'ready',
      'sold',
      'todo',
    ]
    expect([...seen].sort()).toEqual(all)
  })

  it('lists the next orders of a step by the day they are to be sent by, the late marked [TODAY-01]', async () => {
    const db = await openDatabase()
    const app = testShop({ db })
    app.payments = testPayments(app)
    const order = {
      state: 'paid',
      step: 'making',
      live: false,
      held: false,
      dispute: null,
    } as const
    const rest = { mail: 'sent', minutesAgo: 60, pieces: 1 } as const
    const first = made + 1
    for (const shipBy of ['2026-03-12', '2026-03-10', '2026-03-11'] as const) {
      await insert(app, { ...order, ...rest, shipBy })
    }
    const { words } = await open(app)
    const [a, b, c] = [first + 1, first + 2, first].map((n) => words.indexOf(`FN-${n} `))
    expect(a).toBeGreaterThan(0)
    expect(a).toBeLessThan(b ?? 0)
    expect(b).toBeLessThan(c ?? 0)
    expect(words).toContain(`FN-${first + 1} Tue, Mar 10 , late`)
    expect(words).toContain(`FN-${first + 2} Wed, Mar 11 FN-`)
    expect(words).toContain('1 order is late')
  })

  it('says so in a sentence where nothing needs a hand, and where there are no orders yet [TODAY-01]', async () => {
    const { shop } = await sellingShop(await openDatabase())
    const empty = await open(shop)
    expect(empty.words).toContain('Nothing needs your attention right now.')
    expect(empty.words).toContain('There are no orders yet.')
    expect(empty.words).not.toContain('This month')
    await pendingOrder(shop)
    const { words } = await open(shop)
    expect(words).toContain('Nothing to make or ship right now.')
    expect(words).toMatch(/This month .* 0 \$0\.00 0\.00 g/)
    expect(words).toContain('$130.00 per gram')
  })

  it('shows live orders and their disputes to a shop that was restored without its key [TODAY-07]', async () => {
    const { shop } = await sellingShop(await openDatabase())
    const order = await paidOrder(shop)
    await shop.db.orm.execute(sql`
      update orders set livemode = true, payment_provider = 'stripe', dispute = 'open',
        dispute_occurred_at = now()
      where id = ${order.id}`)
    shop.payments = null
    const { words } = await open(shop)
    expect(words).not.toContain('There are no')
    expect(words).toContain('1 order is disputed')
    await followOpening(shop.db.orm, { live: true, at: shop.now() })
    await storeOpening(shop.db.orm, { by: 'ann@example.com', at: shop.now() })
    const setup = await renderAdminPage(shop, setUp, { address: '/admin/dashboard/setup' })
    expect(setup.words).toContain('The shop is closed: no one can pay Opened')
    expect(setup.words).not.toContain('The shop is open')
  })

  it('names a gold price that is out of date, and a shop that shows no product [TODAY-15]', async () => {
    const { shop, pass, goldBecomes } = await sellingShop(await openDatabase())
    await goldBecomes('130')
    const fresh = await open(shop)
    expect(fresh.words).not.toMatch(/out of date|No product is visible/)
    // The state of a price set by the shop is its source as well: it is said once.
    expect(fresh.words).toMatch(/Set by us ?, Mar 11/)
    pass(8 * 24 * 60)
    await shop.db.orm.execute(sql`update products set active = false`)
    const { words, html } = await open(shop)
    expect(words).toContain('The gold price is out of date')
    expect(words).toContain('The shop is still selling at the last price. Refresh')
    expect(words).toContain('No product is visible')
    expect(html).toContain('href="/admin/dashboard/gold-price"')
    const workshop = await open(shop, 'bench')
    expect(workshop.words).not.toMatch(/out of date|No product is visible/)
  })

  it('names held gold prices, payments without an order and missing backups, to the staff who decide about them [TODAY-01, ROLE-03]', async () => {
    const { shop } = await sellingShop(await openDatabase())
    await heldOrder(shop)
    await strayPayment(shop, await paidOrder(shop))
    const at = shop.now()
    await shop.db.orm.insert(goldPriceHistory).values({
      ...{ price: '9000', pricePerGram: '289.3565', source: 'gold-api', status: 'held' as const },
      ...{ change: '0', changePercent: '0', reason: 'moves +122.6%', takenAt: at, recordedAt: at },
    })
    await shop.db.orm.execute(sql`
      insert into audit_log (at, actor_type, actor_id, action, target_type, target_id)
      values (now() - interval '900 days', 'command', 'npm run backup', 'backup.written', 'backup', 'b')`)
    const { words } = await open(shop)
    expect(words).toContain('1 gold price is on hold')
    expect(words).toContain('1 unmatched payment')
    expect(words).toMatch(/– The last backup was written \d+ days ago\./)
    expect(words).toContain('1 order needs review')
    expect(words).toContain('This week')
    const payments = (await figuresOf(shop)).find(([href]) => href.includes('/payments'))
    expect(payments?.[1]).toBe(1)
    expect(await lengthOf(shop, payments?.[0] ?? '')).toBe(1)

    const bench = await open(shop, 'bench')
    const main = bench.words.slice(bench.words.indexOf('Needs attention'))
    expect(main).toContain('1 order needs review')
    expect(main).toContain('Not started')
    expect((await figuresOf(shop, 'bench')).every(([href]) => href.includes('/orders?'))).toBe(true)
    for (const hidden of ['is held', 'unmatched payment', 'backup was', 'This week', 'Period']) {
      expect(main).not.toContain(hidden)
    }
    expect(JSON.stringify(bench.data.screen)).not.toContain('metalMg')
  })
})

it('leads on from what was the list of products [TODAY-01]', async () => {
  const load = screen.loader as (asked: object) => Promise<unknown>
  const request = new Request('http://shop.test/admin/dashboard?q=raven&page=2')
  const answer = await load({ request, context: null, params: {} }).catch(
    (thrown: Response) => thrown,
  )
  expect((answer as Response).headers.get('Location')).toBe(
    '/admin/dashboard/products?q=raven&page=2',
  )
})
