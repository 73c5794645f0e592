import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { AppContext } from '#app/.server/app-context.ts'
import { openRevisions } from '#app/.server/platform/db/revisions/revisions.ts'
import { testShop } from '#tests/support/shop.ts'
import { openPageCache, type Render } from './page-cache.ts'

const minute = 60_000
let now = 0
let app: AppContext

beforeEach(() => {
  now = Date.parse('2026-03-11T16:00:00Z')
  const { log } = testShop({ db: null })
  const revisions = openRevisions(log, { isSure: true })
  app = testShop({ db: null, now: () => new Date(now), revisions })
})

afterEach(() => {
  vi.restoreAllMocks()
})

/** A cache over pages that show how often they were made, true for ten minutes unless told. */
function cacheOf({
  init = {},
  lifeMs = 10 * minute,
  maxBytes = 1_000_000,
  body = (count: number) => `made ${count}`,
  showsCurrentPrice = false,
}: {
  init?: ResponseInit
  lifeMs?: number | null
  maxBytes?: number
  body?: (count: number) => string
  showsCurrentPrice?: boolean
} = {}) {
  let made = 0
  const gates: (() => void)[] = []
  let isHeldUp = false
  const render = vi.fn<Render>(async (_path, life) => {
    made += 1
    const text = body(made)
    if (isHeldUp) await new Promise<void>((resolve) => gates.push(resolve))
    if (lifeMs !== null) life.until = now + lifeMs
    life.showsCurrentPrice = showsCurrentPrice
    return new Response(text, init)
  })
  const cache = openPageCache(app, render, maxBytes)
  const ask = async (path: string) => {
    const response = cache.find(path) ?? (await cache.make(path))
    return (await response.as('identity')).body.toString()
  }
  return {
    cache,
    render,
    ask,
    holdUp() {
      isHeldUp = true
    },
    goOn() {
      isHeldUp = false
      for (const open of gates.splice(0)) open()
    },
  }
}

