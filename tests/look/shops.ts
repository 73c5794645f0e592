import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { pino } from 'pino'
import type { AppContext } from '#app/.server/app-context.ts'
import { invite } from '#app/.server/auth/commands/invite.ts'
import { setupLink } from '#app/.server/auth/commands/set-up.ts'
import { claimHash } from '#app/.server/certificates/claim.ts'
import { moveCertificate } from '#app/.server/certificates/commands/move-certificate.ts'
import { sendEmail } from '#app/.server/emails/jobs/send-emails.ts'
import { notifyDelay } from '#app/.server/fulfillment/commands/notify-delay.ts'
import { recordShipment } from '#app/.server/fulfillment/commands/record-shipment.ts'
import { delayLink, delaysOfOrder } from '#app/.server/fulfillment/delays.ts'
import { setManualGoldPrice } from '#app/.server/gold-price/commands/set-manual-gold-price.ts'
import { recordEntry } from '#app/.server/ledger/repository.ts'
import { beginMetal } from '#app/.server/metal/commands/begin-metal.ts'
import { enterMetal } from '#app/.server/metal/commands/enter-metal.ts'
import { reverseMetalEntry } from '#app/.server/metal/commands/reverse-metal-entry.ts'
import { linesOfOrder } from '#app/.server/orders/repository.ts'
import { applyPaymentEvent } from '#app/.server/payments/commands/apply-payment-event.ts'
import { cancelOrder } from '#app/.server/payments/commands/cancel-order.ts'
import { notePayment } from '#app/.server/payments/commands/note-payment.ts'
import { sendPaymentRequestLink } from '#app/.server/payments/commands/send-payment-request-link.ts'
import type { PaymentEvent } from '#app/.server/payments/gateway/payment-event.ts'
import { cartReminderLink, endCartReminderLink } from '#app/.server/platform/cart-reminder-link.ts'
import { cartReminders } from '#app/.server/platform/db/cart-reminder-schema.ts'
import { products } from '#app/.server/platform/db/catalog-schema.ts'
import { certificates } from '#app/.server/platform/db/certificate-schema.ts'
import { priceAlerts } from '#app/.server/platform/db/price-alert-schema.ts'
import { emailOutbox, orders } from '#app/.server/platform/db/schema.ts'
import {
  confirmNewsletterLink,
  leaveNewsletterLink,
} from '#app/.server/platform/newsletter-link.ts'
import { confirmAlertLink, endAlertLink } from '#app/.server/platform/price-alert-link.ts'
import { receiveReturn } from '#app/.server/returns/commands/move-return.ts'
import { releaseShippingHold } from '#app/.server/risk/commands/release-shipping-hold.ts'
import { holdsOfOrder } from '#app/.server/risk/holds.ts'
import { cartReminderSetting } from '#app/.server/settings/cart-reminder.ts'
import { saveSetting } from '#app/.server/settings/commands/save-setting.ts'
import { newsletterSetting } from '#app/.server/settings/newsletter.ts'
import { acceptTradeIn, receiveTradeIn } from '#app/.server/trade-ins/commands/move-trade-in.ts'
import { requestTradeIn } from '#app/.server/trade-ins/commands/request-trade-in.ts'
import { claimCode } from '#app/domain/certificates/codes.ts'
import type { PricePerGram } from '#app/domain/gold-price/rates.ts'
import { paymentEntry } from '#app/domain/ledger/ledger.ts'
import { cents } from '#app/domain/money/cents.ts'
import { alertDays } from '#app/domain/price-alerts/request.ts'
import { checksOf } from '#app/domain/risk/hold.ts'
import { plusBusinessDays } from '#app/domain/time/business-days.ts'
import { dayAt } from '#app/domain/time/day.ts'
import { dayMs } from '#app/domain/time/local-time.ts'
import type { TradeInKind } from '#app/domain/trade-ins/trade-in.ts'
import { brand } from '#brand'
import { readyToSend, weigh } from '#tests/support/weighing.ts'
import { firstAdmin, signedInCookie } from '../support/admin.ts'
import { built } from '../support/built-shop.ts'
import { storedCertificates } from '../support/certificates.ts'
import { openEasyPostServer } from '../support/easypost-server.ts'
import { byHand } from '../support/gold-prices.ts'
import { memoryDatabase } from '../support/memory-database.ts'
import {
  heldOrder,
  type PlacedOrder,
  paidOrder,
  payment,
  pendingOrder,
  seenByStaff,
  strayPayment,
} from '../support/orders.ts'
import { changeProducts } from '../support/products.ts'
import { aboutReturn, confirmedBy, openedReturn } from '../support/returns.ts'
import { asStaff, madeOrder, tokenOf } from '../support/staff-orders.ts'
import {
  agreedTradeIn,
  asForm,
  offeredTradeIn,
  offersAll,
  ownedPiece,
  requestOf,
  tradeInBy,
} from '../support/trade-ins.ts'

