import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { quoteResponse as answer } from '#tests/support/quotes.ts'
import { lockedForMs, readQuoteResponse } from './quote-response.ts'

describe('the answer of /api/quote', () => {
  it('is read whole, and names the value of the metal goldPart [QUOTE-01]', () => {
    expect(readQuoteResponse(JSON.parse(JSON.stringify(answer)))).toEqual(answer)
    const { goldPart: _, ...without } = answer.lines[0] ?? {}
    expect(readQuoteResponse({ ...answer, lines: [without] })).toBeNull()
  })

  it('counts how long a price is held from the server’s own two times [QUOTE-05]', () => {
    expect(lockedForMs(answer)).toBe(600_000)
  })

  it('takes nothing for a price that is none', () => {
    const broken = [
      null,
      'Bad gateway',
      { ...answer, quote: undefined },
      { ...answer, total: 4227.44 },
      { ...answer, total: '4227.4' },
      { ...answer, total: '-1.00' },
      { ...answer, lines: {} },
      { ...answer, lines: [{ ...answer.lines[0], unitPrice: 'NaN' }] },
      { ...answer, lines: [null] },
      { ...answer, goldPrice: null },
      { ...answer, expiresAt: answer.issuedAt },
      { ...answer, expiresAt: 'soon' },
      { ...answer, notes: [1] },
    ]
    for (const value of broken) expect(readQuoteResponse(value)).toBeNull()
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(readQuoteResponse(value)).toBeNull()
      }),
    )
  })
})
