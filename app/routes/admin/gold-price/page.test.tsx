import { RouterContextProvider } from 'react-router'
import { describe, expect, it } from 'vitest'
import type { AppContext } from '#app/.server/app-context.ts'
import { adminContext } from '#app/.server/auth/require-admin.ts'
import { sessionContext } from '#app/.server/auth/session-context.ts'
import { readConfig } from '#app/.server/config.ts'
import { setManualGoldPrice } from '#app/.server/gold-price/commands/set-manual-gold-price.ts'
import { FeedFailure } from '#app/.server/gold-price/feeds/gold-feed.ts'
import { goldFeeds } from '#app/.server/gold-price/feeds/gold-feeds.ts'
import { currentGoldPrice } from '#app/.server/gold-price/queries/gold-price.ts'
import type { Database } from '#app/.server/platform/db/database.ts'
import { goldPriceHistory, goldPrices } from '#app/.server/platform/db/gold-price-schema.ts'
import { appContext } from '#app/.server/platform/http/request-context.ts'
import type { PricePerOunce } from '#app/domain/gold-price/rates.ts'
import { renderAdminPage, signedIn } from '#tests/support/admin-page.tsx'
import { onBothDatabases } from '#tests/support/databases.ts'
import { openGoldFeedServer } from '#tests/support/gold-feed-server.ts'
import { byHand, reading } from '#tests/support/gold-prices.ts'
import { insertProducts } from '#tests/support/products.ts'
import { testShop } from '#tests/support/shop.ts'
import { performGoldPriceAction } from './actions.ts'
import { formatCountdown } from './current-price.tsx'
import * as tab from './page.tsx'

const press = (app: AppContext, action: string, fields: Record<string, string> = {}) =>
  renderAdminPage(app, tab, { form: { action, ...fields } })
const save = (app: AppContext, perGram: string, perOunce = '') =>
  press(app, 'save', { perGram, perOunce, again: perGram })

/** A shop with one feed, whose price the test sets, and a clock. */
function shopOf(db: Database | null) {
  let time = Date.parse('2026-03-11T16:00:00Z')
  let ounce: () => number = () => 4083.2
  const app = testShop({
    db,
    now: () => new Date(time),
    goldFeeds: [
      {
        name: 'website',
        read: async ({ now }) =>
          reading({
            source: 'website',
            perOunce: Math.round(ounce() * 10_000) as PricePerOunce,
            takenAt: now,
          }),
      },
    ],
  })
  return {
    shop: app,
    feedReports: (next: number | (() => never)) => {
      ounce = typeof next === 'number' ? () => next : next
    },
    pass: (minutes: number) => {
      time += minutes * 60_000
    },
  }
}

