import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { needsSmtpUtf8, readEmail } from './email.ts'

describe('readEmail', () => {
  it.each([
    ['ada@example.com', 'ada@example.com'],
    [' Ada+Gold@Example.CO.UK ', 'Ada+Gold@example.co.uk'],
    ["o'brien@example.com", "o'brien@example.com"],
    ['"john smith"@example.com', '"john smith"@example.com'],
    ['"ada"@example.com', 'ada@example.com'],
    ['joerg@müller.example', 'joerg@xn--mller-kva.example'],
    ['joerg@MÜLLER.example', 'joerg@xn--mller-kva.example'],
    ['joerg@mu\u0308ller.example', 'joerg@xn--mller-kva.example'],
    ['joerg@xn--mller-kva.example', 'joerg@xn--mller-kva.example'],
    ['ada@例え。テスト', 'ada@xn--r8jz45g.xn--zckzah'],
    ['jörg@müller.example', 'jörg@xn--mller-kva.example'],
    ['用户@例子.example', '用户@xn--fsqu00a.example'],
    ['a@ｅｘａｍｐｌｅ.com', 'a@example.com'],
  ])('%s is %s [PLACE-06]', (text, email) => expect(readEmail(text)).toBe(email))

  it.each([
    '',
    'ada',
    '@example.com',
    'ada@example',
    'ada@@example.com',
    'ada@a..localhost',
    'a b@example.com',
    '.ada@example.com',
    'ada..b@example.com',
    'ada@-example.com',
    'ada@example..com',
    'ada@127.0.0.1',
    'ada@[127.0.0.1]',
    'ada@example.com/x',
    'ada@exam%70le.com',
    'ada@example.com:25',
    'ada@example.com,eve@example.com',
    'ada@example.com;eve@example.com',
    'Ada <ada@example.com>',
    'ada(x)@example.com',
    '"ada@evil.com"@example.com',
    '"a\\"b"@example.com',
    '"a<b>"@example.com',
    '""@example.com',
    'ada@example.com\r\nBcc: eve@example.com',
    '"a\r\nBcc: eve"@example.com',
    'ada@exam\u202eple.com',
    'ada\u200b@example.com',
    '\ud800@example.com',
    `${'a'.repeat(65)}@example.com`,
    `ada@${'a.'.repeat(126)}com`,
  ])('“%s” is no address [PLACE-06]', (text) => expect(readEmail(text)).toBeNull())

  it('gives one form, on one line, with an ASCII domain, of any text [PLACE-06]', () => {
    const parts = fc.constantFrom(
      'a',
      'ä',
      '"',
      ' ',
      '.',
      '@',
      '\r\n',
      '\0',
      '<',
      '>',
      ',',
      '例',
      'x.com',
      'müller.example',
    )
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(parts).map((all) => all.join('')),
      fc
        .tuple(fc.array(parts), fc.constantFrom('x.com', 'müller.example'))
        .map(([all, domain]) => `${all.join('')}@${domain}`),
      fc.emailAddress(),
    )
    fc.assert(
      fc.property(text, (input) => {
        const email = readEmail(input)
        if (email === null) return
        expect(readEmail(email)).toBe(email)
        expect(readEmail(email.toUpperCase())?.toLowerCase()).toBe(
          readEmail(email.toLowerCase())?.toLowerCase(),
        )
        expect(email).not.toMatch(/[\p{Cc}\p{Cf}<>]/u)
        expect(email.slice(email.lastIndexOf('@') + 1)).toMatch(/^[a-z\d.-]+$/)
        expect(email.replace(/^"[^"@]*"/, '').split('@')).toHaveLength(2)
      }),
      { numRuns: 2000 },
    )
  })

  it('takes every plain address [PLACE-06]', () => {
    const plain = fc.stringMatching(
      /^[a-z][a-z0-9]{0,9}([.+_'-][a-z0-9]{1,8}){0,2}@[a-z][a-z0-9]{0,9}\.(com|example|co\.uk)$/,
    )
    fc.assert(
      fc.property(plain, (email) => {
        expect(readEmail(email)).toBe(email)
      }),
    )
  })

  it('says which need SMTPUTF8: by the local part alone [PLACE-07]', () => {
    expect(
      ['jörg@xn--mller-kva.example', '"john smith"@example.com', 'a@x.com'].map(needsSmtpUtf8),
    ).toEqual([true, false, false])
  })
})
