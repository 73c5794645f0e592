import { expect, it } from 'vitest'
import { openInTradeIns } from './checklist-trade-ins.ts'

it('names what a lawyer and an accountant read before the shop buys gold, until an owner says they did [TRADE-15, TRADE-16]', () => {
  const terms = { kinds: ['recast', 'sell-back'], taxStates: ['CA'], isReviewed: false } as const
  const sentences = openInTradeIns(terms).map(({ sentence }) => sentence)
  expect(sentences).toHaveLength(6)
  expect(sentences.join(' ')).toMatch(/\$50,000.*Secondhand.*Form 8300.*Sanctions.*Retention.*CA/)
  expect(openInTradeIns({ ...terms, taxStates: [] })).toHaveLength(5)
  expect(openInTradeIns({ ...terms, isReviewed: true })).toEqual([])
  expect(openInTradeIns({ ...terms, kinds: ['recast'] })).toEqual([])
  expect(openInTradeIns(null)).toEqual([])
})
