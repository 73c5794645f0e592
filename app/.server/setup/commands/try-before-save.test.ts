import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { expect, it, onTestFinished } from 'vitest'
import type { AppContext } from '#app/.server/app-context.ts'
import { readConfig } from '#app/.server/config.ts'
import { rows } from '#app/.server/platform/db/database.ts'
import { emailServerFields } from '#app/contracts/setup/saved-settings.ts'
import type { SettingGroup } from '#app/contracts/setup/setting-names.ts'
import { onBothDatabases } from '#tests/support/databases.ts'
import { openEasyPostServer } from '#tests/support/easypost-server.ts'
import { emailServer } from '#tests/support/email-server.ts'
import { openGoldFeedServer } from '#tests/support/gold-feed-server.ts'
import { s3Keys, s3Server } from '#tests/support/s3-server.ts'
import { refusal, sellingShop } from '#tests/support/selling-shop.ts'
import { openStripeServer } from '#tests/support/stripe-server.ts'
import { setupPage } from '../queries/setup-page.ts'
import { saveSettingGroup } from './save-setting-group.ts'

const by = 'ann@example.com'
/** Nothing listens there. */
const nowhere = 'http://127.0.0.1:9'

const savedNames = async (shop: AppContext) =>
  (await rows<{ name: string }>(shop.db.orm, sql`select name from saved_settings`)).map(
    ({ name }) => name,
  )

async function save(
  shop: AppContext,
  group: SettingGroup,
  input: Record<string, string>,
  anyway = false,
) {
  const seen = (await setupPage(shop)).forms[group].state
  return saveSettingGroup(shop, { group, typed: input, by, seen, anyway }, async () => {})
}

async function openIn(shop: AppContext, group: SettingGroup): Promise<string> {
  const { topics } = await setupPage(shop)
  return (
    topics
      .find(({ topic }) => topic === group)
      ?.open.map(({ message }) => message)
      .join(' ') ?? ''
  )
}

function tempFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'four-nines-try-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

