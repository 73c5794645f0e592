import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { giftNoteOf, lengthOfNote, maxGiftNote, whyNoGiftNote } from './gift-note.ts'

const anyText = fc.string({ unit: 'binary', maxLength: 400 })

describe('a gift note', () => {
  it.each([
    ['Happy birthday, Ada!', 'Happy birthday, Ada!'],
    ['  For you. \r\n\r\n\r\n\r\n  With love,\tBen ', 'For you.\n\nWith love, Ben'],
    // Nothing to be read.
    ['', ''],
    [' \t\r\n\u00a0\u3000 ', ''],
    ['\u200b\u200d\ufeff', ''],
    // What a database or a printer would stumble over, and what turns a text around.
    ['a\u0000b\u001b[31mc\u202ed', 'ab[31mcd'],
    ['half \ud83d of an emoji', 'half of an emoji'],
    // Emoji stay whole, in every script.
    ['👩‍👩‍👧 ❤️ 爱 שלום', '👩‍👩‍👧 ❤️ 爱 שלום'],
  ])('is kept of %j as %j [GIFT-01]', (input, kept) => {
    expect(giftNoteOf(input)).toBe(kept)
  })

  it('is the same when it is read again, and has nothing that cannot be kept or sent [GIFT-01]', () => {
    fc.assert(
      fc.property(anyText, (input) => {
        const note = giftNoteOf(input)
        expect(giftNoteOf(note)).toBe(note)
        expect(note).not.toMatch(/(?!\n)[\p{Cc}\p{Cs}]|\n{3}|^\s|\s$/u)
        expect(decodeURIComponent(encodeURIComponent(note))).toBe(note)
      }),
    )
  })

  it('has at most 300 characters, an emoji of one sign being one [GIFT-02]', () => {
    expect(whyNoGiftNote('')).toBeNull()
    expect(whyNoGiftNote('💍'.repeat(maxGiftNote))).toBeNull()
    expect(whyNoGiftNote(`${'💍'.repeat(maxGiftNote)}abc`)).toBe(
      'A gift note can have up to 300 characters. Please shorten it by 3.',
    )
    fc.assert(
      fc.property(anyText, (note) => {
        expect(whyNoGiftNote(note) === null).toBe(lengthOfNote(note) <= 300)
      }),
    )
  })
})
