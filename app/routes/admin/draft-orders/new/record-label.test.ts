import { expect, it } from 'vitest'
import { recordLabel } from './record-label.ts'

it('tells the gold prices to choose from by the shop’s clock, its zone beside it [ADM-14, SALE-01]', () => {
  expect(recordLabel('2026-07-11T16:05:00Z')).toBe('Jul 11, 2026, 09:05 PDT')
})
