import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cents } from '../money/cents.ts'
import type { Milligrams } from '../money/grams.ts'
import {
  type GoldSize,
  goldSizeAttribute,
  goldSizes,
  httpsLink,
  lightest,
  parseGoldSize,
} from './gold-size.ts'
import { isGoldSize, sizeLabel } from './gold-size-name.ts'

const read = (option: string, name = 'Gold Size: Small') => parseGoldSize({ name, option })
const attribute = (name: string, option: string) => ({ id: `${name}=${option}`, name, option })

/** Any label but blanks; those around it belong to the typing, not to the label. */
const anyLabel = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 60 })
  .map((label) => label.trim())
  .filter((label) => label !== '')
const anyHttps = fc
  .webUrl({ validSchemes: ['https'], withQueryParameters: true, withFragments: true })
  .filter((link) => URL.canParse(link))
/** Commas, and the words the format itself is made of. */
const anyTail = fc.constantFrom(
  '',
  '/a,b',
  '/a, b',
  '/?a=1, Stripe Link: 2',
  '/, Weight: 1g, Fee: $1',
)
const anyLink = fc.tuple(anyHttps, anyTail).map(([link, tail]) => new URL(link + tail).href)
const anySize: fc.Arbitrary<GoldSize> = fc.record({
  size: anyLabel,
  weight: fc.integer({ min: 1, max: 100_000_000 }).map((mg) => mg as Milligrams),
  fee: fc.integer({ min: 0, max: 1_000_000_000_000 }).map(cents),
  checkoutLink: fc.option(anyLink),
})

describe('a gold size, written and read', () => {
  it('is the same size again, whatever its label, weight, fee and link [SIZE-08, SIZE-09, SIZE-10]', () => {
    fc.assert(
      fc.property(anySize, (size) => {
        expect(parseGoldSize(goldSizeAttribute(size))).toEqual(size)
      }),
      { numRuns: 500 },
    )
  })

  it('loses only the spaces around its label [SIZE-08]', () => {
    const padded = { size: '  Small ', weight: 14_700 as Milligrams, fee: cents(75_000) }
    const written = goldSizeAttribute({ ...padded, checkoutLink: null })
    expect(written.name).toBe('Gold Size: Small')
    expect(parseGoldSize(written)?.size).toBe('Small')
  })

  it('is written as the specification has it [SIZE-08]', () => {
    const size = { size: 'Small', weight: 14_700 as Milligrams, fee: cents(75_000) }
    expect(goldSizeAttribute({ ...size, checkoutLink: null })).toEqual({
      name: 'Gold Size: Small',
      option: 'Weight: 14.7g, Fee: $750',
    })
    expect(goldSizeAttribute({ ...size, fee: cents(74_950), checkoutLink: null }).option).toBe(
      'Weight: 14.7g, Fee: $749.50',
    )
  })

  it('ends with its payment link, and only where there is one [SIZE-09]', () => {
    const size = { size: 'Large', weight: 28_900 as Milligrams, fee: cents(125_000) }
    expect(goldSizeAttribute({ ...size, checkoutLink: 'https://pay.example/a' }).option).toBe(
      'Weight: 28.9g, Fee: $1250, Stripe Link: https://pay.example/a',
    )
    expect(goldSizeAttribute({ ...size, checkoutLink: null }).option).not.toContain('Stripe')
  })

  it('never writes a link other than https [PAY-06]', () => {
    const size = { size: 'Large', weight: 28_900 as Milligrams, fee: cents(0) }
    const { option } = goldSizeAttribute({ ...size, checkoutLink: 'javascript:alert(1)' })
    expect(option).toBe('Weight: 28.9g, Fee: $0')
  })
})

