import { expect, it } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

const PUBLIC_URL = 'https://shop.example'

it.each([
  [{ PUBLIC_URL }],
  [{ PUBLIC_URL, TEST_PAYMENTS: 'no' }],
  [{ PUBLIC_URL: 'HTTPS://shop.example' }],
])('a shop on https takes no test payments unasked: %j [OPS-09]', (settings) => {
  expect(() => readConfig(settings)).toThrow(
    'STRIPE_SECRET_KEY is not set, but PUBLIC_URL is https: orders would count as paid and no card be charged; set the key, or TEST_PAYMENTS=yes to try the shop out',
  )
})

it.each([
  [{ PUBLIC_URL, TEST_PAYMENTS: 'yes' }],
  [{ PUBLIC_URL, TEST_PAYMENTS: 'until-key' }],
  [{ PUBLIC_URL, STRIPE_SECRET_KEY: 'sk_test_1' }],
  [{ PUBLIC_URL, DATABASE_URL: 'none' }],
  [{ PUBLIC_URL: 'http://shop.example' }],
])(
  'a shop that is asked to, has a key, takes no orders or is not on https starts: %j [OPS-09]',
  (settings) => {
    expect(() => readConfig(settings)).not.toThrow()
  },
)

it.each([
  [{ PORT: 'abc' }, /PORT must be a whole number/],
  [{ PORT: '99999' }, /PORT must be from 0 to 65535/],
  [{ DATABASE_URL: 'mysql://x' }, /DATABASE_URL must begin with postgres:\/\//],
  [
    { DATABASE_URL: 'postgres://x@127.0.0.1/x' },
    /SESSION_SECRET is required with PostgreSQL.*npm run secret/,
  ],
  [{ SESSION_SECRET: 'short' }, /SESSION_SECRET needs 32 characters or more.*npm run secret/],
  [{ GOLD_SOURCES: 'gold-api,moon' }, /GOLD_SOURCES names "moon"/],
  [{ GOLD_SOURCES: 'website' }, /set GOLD_WEBSITE_URL/],
  [{ GOLD_SOURCES: 'gold-api,goldapi.io' }, /GOLD_SOURCES names goldapi\.io; set GOLDAPI_IO_KEY/],
  [{ PUBLIC_URL: 'shop.example.com' }, /PUBLIC_URL must be an address/],
  [{ TEST_PAYMENTS: 'maybe' }, /TEST_PAYMENTS must be yes, until-key or no/],
  [{ LOG_LEVEL: 'verbose' }, /LOG_LEVEL must be silent, error, warn, info or debug/],
  [{ STRIPE_SECRET_KEY: 'hello' }, /STRIPE_SECRET_KEY must begin with/],
  [{ STRIPE_API_URL: 'http://payments.example.com' }, /STRIPE_API_URL must begin with https/],
])('%o stops the start with one sentence [OPS-02]', (settings, sentence) => {
  const refusal = refusalOf(settings)
  expect(refusal).toBeInstanceOf(ConfigError)
  expect(refusal?.message).toMatch(sentence)
  expect(refusal?.message).not.toContain('\n')
})

function refusalOf(settings: Record<string, string>): Error | undefined {
  try {
    readConfig(settings)
  } catch (error) {
    return error as Error
  }
}

it.each([
  ['BACKUP_TO', '"s3://b/x"'],
  ['DATA_DIR', "'./data'"],
  ['CONTENT_SITE_KEY', '`key`'],
  ['LOG_LEVEL', '"info"'],
  ['SMTP_URL', '""'],
  ['BACKUP_COMMAND', '"rclone copy"'],
])('%s in quotes, as Docker reads an env file, is named [OPS-02]', (name, value) => {
  const message = `${name} is in quotes, which count as part of it; write it without them`
  expect(() => readConfig({ [name]: value })).toThrow(message)
  expect(() => readConfig({}).over({ [name]: value })).toThrow(message)
})

it('a secret that was used with its quotes, and quotes within a value, are kept [OPS-02]', () => {
  const secret = `"${'s'.repeat(40)}"`
  const config = readConfig({
    ...{ SESSION_SECRET: secret, MAIL_FROM: '"Ring, Inc." <a@shop.example>' },
    ...{ BACKUP_TO: '/mnt/backups', BACKUP_COMMAND: '"/opt/my copy" "$1"' },
  })
  expect(config.sessionSecret).toBe(secret)
  expect(config.warnings).toEqual(['SESSION_SECRET is in quotes, which are part of the secret.'])
})

it.each(['/shop', '/?a=b', '/#top', '//', '@evil.example'])(
  'PUBLIC_URL with %s behind it is refused [OPS-02]',
  (more) => {
    expect(() => readConfig({ PUBLIC_URL: `http://shop.example${more}` })).toThrow(
      /^PUBLIC_URL must be the address alone/,
    )
  },
)

it('PUBLIC_URL may end in a slash', () => {
  expect(readConfig({ PUBLIC_URL: 'http://shop.example:8080/' }).publicUrl).toBe(
    'http://shop.example:8080',
  )
})

it('a gold source that needs a key is taken with it [OPS-02]', () => {
  const settings = { GOLD_SOURCES: 'goldapi.io, metals.dev', GOLDAPI_IO_KEY: 'a' }
  expect(() => readConfig(settings)).toThrow('GOLD_SOURCES names metals.dev; set METALS_DEV_KEY')
  expect(readConfig({ ...settings, METALS_DEV_KEY: 'b' }).gold.sources).toEqual([
    'goldapi.io',
    'metals.dev',
  ])
})

it.each(['GOLD_API_URL', 'SWISSQUOTE_URL', 'GOLDAPI_IO_URL', 'METALS_DEV_URL', 'GOLD_WEBSITE_URL'])(
  '%s is taken over https alone, but for a stand-in on this machine [FEED-04]',
  (name) => {
    expect(() => readConfig({ [name]: 'http://feed.example/gold' })).toThrow(
      `${name} must begin with https://, or be on this machine`,
    )
    expect(() => readConfig({ [name]: 'ftp://feed.example' })).toThrow(name)
    expect(() => readConfig({ [name]: 'https://feed.example/gold' })).not.toThrow()
    expect(() => readConfig({ [name]: 'http://127.0.0.1:9/gold' })).not.toThrow()
  },
)

it('a price is called live for an hour, unless set otherwise [FEED-05]', () => {
  expect(readConfig({}).gold.liveMinutes).toBe(60)
  expect(readConfig({ GOLD_LIVE_MINUTES: '30' }).gold.liveMinutes).toBe(30)
  expect(() => readConfig({ GOLD_LIVE_MINUTES: '4' })).toThrow('GOLD_LIVE_MINUTES')
})

it('payment links lead to Stripe’s hosts, unless others are named [LINK-01]', () => {
  expect(readConfig({}).paymentLinkHosts).toEqual(['buy.stripe.com', 'checkout.stripe.com'])
  const PAYMENT_LINK_HOSTS = 'buy.stripe.com, Pay.Shop.example'
  expect(readConfig({ PAYMENT_LINK_HOSTS }).paymentLinkHosts).toEqual([
    'buy.stripe.com',
    'pay.shop.example',
  ])
  for (const wrong of ['*', 'https://buy.stripe.com', 'buy.stripe.com/', 'buy.stripe.com,']) {
    expect(() => readConfig({ PAYMENT_LINK_HOSTS: wrong }), wrong).toThrow('PAYMENT_LINK_HOSTS')
  }
})
