import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { categoryKey, matchesSearch, searchTerm, visibleText } from './search.ts'

const piece = (parts: Partial<Parameters<ReturnType<typeof matchesSearch>>[0]>) => ({
  name: 'Piece',
  description: '',
  short_description: '',
  ...parts,
})

describe('visible text', () => {
  it.each([
    ['<p>Pure gold</p>', 'Pure gold'],
    ['<li>one</li><li>two</li>', 'one two'],
    ['Sal<b>ish</b> <EM class="x">Wave</EM>', 'Salish Wave'],
    ['a<br>b<hr/>c', 'a b c'],
    ['<a href="/x?a>b" title=\'>\'>link</a>', 'link'],
    ['before<!-- <p>hidden</p> -->after', 'beforeafter'],
    [
      'Fish &amp; chips&nbsp;&ndash; &quot;5 &lt; 6&quot; &#39;x&#39;',
      'Fish & chips – "5 < 6" \'x\'',
    ],
    ['&amp;lt;b&amp;gt;', '&lt;b&gt;'],
    ['5 < 6 and 7 > 6', '5 < 6 and 7 > 6'],
    [' \n\t spaced \u00a0 out \r\n', 'spaced out'],
    ['<p></p>', ''],
    ['<p>&nbsp;</p><p><br></p>', ''],
  ])('of %j is %j', (html, text) => {
    expect(visibleText(html)).toBe(text)
  })

  it('of text without markup is that text, its blanks single', () => {
    fc.assert(
      fc.property(
        fc.string().filter((text) => !/[<&]/.test(text)),
        (text) => {
          expect(visibleText(text)).toBe(
            text.replace(/[ \t\n\r\f\v\u00a0]+/g, ' ').replace(/^ | $/g, ''),
          )
        },
      ),
    )
  })

  it('is quick, whatever is given', () => {
    for (const hostile of ['<a '.repeat(20_000), '<'.repeat(50_000), '<!--'.repeat(20_000)]) {
      expect(visibleText(hostile).length).toBeLessThanOrEqual(hostile.length)
    }
  })
})

describe('a search', () => {
  it('finds any part of a name in any case [LIST-06]', () => {
    const word = fc.string({ unit: fc.constantFrom(...'abcXYZéÉжЖ 9%_\\'), minLength: 1 })
    fc.assert(
      fc.property(word, word, word, fc.boolean(), (before, part, after, upper) => {
        const input = upper ? part.toUpperCase() : part.toLowerCase()
        expect(matchesSearch(input)(piece({ name: before + part + after }))).toBe(true)
      }),
    )
  })

  it('looks at the visible text of both descriptions, not at their markup [LIST-06, D43]', () => {
    expect(matchesSearch('fir CONE')(piece({ description: '<p>Fir <b>c</b>one</p>' }))).toBe(true)
    expect(matchesSearch('cone')(piece({ short_description: 'A cone' }))).toBe(true)
    expect(matchesSearch('cone')(piece({ description: '<p class="cone">Fir</p>' }))).toBe(false)
  })

  it('does not run from one field into the next', () => {
    const split = piece({ name: 'Fir', short_description: 'cone' })
    expect(matchesSearch('fircone')(split)).toBe(false)
    expect(matchesSearch('fir cone')(split)).toBe(false)
    expect(matchesSearch('fir\ncone')(split)).toBe(false)
  })

  it('for nothing, or blanks, finds everything', () => {
    fc.assert(
      fc.property(fc.string(), fc.constantFrom('', ' ', '\t\n', '\0'), (name, input) => {
        expect(matchesSearch(input)(piece({ name }))).toBe(true)
      }),
    )
  })

  it('has a term that may be asked of any database: no NUL, no half letters, not endless', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 500 }), (input) => {
        const term = searchTerm(input)
        expect(term).not.toMatch(/\p{Cc}/u)
        expect(term.isWellFormed()).toBe(true)
        expect([...term].length).toBeLessThanOrEqual(200)
        expect(searchTerm(term)).toBe(term)
      }),
    )
    expect(searchTerm('a\ud83d')).toBe('a\ufffd')
  })
})

describe('a category', () => {
  it('is known by its slug, trimmed and whatever the case [LIST-08, D43]', () => {
    expect(categoryKey(' OPEN-Water ')).toBe(categoryKey('open-water'))
    expect(categoryKey('Open \n WATER')).toBe('open water')
    expect(categoryKey('water')).not.toBe(categoryKey('open-water'))
  })

  it('left empty is none', () => {
    expect(categoryKey('')).toBe('')
    expect(categoryKey('  ')).toBe('')
  })
})
