import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { describe, expect, it } from 'vitest'
import { type ShownGoldPrice, shownDefault, shownOf } from '#app/contracts/gold-price/gold-price.ts'
import { readGoldPriceResponse } from '#app/contracts/gold-price/read-gold-price.ts'
import { goldPrice } from '#tests/support/gold-prices.ts'
import { GoldPriceProvider, useGoldPrice } from './gold-price-context.tsx'
import { GoldWidget } from './gold-widget.tsx'

const live = readGoldPriceResponse({
  success: true,
  price: 4083.2,
  pricePerGram: 131.2778,
  change: 12.3,
  changePercent: 0.3,
  timestamp: '2026-11-20T14:31:00.000Z',
  source: 'gold-api',
  state: 'live',
})

const render = (initial: ShownGoldPrice | null) =>
  renderToStaticMarkup(
    <MemoryRouter>
      <GoldPriceProvider initial={initial}>
        <GoldWidget />
      </GoldPriceProvider>
    </MemoryRouter>,
  )
const words = (html: string) => html.replace(/<[^>]+>/g, '')

const Lost = () => <>{useGoldPrice().price}</>

describe('the gold price widget', () => {
  it('before any answer shows 2886.32 per oz, -29.77 (-1.02%), dimmed and as not yet updated [GOLD-06]', () => {
    const html = render(null)
    expect(words(html)).toContain('$2,886.32 per troy oz')
    expect(words(html)).toContain('-29.77 (-1.02%)')
    expect(words(html)).toContain('Not yet updated')
    expect(html).toContain('text-muted')
  })

  it('shows what the server knows at the first paint: per gram, per ounce, change, time by the shop’s clock, source [LIVE-02, LIVE-16, GOLD-04]', () => {
    const text = words(render(live))
    expect(text).toContain('$131.28 per gram')
    expect(text).toContain('$4,083.20 per troy oz')
    expect(text).toContain('+12.30 (+0.30%)')
    expect(text).toContain('Live, Nov 20, 6:31 AM PST, market price')
  })

  it('calls every feed the market price, and what we set ours, also while it waits [LIVE-18]', () => {
    const from = (source: string) => words(render({ ...live, source, state: 'market closed' }))
    for (const feed of ['gold-api', 'swissquote', 'website']) {
      expect(from(feed)).toContain('Market closed, Nov 20, 6:31 AM PST, market price')
    }
    for (const byHand of ['admin', 'admin-exact']) {
      expect(from(byHand)).toContain('Market closed, Nov 20, 6:31 AM PST, set by us')
    }
    expect(from('fallback')).not.toContain('market price')
  })

  it('shows the error text in orange under the price it keeps [GOLD-10, GOLD-09]', () => {
    const html = render({ ...live, error: 'HTTP 503: <Away>' })
    expect(html).toMatch(/\$131\.28.*<p class="[^"]*text-notice[^"]*">HTTP 503: &lt;Away&gt;<\/p>/s)
  })

  it('draws an arrow beside the sign, and none where nothing moved [GOLD-08]', () => {
    expect(render(live)).toContain('lucide-arrow-up')
    expect(render({ ...live, change: -1_000, changePercent: -0.1 })).toContain('lucide-arrow-down')
    const still = render({ ...live, change: 0, changePercent: 0 })
    expect(still).not.toContain('lucide-arrow')
    expect(still).not.toMatch(/text-(up|down)/)
  })

  it('shows no change where none is known: set by hand, fallback, no close to compare with [GOLD-26]', () => {
    const byHand = { success: true, price: 4043.455, pricePerGram: 130, source: 'admin-exact' }
    for (const answer of [byHand, { ...byHand, change: 0, changePercent: 0 }]) {
      const text = words(render(readGoldPriceResponse(answer)))
      expect(text).toContain('$4,043.46 per troy oz')
      expect(text).not.toContain('%')
    }
    expect(words(render(shownDefault('away')))).not.toContain('0.00')
    expect(
      words(render(shownOf(goldPrice({ change: 0, changePercent: -0.01 }), 'live'))),
    ).toContain('-0.00 (-0.01%)')
  })

  it('announces changes politely, and nothing at first [A11Y-04]', () => {
    expect(render(live)).toContain('<p class="sr-only" role="status"></p>')
  })

  it('says so where a page has no provider', () => {
    expect(() => renderToStaticMarkup(<Lost />)).toThrow('GoldPriceProvider')
  })
})