onBothDatabases('what an owner enters is tried before it is saved', (open) => {
  const shopWith = async (settings: Record<string, string>) =>
    (
      await sellingShop(await open(), {
        config: readConfig({ ALLOW_PRIVATE_ADDRESSES: '127.0.0.1', ...settings }),
      })
    ).shop

  it('Stripe’s key: known, with read access to all the shop needs, of its mode, of an active account [KEYTRY-01]', async () => {
    const stripe = await openStripeServer()
    onTestFinished(() => stripe.close())
    const shop = await shopWith({ STRIPE_API_URL: stripe.url })
    const input = (key = stripe.secretKey) => ({
      STRIPE_SECRET_KEY: key,
      STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
    })
    const why = async (key?: string) => {
      const { code, details } = await refusal(save(shop, 'payments', input(key)))
      expect(code).toBe('setting_refused')
      return (details.errors as Record<string, string>).STRIPE_SECRET_KEY
    }
    expect(await why('sk_test_mistyped')).toMatch(/^Stripe doesn’t recognize this key/)
    for (const what of ['checkout/sessions', 'refunds', 'customers', 'payment_intents', 'events']) {
      stripe.store.denied = new RegExp(`^GET /v1/${what}$`)
      expect(await why(), what).toMatch(/lacks permissions that the shop needs: checkout sessions/)
    }
    stripe.store.denied = null
    stripe.store.live = true
    expect(await why()).toMatch(/charges real cards/)
    stripe.store.secretKey = 'sk_live_standin'
    stripe.store.chargesEnabled = false
    expect(await why('sk_live_standin')).toMatch(/doesn’t accept payments for this account yet/)
    expect(await savedNames(shop)).toEqual([])
    expect(shop.payments).toMatchObject({ provider: 'test' })
    // A restricted key need not read balance and account.
    stripe.store.chargesEnabled = true
    stripe.store.denied = /balance|account/
    expect(await save(shop, 'payments', input('sk_live_standin'))).toBe(true)
    expect(shop.payments).toMatchObject({ provider: 'stripe', live: true })
    expect(stripe.calls.every(({ what }) => what.startsWith('GET'))).toBe(true)
  })

  it('EasyPost’s key, a mail server with its sign-in, and gold price sources [KEYTRY-01]', async () => {
    const easypost = await openEasyPostServer()
    const email = await emailServer({ credentials: { user: 'shop', pass: 'right' } })
    const feed = await openGoldFeedServer()
    onTestFinished(async () => {
      await easypost.close()
      await email.close()
      await feed.close()
    })
    const shop = await shopWith({ EASYPOST_API_URL: easypost.url, GOLDAPI_IO_URL: feed.url })
    expect(await refusal(save(shop, 'labels', { EASYPOST_API_KEY: 'EZTKwrong' }))).toMatchObject({
      details: { errors: { EASYPOST_API_KEY: 'EasyPost doesn’t accept this key: Wrong key.' } },
    })
    expect(await save(shop, 'labels', { EASYPOST_API_KEY: easypost.apiKey })).toBe(true)

    const { host, port, encryption, user, password } = emailServerFields
    const input = (pass: string) => ({
      [host]: '127.0.0.1',
      [port]: String(email.port),
      [encryption]: 'starttls',
      [user]: 'shop',
      [password]: pass,
      MAIL_FROM: 'orders@shop.example',
    })
    const refused = await refusal(save(shop, 'mail', input('wrong')))
    expect(refused.message).toMatch(/didn’t accept the username or password: .*Wrong name/)
    expect(refused.details.errors).toHaveProperty(password)
    expect(await save(shop, 'mail', input('right'))).toBe(true)
    // Another sender alone asks nothing of the server.
    await email.close()
    const other = { ...input(''), MAIL_FROM: 'shop@shop.example' }
    expect(await save(shop, 'mail', other)).toBe(true)

    feed.set('goldapi.io', { text: 'no such key', status: 401 })
    const gold = { GOLD_SOURCES: 'goldapi.io', GOLDAPI_IO_KEY: 'key' }
    expect((await refusal(save(shop, 'gold', gold))).details.errors).toEqual({
      GOLDAPI_IO_KEY: 'goldapi.io answered HTTP 401.',
    })
    expect(await savedNames(shop)).not.toContain('GOLDAPI_IO_KEY')
  })

  it('a folder must exist and is written, a bucket put, got and deleted from [KEYTRY-01]', async () => {
    const shop = await shopWith({})
    const folder = tempFolder()
    writeFileSync(join(folder, 'file'), '')
    const refused = async (input: Record<string, string>) =>
      String(
        ((await refusal(save(shop, 'backup', input))).details.errors as Record<string, string>)
          .BACKUP_TO,
      )
    expect(await refused({ BACKUP_TO: 'backups' })).toMatch(/the full path/)
    expect(await refused({ BACKUP_TO: join(folder, 'file', 'backups') })).toMatch(
      /shop can’t write to the folder .*: a file is in the way/,
    )
    const to = join(folder, 'new', 'backups')
    expect(await refused({ BACKUP_TO: to })).toMatch(/^There is no folder .*new\. Check its name/)
    expect(await readdir(folder)).toEqual(['file'])
    mkdirSync(join(folder, 'new'))
    expect(await save(shop, 'backup', { BACKUP_TO: to })).toBe(true)
    expect(await readdir(to)).toEqual([])

    const bucket = await s3Server('shop')
    onTestFinished(() => bucket.close())
    const s3 = { BACKUP_TO: 's3://shop/nightly', AWS_ENDPOINT_URL_S3: bucket.url, ...s3Keys }
    expect(await refused({ ...s3, BACKUP_TO: 's3://other/nightly' })).toMatch(/no such bucket/)
    expect(await refused({ ...s3, AWS_SECRET_ACCESS_KEY: 'wrong' })).toMatch(
      /The test file couldn’t be written.*403/,
    )
    expect(await save(shop, 'backup', s3)).toBe(true)
  })

  it('what cannot be reached is saved by a second press, shown as untried, and tried again [KEYTRY-02]', async () => {
    const stripe = await openStripeServer()
    onTestFinished(() => stripe.close())
    const shop = await shopWith({ STRIPE_API_URL: stripe.url })
    const input = {
      STRIPE_SECRET_KEY: stripe.secretKey,
      STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
    }
    stripe.behave(500)
    expect(await refusal(save(shop, 'payments', input))).toMatchObject({
      code: 'setting_untried',
      status: 409,
      details: { canSaveAnyway: true },
    })
    expect(await savedNames(shop)).toEqual([])
    expect(await save(shop, 'payments', input, true)).toBe(true)
    expect(await openIn(shop, 'payments')).toContain('weren’t tested')
    expect(shop.payments).toMatchObject({ provider: 'stripe' })
    // The same again, with secrets left empty as the form shows them.
    const same = { STRIPE_SECRET_KEY: '', STRIPE_WEBHOOK_SECRET: '' }
    expect((await refusal(save(shop, 'payments', same))).code).toBe('setting_untried')
    stripe.behave(null)
    expect(await save(shop, 'payments', same)).toBe(true)
    expect(await openIn(shop, 'payments')).not.toContain('weren’t tested')
    expect(await save(shop, 'payments', same)).toBe(false)
    // A wrong one is never saved.
    const wrong = { ...input, STRIPE_SECRET_KEY: 'sk_test_mistyped' }
    expect((await refusal(save(shop, 'payments', wrong, true))).code).toBe('setting_refused')
    const bucket = { BACKUP_TO: 's3://shop/nightly', AWS_ENDPOINT_URL_S3: nowhere, ...s3Keys }
    expect((await refusal(save(shop, 'backup', bucket))).code).toBe('setting_untried')
  })
})