/** Every page is seen at this moment: a Wednesday with the market open, years ahead of any session. */
export const now = new Date('2035-03-14T18:00:00Z')

/** Of the certificate that is looked at. */
export const lookClaimCode = claimCode(new Uint8Array(16).fill(29))

export type LookShop = {
  url: string
  /** The Cookie header of a signed-in admin. */
  cookie: string
  /** Paths that hold an id or a token, by a plain name. */
  paths: Record<string, string>
  /** HTML of each email that was written, by its kind. */
  mails: Record<string, string>
  close(): Promise<void>
}

/** A shop with every kind of order, three weeks of prices, and a clock that stands still. */
export async function openFilledShop(): Promise<LookShop> {
  let at = new Date(now.getTime() - 21 * 24 * 3600_000)
  const easypost = await openEasyPostServer()
  const { app, url, close } = await open(easypost.settings(), () => at)
  for (let step = 0; at < now; step += 1) {
    const rate = 1_300_000 + Math.round(60_000 * Math.sin(step / 5) + 1500 * step)
    await setManualGoldPrice(app, byHand(rate as PricePerGram))
    at = new Date(Math.min(at.getTime() + 8 * 3600_000, now.getTime()))
  }
  await setManualGoldPrice(app, byHand(1_368_500))
  await beginMetal(app, { by: 'ann@example.com', ...metalHere })
  const orders = await everyKindOfOrder(app)
  await metalOfWeek(app)
  const admin = await firstAdmin(app)
  const paths = Object.fromEntries(
    Object.entries(orders).flatMap(([kind, order]) => [
      [`order ${kind}`, `/order/${order.token}`],
      [`admin order ${kind}`, `/admin/dashboard/orders/${order.id}`],
    ]),
  )
  for (const [path, { id = '' } = {}] of [
    ['certificate', orders.fulfilled],
    ['certificate revoked', orders['sent-long-ago']],
  ] as const) {
    const [certificate] = await storedCertificates(app, id)
    paths[path] = `/certificate/${certificate?.id}`
    if (path === 'certificate') {
      await app.db.orm
        .update(certificates)
        .set({ claimHash: claimHash(lookClaimCode) })
        .where(eq(certificates.id, certificate?.id ?? ''))
      continue
    }
    const move = {
      move: 'revoked',
      by: 'ann@example.com',
      reason: 'The piece was returned.',
    } as const
    await moveCertificate(app, { orderId: id, id: certificate?.id ?? '', ...move })
  }
  paths['proof day'] = `/gold-price/proof/${now.toISOString().slice(0, 10)}`
  paths['admin payment'] = `/admin/dashboard/payments/${await strayPayments(app)}`
  const deposit = await orderByStaff(app)
  paths['admin order by staff'] = `/admin/dashboard/orders/${deposit.id}`
  paths['pay link'] = `/pay/${await tokenOf(app, deposit)}`
  const [notice] = await delaysOfOrder(app.db.orm, orders.delayed?.id ?? '')
  paths.delay = `/order/delay/${delayLink(app, notice?.id ?? '', { linkVersion: 0, token: '' })}?answer=keep`
  const { fulfilled } = orders
  if (fulfilled) {
    const confirmed = confirmedBy(app, fulfilled)
    paths['order trade-in'] = `/order/${fulfilled.token}/trade-in?confirmed=${confirmed}`
  }
  for (const [state, token] of Object.entries(await everyKindOfTradeIn(app))) {
    paths[`trade-in ${state}`] = `/trade-ins/${token}`
    paths[`admin trade-in ${state}`] =
      `/admin/dashboard/trade-ins/${(await tradeInBy(app, token)).id}`
  }
  const { returning } = orders
  if (returning) {
    paths['return not confirmed'] = `/order/${returning.token}/return`
    paths.return = `/order/${returning.token}/return?confirmed=${confirmedBy(app, returning)}`
  }
  paths.pay = new URL(orders.pending?.paymentUrl ?? url).pathname
  const invited = {
    email: 'ben@example.com',
    role: 'bench',
    by: admin,
    address: '192.0.2.1',
  } as const
  paths.invitation = new URL((await invite(app, invited)).link).pathname
  await sendEmail(app)
  const alert = { email: 'ben@example.com', productId: '7', sizeKey: 'Small' }
  const asked = { ...alert, under: 250_000, at: now.getTime() }
  paths['price alert'] = new URL(confirmAlertLink.to(app, asked)).pathname
  paths['price alert to end'] = new URL(endAlertLink.to(app, { ...alert, size: null })).pathname
  await app.db.orm.insert(priceAlerts).values({
    ...{ ...alert, sizeKey: 'Large', underCents: 420_000 },
    ...{ requestedAt: now, endsAt: new Date(now.getTime() + alertDays * dayMs) },
  })
  const reader = { email: 'ben@example.com', source: '/contact', sentence: 'Email me news.' }
  const signUp = { ...reader, version: 1, at: now.getTime() }
  paths.newsletter = new URL(confirmNewsletterLink.to(app, signUp)).pathname
  paths['newsletter to leave'] = new URL(leaveNewsletterLink.to(app, reader)).pathname
  await app.db.orm.insert(cartReminders).values({
    ...{ id: 'a', orderId: orders.pending?.id ?? '', email: reader.email },
    ...{ requestedAt: now, dueAt: new Date(now.getTime() + dayMs) },
  })
  paths['cart reminder'] = new URL(cartReminderLink.to(app, { id: 'a' })).pathname
  paths['cart reminder to end'] = new URL(endCartReminderLink.to(app, reader)).pathname
  await saveSetting(app, cartReminderSetting, { enabled: true }, 'ann@example.com')
  await saveSetting(app, newsletterSetting, { enabled: true }, 'ann@example.com')
  // What was written is shown, and nothing more is; pages offer what needs email.
  app.mail = { send: async () => {} }
  const emails = (await app.db.orm.select().from(emailOutbox)) ?? []
  return {
    url,
    cookie: await signedInCookie(app, admin),
    paths,
    mails: Object.fromEntries(emails.map(({ kind, html }) => [kind, html ?? ''])),
    close: async () => {
      await close()
      await easypost.close()
    },
  }
}