describe('the page cache', () => {
  it('makes a page once for all who ask, until something changes [CACHE-01]', async () => {
    const { ask, render } = cacheOf()
    expect(await Promise.all([ask('/'), ask('/'), ask('/products')])).toEqual([
      'made 1',
      'made 1',
      'made 2',
    ])
    expect(await ask('/')).toBe('made 1')
    app.revisions.raise('gold_price')
    expect(await ask('/')).toBe('made 3')
    expect(render).toHaveBeenCalledTimes(3)
  })

  it('hands what was begun before a change to nobody who asks after it, and keeps it not [CACHE-02]', async () => {
    const { ask, holdUp, goOn } = cacheOf()
    holdUp()
    const before = ask('/')
    app.revisions.raise('catalog')
    const after = ask('/')
    goOn()
    expect(await before).toBe('made 1')
    expect(await after).toBe('made 2')
    expect(await ask('/')).toBe('made 2')
  })

  it('keeps nothing that was made while something changed [CACHE-02]', async () => {
    const { ask, holdUp, goOn } = cacheOf()
    holdUp()
    const before = ask('/')
    app.revisions.raise('settings')
    goOn()
    await before
    expect(await ask('/')).toBe('made 2')
  })

  it('ends a page at its time, and on a clock that was set back [CACHE-05]', async () => {
    const { ask } = cacheOf({ lifeMs: minute })
    await ask('/')
    now += minute - 1
    expect(await ask('/')).toBe('made 1')
    now += 1
    expect(await ask('/')).toBe('made 2')
    now -= 30 * minute
    expect(await ask('/')).toBe('made 3')
  })

  it('keeps a page for a second where changes may be missed [CACHE-02]', async () => {
    let sure = true
    app.revisions.follow({ isSure: () => sure, settle: async () => {} })
    const { ask } = cacheOf()
    await ask('/')
    now += 5000
    expect(await ask('/')).toBe('made 1')
    sure = false
    expect(await ask('/')).toBe('made 2')
    now += 999
    expect(await ask('/')).toBe('made 2')
    now += 1
    expect(await ask('/')).toBe('made 3')
  })

  it('neither keeps nor shares a current price where a newer one may be missed [CACHE-02]', async () => {
    let sure = true
    app.revisions.follow({ isSure: () => sure, settle: async () => {} })
    const { ask, holdUp, goOn } = cacheOf({ showsCurrentPrice: true })
    await ask('/')
    now += 5000
    expect(await ask('/')).toBe('made 1')
    sure = false
    expect(await ask('/')).toBe('made 2')
    expect(await ask('/')).toBe('made 3')
    holdUp()
    const [first, second] = [ask('/'), ask('/')]
    goOn()
    expect([await first, await second]).toEqual(['made 4', 'made 5'])
    // Nothing had changed: what was kept before is true again.
    sure = true
    expect(await ask('/')).toBe('made 1')
  })

  it('keeps a page for a second where the database did not answer what it shows [CACHE-02, CACHE-07]', async () => {
    const { ask, render } = cacheOf()
    const whole = render.getMockImplementation()
    render.mockImplementationOnce(async (path, life, signal) => {
      app.revisions.missed()
      return whole?.(path, life, signal) ?? new Response()
    })
    expect(await ask('/')).toBe('made 1')
    now += 999
    expect(await ask('/')).toBe('made 1')
    now += 1
    expect(await ask('/')).toBe('made 2')
    now += 5000
    expect(await ask('/')).toBe('made 2')
  })

  it('gives up a page that is not made within half a minute, and ends what still runs for it [CACHE-09]', async () => {
    vi.useFakeTimers()
    try {
      const { ask, render } = cacheOf()
      let ended = false
      render.mockImplementationOnce(async (_path, _life, signal) => {
        signal.addEventListener('abort', () => {
          ended = true
        })
        return new Response(new ReadableStream())
      })
      const stuck = expect(ask('/')).rejects.toThrow('within 30 seconds')
      await vi.advanceTimersByTimeAsync(29_999)
      expect(ended).toBe(false)
      await vi.advanceTimersByTimeAsync(1)
      await stuck
      expect(ended).toBe(true)
      expect(await ask('/')).toBe('made 1')
    } finally {
      vi.useRealTimers()
    }
  })

  it.each([
    ['an error', { init: { status: 500 } }],
    ['a page that is missing', { init: { status: 404 } }],
    ['what is for one reader', { init: { headers: { 'Cache-Control': 'private, no-store' } } }],
    ['what sets a cookie', { init: { headers: { 'Set-Cookie': 'a=b' } } }],
    ['what nobody said the life of', { lifeMs: null }],
    ['anything, with PAGE_CACHE_MB=0', { maxBytes: 0 }],
  ])('never keeps %s [CACHE-04]', async (_what, page) => {
    const { ask } = cacheOf(page)
    await ask('/')
    expect(await ask('/')).toBe('made 2')
  })

  it('holds so many bytes at most, whatever is asked for; what was asked for last stays [CACHE-06]', async () => {
    const { ask, cache } = cacheOf({ body: (n) => `${n} `.repeat(2000), maxBytes: 100_000 })
    for (let page = 0; page < 300; page += 1) await ask(`/product/${page}`)
    const kept = Array.from({ length: 300 }, (_, page) => cache.find(`/product/${page}`) !== null)
    expect(kept.filter(Boolean).length).toBeLessThan(12)
    expect(kept.at(-1)).toBe(true)
  })

  it('stores no answer that takes more than a quarter of it, and loses no page for one [CACHE-10]', async () => {
    const { ask, cache, render } = cacheOf({ maxBytes: 100_000 })
    await ask('/')
    render.mockImplementationOnce(async (_path, life) => {
      life.until = now + minute
      return new Response('x'.repeat(20_000))
    })
    await ask('/merchant-feed.xml')
    expect(cache.find('/merchant-feed.xml')).toBeNull()
    expect(cache.find('/')).not.toBeNull()
  })

  it('makes the pages asked for most again after a change, and those alone [CACHE-08]', async () => {
    const { ask, cache, render } = cacheOf()
    for (const path of ['/', '/', '/', '/products', '/products', '/products', '/qa'])
      await ask(path)
    app.revisions.raise('gold_price')
    await vi.waitFor(() => expect(render).toHaveBeenCalledTimes(5))
    await vi.waitFor(() => expect(cache.find('/products')).not.toBeNull())
    expect(cache.find('/')).not.toBeNull()
    expect(cache.find('/qa')).toBeNull()
  })

  it('tells those who wait of a rendering that failed, and tries again for the next', async () => {
    const { ask, render } = cacheOf()
    render.mockRejectedValueOnce(new Error('the renderer broke'))
    await expect(Promise.all([ask('/'), ask('/')])).rejects.toThrow('the renderer broke')
    expect(await ask('/')).toBe('made 1')
  })
})
