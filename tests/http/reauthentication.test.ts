import { randomUUID } from 'node:crypto'
import { desc, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAdmin } from '#app/.server/auth/commands/create-admin.ts'
import { type Reauth, routeRights } from '#app/.server/auth/route-rights.ts'
import { applyProductChange } from '#app/.server/catalog/commands/apply-product-change.ts'
import { planBulkChange } from '#app/.server/catalog/commands/plan-bulk-change.ts'
import { adminSessions } from '#app/.server/platform/db/auth-schema.ts'
import { rows } from '#app/.server/platform/db/database.ts'
import { may, type Role, roles } from '#app/domain/access/rights.ts'
import { accountActions } from '#app/routes/admin/account/actions.ts'
import { productActions } from '#app/routes/admin/catalog/actions.ts'
import { changeActions } from '#app/routes/admin/catalog/changes/actions.ts'
import { alertActions } from '#app/routes/admin/components/alert-actions.ts'
import { textActions } from '#app/routes/admin/content/actions.ts'
import { redirectActions } from '#app/routes/admin/content/redirect-actions.ts'
import { customerActions } from '#app/routes/admin/customers/actions.ts'
import { discountActions } from '#app/routes/admin/discounts/actions.ts'
import { newOrderActions } from '#app/routes/admin/draft-orders/new/actions.ts'
import { emailTextActions } from '#app/routes/admin/emails/actions.ts'
import { goldPriceActions } from '#app/routes/admin/gold-price/actions.ts'
import { mediaActions } from '#app/routes/admin/media/actions.ts'
import { messageActions } from '#app/routes/admin/messages/actions.ts'
import { metalActions } from '#app/routes/admin/metal/actions.ts'
import { newsletterActions } from '#app/routes/admin/newsletter/actions.ts'
import { editActions } from '#app/routes/admin/order-edits/actions.ts'
import { orderActions } from '#app/routes/admin/orders/actions.ts'
import { paymentActions } from '#app/routes/admin/payments/actions.ts'
import { setupActions } from '#app/routes/admin/setup/actions.ts'
import { staffActions } from '#app/routes/admin/staff/actions.ts'
import { beginActions, costActions, tradeInActions } from '#app/routes/admin/trade-ins/actions.ts'
import { tradeInLabelActions } from '#app/routes/admin/trade-ins/label-actions.ts'
import { photoActions } from '#app/routes/admin/trade-ins/photo-actions.ts'
import { signedInCookie } from '#tests/support/admin.ts'
import { openBuiltShop, type TestShop } from '#tests/support/built-shop.ts'
import { draft } from '#tests/support/product-drafts.ts'
import { asStaff, madeOrder, submittedOrder } from '#tests/support/staff-orders.ts'

type Write = { pattern: string; action?: string; reauth: Reauth }

/** The actions of each page that has several forms. */
const tables: Record<string, Record<string, { reauth: Reauth }>> = {
  '/admin/account': accountActions,
  '/admin/alerts': alertActions,
  '/admin/staff': staffActions,
  '/admin/dashboard/customers/:id': customerActions,
  '/admin/dashboard/gold-price': goldPriceActions,
  '/admin/dashboard/media/:id': mediaActions,
  '/admin/dashboard/discounts': discountActions,
  '/admin/dashboard/mails/:key': emailTextActions,
  '/admin/dashboard/messages/:id': messageActions,
  '/admin/dashboard/metal': metalActions,
  '/admin/dashboard/newsletter': newsletterActions,
  '/admin/dashboard/orders/:id': orderActions,
  '/admin/dashboard/orders/:id/edit': editActions,
  '/admin/dashboard/orders/new': newOrderActions,
  '/admin/dashboard/payments/:id': paymentActions,
  '/admin/dashboard/products': productActions,
  '/admin/dashboard/products/changes/:id': changeActions,
  '/admin/dashboard/redirects': redirectActions,
  '/admin/dashboard/setup': setupActions,
  '/admin/dashboard/texts/:key': textActions,
  '/admin/dashboard/trade-ins/:id': {
    ...tradeInActions,
    ...tradeInLabelActions,
    ...photoActions,
  },
  '/admin/dashboard/trade-ins/costs': costActions,
  '/admin/dashboard/trade-ins/new': beginActions,
}

