import { describe, expect, it } from 'vitest'
import { chainLabel, chainOf } from './necklace-chain.ts'

const attribute = (name: string, option: string) => ({ id: name, name, option })

describe('what a piece hangs on', () => {
  it('is its specification Chain, as staff wrote it [FACTS-03]', () => {
    const rows = [attribute('Finish', 'Polished'), attribute(' chain ', ' 18 inches ')]
    expect(chainOf(rows)).toBe('18 inches')
    expect(chainOf([attribute('Chain', ' ')])).toBeNull()
    expect(chainOf([attribute('Chain length', '18 inches')])).toBeNull()
  })

  it.each([
    ['18-inch, included', 'Chain'],
    ['Black paracord, 20 inches', 'Cord'],
    ['Cord of silk', 'Cord'],
  ])('%s is called %s', (text, label) => {
    expect(chainLabel(text)).toBe(label)
  })
})
