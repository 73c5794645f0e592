import { expect, it } from 'vitest'
import type { PricePerGram } from '#app/domain/gold-price/rates.ts'
import { alertMessages } from './alert-messages.ts'

it.each([
  ['A digit was missing', 'A digit was missing. 1 order was paid at it.'],
  ['A digit was missing.', 'A digit was missing. 1 order was paid at it.'],
  ['Was it wrong?', 'Was it wrong? 1 order was paid at it.'],
])('tells why a price was withdrawn as a sentence: %s [ALERT-02]', (reason, told) => {
  const perGram = 130_000 as PricePerGram
  const facts = { by: 'ann@example.com', perGram, prices: 1, toDecide: 1, reason }
  expect(alertMessages({ kind: 'gold-price-withdrawn', facts }).sentence).toContain(told)
})

it('names settings as a jeweler calls them [HELP-02]', () => {
  const facts = {
    by: 'ann@example.com',
    group: 'mail',
    saved: ['SMTP_URL'],
    removed: ['MAIL_FROM'],
  }
  const { sentence } = alertMessages({ kind: 'settings-saved', facts })
  expect(sentence).toBe('ann@example.com saved the mail server and removed the sender of emails.')
})

it('says of wrong codes what the person who typed them had: a password, the emailed link or a session [AUTH-27, FORGOT-07]', () => {
  const subject = (facts: { at?: 'password link' | 'session' }) =>
    alertMessages({ kind: 'right-password-wrong-code', facts }).subject
  expect(subject({})).toBe('Someone entered your password and wrong codes')
  expect(subject({ at: 'password link' })).toBe('Wrong codes on your password reset page')
  expect(subject({ at: 'session' })).toBe('Someone entered wrong codes in your session')
})
