import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { beforeFirstResponse, type ShownGoldPrice } from '#app/contracts/gold-price/gold-price.ts'
import { followGoldPrice, refreshEveryMs } from './follow-gold-price.ts'

const answer = {
  success: true,
  price: 4083.2,
  pricePerGram: 131.2778,
  change: 12.3,
  changePercent: 0.3,
  timestamp: '2026-11-20T14:31:00.000Z',
  lastUpdated: '2026-11-20T14:31:05.000Z',
  source: 'gold-api',
  state: 'live',
  bid: null,
  ask: null,
  low: null,
  high: null,
  error: null,
}
const higher = {
  ...answer,
  price: 4100,
  pricePerGram: 131.8179,
  timestamp: '2026-11-20T15:01:00.000Z',
}

class FakeDocument extends EventTarget {
  hidden = false
  prerendering = false
  opens() {
    this.prerendering = false
    this.dispatchEvent(new Event('prerenderingchange'))
  }
  becomes(hidden: boolean) {
    this.hidden = hidden
    this.dispatchEvent(new Event('visibilitychange'))
  }
}

class FakeStream extends EventTarget {
  closed = false
  close() {
    this.closed = true
  }
  push(object: unknown) {
    this.dispatchEvent(new MessageEvent('goldPriceUpdated', { data: JSON.stringify(object) }))
  }
}

const settled = () => vi.advanceTimersByTimeAsync(0)

function page({ fetch = async () => Response.json(answer), prerendering = false } = {}) {
  const asked: unknown[][] = []
  const streams: FakeStream[] = []
  const shown: ShownGoldPrice[] = []
  const window = new EventTarget()
  const document = new FakeDocument()
  document.prerendering = prerendering
  const stop = followGoldPrice(
    {
      fetch: (...call) => {
        asked.push(call)
        return fetch()
      },
      openStream: () => {
        const stream = new FakeStream()
        streams.push(stream)
        return stream as unknown as EventSource
      },
      window,
      document,
    },
    beforeFirstResponse,
    (price) => shown.push(price),
  )
  const dispatch = (detail: unknown) =>
    window.dispatchEvent(new CustomEvent('goldPriceUpdated', { detail }))
  return { asked, streams, shown, window, document, stop, dispatch, last: () => shown.at(-1) }
}

describe('following the gold price', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('asks on load and every 120000 ms, without payload, until stopped [GOLD-05]', async () => {
    const { asked, stop } = page()
    expect(refreshEveryMs).toBe(120_000)
    expect(asked).toEqual([['/.netlify/functions/gold']])
    await vi.advanceTimersByTimeAsync(119_999)
    expect(asked).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(asked).toHaveLength(2)
    stop()
    await vi.advanceTimersByTimeAsync(500_000)
    expect(asked).toHaveLength(2)
  })

  it('takes the browser event, with no change [GOLD-07, GOLD-08]', async () => {
    const { dispatch, last } = page()
    await settled()
    dispatch({ pricePerGram: 100, timestamp: '2026-11-20T15:00:00.000Z', source: 'someone' })
    expect(last()).toMatchObject({
      pricePerGram: 1_000_000,
      price: 31_103_500,
      change: 0,
      changePercent: 0,
      source: 'someone',
    })
  })

  it('ignores an event without a price [GOLD-07]', async () => {
    const { dispatch, shown } = page()
    await settled()
    for (const pricePerGram of [Number.NaN, 0, -1, Number.POSITIVE_INFINITY, '100', undefined]) {
      dispatch({ pricePerGram })
    }
    dispatch(null)
    expect(shown).toHaveLength(1)
  })

  it('keeps the last good price when an answer fails, and says why [GOLD-09]', async () => {
    const responses = [Response.json(answer), new Response('', { status: 503, statusText: 'Away' })]
    const { last } = page({ fetch: async () => responses.shift() ?? Response.error() })
    await vi.advanceTimersByTimeAsync(refreshEveryMs)
    expect(last()).toMatchObject({
      pricePerGram: 1_312_778,
      source: 'gold-api',
      error: 'HTTP 503: Away',
    })
  })

  it('shows a push whole in the moment it comes, and notifies others on the page by the event [LIVE-01]', async () => {
    const { streams, window, last } = page()
    await settled()
    const heard: unknown[] = []
    window.addEventListener('goldPriceUpdated', (event) =>
      heard.push((event as CustomEvent).detail),
    )
    streams[0]?.push(higher)
    expect(heard).toEqual([
      { pricePerGram: 131.8179, timestamp: higher.timestamp, source: 'gold-api' },
    ])
    expect(last()).toMatchObject({ pricePerGram: 1_318_179, change: 123_000, state: 'live' })
    streams[0]?.push(higher)
    expect(heard).toHaveLength(1)
  })

  it('is not broken by a push that is no price [LIVE-01]', async () => {
    const { streams, shown } = page()
    await settled()
    streams[0]?.push('nonsense')
    streams[0]?.push({ success: false })
    expect(shown).toHaveLength(1)
  })

  it('does not let a slow answer undo a newer push [LIVE-07]', async () => {
    const { promise, resolve } = Promise.withResolvers<Response>()
    const { streams, last } = page({ fetch: () => promise })
    streams[0]?.push(higher)
    resolve(Response.json(answer))
    await settled()
    expect(last()?.pricePerGram).toBe(1_318_179)
  })

  it('gives the stream back while nobody sees the page, and takes it up again [LIVE-01]', async () => {
    const { streams, document, stop } = page()
    document.becomes(true)
    expect(streams.map((stream) => stream.closed)).toEqual([true])
    document.becomes(false)
    expect(streams.map((stream) => stream.closed)).toEqual([true, false])
    stop()
    expect(streams.map((stream) => stream.closed)).toEqual([true, true])
  })

  it('waits in a page that is prepared and not opened: no question, stream or answer [FAST-03]', async () => {
    const { asked, streams, shown, document, dispatch, stop } = page({ prerendering: true })
    dispatch({ pricePerGram: 100 })
    await vi.advanceTimersByTimeAsync(2 * refreshEveryMs)
    expect(asked).toEqual([])
    expect(streams).toEqual([])
    expect(shown).toEqual([])
    document.opens()
    await settled()
    expect(asked).toHaveLength(1)
    expect(streams).toHaveLength(1)
    expect(shown).toHaveLength(1)
    stop()
    expect(streams[0]?.closed).toBe(true)
  })

  it('never begins in a prepared page that is given up [FAST-03]', async () => {
    const { asked, streams, document, stop } = page({ prerendering: true })
    stop()
    document.opens()
    await settled()
    expect(asked).toEqual([])
    expect(streams).toEqual([])
  })
})