onBothDatabases('the Gold Price tab', (open) => {
  it('saves an exact price by hand, protected, and repeats the value saved [GADM-05, GADM-06]', async () => {
    const db = await open()
    const { shop } = shopOf(db)
    const { status, answer, words } = await save(shop, '131.2778', '4083.1991')
    expect(status).toBe(200)
    expect(answer).toMatchObject({
      done: 'Gold price updated successfully',
      detail: 'Saved: $131.2778 per gram, $4,083.20 per troy ounce',
    })
    expect(await db.orm.select().from(goldPrices)).toMatchObject([
      { pricePerGram: '131.2778', source: 'admin-exact' },
    ])
    expect(words).toContain('Protected from automatic refresh for 2:00:00')
    expect(words).toContain(`set by us accepted ${signedIn.email}`)
  })

  it('saves the current price where the gram value cannot be read, and says which [GADM-04]', async () => {
    const { shop } = shopOf(await open())
    await save(shop, '130')
    for (const unparsable of ['abc', '']) {
      const { answer } = await save(shop, unparsable)
      expect(answer).toMatchObject({
        done: 'Gold price updated successfully',
        detail: expect.stringContaining('$130.00 per gram'),
      })
    }
    expect((await currentGoldPrice(shop)).gold.perGram).toBe(1_300_000)
  })

  it('refuses a price of 0 or below, changes nothing and keeps what was typed [GADM-15, FORM-31]', async () => {
    const { shop } = shopOf(await open())
    await save(shop, '130')
    for (const wrong of ['0', '-5', '0.00', '92,77']) {
      const { status, words, html } = await save(shop, wrong)
      expect(status).toBe(400)
      const why = wrong.includes(',')
        ? 'It has a comma instead of a decimal point. Please enter 92.77. '
        : ''
      expect(words).toContain(`Failed to save gold price ${why}Dismiss`)
      expect(html).toContain(`value="${wrong}"`)
    }
    expect((await currentGoldPrice(shop)).gold.perGram).toBe(1_300_000)
  })

  it('refuses a price over 10% from the market until it is typed twice, and shows what it does [GADM-18]', async () => {
    const db = await open()
    const { shop } = shopOf(db)
    await press(shop, 'fetch')
    // 9.28 typed for 92.80, where the default record is the market, is no less far off.
    const once = await press(shop, 'save', { perGram: '13.13', perOunce: '' })
    expect(once.status).toBe(409)
    expect(once.words).toContain(
      'This price is 90.0% below the last known price of $131.2778 per gram. Enter it a second time to save it.',
    )
    expect(once.html).toContain('value="13.13"')
    expect(once.words).toContain('−90.0% from the last known price of $131.2778 per gram')
    expect(once.words.match(/: \$[\d,.]+ → \$[\d,.]+/g)).toHaveLength(2)
    expect(once.words).toContain('Small: $2,679.78 → $943.01')
    expect(once.html).toContain('name="again"')
    const other = await press(shop, 'save', { perGram: '13.13', perOunce: '', again: '131.3' })
    expect(other.status).toBe(409)
    expect(other.words).toContain('The second number is different. Enter the same price twice.')
    // Beside its field too.
    expect(other.words.match(/The second number is different\. Enter/g)).toHaveLength(2)
    expect(other.html).toMatch(/<input(?=[^>]*name="again")[^>]*aria-invalid="true"/)
    expect(await db.orm.select().from(goldPrices)).toMatchObject([{ pricePerGram: '131.2778' }])
    expect((await press(shop, 'save', { perGram: '144.40', perOunce: '' })).status).toBe(200)
    // The market stays the yardstick, not what is set manually.
    expect((await press(shop, 'save', { perGram: '145', perOunce: '' })).status).toBe(409)
    expect((await save(shop, '13.13')).answer).toHaveProperty('done')
    expect((await currentGoldPrice(shop)).gold.perGram).toBe(131_300)
  })

  it('takes the second figure by the ounce too, and asks at the very first price [GADM-18]', async () => {
    const { shop } = shopOf(await open())
    const first = await press(shop, 'save', { perGram: '9.28', perOunce: '' })
    expect(first.words).toContain('below the last known price of $92.77 per gram')
    const ounce = { perGram: '', perOunce: '4083.20' }
    expect((await press(shop, 'save', ounce)).status).toBe(409)
    expect((await press(shop, 'save', { ...ounce, again: '4083.2' })).status).toBe(200)
  })

  it('accepts by hand nothing beyond the limits of a feed, however often it is typed [GADM-19]', async () => {
    const { shop } = shopOf(await open())
    for (const wrong of ['6.43', '6431']) {
      const { status, words, html } = await save(shop, wrong)
      expect(status).toBe(400)
      expect(words).toContain(
        'Failed to save gold price: it must be between $200 and $200,000 per troy ounce.',
      )
      expect(html).toContain(`value="${wrong}"`)
    }
    expect((await save(shop, '6.44')).status).toBe(200)
  })

  it('fetches a fresh price over a protected one, and keeps who did [GADM-07, GADM-08, LIVE-05]', async () => {
    const db = await open()
    const { shop } = shopOf(db)
    await save(shop, '130')
    const { answer, words } = await press(shop, 'fetch')
    expect(answer).toMatchObject({
      done: 'New gold price fetched from website and saved to database',
    })
    expect((await currentGoldPrice(shop)).gold).toMatchObject({
      source: 'website',
      perOunce: 40_832_000,
    })
    expect(words).not.toContain('Protected from')
    expect(words).toContain(`shop website accepted ${signedIn.email}`)
  })

  it('reads the fresh price from the page of the settings, in its element of class price [GADM-11]', async () => {
    const db = await open()
    const server = await openGoldFeedServer()
    server.set('website', {
      text: '<p>$1.00</p><div class="product"><p class="price">$4,100.50</p></div>',
    })
    const { gold } = readConfig(server.settings('website'))
    const app = testShop({ db, goldFeeds: goldFeeds(gold, 5000) })
    const { answer } = await press(app, 'fetch', { url: 'http://127.0.0.1:9/gold' })
    await server.close()
    expect(answer).toMatchObject({ detail: '$4,100.50 per troy ounce, from website' })
    expect(server.calls.map(({ url }) => url)).toEqual(['/gold'])
  })

  it('says which of fetching and saving failed [GADM-09, GADM-10]', async () => {
    const db = await open()
    const { shop, feedReports } = shopOf(db)
    feedReports(() => {
      throw new FeedFailure('website', 'shows no price')
    })
    const failed = await press(shop, 'fetch')
    expect(failed.status).toBe(502)
    expect(failed.words).toContain(
      'Failed to fetch new live gold price from website The gold price couldn’t be fetched right now. Dismiss',
    )
    feedReports(() => {
      // Between the fetch and the save.
      db.orm.transaction = (() => Promise.reject(new Error('disk full'))) as never
      return 4083.2 as never
    })
    const unstored = await press(shop, 'fetch')
    expect(unstored.status).toBe(503)
    expect(unstored.words).toContain('Failed to save gold price to database Try again Dismiss')
  })

  it('shows a price that is held, and accepts or rejects it [LIVE-03]', async () => {
    const { shop, feedReports } = shopOf(await open())
    await press(shop, 'fetch')
    feedReports(4600)
    const held = await press(shop, 'fetch')
    expect(held.answer).toMatchObject({ done: 'The fetched price is on hold' })
    expect(held.words).toContain('$4,600.00 per troy ounce, from website')
    expect(held.words).toContain('On hold because it moves +12.7%.')
    // What accepting would do stands below it: 14.7 g × $147.8933 + $750.
    expect(held.words).toContain(
      'at the held $147.8933 per gram, +12.7% from now. Not accepted yet.',
    )
    expect(held.words).toContain('Small, 14.7 g $2,679.78 $2,924.03 +$244.25')
    const id = /name="id" value="(\d+)"/.exec(held.html)?.[1] ?? ''
    const rejected = await press(shop, 'reject', { id })
    expect(rejected.answer).toMatchObject({ done: 'Held price rejected' })
    expect(rejected.words).not.toContain('Waiting for your decision')
    expect((await currentGoldPrice(shop)).gold.perOunce).toBe(40_832_000)

    const again = /name="id" value="(\d+)"/.exec((await press(shop, 'fetch')).html)?.[1] ?? ''
    expect((await press(shop, 'accept', { id: again })).answer).toHaveProperty('done')
    expect((await currentGoldPrice(shop)).gold.perOunce).toBe(46_000_000)
    const late = await press(shop, 'accept', { id: again })
    expect(late.status).toBe(409)
    expect(late.words).toContain('This price was already decided or replaced by a newer one.')
  })

  it('is read again from the database, or says that it could not be [GADM-12, GADM-13, GADM-14]', async () => {
    const db = await open()
    const { shop } = shopOf(db)
    await save(shop, '130')
    // Another process sells at another price.
    await setManualGoldPrice(testShop({ db, now: shop.now }), byHand(1_310_000, 'bob@example.com'))
    const read = await press(shop, 'reload')
    expect(read.answer).toMatchObject({ done: 'Gold price refreshed from database' })
    expect(read.words).toContain('Per gram $131.00')
    await db.close()
    const unread = await press(shop, 'reload')
    expect(unread.words).toContain('Failed to refresh gold price from database')
    expect(unread.words).toContain('Failed to load current gold price')
    expect(unread.words).toContain('Per gram $131.00')
    expect((await save(shop, '140')).words).toContain('Failed to save gold price')
  })

  it('says what was thrown, without the statement around it [GADM-16, SEC-06]', async () => {
    const { shop } = shopOf(await open())
    Object.defineProperty(shop, 'db', {
      get() {
        throw new Error('Failed query: select secret', { cause: new Error('the disk is full') })
      },
    })
    const form = { action: 'accept', id: '1' }
    const context = new RouterContextProvider()
    context.set(appContext, shop)
    context.set(adminContext, signedIn)
    context.set(sessionContext, { id: 'session', factorAt: new Date('2026-03-11T16:00:00Z') })
    const request = new Request('http://localhost/admin', {
      method: 'POST',
      body: new URLSearchParams(form),
    })
    expect(await performGoldPriceAction({ request, context })).toMatchObject({
      data: { refused: { message: 'Unexpected error: the disk is full' } },
      init: { status: 500 },
    })
  })

  it('takes a price over 5% from the market only from a session that showed a second factor in the last ten minutes [FRESH-01, FRESH-03]', async () => {
    const { shop } = shopOf(await open())
    const market = 131.2778
    await press(shop, 'fetch')
    const saveAt = async (perGram: string, secondsAgo: number) => {
      const form = { action: 'save', perGram, perOunce: '', again: perGram }
      const factorAt = new Date(shop.now().getTime() - secondsAgo * 1000)
      return (await renderAdminPage(shop, tab, { form, factorAt })).answer
    }
    const before = (await currentGoldPrice(shop)).gold
    const far = (market * 1.051).toFixed(2)
    for (const seconds of [600, 86_400, -600]) {
      expect(await saveAt(far, seconds)).toMatchObject({
        refused: { code: 'fresh_factor_needed', typed: { perGram: far } },
      })
    }
    expect((await currentGoldPrice(shop)).gold).toEqual(before)
    expect(await saveAt((market * 1.049).toFixed(2), 86_400)).toHaveProperty('done')
    // Measured from the market, not from what was set manually before.
    expect(await saveAt((market * 1.06).toFixed(2), 600)).toHaveProperty('refused')
    expect(await saveAt((market * 0.94).toFixed(2), 600)).toHaveProperty('refused')
    expect(await saveAt((market * 0.94).toFixed(2), 599)).toHaveProperty('done')
  })

  it('is led nowhere by small steps where no market price is known, and makes no quote void unasked [FRESH-03]', async () => {
    const { shop, pass } = shopOf(await open())
    const saveAt = async (perGram: string, secondsAgo: number, more = {}) => {
      const form = { action: 'save', perGram, perOunce: '', again: perGram, ...more }
      const factorAt = new Date(shop.now().getTime() - secondsAgo * 1000)
      return (await renderAdminPage(shop, tab, { form, factorAt })).answer
    }
    expect(await saveAt('130', 0)).toHaveProperty('done')
    expect(await saveAt('126', 86_400)).toHaveProperty('done')
    // 4.8% from the last one, 7.7% from that of a day ago.
    expect(await saveAt('120', 86_400)).toMatchObject({ refused: { code: 'fresh_factor_needed' } })
    const voids = { voidsEarlier: 'yes' }
    expect(await saveAt('126', 86_400, voids)).toMatchObject({
      refused: { code: 'fresh_factor_needed' },
    })
    pass(25 * 60)
    expect(await saveAt('120', 86_400)).toHaveProperty('done')
  })

  it('keeps the countdown true to the server, to the end of two hours [GOLD-19, GOLD-20]', async () => {
    const { shop, pass } = shopOf(await open())
    await save(shop, '130')
    const words = async () => (await renderAdminPage(shop, tab)).words
    pass(30)
    expect(await words()).toContain('Protected from automatic refresh for 1:30:00')
    pass(89)
    expect(await words()).toContain('Protected from automatic refresh for 0:01:00')
    pass(1)
    expect(await words()).not.toContain('Protected from automatic refresh')
  })

  it('lists the last prices with what became of them, and all products for the preview [LIVE-05]', async () => {
    const db = await open()
    const { shop } = shopOf(db)
    await insertProducts(
      db,
      Array.from({ length: 14 }, (_, index) => ({
        id: `extra-${index}`,
        active: index > 0,
        attributes: [{ name: 'Gold Size: One', option: 'Weight: 10g, Fee: $100' }],
      })),
    )
    await save(shop, '100')
    const first = await renderAdminPage(shop, tab)
    expect(first.words).toContain('22 products, page 1 of 2')
    expect(first.words).toContain('One, 10 g $1,100.00')
    const second = await renderAdminPage(shop, tab, { address: '/admin?page=2' })
    expect(second.words).toContain('page 2 of 2')
    expect(await db.orm.$count(goldPriceHistory)).toBe(1)
    expect(first.words).toContain('Piece extra-0 (hidden)')
    expect(first.words).toContain('1 price')
  })

  it('pages through all stored prices, newest first, beside the preview [LIVE-14]', async () => {
    const db = await open()
    const { shop, pass } = shopOf(db)
    for (let price = 100; price <= 144; price += 1) {
      await setManualGoldPrice(shop, byHand(price * 10_000, 'ann@example.com'))
      pass(1)
    }
    const shown = async (search: string) => {
      const { html, words } = await renderAdminPage(shop, tab, { address: `/admin?${search}` })
      const table = /aria-label="Prices, newest first"[\s\S]*?<\/table>/.exec(html)?.[0] ?? ''
      // Per gram: ounces cost thousands.
      const [first, ...rest] = [...table.matchAll(/>\$(\d+\.\d\d)</g)].map(([, sum]) => sum)
      return { first, rows: rest.length + 1, words, html }
    }
    expect(await shown('')).toMatchObject({ first: '144.00', rows: 20 })
    const second = await shown('prices=2&page=1')
    expect(second).toMatchObject({ first: '124.00', rows: 20 })
    expect(second.words).toContain('45 prices, page 2 of 3')
    expect(second.html).toMatch(/href="[^"]*prices=2[^"]*withdraw=\d+[^"]*#withdraw"/)
    expect(await shown('prices=3')).toMatchObject({ first: '104.00', rows: 5 })
    expect(await shown('prices=99')).toMatchObject({ first: '104.00', rows: 5 })
    expect(await shown('prices=old')).toMatchObject({ first: '144.00', rows: 20 })
  })
})

