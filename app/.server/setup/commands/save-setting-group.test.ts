import { asc, sql } from 'drizzle-orm'
import { expect, it, onTestFinished, vi } from 'vitest'
import { shownAlerts } from '#app/.server/alerts/queries/shown-alerts.ts'
import type { AppContext } from '#app/.server/app-context.ts'
import { readBackup } from '#app/.server/backup/backup-file.ts'
import { backupKeyOf } from '#app/.server/backup/backup-key.ts'
import { takeBackup } from '#app/.server/backup/take-backup.ts'
import { readConfig } from '#app/.server/config.ts'
import { sendAlertThrough } from '#app/.server/emails/commands/send-alert-through.ts'
import { smtpEmail } from '#app/.server/emails/gateway/smtp.ts'
import { auditLog } from '#app/.server/platform/db/audit-log-schema.ts'
import { admins, alerts } from '#app/.server/platform/db/auth-schema.ts'
import { type Database, rows } from '#app/.server/platform/db/database.ts'
import { followEmbedded, followPostgres } from '#app/.server/platform/db/revisions/revisions.ts'
import { emailOutbox } from '#app/.server/platform/db/schema.ts'
import { emailServerFields } from '#app/contracts/setup/saved-settings.ts'
import { firstAdmin } from '#tests/support/admin.ts'
import { onBothDatabases, onPostgres } from '#tests/support/databases.ts'
import { emailServer } from '#tests/support/email-server.ts'
import { paidOrder } from '#tests/support/orders.ts'
import { refusal, sellingShop } from '#tests/support/selling-shop.ts'
import { testShop } from '#tests/support/shop.ts'
import { applySavedSettings, followSavedSettings } from '../apply-saved-settings.ts'
import { setupPage } from '../queries/setup-page.ts'
import { saveSettingGroup } from './save-setting-group.ts'

const by = 'ann@example.com'
/** What is tried before it is saved: try-before-save.test.ts. */
const taken = async () => {}
const stripe = { STRIPE_SECRET_KEY: 'sk_test_hidden', STRIPE_WEBHOOK_SECRET: 'whsec_hidden' }
const { host, port, encryption, user, password } = emailServerFields
const email = {
  [host]: 'mail.shop.example',
  [port]: '465',
  [encryption]: 'tls',
  [user]: 'shop',
  [password]: 'hidden words',
  MAIL_FROM: 'orders@shop.example',
  MAIL_STAFF: '',
}
const age = 'age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p'

async function stateNow(shop: AppContext, group: 'payments' | 'mail' | 'gold' | 'backup') {
  return (await setupPage(shop)).forms[group].state
}
const save = async (
  shop: AppContext,
  group: 'payments' | 'mail' | 'gold' | 'backup',
  input: Record<string, string> | null,
) =>
  saveSettingGroup(
    shop,
    { group, typed: input, by, seen: await stateNow(shop, group) },
    sendAlertThrough,
    taken,
  )

/** Another process of the same shop, started on its database. */
async function restarted(shop: AppContext, more: Partial<AppContext> = {}) {
  const { db, secret } = shop
  const again = testShop({ db, secret, ...more })
  await applySavedSettings(again.db.orm, again)
  return again
}

