import { asc } from 'drizzle-orm'
import { expect, it } from 'vitest'
import type { AppContext } from '#app/.server/app-context.ts'
import { changePassword } from '#app/.server/auth/commands/change-password.ts'
import { createAdmin } from '#app/.server/auth/commands/create-admin.ts'
import { invite } from '#app/.server/auth/commands/invite.ts'
import { resetSecondFactor } from '#app/.server/auth/commands/reset-second-factor.ts'
import { signIn } from '#app/.server/auth/commands/sign-in.ts'
import { createProduct, updateProduct } from '#app/.server/catalog/commands/save-product.ts'
import { sendEmail } from '#app/.server/emails/jobs/send-emails.ts'
import { orderEmails } from '#app/.server/emails/queries/order-emails.ts'
import { applyPaymentEvent } from '#app/.server/payments/commands/apply-payment-event.ts'
import type { PaymentEvent } from '#app/.server/payments/gateway/payment-event.ts'
import { alerts } from '#app/.server/platform/db/auth-schema.ts'
import { emailOutbox } from '#app/.server/platform/db/schema.ts'
import { cents } from '#app/domain/money/cents.ts'
import { brand } from '#brand'
import { codeFor, firstAdmin } from '#tests/support/admin.ts'
import { onBothDatabases } from '#tests/support/databases.ts'
import { type PlacedOrder, paidOrder } from '#tests/support/orders.ts'
import { productToSave } from '#tests/support/product-drafts.ts'
import { sellingShop } from '#tests/support/selling-shop.ts'
import { dismissAlerts } from './commands/dismiss-alerts.ts'
import { shownAlerts } from './queries/shown-alerts.ts'
import { raiseAlert } from './raise-alert.ts'

const actor = { type: 'command', id: 'a test' } as const
const firefox = 'Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0'

async function emailsOf(app: AppContext) {
  await sendEmail(app)
  const emails = await app.db.orm
    .select()
    .from(emailOutbox)
    .orderBy(asc(emailOutbox.createdAt), asc(emailOutbox.recipient))
  return emails.filter(({ kind }) => kind === 'alert')
}

const subjects = async (app: AppContext) =>
  (await emailsOf(app)).map(({ recipient, subject }) => `${recipient}: ${subject}`)

/** A shop with an owner and one at the bench, whose own making is told and dismissed. */
async function staffedShop(open: () => Promise<AppContext['db']>) {
  const { shop, pass, goldBecomes } = await sellingShop(await open())
  const owner = await firstAdmin(shop)
  const bench = { ...owner, email: 'ben@example.com' }
  const password = 'another sentence of gold'
  const made = await createAdmin(shop, { email: bench.email, password, actor, role: 'bench' })
  await shop.db.orm.delete(alerts)
  pass(1)
  return {
    shop,
    pass,
    goldBecomes,
    owner,
    bench: { ...bench, id: made.id, password, secret: made.mfaSecret },
  }
}

const disputeOf = (app: AppContext, order: PlacedOrder): PaymentEvent => ({
  id: 'a dispute',
  provider: order.paymentProvider,
  livemode: order.livemode,
  type: 'dispute open',
  about: { orderId: order.id, payment: order.paymentReference ?? '' },
  amount: cents(order.totalCents),
  currency: 'usd',
  reference: order.paymentReference ?? '',
  email: null,
  address: null,
  occurredAt: app.now(),
  payload: {},
})

