import { describe, expect, it } from 'vitest'
import { buyerPages, gradeOf, sentencesOf } from './readability.ts'

/** The highest grade that a page may have: a reader of about 13 years. */
const maxGrade = 8

describe.each(Object.entries(buyerPages))('what buyers read: %s', (_, paths) => {
  it('reads at grade 8 or below [COPY-05]', () => {
    const sentences = sentencesOf(paths)
    expect(sentences.length).toBeGreaterThan(5)
    expect(gradeOf(sentences)).toBeLessThanOrEqual(maxGrade)
  })
})

describe('the grade', () => {
  it('rises with the words of a sentence and the syllables of a word [COPY-05]', () => {
    // 0.39 × 6 + 11.8 × 6 ÷ 6 − 15.59, and 0.39 × 5 + 11.8 × 19 ÷ 5 − 15.59.
    expect(gradeOf(['The cat sat on the mat.'])).toBeCloseTo(-1.45)
    expect(gradeOf(['Considerable difficulties require immediate consideration.'])).toBeCloseTo(
      31.2,
    )
  })

  it('takes sentences from text, elements, and Markdown, and no class names [COPY-05]', () => {
    const cart = sentencesOf(['app/ui/cart'])
    expect(cart).toContain('If gold drops before you check out, you pay less.')
    expect(cart.join(' ')).not.toMatch(/min-h-11|import/)
    expect(sentencesOf(['content/journal/3-caring-for-soft-gold.md'])).toContain(
      'Pure gold needs little care.',
    )
  })
})
