import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { brand } from '#brand'
import { readMailto } from '#tests/support/read-mailto.ts'
import { contactDraft } from './message.ts'

const field = fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 80 })

describe('the contact draft', () => {
  it('goes to the support address with the typed subject [CONTACT-06]', () => {
    fc.assert(
      fc.property(field, field, field, (name, subject, message) => {
        const draft = readMailto(contactDraft({ name, subject, message }).href)
        expect(draft.recipients).toEqual([brand.email])
        expect(draft.names).toEqual(['subject', 'body'])
        expect(draft.subject).toBe(subject)
        expect(draft.body).toBe(`Name: ${name}\r\n\r\n${message}`)
      }),
    )
  })

  it('holds name and message, not the typed email [CONTACT-07]', () => {
    const draft = readMailto(
      contactDraft({
        name: 'Ada',
        email: 'ada@example.com',
        subject: 'A weight',
        message: 'How heavy is it?\nThank you',
      }).href,
    )
    expect(draft.body).toBe('Name: Ada\r\n\r\nHow heavy is it?\r\nThank you')
  })

  it('lets no name pass for a line of the message [CONTACT-08]', () => {
    const { body } = contactDraft({ name: 'Ada\r\nMessage: forged', message: 'Hello' })
    expect(body).toBe('Name: Ada Message: forged\r\n\r\nHello')
  })
})
