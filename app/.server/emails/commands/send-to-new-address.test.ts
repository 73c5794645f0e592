import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import type { AppContext } from '#app/.server/app-context.ts'
import { sendEmail } from '#app/.server/emails/jobs/send-emails.ts'
import { notifyDelay, recordAgreement } from '#app/.server/fulfillment/commands/notify-delay.ts'
import { staffCancelOrder } from '#app/.server/payments/commands/cancel-order.ts'
import { recordOfflinePayment } from '#app/.server/payments/commands/record-offline-payment.ts'
import { sendPaymentRequestLink } from '#app/.server/payments/commands/send-payment-request-link.ts'
import { emailOutbox, orders } from '#app/.server/platform/db/schema.ts'
import { declineRefund } from '#app/.server/refunds/commands/decline-refund.ts'
import { requestReturn } from '#app/.server/returns/commands/open-return.ts'
import { moveReturn, returnOfOrder, returnsOfOrder } from '#app/.server/returns/returns.ts'
import { cents } from '#app/domain/money/cents.ts'
import * as orderScreen from '#app/routes/admin/orders/detail.tsx'
import { renderAdminPage } from '#tests/support/admin-page.tsx'
import { onBothDatabases } from '#tests/support/databases.ts'
import { paidOrder, seenByStaff } from '#tests/support/orders.ts'
import { buyerAsks, sentOrder } from '#tests/support/returns.ts'
import { sellingShop } from '#tests/support/selling-shop.ts'
import { asStaff, madeOrder, paysByLink, tokenOf } from '#tests/support/staff-orders.ts'
import { emailPreview } from '../queries/email-preview.ts'
import { orderEmails } from '../queries/order-emails.ts'
import { sendToNewAddress } from './send-to-new-address.ts'

const by = 'ann@example.com'
const now = 'ada.buyer@example.com'

async function shopWithEmail(db: Parameters<typeof sellingShop>[0]) {
  const sent: { to: string; subject: string }[] = []
  const mail = {
    send: async ({ to, subject }: { to: string; subject: string }) => {
      sent.push({ to, subject })
    },
  }
  return { ...(await sellingShop(db, { mail: mail as never })), sent }
}

const corrected = (shop: AppContext, { id }: { id: string }, email = now) =>
  shop.db.orm.update(orders).set({ email }).where(eq(orders.id, id))

/** Which emails the page of the order names as not received. */
const missed = async (shop: AppContext, { id }: { id: string }) =>
  (await orderEmails(shop, id))
    .filter(({ wentElsewhere }) => wentElsewhere)
    .map(({ kind }) => kind)
    .toSorted()

const press = async (shop: AppContext, { id }: { id: string }) =>
  renderAdminPage(shop, orderScreen, {
    path: 'admin/dashboard/orders/:id',
    address: `/admin/dashboard/orders/${id}`,
    form: { action: 'send to new address' },
  })