onBothDatabases('an alert', (open) => {
  it('of the shop reaches every owner and nobody else, whole in text and HTML [ALERT-01, ALERT-02]', async () => {
    const { shop, goldBecomes } = await staffedShop(open)
    await createAdmin(shop, {
      email: 'oda@example.com',
      password: 'a third sentence of gold',
      actor,
      role: 'owner',
    })
    await goldBecomes('131')
    const emails = await emailsOf(shop)
    expect(
      emails.map(({ recipient, subject, state }) => [recipient, subject, state]).sort(),
    ).toEqual([
      ['ann@example.com', 'The gold price was set manually', 'kept'],
      ['ann@example.com', 'oda@example.com was added to the staff', 'kept'],
      ['oda@example.com', 'The gold price was set manually', 'kept'],
    ])
    const email = emails.find(({ subject }) => subject?.includes('gold price'))
    for (const shown of [email?.text, email?.html]) {
      for (const words of [
        'a test set the gold price to $131.00 per gram. It was $130.00 before.',
        'This happened on March 11, 2026, at 9:01 AM PDT.',
        'If this looks wrong',
        'http://localhost:3000/admin/dashboard/gold-price',
      ]) {
        expect(shown).toContain(words)
      }
    }
  })

  it('of an invitation reaches every owner when it is made, its sender too [ALERT-05, ALERT-08]', async () => {
    const { shop, owner } = await staffedShop(open)
    await firstAdmin(shop, 'oda@example.com')
    await shop.db.orm.delete(alerts)
    const invited = { email: 'eve@example.com', role: 'owner', by: owner } as const
    await invite(shop, { ...invited, address: '192.0.2.1' })
    expect(await subjects(shop)).toEqual(
      ['ann', 'oda'].map(
        (name) => `${name}@example.com: eve@example.com was invited to join your staff`,
      ),
    )
    const [email] = await emailsOf(shop)
    expect(email?.text).toContain('ann@example.com invited eve@example.com to join as an owner.')
    expect(email?.text).toContain('192.0.2.1')
  })

  it('is not without what it tells, nor that without it [ALERT-01]', async () => {
    const { shop } = await staffedShop(open)
    const undone = shop.db.orm.transaction(async (tx) => {
      const facts = { lastAt: null }
      await raiseAlert(tx, { kind: 'backups-missing', at: shop.now(), facts })
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    expect(await shop.db.orm.select().from(alerts)).toEqual([])
    expect(await emailsOf(shop)).toEqual([])
  })

  it('of the same occasion is told once [ALERT-01]', async () => {
    const { shop } = await staffedShop(open)
    for (const occasion of ['March 9', 'March 9', 'March 12']) {
      const facts = { lastAt: '2026-03-09T10:00:00Z' }
      await raiseAlert(shop.db.orm, { kind: 'backups-missing', at: shop.now(), facts, occasion })
    }
    expect(await subjects(shop)).toEqual(Array(2).fill('ann@example.com: No backup for two days'))
  })

  it('tells of a sign-in on a device that was not known, its owner alone, and not on that device [ALERT-03, ALERT-04]', async () => {
    const { shop, pass, bench, owner } = await staffedShop(open)
    const { email, password } = bench
    const visitor = (cookie = '') => ({
      headers: new Headers({ 'User-Agent': firefox, ...(cookie && { Cookie: cookie }) }),
      address: '203.0.113.7',
    })
    const form = () => ({ email, password, code: codeFor(shop, bench) })
    const { cookies } = await signIn(shop, form(), visitor())
    const [mail, ...more] = await emailsOf(shop)
    expect(more).toEqual([])
    expect(mail).toMatchObject({ recipient: email })
    expect(mail?.text).toContain('9:01 AM PDT from IP address 203.0.113.7, Firefox on Windows.')

    const known = cookies.find((text) => text.startsWith('shop-admin.device=')) ?? ''
    pass(1)
    await signIn(shop, form(), visitor(known.split(';')[0]))
    expect(await emailsOf(shop)).toHaveLength(1)

    const [{ device } = { device: null }] = await shop.db.orm.select().from(alerts)
    expect(await shownAlerts(shop, { adminId: bench.id, device })).toEqual({ alerts: [], more: 0 })
    const elsewhere = await shownAlerts(shop, { adminId: bench.id, device: null })
    expect(elsewhere.alerts[0]?.sentence).toContain(
      'It came from IP address 203.0.113.7, Firefox on Windows.',
    )
    expect((await shownAlerts(shop, { adminId: owner.id, device: null })).alerts).toEqual([])
  })

  it('tells of a changed password and of a second factor that was reset [ALERT-04]', async () => {
    const { shop, pass, bench } = await staffedShop(open)
    const { email, password } = bench
    const visitor = { headers: new Headers(), address: '203.0.113.7' }
    const { cookies } = await signIn(shop, { email, password, code: codeFor(shop, bench) }, visitor)
    pass(1)
    const cookie = cookies.map((text) => text.split(';')[0]).join('; ')
    const change = {
      current: password,
      password: 'ten thousand tides',
      again: 'ten thousand tides',
      code: codeFor(shop, bench),
    }
    await changePassword(shop, email, change, {
      ...visitor,
      headers: new Headers({ Cookie: cookie }),
    })
    pass(1)
    await resetSecondFactor(shop, { email, actor })
    expect((await subjects(shop)).slice(1)).toEqual([
      'ben@example.com: Your password was changed',
      'ben@example.com: Second factor changed: reset',
    ])
  })

  it('tells where a save leads buyers elsewhere, and of no other save [ALERT-05]', async () => {
    const { shop, pass } = await staffedShop(open)
    const product = productToSave()
    const sizes = product.sizes.map((size) => ({ ...size, checkoutLink: null }))
    const by = 'ben@example.com'
    const { id } = await createProduct(shop, { by, product: { ...product, sizes } })
    expect(await subjects(shop)).toEqual([])
    const specifications = product.specifications
    const linked = sizes.map((size, at) =>
      at > 0 ? size : { ...size, checkoutLink: 'https://pay.example/a' },
    )
    await updateProduct(shop, { id, revision: 1, by, changes: { sizes: linked, specifications } })
    await updateProduct(shop, { id, revision: 2, by, changes: { sizes: linked, specifications } })
    await updateProduct(shop, { id, revision: 3, by, changes: { name: 'Another' } })
    pass(1)
    await updateProduct(shop, { id, revision: 4, by, changes: { sizes, specifications } })
    const [first, second, ...more] = await emailsOf(shop)
    expect(more).toEqual([])
    expect(first?.text).toContain(
      'ben@example.com changed where buyers of Salish Wave pay: Small, now pay.example/a.',
    )
    expect(first?.text).not.toContain('https://pay.example')
    expect(second?.text).toContain('Small, now no link, previously pay.example/a')
  })

  it('tells the owners of a dispute, once, and names no buyer [ALERT-05]', async () => {
    const { shop } = await staffedShop(open)
    const order = await paidOrder(shop)
    for (const _time of [1, 2]) await applyPaymentEvent(shop, disputeOf(shop, order))
    const [email, ...more] = await emailsOf(shop)
    expect(more).toEqual([])
    expect(email).toMatchObject({
      recipient: 'ann@example.com',
      subject: `The payment for order ${order.number} is disputed`,
    })
    expect(email?.text).not.toMatch(/\bada\b|Seattle/i)
  })

  it('of a dispute is emailed to no owner whose address gets the email about the order [DISPUTE-10]', async () => {
    const { shop, pass, owner } = await staffedShop(open)
    const { id } = await firstAdmin(shop, brand.email)
    pass(1)
    const order = await paidOrder(shop)
    await applyPaymentEvent(shop, disputeOf(shop, order))
    const ofDispute = (await emailsOf(shop)).filter(({ subject }) => subject?.includes('disputed'))
    expect(ofDispute.map(({ recipient, lastError }) => [recipient, lastError])).toEqual([
      ['ann@example.com', null],
      [brand.email, 'The email about the order says it to the same address.'],
    ])
    const disputed = (await orderEmails(shop, order.id)).filter(
      ({ kind }) => kind === 'order-dispute-open-staff',
    )
    expect(disputed).toMatchObject([{ recipient: brand.email }])
    for (const adminId of [owner.id, id]) {
      const shown = (await shownAlerts(shop, { adminId, device: null })).alerts
      expect(shown.filter(({ sentence }) => sentence.includes('is disputing'))).toHaveLength(1)
    }
  })

  it('stands on the strip for a week, five at a time, until its reader dismisses it [ALERT-03]', async () => {
    const { shop, pass, owner, bench } = await staffedShop(open)
    const raised: Date[] = []
    for (let at = 0; at < 7; at += 1) {
      pass(1)
      raised.push(shop.now())
      const facts = { found: `the ${at}th` }
      await raiseAlert(shop.db.orm, { kind: 'books-disagree', at: shop.now(), facts })
    }
    const seen = () => shownAlerts(shop, { adminId: owner.id, device: null })
    expect((await seen()).more).toBe(2)
    expect((await seen()).alerts.map(({ sentence }) => sentence.at(-4))).toEqual([
      '6',
      '5',
      '4',
      '3',
      '2',
    ])
    expect((await shownAlerts(shop, { adminId: bench.id, device: null })).alerts).toEqual([])
    await dismissAlerts(shop, { adminId: owner.id, until: raised[5] ?? shop.now() })
    expect((await seen()).alerts).toHaveLength(1)
    pass(7 * 24 * 60)
    expect(await seen()).toEqual({ alerts: [], more: 0 })
  })
})
