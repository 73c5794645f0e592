import { describe, expect, it } from 'vitest'
import { quoteRequest } from './quote-request.ts'

const line = { productId: '7', size: 'Small', quantity: 1 }

function refusal(body: unknown): string | null {
  const parsed = quoteRequest.safeParse(body)
  return parsed.success ? null : (parsed.error.issues[0]?.message ?? '')
}

describe('the body of a quote request', () => {
  it('is lines of product, size and quantity, from 1 to 99 of a piece and up to fifty lines [QUOTE-06]', () => {
    expect(quoteRequest.parse({ lines: [{ ...line, price: '0.01' }] })).toEqual({ lines: [line] })
    expect(refusal({ lines: [{ ...line, quantity: 99 }] })).toBeNull()
    const fifty = Array.from({ length: 50 }, (_, index) => ({ ...line, productId: `${index}` }))
    expect(refusal({ lines: fifty })).toBeNull()
    expect(refusal({ lines: [...fifty, line] })).toBe('A cart can hold at most 50 lines.')
  })

  it.each([0, -1, 1.5, 100, 'abc', '1', null, undefined, Number.NaN, 1e300, [1], true])(
    'refuses the quantity %s in plain words [QUOTE-06]',
    (quantity) => {
      expect(refusal({ lines: [{ ...line, quantity }] })).toBe(
        'The quantity must be a whole number from 1 to 99.',
      )
    },
  )

  it('refuses more than 99 of one piece, spread over lines too [QUOTE-06]', () => {
    const half = { ...line, quantity: 50 }
    expect(refusal({ lines: [half, { ...half, quantity: 49 }] })).toBeNull()
    expect(refusal({ lines: [half, { ...half, size: 'Large' }] })).toBeNull()
    expect(refusal({ lines: [half, half] })).toBe(
      'At most 99 of one piece can be bought at a time.',
    )
  })

  it('takes a text to be engraved, each a piece of its own [ENGRAVE-04]', () => {
    const engraved = { ...line, quantity: 60, engraving: 'Ada' }
    expect(refusal({ lines: [engraved, { ...engraved, engraving: 'Ben' }] })).toBeNull()
    expect(refusal({ lines: [engraved, engraved] })).toMatch(/^At most 99/)
    for (const engraving of [7, null, ['Ada'], {}, 'x'.repeat(1001)]) {
      expect(refusal({ lines: [{ ...line, engraving }] })).toBe(
        'engraving must be text of at most 1000 characters.',
      )
    }
  })

  it('takes names and choices of options, each choice a piece of its own, and nothing else of them [OPTION-03, OPTION-04]', () => {
    const long = { ...line, quantity: 60, options: [{ name: 'Chain', choice: '20 in' }] }
    const short = { ...long, options: [{ name: 'Chain', choice: '18 in' }] }
    expect(refusal({ lines: [long, short] })).toBeNull()
    expect(refusal({ lines: [long, long] })).toMatch(/^At most 99/)
    const priced = { ...long, options: [{ name: 'Chain', choice: '20 in', price: -2500, mg: 0 }] }
    expect(quoteRequest.parse({ lines: [priced] })).toEqual({ lines: [long] })
    const many = Array.from({ length: 7 }, (_, at) => ({ name: `${at}`, choice: 'x' }))
    for (const options of [7, null, 'Matte', ['Matte'], [{}], [{ name: 'a' }], many]) {
      expect(refusal({ lines: [{ ...line, options }] })).toBe(
        'options must be a list of at most 6 names and choices.',
      )
    }
    const long61 = [{ name: 'a', choice: 'x'.repeat(61) }]
    expect(refusal({ lines: [{ ...line, options: long61 }] })).toMatch(/^options must be/)
  })

  it.each([
    [{ lines: [] }, 'The cart is empty.'],
    [{}, 'Please send the lines of the cart as a list.'],
    [null, 'Please send the lines of the cart as a list.'],
    ['lines', 'Please send the lines of the cart as a list.'],
    [{ lines: 'all' }, 'Please send the lines of the cart as a list.'],
    [{ lines: [7] }, 'Each line needs a productId, a size, and a quantity.'],
    [{ lines: [{ ...line, productId: 7 }] }, 'productId must be a text of 1 to 64 characters.'],
    [{ lines: [{ ...line, productId: '' }] }, 'productId must be a text of 1 to 64 characters.'],
    [
      { lines: [{ ...line, productId: 'x'.repeat(65) }] },
      'productId must be a text of 1 to 64 characters.',
    ],
    [
      { lines: [{ ...line, productId: 'a\u0000' }] },
      'productId must be a text of 1 to 64 characters.',
    ],
    [{ lines: [{ ...line, size: null }] }, 'size must be a text of at most 60 characters.'],
    [
      { lines: [{ ...line, size: 'x'.repeat(61) }] },
      'size must be a text of at most 60 characters.',
    ],
  ])('refuses %j in plain words [QUOTE-06]', (body, message) => {
    expect(refusal(body)).toBe(message)
  })

  it('lets a line without a size through, to be dropped with a note [QUOTE-06]', () => {
    expect(refusal({ lines: [{ ...line, size: '' }] })).toBeNull()
  })
})
