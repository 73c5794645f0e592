import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { AppContext } from '#app/.server/app-context.ts'
import {
  closeFoundOrders,
  openFoundOrders,
} from '#app/.server/customers/commands/open-found-orders.ts'
import { requestOrderList } from '#app/.server/customers/commands/request-order-list.ts'
import { foundOrders, isFindOrderLinkOpen } from '#app/.server/customers/queries/found-orders.ts'
import { smtpEmail } from '#app/.server/emails/gateway/smtp.ts'
import { sendEmail } from '#app/.server/emails/jobs/send-emails.ts'
import { recordShipment } from '#app/.server/fulfillment/commands/record-shipment.ts'
import { applyPaymentEvent } from '#app/.server/payments/commands/apply-payment-event.ts'
import { findOrderLinks } from '#app/.server/platform/db/find-order-schema.ts'
import { emailOutbox } from '#app/.server/platform/db/schema.ts'
import { eraseBuyer } from '#app/.server/privacy/commands/erase-buyer.ts'
import { exportBuyer } from '#app/.server/privacy/queries/export-buyer.ts'
import { orderLabel } from '#app/routes/shop/order-messages.ts'
import { onBothDatabases } from '#tests/support/databases.ts'
import { type EmailServer, emailServer } from '#tests/support/email-server.ts'
import { dispute, payment, pendingOrder, storedOrder } from '#tests/support/orders.ts'
import { sellingShop } from '#tests/support/selling-shop.ts'
import { readyToSend } from '#tests/support/weighing.ts'
import { sendFoundOrders } from './send-found-orders.ts'

let server: EmailServer
beforeEach(async () => {
  server = await emailServer()
})
afterEach(() => server.close())

const email = 'Ada+Gold@Example.com'

async function bought(app: AppContext, by = email) {
  const order = await pendingOrder(app)
  await applyPaymentEvent(app, payment(order, { email: by }))
  return (await storedOrder(app, order.id)).order
}

/** The last part of the link in the last email; null where none came. */
async function emailedToken(app: AppContext): Promise<string | null> {
  await sendFoundOrders(app)
  server.delivered.length = 0
  await sendEmail(app)
  const words = server.delivered.map((email) => email.words).join()
  return /\/find-order\/([\w-]+)/.exec(words)?.[1] ?? null
}

async function opened(app: AppContext): Promise<string> {
  await requestOrderList(app, email)
  const session = await openFoundOrders(app, (await emailedToken(app)) ?? '')
  if (session === null) throw new Error('not opened')
  return session
}

const links = (app: AppContext) => app.db.orm.select().from(findOrderLinks)

