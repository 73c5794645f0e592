import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readMailto } from '#tests/support/read-mailto.ts'
import { emailDraft } from './email-draft.ts'

const to = 'hello@shop.example.com'

/** Anything that can be pasted into a field, half surrogate pairs included. */
const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc
    .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 30 })
    .map((units) => String.fromCharCode(...units)),
  fc.constantFrom(
    'a@b.example,c@d.example',
    '&bcc=spy@example.com',
    '?cc=spy@example.com',
    'x%0D%0Abcc:spy@example.com',
    'x\r\nBcc: spy@example.com',
    '#subject=other',
    '+ % & = ? #',
  ),
)

/** What a keyboard can write: no control characters or line separators, no broken pairs. */
const typed = fc
  .string({ unit: 'grapheme', maxLength: 200 })
  .filter((text) => !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(text))

describe('a mail draft', () => {
  it('has one recipient, a subject and a body, whatever is pasted [CONTACT-08, CUSTOM-16]', () => {
    fc.assert(
      fc.property(anyText, anyText, (subject, body) => {
        const draft = readMailto(emailDraft(to, subject, body).href)
        expect(draft.recipients).toEqual([to])
        expect(draft.names).toEqual(['subject', 'body'])
      }),
    )
  })

  it('decodes to what was typed, line breaks as CRLF [CONTACT-06, CONTACT-08]', () => {
    fc.assert(
      fc.property(typed, fc.array(typed), (subject, lines) => {
        const draft = readMailto(emailDraft(to, subject, lines.join('\n')).href)
        expect(draft.subject).toBe(subject)
        expect(draft.body).toBe(lines.join('\r\n'))
      }),
    )
  })

  it('takes every kind of line break for one, pasted separators too [CONTACT-06]', () => {
    const draft = readMailto(emailDraft(to, 'one\u2028two', 'a\rb\nc\r\nd\u2028e\u2029f').href)
    expect(draft.subject).toBe('one two')
    expect(draft.body).toBe('a\r\nb\r\nc\r\nd\r\ne\r\nf')
  })

  it('keeps header and address free of line breaks, encoded or not [CONTACT-08, CUSTOM-16]', () => {
    fc.assert(
      fc.property(anyText, anyText, (subject, body) => {
        const { href } = emailDraft(to, subject, body)
        expect(readMailto(href).subject).not.toMatch(/[\r\n]/)
        expect(href).toMatch(/^[!-~]+$/)
        expect(readMailto(href).body).not.toMatch(/(^|[^\r])\n|\r(?!\n)|\0/)
      }),
    )
  })

  it('puts a sign in the place of half a surrogate pair, and does not throw [CUSTOM-16]', () => {
    expect(readMailto(emailDraft(to, 'gold \ud83d', 'x\udc00').href)).toMatchObject({
      subject: 'gold \ufffd',
      body: 'x\ufffd',
    })
  })

  it('offers the same message as text to paste [D36]', () => {
    expect(emailDraft(to, 'A bent pendant', 'Name: Ada\n\nHello').text).toBe(
      'Subject: A bent pendant\n\nName: Ada\n\nHello',
    )
  })
})
