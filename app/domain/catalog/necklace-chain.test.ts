import { describe, expect, it } from 'vitest'
import { chainLabel, chainOf, comesWithPiece } from './necklace-chain.ts'

const attribute = (name: string, option: string) => ({ id: name, name, option })

describe('what a piece hangs on', () => {
  it('is its specification Chain, as staff wrote it [FACTS-03]', () => {
    const rows = [attribute('Finish', 'Polished'), attribute(' chain ', ' 18 inches ')]
    expect(chainOf(rows)).toBe('18 inches')
    expect(chainOf([attribute('Chain', ' ')])).toBeNull()
    expect(chainOf([attribute('Chain length', '18 inches')])).toBeNull()
  })

  it.each([
    ['18-inch cable, 14k yellow gold, 1.75 mm, included', true],
    ['Included: black paracord', true],
    ['Not included', false],
    ['No chain included', false],
    ['Isn’t included', false],
    ['Included with the Large only', false],
    ['18-inch cable', false],
    ['Sold separately', false],
  ])('%s: comes with the piece: %s [FACTS-33]', (text, comes) => {
    expect(comesWithPiece(text)).toBe(comes)
  })

  it.each([
    ['18-inch, included', 'Chain'],
    ['Black paracord, 20 inches', 'Cord'],
    ['Cord of silk', 'Cord'],
  ])('%s is called %s', (text, label) => {
    expect(chainLabel(text)).toBe(label)
  })
})
