import { describe, expect, it } from 'vitest'
import { goldPrice } from '#tests/support/gold-prices.ts'
import { goldPriceStates, sourceLabel } from './gold-price.ts'
import { isHistoryRange } from './history.ts'
import { mayQuote } from './state.ts'

describe('names for readers', () => {
  it.each([
    ['fallback', null],
    ['', null],
    ['admin-exact', 'set by us'],
    ['admin', 'set by us'],
    ['website', 'shop website'],
    ['gold-api', 'gold-api'],
  ])('the source %j reads %j [LIVE-02]', (source, words) => {
    expect(sourceLabel(source)).toBe(words)
  })

  it('only day, month and year are ranges of a chart [LIVE-06]', () => {
    expect(['day', 'month', 'year'].map(isHistoryRange)).toEqual([true, true, true])
    expect([null, '', 'week', 'constructor'].map(isHistoryRange)).toEqual(Array(4).fill(false))
  })
})

describe('whether the shop may promise a price', () => {
  const now = new Date('2026-03-11T16:00:00Z')
  const asked = { gold: goldPrice(), livePayments: true, now, maxAgeHours: 24 } as const

  it.each(goldPriceStates)('with real cards in the state %s [LIVE-08]', (state) => {
    expect(mayQuote({ ...asked, state })).toBe(state !== 'held' && state !== 'indicative')
    expect(mayQuote({ ...asked, state, livePayments: false })).toBe(true)
  })
})