const metalHere = { key: 'a-look-at-metal', stock: 24_500, pieces: 18_200, paid: cents(540_000) }

/** A purchase, what was cast of it, and a slip that was taken back. */
async function metalOfWeek(app: AppContext): Promise<void> {
  const day = dayAt(app.now(), brand.timeZone)
  const common = { by: 'ann@example.com', day, party: '', note: '', isSure: true }
  const bought = { ...common, kind: 'purchase', party: 'A refiner' } as const
  await enterMetal(app, {
    ...{ ...bought, key: 'look-1', mg: 62_207, typed: '2 ozt', paid: cents(855_200) },
  })
  await enterMetal(app, {
    ...{ ...bought, key: 'look-2', mg: 62_207, typed: '2 ozt', paid: cents(85_520) },
  })
  await reverseMetalEntry(app, { by: 'ann@example.com', id: 3, reason: 'A digit was missing.' })
  await enterMetal(app, {
    ...{ ...common, kind: 'cast', key: 'look-3', mg: 45_000, typed: '45 g', paid: null },
    note: 'Three Salish Wave and a Raven',
  })
  await enterMetal(app, {
    ...{ ...common, kind: 'loss', key: 'look-4', mg: 310, typed: '0.31 g', paid: null },
  })
}

/** As a jeweler meets it the first time: no admin, no order, the price not fetched yet. */
export async function openNewShop(): Promise<LookShop> {
  const { app, url, close } = await open({}, () => now)
  const setup = new URL((await setupLink(app)) ?? url).pathname
  return { url, cookie: '', paths: { setup }, mails: {}, close }
}

