import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { phoneUri, readPhone } from './phone.ts'

const uri = (text: string) => {
  const phone = readPhone(text)
  return phone && phoneUri(phone)
}

describe('readPhone', () => {
  it('reads a number of country code 1 however it is written [PLACE-04]', () => {
    const digit = (min: number) => fc.integer({ min, max: 9 })
    const three = fc.tuple(digit(2), digit(0), digit(0)).map((all) => all.join(''))
    const four = fc.tuple(digit(0), digit(0), digit(0), digit(0)).map((all) => all.join(''))
    const written = fc.constantFrom<(a: string, b: string, c: string) => string>(
      (a, b, c) => `(${a}) ${b}-${c}`,
      (a, b, c) => `${a}.${b}.${c}`,
      (a, b, c) => `+1 ${a} ${b} ${c}`,
      (a, b, c) => `1-${a}-${b}-${c}`,
      (a, b, c) => `1 (${a}) ${b}–${c}`,
      (a, b, c) => ` ${a}\u00a0${b}\u2011${c} `,
      (a, b, c) => `001${a}${b}${c}`,
      (a, b, c) => `\u202a${a}/${b}/${c}\u202c`,
      (a, b, c) => `tel:+1-${a}-${b}-${c}`,
    )
    const extended = fc.constantFrom(' x', ' x ', ' ext. ', ', Ext ', ';ext=', ' extension ', ' #')
    const extension = fc.integer({ min: 1, max: 99_999 }).map(String)
    fc.assert(
      fc.property(three, three, four, written, extended, extension, (a, b, c, write, by, ext) => {
        const number = `+1${a}${b}${c}`
        expect(readPhone(write(a, b, c))).toEqual({ number, extension: '' })
        expect(uri(`${write(a, b, c).trim()}${by}${ext}`)).toBe(`tel:${number};ext=${ext}`)
        expect(uri(uri(write(a, b, c)) ?? '')).toBe(`tel:${number}`)
      }),
    )
  })

  it.each([
    ['(206) 555-0149 x12', 'tel:+12065550149;ext=12'],
    ['206-555-0149 ext. 0012', 'tel:+12065550149;ext=0012'],
    ['1-800-GOLD-999', 'tel:+18004653999'],
    ['1-800-FLOWERS', 'tel:+18003569377'],
    ['1-800-MATTRESS', 'tel:+18006288737'],
    ['1-800-FLOWERX x12', 'tel:+18003569379;ext=12'],
    ['888 555 0100', 'tel:+18885550100'],
    ['+44 20 7946 0958', 'tel:+442079460958'],
    ['+44 (0)20 7946 0958', 'tel:+442079460958'],
    ['011 49 30 901820 ext 7', 'tel:+4930901820;ext=7'],
    ['＋１ ２０６ ５５５ ０１４９', 'tel:+12065550149'],
    ['tel:+1-206-555-0149;ext=12', 'tel:+12065550149;ext=12'],
  ])('%s is dialed by %s [PLACE-04]', (text, expected) => expect(uri(text)).toBe(expected))

  it.each([
    '',
    'call us',
    '555',
    '+',
    '555-0149',
    '(206 555-0149',
    '206 555-0149 12',
    '(206) 555-0149 or 0150',
    '(206) 555-0149, (206) 555-0150',
    '(106) 555-0149',
    '(206) 055-0149',
    '2065550149123',
    '+1 206 555 014',
    '+44',
    '+1234567890123456',
    'GOLD-555-0149',
    '(206) 555-0149 x',
    '(206) 555-0149 or',
    '(206) 555-014 or',
    '(206) 555-0149\r\nBcc: eve@example.com',
  ])('“%s” is refused, not guessed [PLACE-04]', (text) => expect(readPhone(text)).toBeNull())

  it('gives digits alone, of any text [PLACE-04]', () => {
    const marks = fc.constantFrom(...'0123456789+()-. xX#/ABCext,;=')
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: marks })), (text) => {
        const phone = readPhone(text)
        if (!phone) return
        expect(phone.number).toMatch(/^\+[1-9]\d{6,14}$/)
        expect(phone.extension).toMatch(/^\d*$/)
        expect(readPhone(phoneUri(phone))).toEqual(phone)
      }),
    )
  })
})