onBothDatabases('find my order', (open) => {
  const shopWithEmail = async () => {
    const from = { name: '', address: 'orders@shop.example' }
    return sellingShop(await open(), {
      mail: smtpEmail({ url: server.url, reach: 'anywhere', from }),
    })
  }

  it('mails a link to all orders of an address, as typed at the purchase or not; to others nothing [FIND-01, FIND-05, PARCEL-15]', async () => {
    const { shop, pass } = await shopWithEmail()
    const first = await bought(shop)
    pass(1)
    const second = await bought(shop, 'ada+gold@EXAMPLE.com')
    await bought(shop, 'ada@example.com')
    await sendEmail(shop)
    await requestOrderList(shop, 'nobody@example.com')
    expect(await emailedToken(shop)).toBeNull()
    expect(server.delivered).toEqual([])
    expect(await links(shop)).toEqual([])

    await requestOrderList(shop, 'ADA+gold@example.COM')
    const token = await emailedToken(shop)
    expect(server.delivered.map(({ to }) => to)).toEqual([['ada+gold@example.com']])
    const session = await openFoundOrders(shop, token ?? '')
    const list = await foundOrders(shop, session)
    expect(list?.orders.map(({ number }) => number)).toEqual([second.number, first.number])
    expect(list?.orders[0]).toMatchObject({
      state: 'paid',
      step: 'paid',
      shipBy: expect.stringMatching(/^2026-03-1\d$/),
      held: false,
      isTest: true,
      total: second.totalCents,
      receipt: { name: 'R-TEST-00002' },
    })
    expect(list?.orders[0]?.page).toMatch(`/order/${second.token}?confirmed=`)
    expect(list?.orders[0]?.receipt?.href).toMatch(
      `/order/${second.token}/documents/receipt.pdf?confirmed=`,
    )
    await dispute(shop, second, 'dispute open')
    const [onHold] = (await foundOrders(shop, session))?.orders ?? []
    expect(onHold).toMatchObject({ claim: 'disputed', shipBy: null })
    expect(onHold && orderLabel(onHold)).toMatch(/^On hold\. Your bank is reviewing your payment/)
  })

  it('opens once, within an hour, after a restart too; looking at it does not burn it [FIND-02]', async () => {
    const db = await open()
    const from = { name: '', address: 'orders@shop.example' }
    const parts = { mail: smtpEmail({ url: server.url, reach: 'anywhere', from }) }
    const before = (await sellingShop(db, parts)).shop
    await bought(before)
    await requestOrderList(before, email)
    const { shop, pass } = await sellingShop(db, parts)
    const token = (await emailedToken(shop)) ?? ''
    expect(await isFindOrderLinkOpen(shop, token)).toBe(true)
    expect(await isFindOrderLinkOpen(shop, token)).toBe(true)
    const both = await Promise.all([openFoundOrders(shop, token), openFoundOrders(shop, token)])
    const session = both.find((each) => each !== null) ?? null
    expect(both.filter((each) => each !== null)).toHaveLength(1)
    expect(await openFoundOrders(shop, token)).toBeNull()
    expect(await isFindOrderLinkOpen(shop, token)).toBe(false)
    expect((await foundOrders(shop, session))?.orders).toHaveLength(1)
    for (const wrong of [null, '', 'x', token, 'a'.repeat(43)]) {
      expect(await foundOrders(shop, wrong)).toBeNull()
    }
    pass(60)
    expect(await foundOrders(shop, session)).toBeNull()
    await requestOrderList(shop, email)
    const late = (await emailedToken(shop)) ?? ''
    expect(await links(shop)).toHaveLength(1)
    pass(60)
    expect(await openFoundOrders(shop, late)).toBeNull()
    await sendFoundOrders(shop)
    expect(await links(shop)).toEqual([])
  })

  it('keeps neither link nor session in a form that opens anything [FIND-03]', async () => {
    const { shop } = await shopWithEmail()
    await bought(shop)
    await requestOrderList(shop, email)
    const token = (await emailedToken(shop)) ?? ''
    const session = (await openFoundOrders(shop, token)) ?? ''
    const emails = await shop.db.orm
      .select()
      .from(emailOutbox)
      .where(eq(emailOutbox.kind, 'order-list-buyer'))
    const stored = JSON.stringify([await links(shop), emails])
    expect(stored).toContain('Link removed from this saved copy')
    expect(stored).not.toContain(token)
    expect(stored).not.toContain(session)
    await closeFoundOrders(shop, session)
    expect(await foundOrders(shop, session)).toBeNull()
  })

  it('tells how each order is, with its tracking; of an erased buyer nothing [FIND-05, FIND-06]', async () => {
    const { shop } = await shopWithEmail()
    const sent = await bought(shop)
    await recordShipment(shop, { ...(await readyToSend(shop, sent)), tracking: 'UPS 1Z' })
    await sendEmail(shop)
    const session = await opened(shop)
    const list = await foundOrders(shop, session)
    expect(list?.orders[0]).toMatchObject({
      state: 'fulfilled',
      step: 'sent',
      shipBy: null,
      parcels: [{ tracking: 'UPS 1Z' }],
    })
    const exported = await exportBuyer(shop, email)
    expect(exported.linksAskedFor).toMatchObject([{ askedAt: shop.now() }])
    await eraseBuyer(shop, { email, actor: { type: 'command', id: 'privacy' } })
    expect(await links(shop)).toEqual([])
    expect(await foundOrders(shop, session)).toBeNull()
    await requestOrderList(shop, email)
    expect(await emailedToken(shop)).toBeNull()
  })
})