/** Every write of the admin area: each address, and each action of those that have several. */
const writes: Write[] = Object.entries(routeRights).flatMap(([pattern, { reauth }]): Write[] => {
  if (reauth !== 'by action') return [{ pattern, reauth }]
  return Object.entries(tables[pattern] ?? {}).map(([action, { reauth }]) => ({
    ...{ pattern, action, reauth },
  }))
})
const nameOf = ({ pattern, action }: Write) => (action ? `${pattern} ${action}` : pattern)

/** What is sent beside the action; `path` where the pattern does not do. */
type Sample = { path?: string; form?: Record<string, string>; json?: object }

/** What changes the text in use; with no fields, to the built-in one. */
function ofText(list: string, key: string): Record<string, Sample> {
  const sample = { path: `${list}/${key}`, form: { seen: '0', draft: '0', version: '1' } }
  const actions = ['publish', 'built-in', 'take back']
  return Object.fromEntries(actions.map((action) => [`${list}/:key ${action}`, sample]))
}

let shop: TestShop
let samples: Record<string, Sample | { provenBy: string }>
const people = {} as Record<Role, { id: string }>

beforeAll(async () => {
  shop = await openBuiltShop()
  const { app } = shop
  await shop.goldBecomes('130')
  const by = 'owner@example.com'
  for (const role of roles) {
    people[role] = await createAdmin(app, {
      ...{ email: `${role}@example.com`, password: 'a long sentence of gold', role },
      actor: { type: 'command', id: 'a test' },
    })
  }
  const order = await madeOrder(app)
  const { revision, key } = await asStaff(app, order)
  const ofOrder = `/admin/dashboard/orders/${order.id}`
  const change = {
    ...{ active: null, featured: null, category: null },
    fee: { how: 'percent', hundredths: -10_000, size: null },
  } as const
  const plan = (id: string) => planBulkChange(app, { chosen: { ids: [id] }, change, by })
  const applied = await plan('5')
  await applyProductChange(app, { id: applied, by })
  const changes = '/admin/dashboard/products/changes'
  const size = { size: 'Small', weight: '0.1', fee: '0', stripeLink: '', sizeKey: '' }
  const cheap = { ...draft, sizes: [size] }
  const day = { receivedOn: '2026-01-02' }
  samples = {
    '/admin/staff role': { form: { email: 'bench@example.com', role: 'owner' } },
    '/admin/staff remove': { form: { email: 'bench@example.com' } },
    '/admin/staff invite': { form: { email: 'thief@example.com', role: 'owner' } },
    '/admin/account remove-passkey': { form: { id: '7' } },
    '/admin/dashboard/gold-price save': { form: { perGram: '65', perOunce: '', again: '65' } },
    '/admin/dashboard/gold-price withdraw': { form: { id: '1', newest: '1', reason: 'Wrong.' } },
    '/admin/dashboard/gold-price stop': { form: { message: 'Closed.' } },
    '/admin/dashboard/gold-price resume': {},
    '/admin/dashboard/orders/new make': {
      form: { ...(await submittedOrder(app)), stated: '155000' },
    },
    '/admin/dashboard/orders/:id record-payment': {
      path: ofOrder,
      form: { revision: `${revision}`, key, kind: 'cash', amount: '1550', payer: 'Ada', ...day },
    },
    '/admin/dashboard/orders/:id ask-rates': { provenBy: 'buy-label.test.ts' },
    '/admin/dashboard/orders/:id buy-label': { provenBy: 'buy-label.test.ts' },
    '/admin/dashboard/trade-ins/:id buy-label': { provenBy: 'trade-in-label.test.ts' },
    '/admin/dashboard/orders/:id weigh-approve': { provenBy: 'second-reading.test.ts' },
    '/admin/dashboard/orders/:id refund': { provenBy: 'refund-order.test.ts' },
    '/admin/dashboard/orders/:id decline-refund': { provenBy: 'decline-refund.test.ts' },
    '/admin/dashboard/orders/:id/edit edit': { provenBy: 'refused-edits.test.ts' },
    '/admin/dashboard/orders/:id erase': { path: ofOrder, form: { number: order.number } },
    '/admin/dashboard/orders/:id/buyer': { path: `${ofOrder}/buyer` },
    '/admin/dashboard/payments/:id refund': { form: { key: randomUUID(), reason: 'Twice.' } },
    '/admin/dashboard/bank-price': { form: { bankDiscount: '9', wireBankDays: '5' } },
    '/admin/dashboard/risk': {
      form: {
        highValue: '1',
        threeDSecure: '1',
        toleranceMg: '0.05',
        limitPermille: '1',
        secondReading: '10',
        workshopLimit: '100',
      },
    },
    '/admin/dashboard/setup save': { form: { group: 'mail', seen: 'nothing' } },
    '/admin/dashboard/setup save anyway': { form: { group: 'mail', seen: 'nothing' } },
    '/admin/dashboard/setup open the shop': {},
    '/admin/dashboard/setup remove': { form: { group: 'mail', seen: 'nothing' } },
    '/admin/dashboard/setup make backup key': {},
    ...ofText('/admin/dashboard/texts', 'brand'),
    ...ofText('/admin/dashboard/mails', 'alert'),
    '/admin/dashboard/system': {},
    '/admin/dashboard/system/backup': { provenBy: 'send-backup.test.ts' },
    '/admin/dashboard/system/backups/:id': { provenBy: 'send-backup.test.ts' },
    '/admin/dashboard/discounts save': {
      form: {
        ...{ code_id: '', revision: '', code: 'THIEF', kind: 'percent', value: '100', pieces: '' },
        ...{ from: '', until: '', minTotal: '', maxUses: '', maxUsesPerEmail: '' },
      },
    },
    '/admin/dashboard/discounts resume': { form: { code_id: '7' } },
    '/admin/dashboard/trade-ins/costs save-cost': {
      form: { productId: '7', size: 'Small', cost: '1.00' },
    },
    '/admin/dashboard/trade-ins/:id trade-in-offer': { form: { revision: '1', amount: '9000.00' } },
    '/admin/dashboard/trade-ins/:id trade-in-credit': {
      form: { revision: '1', key, order: order.number, sanctions: 'yes' },
    },
    '/admin/dashboard/trade-ins/:id trade-in-payout': {
      form: {
        ...{ revision: '1', key, kind: 'check', reference: '1001', paidOn: '2026-01-02' },
        sanctions: 'yes',
      },
    },
    '/admin/products/new': { json: { draft: cheap, revision: null } },
    '/admin/products/edit/:id': { json: { draft: cheap, revision: 1 } },
    '/admin/dashboard/products/changes/:id apply': { path: `${changes}/${await plan('8')}` },
    '/admin/dashboard/products/changes/:id undo': { path: `${changes}/${applied}` },
  }
})
afterAll(() => shop.close())

