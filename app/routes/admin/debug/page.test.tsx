import { describe, expect, it } from 'vitest'
import { readConfig } from '#app/.server/config.ts'
import { refreshGoldPrice } from '#app/.server/gold-price/commands/refresh-gold-price.ts'
import { setManualGoldPrice } from '#app/.server/gold-price/commands/set-manual-gold-price.ts'
import { goldFeeds } from '#app/.server/gold-price/feeds/gold-feeds.ts'
import { adminSessions, admins } from '#app/.server/platform/db/auth-schema.ts'
import { withRecentErrors } from '#app/.server/platform/log.ts'
import { firstAdmin, signedInCookie } from '#tests/support/admin.ts'
import { renderAdminPage, signedIn } from '#tests/support/admin-page.tsx'
import { onBothDatabases } from '#tests/support/databases.ts'
import { openGoldFeedServer } from '#tests/support/gold-feed-server.ts'
import { byHand } from '#tests/support/gold-prices.ts'
import { testShop } from '#tests/support/shop.ts'
import * as tab from './page.tsx'

/** Each of them must be nowhere on the screen, nor in the data behind it. */
const secrets = {
  SESSION_SECRET: 'the-session-secret-of-32-characters-or-more',
  STRIPE_SECRET_KEY: 'sk_test_stripesecret4711',
  STRIPE_WEBHOOK_SECRET: 'whsec_webhooksecret4711',
  GOLDAPI_IO_KEY: 'goldapi-key-4711',
  METALS_DEV_KEY: 'metals-key-4711',
  CONTENT_SITE_KEY: 'consumer_key=content-key-4711',
  SMTP_URL: 'smtp://mailer:mail-password-4711@mail.example',
}
const kept = {
  shopSecret: 'the-derived-secret-of-the-shop-4711',
  thrown: 'Ada Lovelace, 1 Elm Street',
}

onBothDatabases('the screen of errors', (open) => {
  it('shows backend, products, gold record, feeds in order and jobs [LIVE-04, DEBUG-01]', async () => {
    const db = await open()
    const feeds = await openGoldFeedServer()
    feeds.set('website', 'nothing')
    feeds.set('gold-api', { price: 4083.2, at: new Date('2026-03-11T15:58:00Z') })
    const { gold } = readConfig(feeds.settings('website', 'gold-api', 'swissquote'))
    const app = testShop({ db, goldFeeds: goldFeeds(gold, 2000) })
    await refreshGoldPrice(app, { askedBy: signedIn.email })
    await feeds.close()
    app.cache.jobs.set('expire orders', { at: app.now(), everyMs: 60_000, failed: true })
    const { words } = await renderAdminPage(app, tab)
    expect(words).toContain('Backend configured yes Backend reachable yes Database ')
    expect(words).toContain('Products 8, of which 8 on sale')
    expect(words).toContain(
      'Source gold-api Status live As of Mar 11, 2026, 8:58 AM PDT , 2 minutes ago',
    )
    expect(words).toMatch(
      /website Mar 11, 2026, 9:00 AM PDT , just now skipped: \S.* gold-api .* reported \$4,083.20 per troy ounce swissquote – not checked/,
    )
    expect(words).toContain('expire orders Mar 11, 2026, 9:00 AM PDT , just now failed')
  })

  it('names sources in plain words [DEBUG-03]', async () => {
    const app = testShop({ db: await open() })
    const { gold } = readConfig({
      GOLD_SOURCES: 'website',
      GOLD_WEBSITE_URL: 'https://shop.example',
    })
    const shop = { ...app, goldFeeds: goldFeeds(gold, 200) }
    await setManualGoldPrice(shop, byHand(1_368_500))
    const { words } = await renderAdminPage(shop, tab)
    expect(words).toContain('Source set by us Status set by us')
    expect(words).toContain('shop website – not checked')
    expect(words).not.toMatch(/admin-exact|feeds/)
  })

  it('shows no password, key, token or code, on the screen or in its data [DEBUG-02]', async () => {
    const db = await open()
    const feeds = await openGoldFeedServer()
    feeds.set('metals.dev', { text: 'no', status: 500 })
    feeds.set('goldapi.io', 'hangs')
    const config = readConfig({
      ...feeds.settings('metals.dev', 'goldapi.io'),
      ...secrets,
      DATABASE_URL: 'postgres://shop:database-password-4711@db.example/shop',
      CONTENT_SITE_URL: 'https://journal.example',
      MAIL_FROM: 'orders@shop.example',
    })
    const app = testShop({
      db,
      config,
      secret: kept.shopSecret,
      goldFeeds: goldFeeds(config.gold, 200),
    })
    app.log = withRecentErrors(app.log, app.cache.errors, app.now)
    const admin = await firstAdmin(app, signedIn.email)
    const cookie = await signedInCookie(app, admin)
    const [row] = await db.orm.select().from(admins)
    const [session] = await db.orm.select().from(adminSessions)
    const ofAdmin = [
      admin.password,
      Buffer.from(admin.secret.bytes).toString('base64'),
      Buffer.from(admin.secret.bytes).toString('hex'),
      ...admin.recoveryCodes,
      cookie.slice(cookie.indexOf('=') + 1),
      row?.passwordHash ?? 'no row',
      row?.mfaCode ?? 'no row',
      session?.token ?? 'no session',
    ]
    await refreshGoldPrice(app)
    await feeds.close()
    app.log.error({ err: new Error(kept.thrown), address: kept.thrown }, 'an order was not stored')
    const { html, data, words } = await renderAdminPage(app, tab)
    expect(words).toContain('an order was not stored')
    const everything = html + JSON.stringify(data)
    const all = [
      ...Object.values(secrets),
      ...Object.values(kept),
      ...ofAdmin,
      'password-4711',
      'key-4711',
    ]
    for (const secret of all) expect(everything).not.toContain(secret)
  })

  it('says so while the database is away, and still shows the rest', async () => {
    const db = await open()
    const app = testShop({ db })
    await db.close()
    const { words } = await renderAdminPage(app, tab)
    expect(words).toContain('Backend reachable no')
    expect(words).toContain('Products unknown')
  })
})

describe('the screen of errors', () => {
  it('says where no backend is configured', async () => {
    const { words } = await renderAdminPage(testShop({ db: null }), tab)
    expect(words).toContain('Backend configured no Backend reachable no Database none')
    expect(words).toContain('Automatic updates are off.')
  })
})
