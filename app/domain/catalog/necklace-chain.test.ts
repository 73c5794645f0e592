import { describe, expect, it } from 'vitest'
import {
  builtInChain,
  chainInBrief,
  chainLabel,
  chainOf,
  chainsInBrief,
  comesWithPiece,
} from './necklace-chain.ts'

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
    [builtInChain, '18-inch 14k chain included'],
    ['Included: 20 inch rope in 18K gold', '20-inch 18K chain included'],
    ['18-inch cable, 14k, not included', 'Chain: 18-inch cable, 14k, not included'],
    ['18- or 20-inch, 14k or 18k, included', 'Chain: 18- or 20-inch, 14k or 18k, included'],
    ['16-inch or 18-inch, 14k, included', 'Chain: 16-inch or 18-inch, 14k, included'],
    ['Black paracord, 20 inches', 'Cord: Black paracord, 20 inches'],
  ])('%s, in a few words: %s [FACTS-35]', (text, brief) => {
    expect(chainInBrief(text)).toBe(brief)
  })

  it('is said of all pieces at once only where it is the same [FACTS-35]', () => {
    expect(chainsInBrief([builtInChain, builtInChain])).toBe('18-inch 14k chain included')
    expect(chainsInBrief([builtInChain, null])).toBe('Each piece names its own chain')
    expect(chainsInBrief([null, null])).toBeNull()
    expect(chainsInBrief([])).toBeNull()
  })

  it.each([
    ['18-inch, included', 'Chain'],
    ['Black paracord, 20 inches', 'Cord'],
    ['Cord of silk', 'Cord'],
  ])('%s is called %s', (text, label) => {
    expect(chainLabel(text)).toBe(label)
  })
})
