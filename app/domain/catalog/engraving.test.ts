import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { printable } from '#app/.server/documents/printable.ts'
import { cents } from '../money/cents.ts'
import { engravingFor, engravingOf, engravingProblem, maxEngraving } from './engraving.ts'
import { titleOf } from './line-title.ts'

const twenty = { fee: cents(6000), max: 20 }
const piece = { name: 'Fir Cone', engraving: twenty }
const alone = 'Please use only letters, numbers, ¼, ½, ¾, spaces, and basic punctuation.'
const mostlyFit = fc.oneof(
  fc.string({ unit: fc.constantFrom(...'Aé½ĺ9.’&ß \u00a0e\u0301'), maxLength: 70 }),
  fc.string({ unit: 'binary', maxLength: 70 }),
)

describe('the text of an engraving', () => {
  it.each([
    ['For Ada', 'For Ada'],
    ['  Ada\u00a0&  Ben, 12.5.2026 ', 'Ada & Ben, 12.5.2026'],
    // An accent entered separately is the same letter.
    ['Rene\u0301e', 'Renée'],
    ['“Łódź” – Ğül’s Țară #1 (A+B) / C*', '“Łódź” – Ğül’s Țară #1 (A+B) / C*'],
    // None.
    ['', ''],
    [' \u00a0  ', ''],
  ])('is kept of %j as %j, and cut [ENGRAVE-02]', (input, kept) => {
    expect(engravingOf(input)).toBe(kept)
    expect(engravingProblem(kept, { max: 60 })).toBeNull()
  })

  it.each([
    ['a control character', 'Ada\u0000'],
    ['the end of a line', 'Ada\nBen'],
    ['a tab', 'Ada\tBen'],
    ['an emoji', 'Ada 💍'],
    ['half an emoji', 'Ada \ud83d'],
    ['what turns the direction', '\u202eadA'],
    ['a letter from right to left', 'שלום'],
    ['another script', '爱'],
    ['a tag', '<b>Ada</b>'],
    ['what cannot be seen', 'Ada\u200bBen'],
    ['a long combining sequence', `A${'\u0301'.repeat(40)}da`],
    ['a letter in another form', 'Ａda'],
    ['signs of a program', 'Ada {x} \\ $ %'],
  ])('with %s is refused in words [ENGRAVE-02]', (_, input) => {
    expect(engravingProblem(engravingOf(input), { max: 60 })).toContain(alone)
  })

  it('names what cannot be engraved, as far as it can be seen [ENGRAVE-02]', () => {
    const refused = (input: string) => engravingProblem(engravingOf(input), { max: 60 })
    expect(refused('Zoë 1½')).toBeNull()
    expect(refused('Zoë ♥ 1½')).toBe(`We can’t engrave ♥. ${alone}`)
    expect(refused('$ {$} 💍')).toBe(`We can’t engrave $, {, }, 💍. ${alone}`)
    expect(refused('Ada\u202eben')).toBe(alone)
  })

  it('has at most as many characters as the piece takes [ENGRAVE-02]', () => {
    expect(engravingProblem('é'.repeat(20), twenty)).toBeNull()
    expect(engravingProblem('é'.repeat(23), twenty)).toBe(
      'This engraving can have up to 20 characters. Please shorten it by 3.',
    )
  })

  it('is the same when it is read again, and what is cut is printed and stored as it was typed [ENGRAVE-02]', () => {
    fc.assert(
      fc.property(mostlyFit, fc.integer({ min: 1, max: maxEngraving }), (input, max) => {
        const text = engravingOf(input)
        expect(engravingOf(text)).toBe(text)
        if (engravingProblem(text, { max }) !== null) return
        expect(text).toBe(
          input
            .normalize('NFC')
            .replace(/[ \u00a0]+/g, ' ')
            .trim(),
        )
        expect([...text].length).toBeLessThanOrEqual(max)
        expect(text).not.toMatch(/[\p{C}\p{M}\p{Zl}\p{Zp}<>{}\\]/u)
        expect(printable(text, 'engraving')).toBe(text)
      }),
    )
  })
})

describe('an engraving of a piece', () => {
  it('costs what the piece says, or is none where nothing is to be read [ENGRAVE-03]', () => {
    expect(engravingFor(' For  Ada ', piece)).toEqual({ text: 'For Ada', fee: 6000 })
    for (const none of [undefined, '', ' \u00a0 ']) {
      expect(engravingFor(none, piece)).toBeNull()
      expect(engravingFor(none, { name: 'Wave' })).toBeNull()
    }
  })

  it('is refused in a sentence that names the piece [ENGRAVE-04]', () => {
    for (const engraving of [undefined, null]) {
      expect(
        engravingFor('Ada', { name: 'Wave', ...(engraving === null && { engraving }) }),
      ).toEqual({ refused: 'Wave can’t be engraved. Please choose it without an engraving.' })
    }
    expect(engravingFor('Ada 💍', piece)).toEqual({
      refused: `Fir Cone, engraving: We can’t engrave 💍. ${alone}`,
    })
    expect(engravingFor('x'.repeat(21), piece)).toEqual({
      refused:
        'Fir Cone, engraving: This engraving can have up to 20 characters. Please shorten it by 1.',
    })
  })

  it('stands in the title of a line, since two may differ by it alone [ENGRAVE-06]', () => {
    expect(titleOf({ name: 'Fir Cone', size: 'Small', engraving: 'Ada' })).toBe(
      'Fir Cone, Small, “Ada”',
    )
    expect(titleOf({ name: 'Fir Cone', size: 'Small', engraving: null })).toBe('Fir Cone, Small')
  })
})
