import { describe, expect, it } from 'vitest'
import { builtInChain } from '#app/domain/catalog/necklace-chain.ts'
import { brand, placeholders } from '#brand'
import { readConfig } from '../config.ts'
import {
  type OpenItem,
  openInBrand,
  openInChains,
  openInFeatured,
  openInText,
  openInTrials,
} from './checklist.ts'
import { openInSettings, openOnMachine } from './checklist-settings.ts'

const sentences = (open: readonly OpenItem[]) => open.map(({ sentence }) => sentence)

describe('what is open before the shop sells', () => {
  it('names the chains that only the maker can describe [FACTS-04]', () => {
    expect(openInChains(0)).toEqual([])
    expect(sentences(openInChains(1))).toEqual([
      `1 product still shows the sample chain, “${builtInChain}.” Enter your own metal, length, and thickness under “Chain or cord.”`,
    ])
    expect(sentences(openInChains(8))[0]).toMatch(/^8 products still show the sample chain/)
  })

  it('names products of which none is featured [HOME-07]', () => {
    expect([openInFeatured(0, 0), openInFeatured(8, 1)]).toEqual([[], []])
    expect(sentences(openInFeatured(8, 0))[0]).toMatch(
      /^No featured products found\. Mark products/,
    )
  })

  it('names the placeholders that are listed, and values that look like some', () => {
    const values = {
      name: 'Own Gold',
      email: 'hello@own.example.com',
      phone: '(206) 555-0149',
      address: { ...brand.address, street: '1 Pike Street' },
      founder: 'The founder',
    }
    expect(sentences(openInBrand({ founder: '' }, ['founder']))).toEqual(['founder is not set'])
    expect(sentences(openInBrand(values, ['founder']))).toEqual([
      'email looks made up, though it is not listed as a placeholder: hello@own.example.com',
      'phone looks made up, though it is not listed as a placeholder: (206) 555-0149',
      'founder is still a placeholder: The founder',
    ])
  })

  it('asks for every value of this shop that is still made up', () => {
    const unlisted = sentences(openInBrand(brand, [])).map((each) => each.split(' ')[0])
    expect(openInBrand(brand, placeholders)).toHaveLength(placeholders.length)
    // So that a name taken from the list by mistake would still be found.
    for (const name of unlisted) expect(placeholders).toContain(name)
  })

  it('names each mark of a text with its place, over several lines too [HELP-10]', () => {
    const markdown =
      "<!-- for a lawyer's review before launch: this whole text. -->\n\n# A\n<!-- check before launch: the fee (FACTS-26). -->"
    expect(sentences(openInText('a.md', markdown))).toEqual([
      'For a lawyer: this whole text. (a.md:1)',
      'To check: the fee (FACTS-26). (a.md:4)',
    ])
    const code =
      "import x\n// check before launch: one figure;\n// and another.\nexport const a = ''\n"
    expect(sentences(openInText('a.ts', code))).toEqual([
      'To check: one figure; and another. (a.ts:2)',
    ])
    expect(openInText('a.md', 'We check before launch: always.')).toEqual([])
    // For a jeweler without numbers and files.
    const ofMany =
      '<!-- check before launch: the fee (FACTS-26, D35), here and in guarantees.ts. -->'
    expect(openInText('content/journal/2-what-gold-is.md', ofMany)[0]?.plain).toBe(
      'To check, in “what gold is”: the fee, here and in guarantees.',
    )
  })

  it('names the settings that a live shop needs, the mail server too, and none once they are there [OPS-12]', () => {
    expect(
      openInSettings(readConfig({})).map(({ topic, sentence }) => [topic, sentence.split(' ')[0]]),
    ).toEqual([
      ['payments', 'STRIPE_SECRET_KEY'],
      ['mail', 'SMTP_URL'],
      ['backup', 'BACKUP_TO'],
      ['backup', 'BACKUP_KEY'],
      ['address', 'PUBLIC_URL'],
      ['machine', 'DATABASE_URL'],
    ])
    const secret = 'a-secret-of-thirty-two-characters-or-more'
    const live = {
      DATABASE_URL: 'postgres://localhost/shop',
      SESSION_SECRET: secret,
      PUBLIC_URL: 'https://gold.shop',
      STRIPE_SECRET_KEY: 'sk_live_1',
      STRIPE_WEBHOOK_SECRET: 'whsec_1',
      SMTP_URL: 'smtps://mail.gold.shop',
      MAIL_FROM: 'orders@gold.shop',
      TRUST_PROXY: '1',
      BACKUP_TO: '/mnt/backups',
      BACKUP_KEY: `age1${'q'.repeat(58)}`,
    }
    expect(openInSettings(readConfig(live))).toEqual([])
    for (const [name, value] of Object.entries({
      DATABASE_URL: 'none',
      PUBLIC_URL: 'http://gold.shop',
      STRIPE_SECRET_KEY: 'sk_test_1',
      STRIPE_WEBHOOK_SECRET: '',
      TEST_PAYMENTS: 'yes',
      GOLD_SOURCES: 'none',
      SMTP_URL: '',
      TRUST_PROXY: '0',
      BACKUP_KEY: '',
      BACKUP_TO: './data/backups',
    })) {
      const [sentence, ...more] = sentences(openInSettings(readConfig({ ...live, [name]: value })))
      expect(sentence).toMatch(new RegExp(`^${name} is `))
      expect(more).toEqual([])
    }
  })

  it('says of each in plain words what it means and what to do [HELP-11]', () => {
    const secret = { SESSION_SECRET: 'x'.repeat(40) }
    const live = { STRIPE_SECRET_KEY: 'sk_live_1', PUBLIC_URL: 'https://gold.shop' }
    const items = [
      {},
      { GOLD_SOURCES: 'none', DATABASE_URL: 'none' },
      { ...live, GOLD_SOURCES: 'gold-api', BACKUP_TO: './data/backups', TEST_PAYMENTS: 'yes' },
      { STRIPE_SECRET_KEY: 'sk_test_1', PUBLIC_URL: 'http://gold.shop' },
      { STRIPE_SECRET_KEY: 'sk_test_1', PUBLIC_URL: 'https://localhost', TRUST_PROXY: '1' },
      { ...secret, DATABASE_URL: 'postgres://u:p@db.example.com/shop' },
    ].flatMap((settings) => openInSettings(readConfig(settings)))
    const onMachine = openOnMachine(
      { dataDir: '/srv/four-nines/data' },
      { userId: 0, programFolder: '/srv/four-nines/' },
    )
    expect(
      new Set(items.map(({ sentence }) => sentence.split(' ').slice(0, 3).join(' '))).size,
    ).toBeGreaterThan(14)
    for (const { sentence, plain = '' } of [...items, ...onMachine]) {
      expect(plain, sentence).toMatch(/ below\.$|Ask the person who runs the server to /)
      expect(plain, sentence).not.toMatch(/[A-Z]+_[A-Z]+|"none"|\broot\b|\/srv|\.data|sslmode|prox/)
    }
    const gold = items.find(({ sentence }) => sentence.startsWith('GOLD_SOURCES is "none"'))
    expect(gold?.plain).toBe(
      'The gold price doesn’t update automatically. Your prices change only when you set a new gold price. Choose price sources below.',
    )
  })

  it('names a database on another machine that is spoken to without encryption [OPS-17]', () => {
    const open = (DATABASE_URL: string) =>
      sentences(
        openInSettings(readConfig({ SESSION_SECRET: 'x'.repeat(40), DATABASE_URL })),
      ).filter((each) => each.startsWith('DATABASE_URL'))
    expect(open('postgres://u:p@db.example.com/shop')).toEqual([
      'DATABASE_URL leads to another machine without encryption: add ?sslmode=verify-full at the end.',
    ])
    expect(open('postgres://u:p@10.0.0.7/shop?sslmode=disable')).toHaveLength(1)
    for (const own of [
      'db.example.com/shop?sslmode=verify-full',
      'localhost/shop',
      'database/shop',
    ])
      expect(open(`postgres://u:p@${own}`), own).toEqual([])
  })

  it('wants two gold sources where real cards are charged [OPS-12, FEED-01]', () => {
    const open = (settings: Record<string, string>) =>
      sentences(openInSettings(readConfig({ STRIPE_SECRET_KEY: 'sk_live_1', ...settings }))).join(
        '\n',
      )
    expect(open({ GOLD_SOURCES: 'gold-api' })).toContain('GOLD_SOURCES names one source')
    expect(open({ GOLD_SOURCES: 'gold-api,swissquote' })).not.toContain('GOLD_SOURCES')
    expect(
      sentences(openInSettings(readConfig({ GOLD_SOURCES: 'gold-api' }))).join(),
    ).not.toContain('one source')
  })

  it('knows the ways to run it in deploy/ [DEPLOY-04]', () => {
    const well = { userId: 998, programFolder: '/srv/four-nines/' }
    expect(openOnMachine({ dataDir: '/var/lib/four-nines' }, well)).toEqual([])
    expect(openOnMachine({ dataDir: '/srv/four-nines-data' }, well)).toEqual([])
    const [root, within] = sentences(
      openOnMachine({ dataDir: '/srv/four-nines/data' }, { ...well, userId: 0 }),
    )
    expect(root).toMatch(/^This is root: .*deploy\/four-nines\.service/)
    expect(within).toMatch(/^DATA_DIR .* is in the folder of the program/)
  })

  it('asks for a test mail after each change, a payment, a decision about tax, and a backup, and for a signing secret that fits [SETUP-01, ALERT-11]', () => {
    const config = readConfig({
      SMTP_URL: 'smtps://mail.gold.shop',
      MAIL_FROM: 'orders@gold.shop',
      STRIPE_SECRET_KEY: 'sk_test_1',
      BACKUP_TO: '/mnt/backups',
    })
    const [earlier, later] = [new Date('2026-03-11T16:00:00Z'), new Date('2026-03-11T17:00:00Z')]
    const never = {
      testEmailAt: null,
      paymentAt: null,
      taxDecidedAt: null,
      backupAt: null,
      emailSavedAt: null,
      isWebhookRefused: false,
    }
    const topicsOf = (tried: Partial<typeof never> | object, of = config) =>
      openInTrials(of, { ...never, ...tried }).map(({ topic }) => topic)
    expect(topicsOf({})).toEqual(['payments', 'mail', 'tax', 'backup'])
    // What is not set up at all is open for that reason alone.
    expect(topicsOf({}, readConfig({}))).toEqual(['tax'])
    const all = {
      testEmailAt: later,
      paymentAt: later,
      taxDecidedAt: later,
      backupAt: later,
      emailSavedAt: earlier,
    }
    expect(topicsOf(all)).toEqual([])
    expect(topicsOf({ ...all, testEmailAt: earlier, emailSavedAt: later })).toEqual(['mail'])
    const refused = { ...never, ...all, isWebhookRefused: true }
    expect(openInTrials(config, refused)).toMatchObject([{ topic: 'payments', isBroken: true }])
    const saved = { ...config, given: new Set<string>() } as typeof config
    expect(openInTrials(saved, refused)[0]?.plain).toContain('Save it below.')
  })
})
