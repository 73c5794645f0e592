import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { writeBackup } from '#app/.server/backup/backup.ts'
import { newBackupKey, openBackupFile } from '#app/.server/backup/encryption.ts'
import { readConfig } from '#app/.server/config.ts'
import { openLog } from '#app/.server/platform/log.ts'
import { openBuiltShop, type TestShop } from '#tests/support/built-shop.ts'
import { seededPostgresUrl } from '#tests/support/databases.ts'
import { type EmailServer, emailServer } from '#tests/support/email-server.ts'
import { openStripeServer, type StripeServer } from '#tests/support/stripe-server.ts'
import { fullDay, type Known } from './full-day.ts'
import { ask } from './raw-request.ts'

/** Whatever a text may have been written as. */
function spellings(value: string): string[] {
  const bytes = Buffer.from(value)
  // In the middle of other bytes base64 looks different, by where it begins.
  const inBase64 = [0, 1, 2].flatMap((before) => {
    const whole = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64')
    const inner = whole.slice(
      Math.ceil((before * 8) / 6),
      Math.floor(((before + bytes.length) * 8) / 6),
    )
    return [inner, inner.replaceAll('+', '-').replaceAll('/', '_')]
  })
  const all = [
    value,
    bytes.toString('hex'),
    bytes.toString('hex').toUpperCase(),
    encodeURIComponent(value),
    JSON.stringify(value).slice(1, -1),
    [...value].reverse().join(''),
    ...inBase64,
  ]
  return [...new Set(all)].filter((each) => each.length >= 6)
}

/** Names of what stands in the text in any spelling. Six digits count where no further digit is beside them. */
function toldBy(text: string, known: ReadonlyMap<string, string>): string[] {
  return [...known]
    .filter(([, value]) =>
      /^\d+$/.test(value)
        ? new RegExp(`(?<!\\d|\\d\\.)${value}(?!\\d|\\.\\d)`).test(text)
        : spellings(value).some((each) => text.includes(each)),
    )
    .map(([name]) => name)
}

const installed = inject('postgresUrl') !== null
const emailUser = { user: 'shop', pass: 'canary-of-the-mail-server' }

describe.skipIf(!installed)('a reader', { timeout: 240_000 }, () => {
  let shop: TestShop
  let stripe: StripeServer
  let emails: EmailServer
  let settings: Record<string, string>
  let folder: string
  let known: Known
  let log = ''

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'four-nines-readers-'))
    stripe = await openStripeServer()
    emails = await emailServer({ credentials: emailUser })
    settings = {
      ...stripe.settings(),
      DATABASE_URL: await seededPostgresUrl(),
      SESSION_SECRET: 'canary-of-the-session-0123456789abcdef',
      GOLDAPI_IO_KEY: 'canary-of-goldapi',
      METALS_DEV_KEY: 'canary-of-metals',
      SMTP_URL: emails.url.replace('//', `//${emailUser.user}:${emailUser.pass}@`),
      MAIL_FROM: 'orders@shop.example',
      BACKUP_KEY: await newBackupKey(join(folder, 'key'), new Date()),
    }
    const write = (line: string) => {
      log += line
    }
    shop = await openBuiltShop(settings, openLog('debug', { write }))
    known = await fullDay({ shop, stripe, mails: emails })
    const password = new URL(settings.DATABASE_URL ?? '').password
    const secrets = [password, emailUser.pass, stripe.secretKey, stripe.webhookSecret]
    const named = ['SESSION_SECRET', 'GOLDAPI_IO_KEY', 'METALS_DEV_KEY']
    for (const each of [...secrets, ...named.map((name) => settings[name] ?? '')]) {
      known.keys.set(`setting ${known.keys.size}`, each)
    }
  }, 240_000)
  afterAll(async () => {
    await shop?.close()
    await emails?.close()
    await stripe?.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const backup = async (name: string, plain: boolean): Promise<Buffer> => {
    const file = join(folder, name)
    const config = readConfig({ ...settings, DATA_DIR: folder })
    const quiet = pino({ level: 'silent' })
    await writeBackup({ config, file, plain, log: quiet, now: () => new Date() })
    return readFileSync(file)
  }

  it('would be noticed, however it was written', () => {
    const secret = 'a-token_of/32+characters-or-more'
    for (const before of ['', 'x', 'xy', 'xyz']) {
      const text = Buffer.from(`${before}${secret}${before}`).toString('base64')
      expect(toldBy(text, new Map([['it', secret]]))).toEqual(['it'])
    }
    expect(toldBy('code 123456.', new Map([['it', '123456']]))).toEqual(['it'])
    expect(toldBy('at 1234567', new Map([['it', '123456']]))).toEqual([])
  })

  it('of the whole log at its most talkative finds no key to anything [ATTACK-08]', () => {
    expect(known.keys.size).toBeGreaterThan(40)
    expect(log).toContain('refused to sign in')
    expect(log.split('\n').length).toBeGreaterThan(10)
    expect(toldBy(log, known.keys)).toEqual([])
    expect(toldBy(log, known.orders)).toEqual([])
    expect(log).not.toMatch(/1000 Example Street|Ada Buyer/)
  })

  it('of an encrypted backup finds nothing at all [ATTACK-08]', async () => {
    const file = await backup('shop.gz.age', false)
    const text = file.toString('latin1')
    expect(text.startsWith('age-encryption.org/v1\n')).toBe(true)
    expect(toldBy(text, known.keys)).toEqual([])
    expect(toldBy(text, known.orders)).toEqual([])
    for (const word of ['ann@example.com', 'Seattle', 'admins', 'four-nines']) {
      expect(text).not.toContain(word)
    }
    expect(() => gunzipSync(file)).toThrow()
    await newBackupKey(join(folder, 'another'), new Date())
    for (const key of [null, join(folder, 'another')]) {
      await expect(openBackupFile(join(folder, 'shop.gz.age'), key)).rejects.toThrow()
    }
  })

  it('of a plain backup opens no session, invitation or new email address with it [ATTACK-08]', async () => {
    const text = gunzipSync(await backup('shop.gz', true)).toString('utf8')
    // It holds the orders, and says so in the documents.
    expect(text).toContain('ann@example.com')
    expect(text).toContain('Ada Buyer')
    expect(toldBy(text, known.keys)).toEqual([])

    const words = new Set(text.match(/[\w-]{20,}/g))
    const cookie = [...known.keys].find(([name]) => name.startsWith('cookie'))
    expect(cookie).toBeDefined()
    expect(words.size).toBeGreaterThan(20)
    for (const word of words) {
      for (const path of ['setup', 'invitation', 'email']) {
        const { status } = await ask(shop.url, `/admin/${path}/${word}`)
        expect(status, `${path} ${word}`).toBeGreaterThanOrEqual(400)
      }
      const headers = { cookie: `shop-admin.session_token=${word}` }
      const { status } = await ask(shop.url, '/admin/dashboard', { headers })
      expect(status, word).toBe(302)
    }
  })
})