/** A session of that role whose second factor was shown so many minutes ago. */
async function session(role: Role, minutes: number): Promise<string> {
  const { orm } = shop.app.db
  const cookie = await signedInCookie(shop.app, people[role])
  const [opened] = await orm
    .select()
    .from(adminSessions)
    .where(eq(adminSessions.userId, people[role].id))
    .orderBy(desc(adminSessions.createdAt))
    .limit(1)
  if (!opened) throw new Error('nobody is signed in')
  const factorAt = new Date(shop.app.now().getTime() - minutes * 60_000)
  await orm.update(adminSessions).set({ factorAt }).where(eq(adminSessions.id, opened.id))
  return cookie
}

/** As the browser's script sends it. */
async function send(cookie: string, { pattern, action }: Write, sample: Sample = {}) {
  const path = sample.path ?? pattern.replace(/:\w+/, '7')
  const headers = { Cookie: cookie, Origin: shop.url }
  const fields = { ...(action && { action }), ...sample.form }
  const response = await fetch(`${shop.url}${path}.data`, {
    method: 'POST',
    redirect: 'manual',
    ...(sample.json
      ? {
          headers: { ...headers, 'Content-Type': 'application/json' },
          body: JSON.stringify(sample.json),
        }
      : { headers, body: new URLSearchParams(fields) }),
  })
  const text = await response.text()
  return { status: response.status, text, asks: text.includes('fresh_factor_needed') }
}

