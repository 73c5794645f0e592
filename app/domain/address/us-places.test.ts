import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { normalAddress, readState, readZip, stateName, taxPlaces, usStates } from './us-places.ts'

const places = {
  ...taxPlaces,
  FM: 'Micronesia',
  MH: 'Marshall Islands',
  PW: 'Palau',
  AA: 'Armed Forces Americas',
  AE: 'Armed Forces Europe',
  AP: 'Armed Forces Pacific',
}

const fullWidth = (text: string) =>
  text.replace(/[!-~]/g, (one) => String.fromCharCode(one.charCodeAt(0) + 0xfee0))

describe('readState', () => {
  it('reads each place by code and name, in any case, width and spacing, as its code [PLACE-01]', () => {
    expect(Object.keys(usStates)).toHaveLength(51)
    const spelling = fc.constantFrom<(text: string) => string>(
      (text) => text,
      (text) => text.toLowerCase(),
      (text) => text.toUpperCase(),
      (text) => `  ${text.replaceAll(' ', '  ')}\n`,
      (text) => text.split('').join('\u200b'),
      fullWidth,
    )
    const place = fc.constantFrom(...Object.entries(places))
    fc.assert(
      fc.property(place, spelling, spelling, ([code, name], one, other) => {
        expect([readState(one(other(code))), readState(one(other(name)))]).toEqual([code, code])
        const dotted = code.split('').join('. ')
        expect(readState(one(`${dotted}.`))).toBe(code)
      }),
    )
  })

  it.each([
    ['D.C.', 'DC'],
    ['Washington, D.C.', 'DC'],
    ['Washington', 'WA'],
    ['washington state', 'WA'],
    ['State of Washington', 'WA'],
    ['New York State', 'NY'],
    ['Commonwealth of Virginia', 'VA'],
    ['Wash.', 'WA'],
    ['Calif.', 'CA'],
    ['N. Mex.', 'NM'],
    ['W.Va.', 'WV'],
    ['US-CA', 'CA'],
    ['Hawaiʻi', 'HI'],
    ['Hawai’i', 'HI'],
    ['Armed Forces Europe, the Middle East, and Canada', 'AE'],
    ['Armed Forces Middle East', 'AE'],
    ['Armed Forces Americas (except Canada)', 'AA'],
    ['Virgin Islands', 'VI'],
    ['Virgin Islands, U.S.', 'VI'],
    ['USVI', 'VI'],
    ['CNMI', 'MP'],
    ['Federated States of Micronesia', 'FM'],
  ])('%s is %s [PLACE-01]', (text, code) => expect(readState(text)).toBe(code))

  it.each(['', ' ', 'XX', 'W', 'Ontario', 'BC', 'Cascadia', 'WA98101', 'constructor', '__proto__'])(
    '“%s” is no place [PLACE-01]',
    (text) => expect(readState(text)).toBeNull(),
  )

  it('names a code, and leaves what it does not know as it is [PLACE-01]', () => {
    expect(['WA', 'ca', 'AE', 'Ontario', ''].map(stateName)).toEqual([
      'Washington',
      'California',
      'Armed Forces Europe',
      'Ontario',
      '',
    ])
  })
})

describe('readZip', () => {
  it('reads five or nine digits however they are parted [PLACE-02]', () => {
    const digits = (count: number) =>
      fc.array(fc.integer({ min: 0, max: 9 }), { minLength: count, maxLength: count })
    const between = fc.constantFrom('', '-', ' ', ' - ', '–', '—', '−', '\u00a0', '\u2011')
    fc.assert(
      fc.property(digits(5), digits(4), between, fc.boolean(), (five, four, dash, isWide) => {
        const [a, b] = [five.join(''), four.join('')]
        const written = isWide ? fullWidth : (text: string) => text
        expect(readZip(written(` ${a}`))).toBe(a)
        expect(readZip(written(a) + dash + written(b))).toBe(`${a}-${b}`)
      }),
    )
  })

  it.each(['', '9810', '981011', '98101-123', '98101-12345', 'K1A 0B1', '98101 WA', '९८१०१'])(
    '“%s” is no ZIP code [PLACE-02]',
    (text) => expect(readZip(text)).toBeNull(),
  )
})

describe('normalAddress', () => {
  const address = {
    ...{ name: 'Ada', line1: 'PSC 3 Box 120', line2: '', city: 'APO' },
    ...{ state: 'ae', postalCode: '091010001', country: 'us' },
  }

  it('puts state and ZIP code into their one form and leaves the rest [PLACE-03]', () => {
    const normal = { ...address, state: 'AE', postalCode: '09101-0001', country: 'US' }
    expect(normalAddress(address)).toEqual(normal)
    expect(normalAddress(normal)).toEqual(normal)
    const odd = { ...address, state: 'Cascadia', postalCode: 'none', country: 'US' }
    expect(normalAddress(odd)).toEqual(odd)
  })

  it('makes a territory that was given as a country a state, and leaves other countries [PLACE-03]', () => {
    const there = { ...address, state: 'San Juan', postalCode: '00901', country: 'PR' }
    expect(normalAddress(there)).toMatchObject({ state: 'PR', country: 'US' })
    const abroad = { ...address, state: 'Ca', postalCode: '09124', country: 'IT' }
    expect(normalAddress(abroad)).toBe(abroad)
  })

  it('leaves what an erased order has: state and country alone [PLACE-03]', () => {
    const erased = { ...address, state: 'Oregon', postalCode: '', country: 'US' }
    expect(normalAddress(erased)).toEqual({ ...erased, state: 'OR' })
  })
})
