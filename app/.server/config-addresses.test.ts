import { describe, expect, it } from 'vitest'
import { readConfig } from './config.ts'

const SESSION_SECRET = 'a-secret-of-thirty-two-characters-or-more'
const MAIL_FROM = 'orders@shop.example'

const sentenceOf = (settings: Record<string, string>) => {
  try {
    readConfig(settings)
    return null
  } catch (error) {
    return error instanceof Error ? error.message : ''
  }
}

describe('a password in an address', () => {
  it.each([
    ['p@ss/w:rd#?%x', 'write @ as %40, / as %2F, # as %23, ? as %3F, % as %25'],
    ['p#ss', 'write # as %23'],
    ['12?34', 'write ? as %3F'],
    ['se/cret', 'write / as %2F'],
    ['a?b#c', 'write ? as %3F, # as %23'],
  ])('%s is refused with the way to write it, and never printed [ENV-04]', (password, remedy) => {
    const said = ' has characters in its name or password that mean something else in an address; '
    for (const [name, settings] of [
      [
        'DATABASE_URL',
        { DATABASE_URL: `postgres://shop:${password}@db.example/shop`, SESSION_SECRET },
      ],
      ['SMTP_URL', { SMTP_URL: `smtps://shop:${password}@mail.example:465`, MAIL_FROM }],
    ] as const) {
      expect(sentenceOf(settings)).toBe(`${name}${said}${remedy}`)
    }
    const DATABASE_URL = `postgres://shop:${encodeURIComponent(password)}@db.example/shop`
    expect(sentenceOf({ DATABASE_URL, SESSION_SECRET })).toBeNull()
  })

  it.each([
    'postgres://shop@db.example/shop?application_name=a@b',
    'postgres:///shop?host=/run/postgresql&user=shop',
    'postgres://%2Frun%2Fpostgresql/shop',
    'postgres://shop:p@ss@db.example/shop',
    'postgres://shop:50%off@db.example/shop',
    'none',
  ])('%s is read as before [ENV-04]', (DATABASE_URL) => {
    expect(sentenceOf({ DATABASE_URL, SESSION_SECRET })).toBeNull()
  })

  it.each([
    ['CONTENT_SITE_URL', 'https://ann:pass@journal.example/wp-json/wp/v2'],
    ['CONTENT_SITE_URL', 'https://ann:p#ss@journal.example/wp-json/wp/v2'],
    ['GOLD_WEBSITE_URL', 'https://ann:pass@gold.example'],
    ['AWS_ENDPOINT_URL', 'https://ann:p/ss@s3.example'],
    ['EASYPOST_API_URL', 'https://key:@easypost.example'],
  ])('%s=%s holds one that is never sent [ENV-04]', (name, value) => {
    const bucket = { BACKUP_TO: 's3://shop/x', AWS_ACCESS_KEY_ID: 'a', AWS_SECRET_ACCESS_KEY: 'b' }
    const settings = name.startsWith('AWS') ? { ...bucket, [name]: value } : { [name]: value }
    expect(sentenceOf(settings)).toBe(`${name} must be without a name and password before the @`)
  })

  it('an @ in the path of an address is no password [ENV-04]', () => {
    expect(sentenceOf({ CONTENT_SITE_URL: 'https://journal.example/@ann?x=a@b' })).toBeNull()
  })
})

describe('what an address must begin with', () => {
  it.each([
    'GOLD_WEBSITE_URL',
    'GOLD_API_URL',
    'SWISSQUOTE_URL',
    'GOLDAPI_IO_URL',
    'METALS_DEV_URL',
    'EASYPOST_API_URL',
    'STRIPE_API_URL',
  ])('%s: https, and nothing that is then refused [ENV-04]', (name) => {
    for (const value of [
      'ftp://feed.example',
      'ftp://localhost/x',
      'http://feed.example',
      'feed.example',
    ]) {
      expect(sentenceOf({ [name]: value })).toBe(
        `${name} must begin with https://, or be on this machine (http://localhost)`,
      )
    }
    expect(sentenceOf({ [name]: 'http://localhost:9' })).toBeNull()
  })

  it('SMTP_URL without a server says what it looks like [ENV-04]', () => {
    expect(sentenceOf({ SMTP_URL: 'smtp://:25:x', MAIL_FROM })).toMatch(/an address such as smtps:/)
  })
})
