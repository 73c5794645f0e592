import fc from 'fast-check'
import { expect, it } from 'vitest'
import { foldText } from './fold.ts'

/** Ways to write the same; the first is what a keyboard has. */
const spellings = [
  ["'", '‘', '’', 'ʼ', '′', '´', '`', '＇'],
  ['"', '“', '”', '„', '″', '＂'],
  ['-', '‐', '‑', '–', '—', '−', '－'],
  ['e', 'é', 'É', 'e\u0301', 'Ｅ', 'ê'],
  ['o', 'ø', 'Ø', 'ö', 'ő'],
  ['i', 'I', 'İ', 'ı', 'ï'],
  ['ss', 'ß', 'ẞ', 'SS'],
  ['ae', 'æ', 'Æ'],
  ['l', 'Ł', 'ł', 'Ｌ'],
  ['7', '７', '⁷'],
  ['fi', 'ﬁ'],
  ['...', '…'],
  [' ', '\u00a0', '\u202f', '\u3000', '\t', '\u2009', '  '],
  ['к', 'К'],
  ['σ', 'Σ', 'ς'],
  ['n', 'n\u200b', 'ñ', '\u00adN'],
  ['ガ', 'ｶﾞ', 'カ\u3099'],
] as const

it('all ways to write the same are folded alike [FOLD-01]', () => {
  const part = fc
    .constantFrom(...spellings)
    .chain((ways) => fc.tuple(fc.constant(ways[0]), fc.constantFrom(...ways)))
  fc.assert(
    fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
      const plain = parts.map(([first]) => first).join('')
      const written = parts.map(([, way]) => way).join('')
      expect(foldText(written)).toBe(foldText(plain))
    }),
  )
})

it.each([
  ['Maker’s Mark', "maker's mark"],
  ['14‑inch — chain', '14-inch - chain'],
  ['US 6½', 'us 6 1/2'],
  ['½ oz', '1/2 oz'],
  ['Zoë Łuczak, Größe №７', 'zoe luczak, grosse no7'],
  ['10 × 5 ㎜', '10 x 5 mm'],
])('%s is %s [FOLD-01]', (written, folded) => {
  expect(foldText(written)).toBe(folded)
})

it('what is folded stays as it is [FOLD-01]', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(foldText(foldText(text))).toBe(foldText(text))
    }),
    { numRuns: 2000 },
  )
})
