import { load } from 'cheerio'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest'
import { createApp } from '#app/.server/app.ts'
import { createAdmin } from '#app/.server/auth/commands/create-admin.ts'
import { routeRights } from '#app/.server/auth/route-rights.ts'
import { readConfig } from '#app/.server/config.ts'
import { setManualGoldPrice } from '#app/.server/gold-price/commands/set-manual-gold-price.ts'
import { adminSessions, admins } from '#app/.server/platform/db/auth-schema.ts'
import { rows } from '#app/.server/platform/db/database.ts'
import { emailOutbox, paymentEvents } from '#app/.server/platform/db/schema.ts'
import { may } from '#app/domain/access/rights.ts'
import { firstAdmin, signedInCookie, type TestAdmin } from '#tests/support/admin.ts'
import { cardFields, mayHaveCardFields } from '#tests/support/card-fields.ts'
import { seededPostgresUrl } from '#tests/support/databases.ts'
import { isDrawnMore } from '#tests/support/draws.ts'
import { byHand } from '#tests/support/gold-prices.ts'
import { addressOf, freePort, type Program, run, serveCommand } from '#tests/support/process.ts'
import { openStripeServer, type StripeServer } from '#tests/support/stripe-server.ts'
import { placed } from '#tests/support/stripe-shop.ts'
import { guesses, ownerForms, type Plan } from './owner-forms.ts'
import { type Answer, ask } from './raw-request.ts'

/** What a card would leave in a payment event, where a provider put it there. */
const card = { number: '4242424242424242', cvc: 'canary-of-the-cvc', name: 'canary-of-the-card' }
const keys = {
  SESSION_SECRET: 'canary-of-the-session-0123456789abcdef',
  GOLDAPI_IO_KEY: 'canary-of-goldapi',
  METALS_DEV_KEY: 'canary-of-metals',
}

/** What moves without anybody's decision: sessions that are used, wrong tries, what runs by the clock. */
const moving = [
  'admin_sessions',
  'alerts',
  'job_leases',
  'mail_outbox',
  'passkey_challenges',
  'rate_limits',
  'record_checks',
  'sign_in_attempts',
  'web_processes',
]

const patience = { timeout: 60_000, interval: 250 }

const installed = inject('postgresUrl') !== null

