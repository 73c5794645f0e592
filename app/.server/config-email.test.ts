import { expect, it } from 'vitest'
import { readConfig } from './config.ts'

const SMTP_URL = 'smtps://shop:secret@mail.example:465'

it('takes a mail server with the address mails are sent from [OPS-02]', () => {
  expect(readConfig({}).mail).toEqual({ smtp: null, staff: null })
  const settings = { SMTP_URL, MAIL_FROM: 'Four Nines <orders@shop.example>' }
  expect(readConfig({ ...settings, MAIL_STAFF: 'ann@shop.example' }).mail).toEqual({
    smtp: {
      url: SMTP_URL,
      reach: 'anywhere',
      from: { name: 'Four Nines', address: 'orders@shop.example' },
    },
    staff: 'ann@shop.example',
  })
  expect(readConfig({ SMTP_URL, MAIL_FROM: 'orders@shop.example' }).mail.smtp?.from).toEqual({
    name: '',
    address: 'orders@shop.example',
  })
})

it('takes addresses at a host of the shop’s own network [PLACE-08]', () => {
  const settings = { SMTP_URL, MAIL_FROM: 'Shop <shop@mailhost>', MAIL_STAFF: 'ann@localhost' }
  expect(readConfig(settings).mail).toEqual({
    smtp: { url: SMTP_URL, reach: 'anywhere', from: { name: 'Shop', address: 'shop@mailhost' } },
    staff: 'ann@localhost',
  })
})

it.each([
  [{ SMTP_URL }, /^MAIL_FROM is required with SMTP_URL: /],
  [{ SMTP_URL: 'mail.example' }, /^SMTP_URL must be an address that begins with smtp/],
  [{ SMTP_URL: 'smtp://mail example' }, /^SMTP_URL must be /],
  [{ SMTP_URL, MAIL_FROM: 'nobody' }, /^MAIL_FROM must be one email address/],
  [{ SMTP_URL, MAIL_FROM: 'a@x.example, b@x.example' }, /^MAIL_FROM must be one/],
  [{ SMTP_URL, MAIL_FROM: 'A\nBcc: b@x.example <a@x.example>' }, /^MAIL_FROM must be one/],
  [{ SMTP_URL, MAIL_FROM: 'shop@10' }, /^MAIL_FROM must be one/],
  [{ MAIL_STAFF: 'ann' }, /^MAIL_STAFF must be one email address/],
])('stops the start with one sentence: %j [OPS-02]', (settings, sentence) => {
  expect(() => readConfig(settings)).toThrow(sentence)
})
