import { type LoaderFunctionArgs, RouterContextProvider } from 'react-router'
import { expect, it } from 'vitest'
import type { AppContext } from '#app/.server/app-context.ts'
import { setManualGoldPrice } from '#app/.server/gold-price/commands/set-manual-gold-price.ts'
import { goldPriceHistory, goldPrices } from '#app/.server/platform/db/gold-price-schema.ts'
import { appContext } from '#app/.server/platform/http/request-context.ts'
import { fetchGoldPrice, goldAnswerAddress } from '#app/contracts/gold-price/read-gold-price.ts'
import { onBothDatabases } from '#tests/support/databases.ts'
import { byHand } from '#tests/support/gold-prices.ts'
import { testShop } from '#tests/support/shop.ts'
import * as gold from './gold.ts'
import * as history from './gold-history.ts'
import * as stream from './gold-stream.ts'

const price = byHand(1_312_778)

function ask(
  app: AppContext,
  route: { loader: typeof gold.loader; action: typeof gold.action },
  address: string,
  method = 'GET',
): Promise<Response> {
  const context = new RouterContextProvider()
  context.set(appContext, app)
  const request = new Request(`http://localhost${address}`, { method })
  const args = { request, context, params: {} } as unknown as LoaderFunctionArgs
  return method === 'GET' ? route.loader(args) : route.action(args)
}

onBothDatabases('the address of the gold price', (open) => {
  it('answers the documented object, fresh, as the widget reads it [GOLD-11, DATA-11, D46]', async () => {
    const app = testShop({ db: await open() })
    await setManualGoldPrice(app, price)
    const response = await ask(app, gold, goldAnswerAddress)
    expect(response.status).toBe(200)
    expect(response.headers.get('Cache-Control')).toBe('no-cache')
    expect(response.headers.get('Content-Type')).toContain('application/json')
    expect(await response.json()).toEqual({
      success: true,
      price: 4083.1991,
      change: 0,
      changePercent: 0,
      timestamp: '2026-03-11T16:00:00.000Z',
      lastUpdated: '2026-03-11T16:00:00.000Z',
      pricePerGram: 131.2778,
      source: 'admin-exact',
      bid: null,
      ask: null,
      low: null,
      high: null,
      error: null,
      state: 'set by hand',
      takenAt: '2026-03-11T16:00:00.000Z',
    })
    const shown = await fetchGoldPrice((address) => ask(app, gold, address))
    expect(shown).toMatchObject({ pricePerGram: price.perGram, state: 'set by hand', error: null })
  })

  it('never asks a feed, however often it is called [D17]', async () => {
    const feed = { name: 'gold-api', read: () => Promise.reject(new Error('it was asked')) }
    const app = testShop({ db: await open(), goldFeeds: [feed] })
    for (let times = 0; times < 3; times += 1) await ask(app, gold, goldAnswerAddress)
    expect(app.cache.feeds.size).toBe(0)
  })

  it('lets nobody write: every other method is refused and nothing changes [GOLD-25]', async () => {
    const db = await open()
    const app = testShop({ db })
    await setManualGoldPrice(app, price)
    const before = await db.orm.select().from(goldPrices)
    for (const route of [gold, history, stream]) {
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
        const response = await ask(app, route, '/.netlify/functions/gold', method)
        expect(response.status).toBe(405)
      }
    }
    expect(await db.orm.select().from(goldPrices)).toEqual(before)
    expect(await db.orm.select().from(goldPriceHistory)).toHaveLength(1)
  })

  it('has a history by range, and refuses any other range', async () => {
    const app = testShop({ db: await open() })
    await setManualGoldPrice(app, price)
    for (const range of ['day', 'month', 'year']) {
      const response = await ask(app, history, `/api/gold-price/history?range=${range}`)
      expect(await response.json()).toEqual({
        points: [{ at: '2026-03-11T16:00:00.000Z', price: '4083.1991', pricePerGram: '131.2778' }],
      })
    }
    for (const query of ['', '?range=', '?range=week', '?range=toString']) {
      const response = await ask(app, history, `/api/gold-price/history${query}`)
      expect(response.status).toBe(400)
      expect(await response.json()).toMatchObject({ error: { code: 'invalid_request' } })
    }
  })
})

it('answers the default record with success false where nothing was ever fetched [GOLD-16, D46]', async () => {
  const response = await ask(testShop({ db: null }), gold, goldAnswerAddress)
  expect(response.status).toBe(200)
  expect(await response.json()).toMatchObject({
    success: false,
    price: 2886.32,
    pricePerGram: 92.77,
    change: 0,
    source: 'fallback',
    state: 'indicative',
  })
})