describe('the Gold Price tab', () => {
  const app = testShop({ db: null })

  it('has two inputs that keep a comma, and a button that waits for one of them [GADM-01, GADM-03, FORM-31]', async () => {
    const { html, words } = await renderAdminPage(app, tab)
    const inputs = html.match(/<input[^>]*inputMode="decimal"[^>]*>/gi) ?? []
    expect(inputs).toHaveLength(2)
    for (const input of inputs) expect(input).toContain('type="text"')
    expect(words).toContain('Price per gram (USD)')
    expect(words).toContain('Price per troy ounce (USD)')
    expect(html).toMatch(/<button(?=[^>]*disabled="")[^>]*value="save"/)
  })

  it('says how it is refreshed, and where that is turned off [GADM-17]', async () => {
    const { words } = await renderAdminPage(app, tab)
    expect(words).toContain('Automatic refresh happens every 30 minutes via a scheduled function.')
    expect(words).toContain(
      'Automatic updates are turned off right now, so the price stays the same until you change it.',
    )
    const other = testShop({
      db: null,
      config: readConfig({ DATABASE_URL: 'none', GOLD_REFRESH_MS: '600000' }),
    })
    expect((await renderAdminPage(other, tab)).words).toContain('every 10 minutes')
  })

  it('does not know other actions', async () => {
    const { status, words } = await press(app, 'toString')
    expect(status).toBe(400)
    expect(words).toContain('This form isn’t recognized. Please reload the page.')
  })

  it('counts down in hours, minutes and seconds to 0:00:00', () => {
    expect(formatCountdown(7_200_000)).toBe('2:00:00')
    expect(formatCountdown(7_152_000)).toBe('1:59:12')
    expect(formatCountdown(999)).toBe('0:00:01')
    expect(formatCountdown(0)).toBe('0:00:00')
    expect(formatCountdown(-5)).toBe('0:00:00')
  })
})
