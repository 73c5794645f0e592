import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type Cents,
  cents,
  centsToDecimal,
  formatCents,
  parseAmount,
  parseDollarInput,
  parseDollars,
  sumCents,
  timesQuantity,
} from './cents.ts'

const anyCents = fc.maxSafeInteger().map(cents)
const everydayCents = fc.integer({ min: 0, max: 100_000_000 }).map(cents)

describe('dollars as staff type them', () => {
  it.each([
    ['1000', 100_000],
    ['1,000', 100_000],
    ['$1,234,567.89', 123_456_789],
    ['$ 25', 2500],
    [' 25.5 ', 2550],
    ['.5', 50],
    ['0', 0],
    ['-5', -500],
    ['$-5', -500],
  ])('reads %s [REFUND-10]', (text, amount) => {
    expect(parseDollarInput(text)).toBe(amount)
  })

  it.each([
    '12,5',
    '1,23',
    '12 50',
    '1e3',
    '1,0000',
    '1.000,50',
    ',500',
    '1,000,5',
    '100.001',
    '',
    '$',
    '-',
    '.',
    '12x',
  ])('refuses %s rather than guess [REFUND-10]', (text) => {
    expect(parseDollarInput(text)).toBeNull()
  })
})

describe('dollars in data', () => {
  it('has two decimals and reads back to the same cent, for any amount [DATA-02]', () => {
    fc.assert(
      fc.property(anyCents, (amount) => {
        const text = centsToDecimal(amount)
        expect(text).toMatch(/^-?\d+\.\d{2}$/)
        expect(parseDollars(text)).toBe(amount)
      }),
    )
  })

  it.each([
    ['750', 75_000],
    ['750.5', 75_050],
    ['750.00', 75_000],
    ['750.000000', 75_000],
    ['1.15', 115],
    ['8.7', 870],
    ['0.29', 29],
    ['1.13', 113],
    ['4.35', 435],
    ['-29.77', -2_977],
    ['1e3', 100_000],
    ['.5', 50],
  ])('reads $%s to the cent where a float would slip', (text, amount) => {
    expect(parseDollars(text)).toBe(amount)
  })

  it.each(['1.005', '0.001', '1.00001', '0.0099999', '750.000001'])(
    'refuses %s: a fraction of a cent is never rounded away in silence',
    (text) => {
      expect(parseDollars(text)).toBeNull()
    },
  )

  it.each(['', 'abc', '$750', '1,250', '1,5', 'NaN', '90071992547409.92'])(
    'takes %j for no amount',
    (text) => {
      expect(parseDollars(text)).toBeNull()
    },
  )
})

describe('dollars on a screen', () => {
  it.each([
    [0, '$0.00'],
    [5, '$0.05'],
    [99_999, '$999.99'],
    [100_000, '$1,000.00'],
    [211_372, '$2,113.72'],
    [123_456_789, '$1,234,567.89'],
    [-5, '-$0.05'],
    [-288_632, '-$2,886.32'],
  ])('shows %i cents as %s [GOLD-04]', (amount, text) => {
    expect(formatCents(cents(amount))).toBe(text)
  })

  it('only adds a dollar sign and commas to the amount in data [GOLD-04]', () => {
    fc.assert(
      fc.property(anyCents, (amount) => {
        const shown = formatCents(amount)
        expect(shown).toMatch(/^-?\$\d{1,3}(,\d{3})*\.\d{2}$/)
        expect(shown.replace(/[$,]/g, '')).toBe(centsToDecimal(amount))
      }),
    )
  })
})

describe('sums', () => {
  it('adds ten cents and twenty to thirty, where floats make 0.30000000000000004 [CART-08]', () => {
    const parts = ['0.1', '0.2'].map((text) => parseDollars(text) as Cents)
    expect(centsToDecimal(sumCents(parts))).toBe('0.30')
  })

  it('adds up to the same cent in any order and grouping [CART-08]', () => {
    fc.assert(
      fc.property(fc.array(everydayCents), fc.array(everydayCents), (some, others) => {
        const whole = sumCents([...some, ...others])
        expect(sumCents([sumCents(others), sumCents(some)])).toBe(whole)
        expect(sumCents([...others, ...some].reverse())).toBe(whole)
      }),
    )
  })

  it('makes n pieces cost what n times one costs [CART-08]', () => {
    fc.assert(
      fc.property(everydayCents, fc.integer({ min: 1, max: 99 }), (price, quantity) => {
        const oneByOne = Array.from({ length: quantity }, () => price)
        expect(timesQuantity(price, quantity)).toBe(sumCents(oneByOne))
      }),
    )
  })

  it('throws rather than lose a cent', () => {
    const most = cents(Number.MAX_SAFE_INTEGER)
    expect(() => sumCents([most, cents(1)])).toThrow(RangeError)
    expect(() => timesQuantity(most, 2)).toThrow(RangeError)
    expect(() => timesQuantity(cents(100), 1.5)).toThrow(RangeError)
  })

  it.each([0.1, 1.5, 0.1 + 0.2, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])(
    'lets no %d in as cents',
    (value) => {
      expect(() => cents(value)).toThrow(RangeError)
    },
  )
})

describe('the amount of a checkout', () => {
  it('is exact to the cent for every sum written with two decimals [PAY-08, PAY-15]', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100_000_000_000 }), (sum) => {
        expect(parseAmount(JSON.parse(centsToDecimal(cents(sum))))).toBe(sum)
      }),
    )
  })

  it.each([
    undefined,
    null,
    '2113.72',
    'abc',
    true,
    [2113.72],
    { valueOf: () => 5 },
    0,
    -0,
    -1,
    -2113.72,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
    0.001,
    2113.725,
    2113.7200000000003,
    1e21,
    1e-7,
    Number.MAX_VALUE,
    2 ** 53,
  ])('is refused when it is %s [PAY-16]', (amount) => {
    expect(parseAmount(amount)).toBeNull()
  })

  it('may leave out zeros', () => {
    expect(parseAmount(2113.7)).toBe(211370)
    expect(parseAmount(5)).toBe(500)
    expect(parseAmount(0.01)).toBe(1)
  })
})