onBothDatabases('settings that an owner saves', (open) => {
  it('are stored encrypted, used at once, told by name alone to the only owner who did it, and stand after a restart [SETUP-02, SETUP-04, PEOPLE-06, ALERT-08]', async () => {
    const db = await open()
    const { shop } = await sellingShop(db)
    const { id: adminId } = await firstAdmin(shop, by)
    await shop.db.orm.delete(alerts)
    await shop.db.orm.update(admins).set({ createdAt: new Date(0) })
    expect(await save(shop, 'payments', stripe)).toBe(true)
    expect(await save(shop, 'mail', email)).toBe(true)
    expect(shop.payments).toMatchObject({ provider: 'stripe', live: false })
    expect(shop.mail).not.toBeNull()
    expect(shop.config.mail.smtp?.url).toBe('smtps://shop:hidden%20words@mail.shop.example:465')
    expect(await restarted(shop)).toMatchObject({ payments: { provider: 'stripe' } })
    const [stored, log, told, emails, page] = [
      await rows(db.orm, sql`select * from saved_settings`),
      await db.orm.select().from(auditLog).orderBy(asc(auditLog.id)),
      await db.orm.select().from(alerts),
      await db.orm.select().from(emailOutbox),
      await setupPage(shop),
    ]
    expect(stored).toHaveLength(4)
    expect(log.at(-1)).toMatchObject({
      action: 'settings.saved',
      actorId: by,
      facts: { group: 'mail', saved: ['SMTP_URL', 'MAIL_FROM'], removed: [] },
    })
    expect(told.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['settings-saved']))
    expect(emails.filter(({ kind }) => kind === 'alert').map(({ recipient }) => recipient)).toEqual(
      [by, by],
    )
    const shown = await shownAlerts(shop, { adminId, device: null })
    expect(shown.alerts).toEqual([])
    expect(JSON.stringify([stored, log, told, emails, page])).not.toMatch(/hidden/)
    expect(page.mailServer).toMatchObject({ host: 'mail.shop.example', user: 'shop' })
    expect(page.forms.payments.saved).toMatchObject({ by })
    // A copy that is tried elsewhere charges no card.
    const backup = await takeBackup(db, { secret: null, secretMark: 'm', now: shop.now() })
    const { tables } = await readBackup({ file: 'shop.gz', bytes: backup })
    expect(tables.has('saved_settings')).toBe(false)
  })

  it('are saved once, and not over what another has saved since [SETUP-02]', async () => {
    const { shop, pass } = await sellingShop(await open())
    const seen = await stateNow(shop, 'payments')
    const other = { ...stripe, STRIPE_SECRET_KEY: 'sk_test_other' }
    const saved = await Promise.allSettled([
      saveSettingGroup(
        shop,
        { group: 'payments', typed: stripe, seen, by },
        sendAlertThrough,
        taken,
      ),
      saveSettingGroup(
        shop,
        { group: 'payments', typed: other, seen, by: 'ben@example.com' },
        sendAlertThrough,
        taken,
      ),
    ])
    expect(saved.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const stands = shop.config.stripe?.secretKey === stripe.STRIPE_SECRET_KEY ? stripe : other
    // The same button twice: it stands already.
    const again = { group: 'payments', seen, by } as const
    expect(await saveSettingGroup(shop, { ...again, typed: stands }, sendAlertThrough, taken)).toBe(
      false,
    )
    pass(1)
    const late = { ...stripe, STRIPE_SECRET_KEY: 'sk_test_third' }
    expect(
      await refusal(saveSettingGroup(shop, { ...again, typed: late }, sendAlertThrough, taken)),
    ).toMatchObject({
      code: 'settings_changed',
      status: 409,
    })
    expect(shop.config.stripe?.secretKey).toBe(stands.STRIPE_SECRET_KEY)
    expect(await save(shop, 'payments', null)).toBe(true)
    expect(await save(shop, 'payments', null)).toBe(false)
    expect(shop.payments).toMatchObject({ provider: 'test' })
    expect(shop.config.stripe).toBeNull()
  })

  it('are told through the former mail server too, where that one is changed or taken away [ALERT-09]', async () => {
    const former = await emailServer()
    onTestFinished(() => former.close())
    const emailOf = (url: string) =>
      smtpEmail({ url, reach: 'anywhere', from: { name: '', address: 'shop@shop.example' } })
    const { shop } = await sellingShop(await open())
    await firstAdmin(shop, by)
    await shop.db.orm.delete(alerts)
    shop.mail = emailOf(former.url)
    await save(shop, 'mail', email)
    expect(former.delivered.map(({ to }) => to)).toEqual([[by]])
    expect(former.delivered[0]?.words).toContain('saved the mail server')
    const [queued] = await shop.db.orm.select().from(emailOutbox)
    expect(queued).toMatchObject({ recipient: by, state: 'waiting' })
    // The same server, other staff.
    await save(shop, 'mail', { ...email, MAIL_STAFF: 'staff@shop.example' })
    expect(former.delivered).toHaveLength(1)
    shop.mail = emailOf(former.url)
    await save(shop, 'mail', null)
    expect(former.delivered).toHaveLength(2)
    expect(shop.mail).toBeNull()
    // Gone: what is saved is saved.
    shop.mail = emailOf(former.url)
    await former.close()
    expect(await save(shop, 'mail', email)).toBe(true)
  })

  it('that cannot be used are refused in the words of the setting, and nothing is saved [SETUP-05]', async () => {
    const { shop } = await sellingShop(await open(), { config: readConfig({}) })
    const wrong = async (
      group: 'payments' | 'mail' | 'gold' | 'backup',
      input: Record<string, string>,
    ) => (await refusal(save(shop, group, input))).details.errors
    expect(await wrong('payments', { ...stripe, STRIPE_SECRET_KEY: 'pk_test_1' })).toEqual({
      STRIPE_SECRET_KEY: 'STRIPE_SECRET_KEY must begin with sk_test_ or sk_live_.',
    })
    expect(
      await wrong('payments', { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: '' }),
    ).toHaveProperty('STRIPE_WEBHOOK_SECRET')
    const live = { ...stripe, STRIPE_SECRET_KEY: 'sk_live_1' }
    expect((await refusal(save(shop, 'payments', live))).message).toMatch(/^PUBLIC_URL must be/)
    expect(await wrong('mail', { ...email, MAIL_FROM: '' })).toHaveProperty('MAIL_FROM')
    expect(await wrong('gold', { GOLD_SOURCES: 'website' })).toHaveProperty('GOLD_SOURCES')
    expect(await wrong('backup', { BACKUP_TO: 's3://bucket/shop' })).toHaveProperty('BACKUP_TO')
    expect(await wrong('backup', { BACKUP_KEY: `${age.slice(0, -1)}q` })).toHaveProperty(
      'BACKUP_KEY',
    )
    expect(await rows(shop.db.orm, sql`select name from saved_settings`)).toEqual([])
  })

  it('give way to the environment, also where both are there [SETUP-03]', async () => {
    const db = await open()
    const { shop } = await sellingShop(db)
    await save(shop, 'mail', email)
    const config = readConfig({
      GOLD_SOURCES: 'none',
      SMTP_URL: 'smtp://env.shop.example',
      MAIL_FROM: 'env@shop.example',
    })
    const again = await restarted(shop, { config })
    expect(again.config.mail.smtp).toMatchObject({ url: 'smtp://env.shop.example' })
    const { forms } = await setupPage(again)
    expect(forms.mail.settings.find(({ name }) => name === 'SMTP_URL')?.isGiven).toBe(true)
    await save(again, 'mail', {
      ...email,
      [host]: 'other.example',
      MAIL_STAFF: 'staff@shop.example',
    })
    expect(again.config.mail).toMatchObject({
      smtp: { url: 'smtp://env.shop.example' },
      staff: 'staff@shop.example',
    })
  })

  it('with another secret are said to be unreadable, and nobody pays by a test instead [SETUP-05]', async () => {
    const { shop } = await sellingShop(await open())
    await save(shop, 'payments', stripe)
    await save(shop, 'backup', { BACKUP_KEY: age })
    const log = { ...shop.log, error: vi.fn() } as unknown as AppContext['log']
    const moved = await restarted(shop, { secret: 'another secret of 32 characters and more', log })
    expect(moved.payments).toBeNull()
    expect(moved.config.stripe).toBeNull()
    expect(log.error).toHaveBeenCalledTimes(2)
    const { topics } = await setupPage(moved)
    const said = topics.find(({ topic }) => topic === 'payments')?.details.join()
    expect(said).toContain('STRIPE_SECRET_KEY was saved with another SESSION_SECRET')
    expect(await backupKeyOf(moved.config, moved.db.orm, moved)).toBe('unread')
    expect(await backupKeyOf(shop.config, shop.db.orm, shop)).toBe(age)
    // A rotated one is read still.
    const rotated = await restarted(shop, { secret: 'n'.repeat(40), olderSecrets: [shop.secret] })
    expect(rotated.payments).toMatchObject({ provider: 'stripe' })
    // Entered again.
    await save(moved, 'payments', stripe)
    expect(moved.payments).toMatchObject({ provider: 'stripe' })
  })

  it('leave a shop that has sold without payments where its key is gone [SETUP-05]', async () => {
    const db = await open()
    const { shop } = await sellingShop(db)
    const config = readConfig({
      GOLD_SOURCES: 'none',
      PUBLIC_URL: 'https://gold.shop',
      TEST_PAYMENTS: 'until-key',
    })
    expect((await restarted(shop, { config })).payments).toMatchObject({ provider: 'test' })
    const order = await paidOrder(shop)
    await db.orm.execute(
      sql`update orders set livemode = true, payment_provider = 'stripe' where id = ${order.id}`,
    )
    expect((await restarted(shop, { config })).payments).toBeNull()
    const live = await restarted(shop, { config })
    expect(JSON.stringify((await setupPage(live)).topics)).toContain('no one can check out')
    await save(live, 'payments', { ...stripe, STRIPE_SECRET_KEY: 'sk_live_hidden' })
    expect(live.payments).toMatchObject({ provider: 'stripe', live: true })
  })
})

async function twoProcesses(one: Database, other: Database) {
  const shops = [one, other].map((db) => testShop({ db, now: () => new Date() }))
  for (const app of shops) {
    const follow =
      app.db.engine === 'embedded'
        ? await followEmbedded(app.db, app.revisions)
        : await followPostgres(app.db, app.revisions, app.log)
    onTestFinished(follow)
    onTestFinished(await followSavedSettings(app.db, app))
  }
  return shops as [AppContext, AppContext]
}

onPostgres('settings that an owner saves in one of several processes', (open) => {
  it('are used by the others too, and their pages are rendered again [SETUP-04]', async () => {
    const db = await open()
    const [here, there] = await twoProcesses(db, db)
    const before = there.revisions.total()
    await save(here, 'payments', stripe)
    await vi.waitFor(() => expect(there.payments).toMatchObject({ provider: 'stripe' }))
    expect(there.revisions.total()).toBeGreaterThan(before)
    await save(here, 'payments', null)
    await vi.waitFor(() => expect(there.payments).toMatchObject({ provider: 'test' }))
  })
})
