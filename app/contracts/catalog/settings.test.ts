import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { shippingForm } from '../fulfillment/shipping.ts'
import { paracordForm, withColor } from './paracord.ts'
import { noSettings, readSettings, trimmed, whatIsMissing } from './woocommerce.ts'

describe('the colors of the paracord notice', () => {
  it('are trimmed, never empty, and each there once [PARA-02]', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ maxLength: 30 })), (input) => {
        const colors = input.reduce<string[]>(withColor, [])
        expect(colors).toEqual(colors.map((color) => color.trim()).filter(Boolean))
        const folded = colors.map((color) => color.toLowerCase())
        expect(new Set(folded).size).toBe(colors.length)
      }),
    )
    expect(withColor(['Sand'], '  Black ')).toEqual(['Sand', 'Black'])
    expect(withColor(['Sand'], '   ')).toEqual(['Sand'])
    expect(withColor(['Sand'], 'SAND')).toEqual(['Sand'])
  })

  it('have limits that are given in plain words [PARA-01]', () => {
    const parse = (changed: object) =>
      paracordForm.safeParse({ enabled: true, colors: [], message: '', ...changed })
    expect(parse({ message: 'x'.repeat(301) }).error?.issues[0]?.message).toBe(
      'The message can have no more than 300 characters',
    )
    const many = Array.from({ length: 31 }, (_, number) => `color ${number}`)
    expect(parse({ colors: many }).error?.issues[0]?.message).toContain('no more than 30 colors')
    expect(parse({ colors: [...many.slice(1), '', ' '] }).success).toBe(true)
  })
})

it('shipping is free text of a line that says something [SHIP-01]', () => {
  const input = { processingTime: ' <b>now</b> ', shippingTime: '2 days', shippingCost: 'None' }
  expect(shippingForm.parse(input).processingTime).toBe('<b>now</b>')
  const refused = shippingForm.safeParse({
    ...input,
    shippingTime: ' ',
    shippingCost: 'x'.repeat(201),
  })
  expect(refused.error?.issues.map(({ message }) => message)).toEqual([
    'Shipping time is blank; buyers see it on every product page',
    'Shipping cost can have no more than 200 characters',
  ])
})

describe('the WooCommerce settings of a browser', () => {
  const storeUrl = 'https://store.example/'

  it('need a store URL, missing or malformed alike, and that is said first [WOO-03]', () => {
    for (const wrong of ['', '   ', 'store', 'store.example', 'javascript:alert(1)', 'ftp://a.b']) {
      const settings = { storeUrl: wrong, productMappings: [{ localId: '', wooId: '' }] }
      expect(whatIsMissing(settings)).toBe('WooCommerce store URL is required')
    }
    expect(whatIsMissing({ storeUrl, productMappings: [] })).toBeNull()
  })

  it('need both ids in every row [WOO-02]', () => {
    const whole = { localId: '7', wooId: '1042' }
    for (const row of [
      { localId: '', wooId: '1' },
      { localId: '7', wooId: ' ' },
    ]) {
      expect(whatIsMissing({ storeUrl, productMappings: [whole, row] })).toBe(
        'All product mapping fields must be filled',
      )
    }
    expect(whatIsMissing({ storeUrl, productMappings: [whole] })).toBeNull()
  })

  it('are read back as they were kept, and what cannot be read is none [WOO-05]', () => {
    expect(readSettings(null)).toEqual(noSettings)
    fc.assert(
      fc.property(
        fc.record({
          storeUrl: fc.string(),
          productMappings: fc.array(fc.record({ localId: fc.string(), wooId: fc.string() })),
        }),
        (settings) => {
          expect(readSettings(JSON.stringify(trimmed(settings)))).toEqual(trimmed(settings))
        },
      ),
    )
    for (const broken of [
      '',
      '{"storeUrl":',
      'null',
      '[]',
      '{"storeUrl":7,"productMappings":{}}',
    ]) {
      expect(readSettings(broken)).toBeNull()
    }
    fc.assert(fc.property(fc.string(), (stored) => void readSettings(stored)))
  })
})
