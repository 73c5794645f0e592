import { expect, it } from 'vitest'
import type { PricePerGram } from '#app/domain/gold-price/rates.ts'
import { alertWords } from './alert-words.ts'

it.each([
  ['A digit was missing', 'A digit was missing. 1 order was paid at it.'],
  ['A digit was missing.', 'A digit was missing. 1 order was paid at it.'],
  ['Was it wrong?', 'Was it wrong? 1 order was paid at it.'],
])('tells why a price was withdrawn as a sentence: %s [ALERT-02]', (reason, told) => {
  const perGram = 130_000 as PricePerGram
  const facts = { by: 'ann@example.com', perGram, prices: 1, toDecide: 1, reason }
  expect(alertWords({ kind: 'gold-price-withdrawn', facts }).sentence).toContain(told)
})
