import { expect, it } from 'vitest'
import { readConfig } from '../config.ts'
import { withSaved } from './saved-config.ts'

const at = new Date('2026-03-11T16:00:00Z')
const saved = (values: Record<string, string | null>) =>
  Object.entries(values).map(([name, value]) => ({ name, value, at, by: 'ann@example.com' }))
const stripe = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' }
const smtp = { SMTP_URL: 'smtps://mail.shop.example', MAIL_FROM: 'orders@shop.example' }
const age = 'age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p'

it('the environment wins, and what is saved stands below it [SETUP-03]', () => {
  const base = readConfig({ MAIL_FROM: 'env@shop.example', STRIPE_API_URL: 'http://127.0.0.1:1' })
  const { config, problems } = withSaved(base, saved({ ...stripe, ...smtp }))
  expect(problems).toEqual({})
  expect(config.mail.smtp).toEqual({
    url: smtp.SMTP_URL,
    reach: [],
    from: { name: '', address: 'env@shop.example' },
  })
  expect(config.stripe).toMatchObject({ secretKey: 'sk_test_1', live: false })
  expect(config.stripe?.apiUrl).toBe('http://127.0.0.1:1')
  expect(config.port).toBe(base.port)
  // Taken away again.
  const { config: without } = withSaved(config, [])
  expect(without.stripe).toBeNull()
  expect(withSaved(base, []).config).toBe(base)
})

it('what cannot be used is left out with its sentence, and the other groups stand [SETUP-05]', () => {
  const tried = (values: Record<string, string | null>, environment = {}) =>
    withSaved(readConfig(environment), saved(values))
  const broken = tried({ SMTP_URL: smtp.SMTP_URL, GOLD_SOURCES: 'nobody', ...stripe })
  expect(broken.problems.mail).toMatch(/^MAIL_FROM is required with SMTP_URL/)
  expect(broken.problems.gold).toMatch(/^GOLD_SOURCES names "nobody"/)
  expect(broken.config.mail.smtp).toBeNull()
  expect(broken.config.stripe).not.toBeNull()
  expect(tried({ STRIPE_SECRET_KEY: 'sk_test_1' }).problems.payments).toMatch(
    /^STRIPE_WEBHOOK_SECRET is required/,
  )
  const live = { ...stripe, STRIPE_SECRET_KEY: 'sk_live_1' }
  expect(tried(live).problems.payments).toMatch(/^PUBLIC_URL must be/)
  const PUBLIC_URL = 'https://gold.shop'
  expect(tried(live, { PUBLIC_URL, TEST_PAYMENTS: 'yes' }).problems.payments).toMatch(
    /^TEST_PAYMENTS is yes beside a live/,
  )
  const opened = tried(live, { PUBLIC_URL, TEST_PAYMENTS: 'until-key' })
  expect(opened).toMatchObject({ problems: {}, config: { stripe: { live: true } } })
})

it('labels are bought in the mode of the payments alone [SETUP-05, LABEL-05]', () => {
  const PUBLIC_URL = 'https://gold.shop'
  const base = readConfig({ PUBLIC_URL, TEST_PAYMENTS: 'until-key' })
  const live = { ...stripe, STRIPE_SECRET_KEY: 'sk_live_1' }
  const labelsOf = (values: Record<string, string>) => withSaved(base, saved(values))
  expect(labelsOf({ EASYPOST_API_KEY: 'EZTK1' }).config.labels).toMatchObject({ live: false })
  expect(labelsOf({ ...live, EASYPOST_API_KEY: 'EZAK1' }).config.labels?.live).toBe(true)
  for (const [values, sentence] of [
    [{ EASYPOST_API_KEY: 'EZAK1' }, /production key/],
    [{ ...live, EASYPOST_API_KEY: 'EZTK1' }, /test key/],
  ] as const) {
    const { config, problems } = labelsOf(values)
    expect(problems.labels).toMatch(sentence)
    expect(config.labels).toBeNull()
    expect(problems.payments).toBeUndefined()
  }
})

it('what was saved with another secret is said, and not used [SETUP-05]', () => {
  const { config, problems } = withSaved(
    readConfig({}),
    saved({ ...stripe, STRIPE_SECRET_KEY: null }),
  )
  expect(config.stripe).toBeNull()
  expect(problems.payments).toMatch(/^STRIPE_SECRET_KEY was saved with another SESSION_SECRET/)
})

it('no backup goes out in plain where its saved key cannot be used [SETUP-05]', () => {
  const base = readConfig({ BACKUP_TO: '/mnt/backups' })
  expect(withSaved(base, saved({ BACKUP_KEY: age })).config.backup).toMatchObject({
    key: age,
    to: { kind: 'folder' },
  })
  for (const key of [null, `${age.slice(0, -1)}q`]) {
    const { config, problems } = withSaved(base, saved({ BACKUP_KEY: key }))
    expect(problems.backup).toMatch(/^BACKUP_KEY /)
    expect(config.backup.to).toBeNull()
  }
})
