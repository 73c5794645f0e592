import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { postDescription } from './head.ts'

const date = '2024-07-01T23:30:00'

describe('the description of a post', () => {
  it('is its excerpt, else how it begins, else its title and date [SEO-01]', () => {
    const excerpt = 'Pure gold never tarnishes and is easily marked. Some habits that keep it well.'
    expect(postDescription({ title: 'Care', date, excerpt, text: 'Text.' })).toBe(excerpt)
    expect(postDescription({ title: 'Care', date, excerpt: 'x', text: excerpt })).toBe(excerpt)
    const empty = postDescription({ title: 'Untitled', date, excerpt: '', text: '' })
    expect(empty).toContain('Untitled')
    expect(empty).toContain('July 1, 2024')
  })

  it('is of a length that search engines show, and ends with a word [SEO-01]', () => {
    const text = 'the recast guarantee covers accidental deformation of a piece, '.repeat(20)
    const shown = postDescription({ title: 'a', date, excerpt: '', text })
    expect(shown.length).toBeLessThanOrEqual(155)
    expect(text).toContain(shown.slice(0, -1))
    expect(shown).toMatch(/\w…$/)
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 400 }),
        fc.string({ maxLength: 400 }),
        (excerpt, words) => {
          const said = postDescription({ title: 'A post', date, excerpt, text: words })
          expect(said.isWellFormed()).toBe(true)
          expect([...said].length).toBeLessThanOrEqual(155)
          expect(said.length).toBeGreaterThan(20)
        },
      ),
    )
  })
})
