import { describe, expect, it } from 'vitest'
import type { Attribute } from './product.ts'
import {
  dimensionAttributes,
  dimensionsOf,
  shortMeasures,
  specificationsOf,
} from './specifications.ts'

const attributes = (...rows: [name: string, option: string][]): Attribute[] =>
  rows.map(([name, option], index) => ({ id: String(index), name, option }))

const pendant = attributes(
  ['Gold Size: Small', 'Weight: 14.7g, Fee: $750'],
  ['Depth', '3 mm'],
  ['Fineness', '.9999 (24k)'],
  ['Height', '24 mm'],
  ['Width', '18 mm'],
  ['Chain', '18-inch, included'],
)

describe('measures in short', () => {
  it('are height by width in whole millimeters, of the size where it has its own [FACTS-01]', () => {
    const rows = attributes(
      ['Height', '24 mm'],
      ['Width', '18.6 mm'],
      ['Height: Small', '4.5 mm'],
      ['Gold Size: Small', 'Weight: 14.7g, Fee: $750'],
    )
    expect(shortMeasures(rows, 'Large')).toBe('24 × 19 mm')
    expect(shortMeasures(rows, 'Small')).toBe('4.5 × 19 mm')
  })

  it.each([
    [[['Height', '24 mm']]],
    [
      [
        ['Height', '24 mm'],
        ['Width', ' '],
      ],
    ],
    [
      [
        ['Height', '1 in'],
        ['Width', '18 mm'],
      ],
    ],
  ] as [string, string][][][])('are left out where a side is not known in millimeters', (rows) => {
    expect(shortMeasures(attributes(...rows), null)).toBeNull()
  })
})

describe('dimensions', () => {
  it('stand together in one line, height first [PDP-15]', () => {
    expect(dimensionsOf(pendant)).toBe('24 mm high × 18 mm wide × 3 mm deep')
  })

  it('leave out what is not given or blank [PDP-15, SPEC-04]', () => {
    expect(dimensionsOf(attributes(['Height', ''], ['Width', ' 18 mm '], ['Depth', ' ']))).toBe(
      '18 mm wide',
    )
    expect(dimensionsOf(attributes(['Height', ''], ['Height', '24 mm']))).toBe('24 mm high')
  })

  it('are those of the chosen size where it has its own [PDP-23]', () => {
    const rows = attributes(
      ['Gold Size: Small', 'Weight: 14.7g, Fee: $750'],
      ['Gold Size: Large', 'Weight: 28.9g, Fee: $1250'],
      ['Height', '24 mm'],
      ['Width', '18 mm'],
      ['Height: Small', '19 mm'],
      ['Width: Relief', '2 mm'],
    )
    expect(dimensionsOf(rows, 'Small')).toBe('19 mm high × 18 mm wide')
    expect(dimensionsOf(rows, 'Large')).toBe('24 mm high × 18 mm wide')
    expect(dimensionsOf(rows)).toBe('24 mm high × 18 mm wide')
    expect(dimensionsOf(dimensionAttributes(rows), 'Small')).toBe('19 mm high × 18 mm wide')
    expect(specificationsOf(rows).map(({ name }) => name)).toEqual(['Width: Relief'])
  })

  it('are null where a product has none [PDP-15]', () => {
    expect(dimensionsOf(attributes(['Fineness', '.9999']))).toBeNull()
    expect(dimensionsOf([])).toBeNull()
  })

  it('know their attributes in spite of spaces around the name [PDP-15]', () => {
    const padded = attributes([' Height ', '24 mm'])
    expect(dimensionsOf(padded)).toBe('24 mm high')
    expect(specificationsOf(padded)).toEqual([])
  })
})

describe('specifications', () => {
  it('are every attribute that is no gold size and no dimension, in stored order [PDP-14, PDP-15]', () => {
    expect(specificationsOf(pendant).map(({ name }) => name)).toEqual(['Fineness', 'Chain'])
  })

  it('leave out a gold size even where its text cannot be read [PDP-14]', () => {
    expect(specificationsOf(attributes(['Gold Size: Small', 'ask']))).toEqual([])
  })

  it('leave out rows with a blank name or value [PDP-14, D23]', () => {
    const rows = attributes(['Finish', ''], ['Finish', '  '], ['', 'polished'], ['Finish', 'satin'])
    expect(specificationsOf(rows).map(({ option }) => option)).toEqual(['satin'])
  })

  it('keep words that only resemble a dimension [PDP-14]', () => {
    expect(
      specificationsOf(attributes(['Height of bail', '4 mm'], ['Thickness', '2 mm'])),
    ).toHaveLength(2)
  })
})