/** What moves without anybody's decision. */
const moving = ['admin_sessions', 'job_leases', 'rate_limits', 'record_checks', 'web_processes']
/** What a job writes of a queued email when it sends it. Which emails are queued stays compared. */
const sending = [
  ...['state', 'attempts', 'next_attempt_at', 'sent_at', 'last_error'],
  ...['recipient', 'subject', 'text', 'html'],
].map((column) => `'${column}'`)

async function everything(): Promise<Record<string, string>> {
  const { orm } = shop.app.db
  const tables = await rows<{ name: string }>(
    orm,
    sql`select tablename as name from pg_tables where schemaname = 'public' order by 1`,
  )
  const found: Record<string, string> = {}
  for (const { name } of tables.filter((table) => !moving.includes(table.name))) {
    const left = name === 'mail_outbox' ? sending : []
    const row = sql.raw(`to_jsonb(t) - array[${left}]::text[]`)
    const [all] = await rows<{ text: string | null }>(
      orm,
      sql`select string_agg((${row})::text, chr(10) order by (${row})::text) as text
        from ${sql.identifier(name)} t`,
    )
    found[name] = all?.text ?? ''
  }
  return found
}

describe('a write of the admin area', { timeout: 120_000 }, () => {
  it('that asks by itself has a form here, or a test of its own, that goes beyond its limit [FRESH-05]', () => {
    const several = Object.keys(routeRights).filter(
      (name) => routeRights[name]?.reauth === 'by action',
    )
    expect(Object.keys(tables).sort()).toEqual(several.sort())
    const asking = ({ reauth }: Write) => reauth === 'checked' || reauth === 'once valid'
    const checked = writes.filter(asking).map(nameOf)
    expect(Object.keys(samples).sort()).toEqual(checked.sort())
  })

  for (const role of roles) {
    it(`is refused to a stale session of the ${role} where the table says so, and changes nothing [FRESH-05]`, async () => {
      const stale = await session(role, 11)
      const before = await everything()
      for (const write of writes.filter(({ reauth }) => reauth !== 'never')) {
        const sample = samples[nameOf(write)]
        if (sample && 'provenBy' in sample) continue
        const { status, text, asks } = await send(stale, write, sample)
        const what = `${role} ${nameOf(write)}: ${status} ${text.slice(0, 200)}`
        expect(status, what).toBe(403)
        const allowed = may(role, routeRights[write.pattern]?.write ?? 'staff')
        // Which actions of an address are not for the bench, and not for a manager, the action says.
        if (allowed && (write.reauth === 'always' || role === 'owner')) {
          expect(asks, what).toBe(true)
        }
        if (!allowed) expect(asks, what).toBe(false)
      }
      expect(await everything()).toEqual(before)
    })

    it(`is not asked of the ${role} for what the table names, nor after a fresh second factor [FRESH-05]`, async () => {
      for (const write of writes) {
        const fresh = await send(await session(role, 0), write)
        expect(fresh.asks, `fresh ${role} ${nameOf(write)}`).toBe(false)
        if (write.reauth !== 'never') continue
        const stale = await send(await session(role, 11), write)
        expect(stale.asks, `stale ${role} ${nameOf(write)}: ${stale.text.slice(0, 200)}`).toBe(
          false,
        )
      }
    })
  }

  it('is counted where it is small: the eleventh within an hour asks, of whatever kind [FRESH-06]', async () => {
    const stale = await session('owner', 11)
    const recorded = samples['/admin/dashboard/orders/:id record-payment']
    if (!recorded || 'provenBy' in recorded) throw new Error('no order')
    const { path = '', form = {} } = recorded
    const revision = form.revision ?? ''
    const post = (action: string, more: Record<string, string>) => {
      const isPrice = action === 'save'
      const pattern = isPrice ? '/admin/dashboard/gold-price' : '/admin/dashboard/orders/:id'
      const write = { pattern, action }
      return send(stale, { ...write, reauth: 'checked' }, { ...(!isPrice && { path }), form: more })
    }
    const refund = { of: 'sum', sum: '1.00', reason: 'A scratch.', stated: '100', revision }
    const small: [string, Record<string, string>][] = [
      ['buy-label', { label: '7', rate: 'rate_7' }],
      ['refund', { ...refund, key: randomUUID() }],
      ['record-payment', { ...form, amount: '1' }],
      ['save', { perGram: '130.10', perOunce: '' }],
    ]
    for (let count = 0; count < 9; count += 1) {
      expect((await post('buy-label', { label: '7', rate: 'rate_7' })).asks).toBe(false)
    }
    expect((await post('refund', { ...refund, key: randomUUID() })).asks).toBe(false)
    for (const [action, more] of small) {
      const { asks, text } = await post(action, more)
      expect(asks, `${action}: ${text.slice(0, 200)}`).toBe(true)
    }
  })

  it('is refused to a stale session where its action is not declared, however it is spelled [FRESH-05]', async () => {
    const stale = await session('owner', 11)
    for (const pattern of Object.keys(tables)) {
      for (const action of ['', 'new-action', 'constructor', '__proto__', 'toString']) {
        const { status, asks } = await send(stale, { pattern, action, reauth: 'always' })
        expect([status, asks], `${pattern} ${action}`).toEqual([403, true])
      }
    }
    // The last of two is the one that is read.
    const response = await fetch(`${shop.url}/admin/dashboard/gold-price.data`, {
      method: 'POST',
      headers: { Cookie: stale, Origin: shop.url },
      body: new URLSearchParams([
        ['action', 'reject'],
        ['action', 'accept'],
        ['id', '1'],
      ]),
    })
    expect(await response.text()).toContain('fresh_factor_needed')
  })

  it('says on a page of a browser without JavaScript what to do, and the same form then passes [FRESH-02, FRESH-05]', async () => {
    const stale = await session('owner', 11)
    const body = new URLSearchParams({
      processingTime: '3 days',
      shippingTime: '2 days',
      shippingCost: 'free',
      processingDays: '3',
    })
    const post = (Cookie: string) =>
      fetch(`${shop.url}/admin/dashboard/shipping`, {
        method: 'POST',
        headers: { Cookie, Origin: shop.url },
        body,
      })
    const refused = await post(stale)
    expect(refused.status).toBe(403)
    const html = await refused.text()
    expect(html).toContain('Confirm it’s you')
    expect(html).toMatch(
      /<a [^>]*target="_blank"[^>]*href="\/admin\/confirm"|<a [^>]*href="\/admin\/confirm"[^>]*target="_blank"/,
    )
    expect((await post(await session('owner', 0))).status).toBe(200)
  })

  it('that asks for a list as a file leads to the page that asks for a code, and back to that list [FRESH-09]', async () => {
    const cookie = await session('owner', 60)
    const asked = await fetch(`${shop.url}/admin/dashboard/orders/orders.csv?show=paid`, {
      method: 'POST',
      headers: { Cookie: cookie, Origin: shop.url, Accept: 'text/html' },
    })
    expect([asked.status, asked.headers.get('content-type')]).toEqual([
      403,
      'text/html; charset=utf-8',
    ])
    const back = '/admin/dashboard/orders?show=paid'
    const confirm = `/admin/confirm?${new URLSearchParams({ back })}`
    expect(await asked.text()).toContain(`href="${confirm}"`)
    const pageAt = async (path: string) => {
      const answer = await fetch(shop.url + path, { headers: { Cookie: cookie } })
      return answer.text()
    }
    expect(await pageAt(confirm)).toContain(`href="${back}"`)
    for (const elsewhere of ['https://evil.example/', '//evil.example', '/admin/logout']) {
      const page = await pageAt(`/admin/confirm?${new URLSearchParams({ back: elsewhere })}`)
      expect(page).not.toContain('Back to the list')
    }
  })
})