describe.skipIf(!installed)('one hijacked bench session', { timeout: 240_000 }, () => {
  let shop: Program
  let stripe: StripeServer
  let inside: Awaited<ReturnType<typeof createApp>>
  let url: string
  let owner: TestAdmin & { cookie: string; session: string }
  let bench: { email: string; cookie: string }
  let plan: Plan
  let secrets: string[]

  beforeAll(async () => {
    stripe = await openStripeServer()
    const databaseUrl = await seededPostgresUrl()
    const port = await freePort()
    url = `http://127.0.0.1:${port}`
    const settings = {
      ...keys,
      ...stripe.settings(),
      DATABASE_URL: databaseUrl,
      GOLD_SOURCES: 'none',
      PUBLIC_URL: url,
      LOG_LEVEL: 'error',
    }
    inside = await createApp(readConfig(settings))
    const app = inside.context
    const ann = await firstAdmin(app)
    const annsCookie = await signedInCookie(app, ann)
    const made = await createAdmin(app, {
      email: 'bench@example.com',
      password: 'a long sentence of gold',
      actor: { type: 'command', id: 'a test' },
      role: 'bench',
    })
    bench = { email: 'bench@example.com', cookie: await signedInCookie(app, made) }
    await setManualGoldPrice(app, byHand(1_300_000, ann.email))
    const order = await placed(app)
    const unpaid = await placed(app)

    shop = run(serveCommand, { ...settings, PORT: String(port) })
    await addressOf(shop)
    const paid = stripe.pay(order.session)
    Object.assign(paid.data.object, { payment_method_details: { card } })
    const { body, header } = stripe.signed(paid)
    const headers = { 'content-type': 'application/json', 'stripe-signature': header }
    const told = await ask(url, '/api/stripe/webhook', { method: 'POST', headers, body })
    expect(told.status).toBe(200)

    const { orm } = app.db
    const [session] = await orm.select().from(adminSessions).where(eq(adminSessions.userId, ann.id))
    const [person] = await orm.select().from(admins).where(eq(admins.id, ann.id))
    if (!session || !person) throw new Error('nobody is signed in')
    owner = { ...ann, cookie: annsCookie, session: session.id }
    plan = { order: unpaid, paid: order, owner, bench }
    // What the first run of a job stores is nobody's doing. They run one after the other; this is the last.
    await vi.waitFor(async () => {
      const headers = { cookie: annsCookie, origin: url }
      const { text } = await ask(url, '/admin/dashboard/system/facts.json', { headers })
      const { jobs } = JSON.parse(text) as { jobs: { name: string }[] }
      expect(jobs.map(({ name }) => name)).toContain('fetch lost payment events')
    }, patience)
    secrets = [
      ...Object.values(card),
      ...Object.values(keys),
      stripe.secretKey,
      stripe.webhookSecret,
      new URL(databaseUrl).password,
      person.passwordHash,
      person.mfaCode,
      session.token,
      ann.password,
      ann.secret.base32,
      ...ann.recoveryCodes,
    ]
    expect(secrets.every((secret) => secret.length > 5)).toBe(true)
  }, 240_000)
  afterAll(async () => {
    await shop?.stop()
    await inside?.close()
    await stripe?.close()
  })

  /** Every row of every table, as text; of admins without what they dismissed. */
  async function everything(): Promise<Record<string, string>> {
    const { orm } = inside.context.db
    const tables = await rows<{ name: string }>(
      orm,
      sql`select tablename as name from pg_tables where schemaname = 'public' order by 1`,
    )
    const found: Record<string, string> = {}
    for (const { name } of tables.filter((table) => !moving.includes(table.name))) {
      const row = sql.raw(`to_jsonb(t) - 'alerts_seen_until'`)
      const [all] = await rows<{ text: string | null }>(
        orm,
        sql`select string_agg((${row})::text, chr(10) order by (${row})::text) as text
          from ${sql.identifier(name)} t`,
      )
      found[name] = all?.text ?? ''
    }
    return found
  }

  /** Which emails there are, whatever has become of them. */
  const emails = async () => {
    const { id, kind } = emailOutbox
    return inside.context.db.orm.select({ id, kind }).from(emailOutbox).orderBy(id)
  }

  /** Asks, and looks through whatever comes back. */
  async function tries(
    path: string,
    asked: Parameters<typeof ask>[2] & { cookie?: string },
  ): Promise<Answer> {
    const { cookie = bench.cookie, headers, ...more } = asked
    const answer = await ask(url, path, { ...more, headers: { ...headers, cookie, origin: url } })
    const what = `${more.method ?? 'GET'} ${path} ${more.body ?? ''} gave ${answer.status}`
    expect(answer.status, what).toBeLessThan(500)
    const text = answer.text + JSON.stringify(answer.headers)
    for (const secret of secrets) expect(text.includes(secret), `${what}: ${secret}`).toBe(false)
    if (answer.text.includes('<html') && mayHaveCardFields(answer.text))
      expect(load(answer.text)(cardFields).length, what).toBe(0)
    return answer
  }

  const patterns = Object.entries(routeRights)
  const filled = (pattern: string) =>
    pattern.replace('/orders/:id', `/orders/${plan.order.id}`).replace(':id', '7')
  const form = { 'content-type': 'application/x-www-form-urlencoded' }

  it('changes no price, product, setting or person, and sees no card and no secret [ATTACK-07]', async () => {
    const before = await everything()
    const emailsBefore = await emails()
    const [event] = await inside.context.db.orm.select().from(paymentEvents)
    // Not even the shop keeps what it was told of the card.
    expect(event?.outcome).toBe('applied')
    for (const part of Object.values(card)) expect(JSON.stringify(event)).not.toContain(part)

    // Each form where it belongs, and everywhere else.
    for (const [at, { path, headers, body }] of ownerForms(plan).entries()) {
      const answer = await tries(path, { method: 'POST', headers, body })
      expect(answer.status, `${path} ${body}`).toBe(403)
      const suffix = at % 2 === 0 ? '.data' : ''
      for (const [nth, [pattern]] of patterns.entries()) {
        // A third of them at each; `npm run bench -- draws` sends each form everywhere.
        if (!isDrawnMore && (at + nth) % 3 !== 0) continue
        await tries(filled(pattern) + suffix, { method: 'POST', headers, body })
      }
    }

    // Every method, and the data of one address asked for by another.
    const routes = ['staff', 'debug/page', 'gold-price/page', 'products/edit', 'settings/shipping']
    for (const [nth, [pattern, { read, write }]] of patterns.entries()) {
      const path = filled(pattern)
      for (const [way, method] of ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE'].entries()) {
        const reads = method === 'GET' || method === 'HEAD'
        const sent = reads ? {} : { headers: form, body: 'id=7&action=role&role=owner' }
        for (const [at, address] of [path, `${path}.data`].entries()) {
          // At the two in turn, and the data of one other address; the bench asks all.
          if (!isDrawnMore && (nth + way) % 2 !== at) continue
          const { status } = await tries(address, { method, ...sent })
          if (!may('bench', reads ? read : write)) expect([202, 302, 403]).toContain(status)
        }
      }
      for (const [at, route] of routes.entries()) {
        if (!isDrawnMore && nth % routes.length !== at) continue
        const id = encodeURIComponent(`routes/admin/${route}`)
        const { text } = await tries(`${path}.data?_routes=${id}`, {})
        expect(text, `${path} ${route}`).not.toContain(`"${owner.email}"`)
        const body = 'action=save&perGram=1&id=7'
        const address = `${path}.data?_routes=${id}&_data=${id}&_method=DELETE`
        await tries(address, { method: 'POST', headers: form, body })
      }
    }

    // What is no page of the shop: its files, its backups, its buyers.
    for (const path of guesses) {
      const { status, headers, text } = await tries(path, {})
      const isPage = /text\/html/.test(String(headers['content-type']))
      expect(status >= 300 || isPage, `${path} gave ${status} ${text.slice(0, 80)}`).toBe(true)
    }

    // A session of the owner, or a fresh factor, that is made up.
    const [name = '', value = ''] = bench.cookie.split('=')
    const [, signature = ''] = decodeURIComponent(value).split('.')
    const made = [
      `${name}=${encodeURIComponent(`${owner.session}.${signature}`)}`,
      `${name}=${owner.session}`,
      `${bench.cookie}; ${name}=${encodeURIComponent(`${owner.session}.${signature}`)}`,
      `${bench.cookie}; role=owner; factorAt=${Date.now()}; better-auth.session_data=e30`,
    ]
    for (const cookie of made) {
      for (const { path, headers, body } of ownerForms(plan)) {
        const forged = { ...headers, 'x-role': 'owner', 'x-factor-at': new Date().toISOString() }
        const { status } = await tries(path, { method: 'POST', headers: forged, body, cookie })
        expect([302, 401, 403], path).toContain(status)
      }
    }

    const after = await everything()
    expect(Object.keys(after).length).toBeGreaterThan(15)
    expect(Object.keys(after).filter((name) => after[name] !== before[name])).toEqual([])
    expect(await emails()).toEqual(emailsBefore)
    const ofOwner = await inside.context.db.orm
      .select()
      .from(adminSessions)
      .where(eq(adminSessions.userId, owner.id))
    expect(ofOwner.map(({ id }) => id)).toEqual([owner.session])
  })

  it('while the same forms do it all for the owner [ATTACK-07]', async () => {
    for (const { path, headers, body } of ownerForms(plan)) {
      const before = await everything()
      const sent = { ...headers, cookie: owner.cookie, origin: url }
      const { status, text } = await ask(url, path, { method: 'POST', headers: sent, body })
      expect(status, `${path} ${body}: ${text.slice(0, 300)}`).toBeLessThan(400)
      expect(await everything(), `${path} ${body}`).not.toEqual(before)
    }
  })
})