/** Without a database: nothing can be bought. */
export async function openShowcase(): Promise<LookShop> {
  const { url, close } = await open({ DATABASE_URL: 'none' }, () => now)
  return { url, cookie: '', paths: {}, mails: {}, close }
}

async function open(settings: Record<string, string>, clock: () => Date) {
  const folder = mkdtempSync(join(tmpdir(), 'four-nines-look-'))
  const config = built.readConfig({
    DATA_DIR: folder,
    GOLD_SOURCES: 'none',
    SESSION_SECRET: 'the same secret for every run of npm run look',
    ...settings,
  })
  const database = config.database === 'embedded' ? await memoryDatabase() : undefined
  const log = pino({ level: 'silent' })
  const opened = await built.createApp(config, {
    now: clock,
    log,
    ...(database ? { database } : {}),
  })
  const app = opened.context
  const listening = await built.listen(built.host(app), '127.0.0.1', 0)
  // The address is shown in sentences; a free port is another one each time.
  app.publicUrl = listening.url
  return {
    app,
    url: listening.url,
    close: async () => {
      await opened.close(listening.close())
      await database?.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function everyKindOfOrder(app: AppContext): Promise<Record<string, PlacedOrder>> {
  const canceled = await pendingOrder(app)
  await cancelOrder(app, canceled.id, {
    actor: 'shopper',
    by: 'shopper',
    why: 'Canceled on the payment page.',
  })
  const fulfilled = await paidOrder(app)
  await recordShipment(app, {
    ...(await readyToSend(app, fulfilled)),
    tracking: '9400 1000 0000 0000 0000 00',
  })
  const sentLongAgo = await paidOrder(app)
  await recordShipment(app, { ...(await readyToSend(app, sentLongAgo)), tracking: 'UPS 1' })
  await app.db.orm.execute(
    sql`update order_history set at = at - interval '61 days' where order_id = ${sentLongAgo.id}`,
  )
  const refunded = await paidOrder(app)
  await applyPaymentEvent(app, {
    ...payment(refunded),
    id: 'refund',
    type: 'refunded',
    about: { payment: `pay-${refunded.id}` },
    occurredAt: app.now(),
  } as PaymentEvent)
  const all: Record<string, PlacedOrder> = {
    canceled,
    fulfilled,
    refunded,
    'sent-long-ago': sentLongAgo,
    held: await heldOrder(app),
    pending: await pendingOrder(app, [
      { productId: '7', size: 'Large', quantity: 2 },
      { productId: '3', size: 'Small', quantity: 1 },
    ]),
    paid: await paidOrder(app),
    delayed: await delayedOrder(app),
    returning: await returningOrder(app),
    weighed: await weighedOrder(app),
    overpaid: await overpaidOrder(app),
    'part-paid': await partPaidOrder(app),
    accepted: await acceptedReturn(app),
  }
  // Numbers are random; the same ones each time leave the pictures comparable.
  for (const [index, order] of Object.values(all).entries()) {
    const number = `2035-LOOK${index + 1}`
    await app.db.orm.update(orders).set({ number }).where(eq(orders.id, order.id))
  }
  return all
}

/** Custom work and a piece of the catalog, with an open link for the deposit. */
async function orderByStaff(app: AppContext): Promise<PlacedOrder> {
  const order = await madeOrder(app, {
    custom: 'yes',
    deposit: '40%',
    goldFixed: 'deposit',
    request: 'A plain ring, size 7, 2 mm wide, with a date inside.',
  })
  await sendPaymentRequestLink(app, {
    ...(await asStaff(app, order)),
    kind: 'deposit',
    days: 7,
  })
  const number = '2035-STAFF1'
  await app.db.orm.update(orders).set({ number }).where(eq(orders.id, order.id))
  return order
}

/** Of four pieces one is light, one heavy, one too far off, and one not weighed yet. */
async function weighedOrder(app: AppContext): Promise<PlacedOrder> {
  const of = eq(products.id, '8')
  await changeProducts(app, { engravingFeeCents: 6000, engravingMax: 20 }, of)
  const line = { productId: '8', size: 'Small', quantity: 4, engraving: 'For Ada' }
  const order = await pendingOrder(app, [line])
  await applyPaymentEvent(app, payment(order))
  for (const hold of await holdsOfOrder(app.db.orm, order.id)) {
    const checks = checksOf(hold.kind).map(({ name }) => name)
    const { sanctions: _, ...seen } = await seenByStaff(app, order)
    await releaseShippingHold(app, { ...seen, hold: hold.id, reason: 'Looked at.', checks })
  }
  const lines = await linesOfOrder(app.db.orm, order.id)
  for (const [line, item, off] of [
    [0, 1, -600],
    [0, 2, 250],
    [0, 3, -2000],
  ] as const) {
    const serial = `FN-00010${line}${item}`
    await weigh(app, order, (lines[line]?.weightMg ?? 0) + off, { line, item, serial })
  }
  return order
}

/** More came for it by wire than it costs. */
async function overpaidOrder(app: AppContext): Promise<PlacedOrder> {
  const order = await paidOrder(app)
  await app.db.orm
    .update(orders)
    .set({ paymentCustomer: 'cus_look' })
    .where(eq(orders.id, order.id))
  await recordEntry(app.db.orm, paymentEntry(cents(20_108)), {
    ...{ key: 'payment:look', orderId: order.id, at: app.now(), provider: 'test', livemode: false },
    ...{ reference: 'wire', by: 'the payment provider', why: 'More than was due.' },
  })
  return order
}

/** Custom work whose deposit was paid in cash with the form that made it. */
function partPaidOrder(app: AppContext): Promise<PlacedOrder> {
  const work = { custom: 'yes', deposit: '40%', goldFixed: 'deposit', request: 'A plain ring.' }
  return madeOrder(app, { ...work, paid: 'cash', phone: '(206) 555-0149' })
}

/** Awaited from the buyer. */
async function acceptedReturn(app: AppContext): Promise<PlacedOrder> {
  const order = await paidOrder(app)
  const tracking = '1Z999AA10123456784'
  await recordShipment(app, { ...(await readyToSend(app, order)), carrier: 'ups', tracking })
  await openedReturn(app, order)
  return order
}

/** By their state, each by the last part of its owner's page. */
async function everyKindOfTradeIn(app: AppContext): Promise<Record<string, string>> {
  await offersAll(app)
  const request = async (kind: TradeInKind) => {
    const { code, certificate } = await ownedPiece(app)
    const asked = { ...requestOf(kind, code), certificateId: certificate.id }
    return (await requestTradeIn(app, asked)).token
  }
  const received = await request('exchange')
  await acceptTradeIn(app, await asForm(app, received, 'accept', { instructions: 'To us.' }))
  await receiveTradeIn(app, await asForm(app, received, 'receive'))
  return {
    requested: await request('recast'),
    received,
    offered: (await offeredTradeIn(app, 'sell-back', { grams: '14.01' })).token,
    agreed: (await agreedTradeIn(app, 'exchange')).token,
    sold: (await agreedTradeIn(app, 'sell-back')).token,
  }
}

/** Received, and to be weighed. */
async function returningOrder(app: AppContext): Promise<PlacedOrder> {
  const order = await paidOrder(app)
  const tracking = '1Z999AA10123456784'
  await recordShipment(app, { ...(await readyToSend(app, order)), carrier: 'ups', tracking })
  await openedReturn(app, order)
  await receiveReturn(app, await aboutReturn(app, order))
  return order
}

/** To be answered within 30 days. */
async function delayedOrder(app: AppContext): Promise<PlacedOrder> {
  const order = await paidOrder(app)
  const shipBy = plusBusinessDays(order.shipBy ?? '', 30)
  const reason = 'The mold for this piece broke, and a new one is being cut.'
  await notifyDelay(app, { ...(await seenByStaff(app, order)), shipBy, reason })
  return order
}

/** One to be looked at and one that is settled; the id of the first. */
async function strayPayments(app: AppContext): Promise<string> {
  const order = await pendingOrder(app)
  const { id } = await strayPayment(app, order)
  const settled = await strayPayment(app, order, { id: 'sold-by-link', email: null, address: null })
  const by = 'ann@example.com'
  await notePayment(app, { id, note: 'Called: no answer.', settles: false, by })
  const note = 'Sold through the payment link for the Small; shipped Monday.'
  await notePayment(app, { id: settled.id, note, settles: true, by })
  return id
}
