import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { unbrokenHtml, unbrokenParts } from './no-break.ts'

const kept = (text: string) => unbrokenParts(text).filter((_, at) => at % 2 === 1)

describe('what a line is not broken inside [A11Y-06]', () => {
  it.each([
    ['It takes 1-3 weeks.', ['1-3 weeks']],
    ['9:00 AM-5:00 PM', ['9:00 AM', '5:00 PM']],
    ['Nov 20, 2:31 PM UTC, gold-api', ['2:31 PM UTC']],
    ['14.7 g and 24 × 24 × 3.4 mm', ['14.7 g', '24 × 24 × 3.4 mm']],
    ['tested by X-ray, by e-mail', ['X-ray', 'e-mail']],
    ['An 18-inch chain', ['18-inch']],
    ['1000 Example Street, Suite 100', ['Suite 100']],
    ['24 glasses, 3 mmx, a hand-made piece', []],
  ])('%s', (text, wanted) => {
    expect(kept(text)).toEqual(wanted)
  })

  it('leaves the tags of HTML alone', () => {
    expect(unbrokenHtml('<a title="3 mm" href="/e-mail">3 mm</a>')).toBe(
      '<a title="3 mm" href="/e-mail"><span class="unbroken">3 mm</span></a>',
    )
  })

  it('never changes the words', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(unbrokenParts(text).join('')).toBe(text)
        const html = text.replaceAll('<', '&lt;')
        expect(unbrokenHtml(html).replace(/<\/?span[^>]*>/g, '')).toBe(html)
      }),
    )
  })
})
