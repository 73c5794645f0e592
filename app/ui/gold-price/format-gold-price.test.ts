import { describe, expect, it } from 'vitest'
import { goldPriceStates, sourceLabel } from '#app/domain/gold-price/gold-price.ts'
import { formatChange, stateLabel } from './format-gold-price.ts'

describe('a gold price in words', () => {
  it('names each of the six states by a word of its own [LIVE-02]', () => {
    const words = goldPriceStates.map((state) => stateLabel({ state, source: 'gold-api' }))
    expect(new Set(words).size).toBe(goldPriceStates.length)
    expect(words).not.toContain(null)
  })

  it('calls a fallback price indicative, whatever else is said of it [LIVE-02]', () => {
    expect(stateLabel({ state: null, source: 'fallback' })).toBe('Indicative price')
    expect(stateLabel({ state: 'live', source: 'fallback' })).toBe('Indicative price')
    expect(sourceLabel('fallback')).toBeNull()
  })

  it('names where a price is from [LIVE-02]', () => {
    expect(sourceLabel('gold-api')).toBe('gold-api')
    expect(sourceLabel('admin-exact')).toBe('set by us')
  })

  it('shows a move with its sign, to two places [GOLD-04]', () => {
    expect(formatChange(-297_700, -1.02)).toEqual({ direction: 'down', text: '-29.77 (-1.02%)' })
    expect(formatChange(123_000, 0.3)).toEqual({ direction: 'up', text: '+12.30 (+0.30%)' })
    expect(formatChange(12_345_678, 42)).toEqual({ direction: 'up', text: '+1,234.57 (+42.00%)' })
  })

  it('shows no change as neutral, without sign or direction [GOLD-08]', () => {
    expect(formatChange(0, 0)).toEqual({ direction: 'none', text: '0.00 (0.00%)' })
    expect(formatChange(-40, -0.001)).toEqual({ direction: 'none', text: '0.00 (0.00%)' })
  })
})