onBothDatabases('emails for a corrected address', (open) => {
  it('include that it was canceled and that a refund was declined, unless it was refunded after all [MAIL-14, MAIL-22]', async () => {
    const { shop, sent } = await shopWithEmail(await open())
    const order = await madeOrder(shop)
    await recordOfflinePayment(shop, {
      ...(await asStaff(shop, order)),
      ...{ kind: 'cash', amount: cents(100_00), form8300: 'yes' },
      ...{ payer: 'Ada Buyer', reference: '', receivedOn: '2026-03-11' },
    })
    const reason = 'The buyer went away.'
    await staffCancelOrder(shop, { ...(await seenByStaff(shop, order)), reason })
    await declineRefund(shop, {
      ...(await seenByStaff(shop, order)),
      ...{ reason, note: '', stated: cents(100_00), requireFresh: async () => {} },
    })
    await sendEmail(shop)
    await corrected(shop, order)
    const told = ['order-canceled-buyer', 'order-part-buyer', 'order-refund-declined-buyer']
    expect(await missed(shop, order)).toEqual(told)
    sent.length = 0
    expect(await sendToNewAddress(shop, { orderId: order.id, by })).toHaveLength(3)
    await sendEmail(shop)
    expect(sent.map(({ to }) => to)).toEqual(Array(3).fill(now))
    expect(sent.map(({ subject }) => subject).join()).toContain('was canceled')

    await corrected(shop, order, 'third@example.com')
    await shop.db.orm.update(orders).set({ notRefundedCents: 0 }).where(eq(orders.id, order.id))
    expect(await missed(shop, order)).toEqual(told.slice(0, 2))
  })

  it('leave out a pay link whose end has passed [MAIL-16]', async () => {
    const { shop, sent, pass } = await shopWithEmail(await open())
    const order = await madeOrder(shop)
    const asked = { kind: 'whole', days: 2 } as const
    await sendPaymentRequestLink(shop, { ...(await asStaff(shop, order)), ...asked })
    await sendEmail(shop)
    await corrected(shop, order)
    expect(await missed(shop, order)).toEqual(['order-pay-buyer'])
    const ids = await sendToNewAddress(shop, { orderId: order.id, by })
    expect(ids).toHaveLength(1)
    sent.length = 0
    pass(2 * 24 * 60)
    expect(await missed(shop, order)).toEqual([])
    await sendEmail(shop)
    expect(sent).toEqual([])
    const [copy] = (await orderEmails(shop, order.id)).filter(({ id }) => ids.includes(id))
    expect(copy).toMatchObject({
      state: 'kept',
      lastError: 'The link expired before this was sent, so it’s no longer needed.',
    })
  })

  it('leave out the notice of a delay that is replaced, answered, or of an order that is not to be sent [MAIL-16]', async () => {
    const { shop, sent } = await shopWithEmail(await open())
    const order = await paidOrder(shop)
    const tell = async (shipBy: string) =>
      notifyDelay(shop, { ...(await seenByStaff(shop, order)), shipBy, reason: 'A mold broke.' })
    await tell('2026-04-16')
    await sendEmail(shop)
    await tell('2026-04-17')
    await sendEmail(shop)
    await corrected(shop, order)
    expect(await missed(shop, order)).toEqual(['order-delay-buyer', 'order-paid-buyer'])
    sent.length = 0
    const ids = await sendToNewAddress(shop, { orderId: order.id, by })
    expect(ids).toHaveLength(2)
    // It is answered before the copy leaves.
    const agreed = { ...(await seenByStaff(shop, order)), reason: 'By phone.' }
    await recordAgreement(shop, agreed)
    await sendEmail(shop)
    expect(sent.map(({ subject }) => subject).join()).not.toContain('delayed')
    expect(sent.map(({ to }) => to)).toEqual([now])
    const copies = (await orderEmails(shop, order.id)).filter(({ id }) => ids.includes(id))
    expect(copies.map(({ state }) => state).toSorted()).toEqual(['kept', 'sent'])
    expect(await missed(shop, order)).toEqual([])
  })

  it('leave out a payment link that is paid, and one that ends while it is sent is no failure of the others [MAIL-16]', async () => {
    const { shop, sent } = await shopWithEmail(await open())
    const order = await madeOrder(shop)
    const asked = async () =>
      sendPaymentRequestLink(shop, {
        ...(await asStaff(shop, order)),
        ...{ kind: 'whole' as const, days: 5 },
      })
    await asked()
    await sendEmail(shop)
    await corrected(shop, order)
    expect(await missed(shop, order)).toEqual(['order-pay-buyer'])
    expect((await press(shop, order)).answer).toEqual({ done: `Sent to ${now}.` })
    // What it is previewed with is the link, not the name of the copy [MAIL-17].
    expect(await emailPreview(shop, 'order-pay-buyer', { text: null })).toMatchObject({
      order: order.number,
    })
    await paysByLink(shop, await tokenOf(shop, order))
    await sendEmail(shop)
    await corrected(shop, order, 'third@example.com')
    expect(await missed(shop, order)).toEqual(['order-paid-buyer'])
    sent.length = 0
    expect((await press(shop, order)).answer).toEqual({ done: 'Sent to third@example.com.' })
    expect((await press(shop, order)).answer).toEqual({ done: 'Nothing is left to send.' })
    expect(sent.map(({ to }) => to)).toEqual(['third@example.com'])
  })

  it('leave out what a return has left behind [MAIL-16, MAIL-17]', async () => {
    const { shop } = await shopWithEmail(await open())
    const order = await sentOrder(shop)
    await requestReturn(shop, await buyerAsks(shop, order))
    await sendEmail(shop)
    await corrected(shop, order)
    expect(await missed(shop, order)).toContain('order-return-asked-buyer')
    await sendToNewAddress(shop, { orderId: order.id, by })
    await sendEmail(shop)
    const preview = await emailPreview(shop, 'order-return-asked-buyer', { text: null })
    expect(preview).toMatchObject({ order: order.number })
    await corrected(shop, order, 'third@example.com')
    const [found] = await returnsOfOrder(shop.db.orm, order.id)
    const { state, id } = await returnOfOrder(shop.db.orm, order.id, found?.id ?? '')
    await moveReturn(shop.db.orm, { id, state }, 'called off', {
      ...{ closedAt: shop.now(), closedBy: by, closedWhy: 'Kept.' },
    })
    expect(await missed(shop, order)).not.toContain('order-return-asked-buyer')
    const waiting = await shop.db.orm.$count(emailOutbox, eq(emailOutbox.state, 'waiting'))
    expect(waiting).toBe(0)
  })
})
