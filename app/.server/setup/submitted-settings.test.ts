import fc from 'fast-check'
import { expect, it } from 'vitest'
import { AppError } from '../platform/errors.ts'
import { submittedSettings } from './submitted-settings.ts'

const nothing: Parameters<typeof submittedSettings>[2] = { given: new Set(), saved: [] }
const at = new Date('2026-03-11T16:00:00Z')
const savedAs = (SMTP_URL: string) => ({
  ...nothing,
  saved: [{ name: 'SMTP_URL', value: SMTP_URL, at, by: 'ann@example.com' }],
})
const server = (more: Record<string, string> = {}) => ({
  smtp_host: 'mail.shop.example',
  smtp_port: '465',
  smtp_encryption: 'tls',
  smtp_user: 'shop',
  smtp_password: 'a password',
  MAIL_FROM: 'orders@shop.example',
  MAIL_STAFF: '',
  ...more,
})

function errorsOf(input: Record<string, string>, current = nothing) {
  try {
    submittedSettings('mail', input, current)
  } catch (error) {
    if (error instanceof AppError) return error.details.errors as Record<string, string>
    throw error
  }
  return {}
}

const anyWords = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 40 })
  .map((text) => text.replace(/\p{Cc}/gu, '').trim())
  .filter((text) => text !== '' && text.isWellFormed())

it('user and password of a mail server are kept whatever they are made of [SETUP-02]', () => {
  fc.assert(
    fc.property(anyWords, anyWords, fc.integer({ min: 1, max: 65535 }), (user, password, port) => {
      const input = server({ smtp_user: user, smtp_password: password, smtp_port: String(port) })
      const { SMTP_URL } = submittedSettings('mail', input, nothing)
      const url = new URL(SMTP_URL ?? '')
      expect(url.hostname).toBe('mail.shop.example')
      expect(Number(url.port)).toBe(port)
      expect([url.username, url.password].map(decodeURIComponent)).toEqual([user, password])
    }),
  )
})

it('a saved password stays for the same user at the same server, and is sent to no other [SETUP-02]', () => {
  const saved = savedAs('smtps://shop:an%20old%20one@mail.shop.example:465')
  const empty = server({ smtp_password: '' })
  expect(submittedSettings('mail', empty, saved).SMTP_URL).toContain(':an%20old%20one@')
  for (const other of [
    { smtp_host: 'mail.eve.example' },
    { smtp_port: '587' },
    { smtp_user: 'eve' },
  ]) {
    expect(errorsOf({ ...empty, ...other }, saved)).toHaveProperty('smtp_password')
  }
  expect(errorsOf(empty)).toHaveProperty('smtp_password')
})

it.each([
  ['smtp_host', 'https://mail.shop.example/'],
  ['smtp_host', 'a@b'],
  ['smtp_port', '0'],
  ['smtp_port', '65536'],
  ['smtp_port', 'x'],
  ['smtp_port', ''],
  ['smtp_user', ''],
  ['smtp_user', 'a\nb'],
  ['MAIL_FROM', 'x'.repeat(2001)],
])('%s is refused where it is %j', (field, value) => {
  expect(Object.keys(errorsOf(server({ [field]: value })))).toEqual([field])
})

it('an empty secret stays, any other empty field goes, and what the environment sets is left out [SETUP-02, SETUP-03]', () => {
  const input = {
    GOLD_SOURCES: ' none ',
    GOLDAPI_IO_KEY: '',
    METALS_DEV_KEY: 'k',
    GOLD_WEBSITE_URL: '',
  }
  expect(submittedSettings('gold', input, nothing)).toEqual({
    GOLD_SOURCES: 'none',
    GOLD_WEBSITE_URL: null,
    METALS_DEV_KEY: 'k',
  })
  const given = new Set(['GOLD_SOURCES', 'METALS_DEV_KEY'])
  expect(submittedSettings('gold', input, { ...nothing, given })).toEqual({
    GOLD_WEBSITE_URL: null,
  })
  expect(submittedSettings('mail', server({ smtp_host: '' }), nothing).SMTP_URL).toBeNull()
})