describe('reading a gold size', () => {
  const small = { size: 'Small', weight: 14_700, fee: 75_000, checkoutLink: null }

  it.each([
    'Weight: 14.7g, Fee: $750',
    'Weight: 14.7g, Fee: $750.00',
    'Weight: 14.70 g , Fee: $ 750',
    '  weight:14.7G,fee:$750  ',
    'Weight : 14.7 g,  Fee : 750',
    'Fee: $750, Weight: 14.7g',
    'Weight: 14.7g, Fee: $750,',
    'Weight: 14.7g, Fee: $750, Stripe Link: ',
    'Weight: 14.7g, Fee: $750, Karat: 24',
  ])('understands %j, as old shops have it [SIZE-10]', (option) => {
    expect(read(option)).toEqual(small)
  })

  it.each([
    ['Weight: 28.9g, Fee: $1,250.00', 125_000],
    ['Weight: 28.9g,Fee:$1,250', 125_000],
    ['Weight: 28.9g, Fee: $1,250,000', 125_000_000],
    ['Fee: $1,250, Weight: 28.9g', 125_000],
  ])('distinguishes a thousands comma from a separating one in %j [SIZE-10]', (option, fee) => {
    expect(read(option)).toMatchObject({ weight: 28_900, fee })
  })

  it('counts a fee left out altogether as none [SIZE-10]', () => {
    expect(read('Weight: 14.7g')).toMatchObject({ weight: 14_700, fee: 0 })
  })

  it.each([
    'Weight: 14.7g, Fee:',
    'Weight: 14.7g, Fee: $',
    'Weight: 14.7g, Fee: $abc',
    'Weight: 14.7g, Fee: $-5',
    'Weight: 14.7g, Fee: -$5',
    'Weight: 14.7g, Fee: $7.505',
    'Weight: 14.7g, Fee: €750',
    'Weight: 14.7g, Fee: $1,25',
    'Weight: 14.7g, Fee: $12,5000',
    'Weight: 14.7g, Fee: $1, 250',
    'Weight: 14.7g, Fee: $750, Fee: $0',
    'Weight: 14.7g, 750',
  ])('drops %j rather than sell without the fee that was meant [SIZE-10]', (option) => {
    expect(read(option)).toBeNull()
  })

  it.each([
    'Weight: 0g, Fee: $750',
    'Weight: 0.0g, Fee: $750',
    'Weight: -14.7g, Fee: $750',
    'Weight: 14,7g, Fee: $750',
    'Weight: 1,470g, Fee: $750',
    'Weight: 14.7oz, Fee: $750',
    'Weight: 14.7, Fee: $750',
    'Weight: 14.7kg, Fee: $750',
    'Weight: g, Fee: $750',
    'Weight: 1e9g, Fee: $750',
    'Fee: $750',
    '14.7g',
    '',
  ])('drops %j: no weight above zero in grams [SIZE-10]', (option) => {
    expect(read(option)).toBeNull()
  })

  it.each(['Gold Size:', 'Gold Size:   ', 'gold size: Small', 'Size: Small', 'Finish'])(
    'takes an attribute named %j for no size [SIZE-10, CART-02]',
    (name) => {
      expect(read('Weight: 14.7g, Fee: $750', name)).toBeNull()
    },
  )

  it('never throws and never gives a weight of zero, a negative fee or an unsafe link [SIZE-10, PAY-06]', () => {
    const anyOption = fc.oneof(
      fc.string(),
      fc
        .array(
          fc.constantFrom('Weight:', 'Fee:', 'Stripe Link:', 'g', '$', ',', ' ', '-', '1', '.'),
        )
        .map((parts) => parts.join('')),
    )
    fc.assert(
      fc.property(anyOption, (option) => {
        const size = read(option)
        if (!size) return
        expect(size.weight).toBeGreaterThan(0)
        expect(size.fee).toBeGreaterThanOrEqual(0)
        if (size.checkoutLink) expect(size.checkoutLink).toMatch(/^https:/)
      }),
    )
  })
})

describe('payment links', () => {
  it.each([
    'http://pay.example/a',
    'javascript:alert(1)',
    'JavaScript:alert(1)//https://pay.example',
    ' javascript:alert(1)',
    'java\tscript:alert(1)',
    'data:text/html,<script>1</script>',
    'ftp://pay.example',
    '//pay.example/a',
    '/checkout',
    'pay.example/a',
    'https://',
    '',
  ])('keeps the size but drops its link %j [PAY-06]', (link) => {
    expect(read(`Weight: 14.7g, Fee: $750, Stripe Link: ${link}`)).toMatchObject({
      weight: 14_700,
      checkoutLink: null,
    })
    expect(httpsLink(link)).toBeNull()
  })

  it.each([
    ['https://pay.example/a,b', 'https://pay.example/a,b'],
    ['https://pay.example/?a=1, Stripe Link: 2', 'https://pay.example/?a=1,%20Stripe%20Link:%202'],
    ['HTTPS://Pay.Example/A', 'https://pay.example/A'],
    ['  https://pay.example/a  ', 'https://pay.example/a'],
  ])('reads %j as the browser would open it [SIZE-10, PAY-06]', (link, href) => {
    expect(read(`Weight: 14.7g, Fee: $750, Stripe Link: ${link}`)?.checkoutLink).toBe(href)
    expect(read(`weight: 14.7g,fee: $750,stripe link:${link}`)?.checkoutLink).toBe(href)
  })
})

describe('the sizes of a product', () => {
  const attributes = [
    attribute('Height', '24 mm'),
    attribute('Gold Size: Large', 'Weight: 28.9g, Fee: $1250'),
    attribute('Gold Size: Broken', 'Weight: 0g, Fee: $750'),
    attribute('Gold Size: Small', 'Weight: 14.7g, Fee: $750'),
    attribute('Gold Size: Large', 'Weight: 1g, Fee: $1'),
  ]

  it('stand in stored order, without those of no weight [SIZE-10]', () => {
    expect(goldSizes(attributes).map(({ size }) => size)).toEqual(['Large', 'Small'])
  })

  it('have one of each label, the first: a cart line knows its size by the label [CART-05, D2]', () => {
    expect(goldSizes(attributes)[0]).toMatchObject({ size: 'Large', weight: 28_900 })
  })

  it('are found and named by the attribute name [CART-02]', () => {
    expect(attributes.map(isGoldSize)).toEqual([false, true, true, true, true])
    expect(attributes.map(sizeLabel)).toEqual([null, 'Large', 'Broken', 'Small', 'Large'])
  })

  it('have a lightest one, the first of equals; none without sizes [LIST-13]', () => {
    expect(lightest(goldSizes(attributes))?.size).toBe('Small')
    expect(lightest([])).toBeNull()
    const twins = ['First', 'Second'].map((label) =>
      attribute(`Gold Size: ${label}`, 'Weight: 14.7g, Fee: $750'),
    )
    expect(lightest(goldSizes(twins))?.size).toBe('First')
    fc.assert(
      fc.property(fc.array(anySize, { minLength: 1 }), (sizes) => {
        const least = Math.min(...sizes.map(({ weight }) => weight))
        expect(lightest(sizes)).toBe(sizes.find(({ weight }) => weight === least))
      }),
    )
  })
})
