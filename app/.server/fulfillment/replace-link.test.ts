import { and, desc, eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import type { AppContext } from '#app/.server/app-context.ts'
import { documentForBuyer } from '#app/.server/emails/commands/document-for-buyer.ts'
import { sendEmail } from '#app/.server/emails/jobs/send-emails.ts'
import { orderPage } from '#app/.server/orders/queries/order-page.ts'
import { openPaymentRequestLink } from '#app/.server/payments/commands/open-payment-request-link.ts'
import { sendPaymentRequestLink } from '#app/.server/payments/commands/send-payment-request-link.ts'
import { paymentRequestPage } from '#app/.server/payments/queries/payment-request-link.ts'
import { testPaymentPage } from '#app/.server/payments/queries/test-payment.ts'
import { testProviderPage } from '#app/.server/payments/queries/test-provider.ts'
import { emailOutbox, orders } from '#app/.server/platform/db/schema.ts'
import { returnPage } from '#app/.server/returns/queries/return-page.ts'
import { onBothDatabases } from '#tests/support/databases.ts'
import { buyerAddress, paidOrder, seenByStaff, storedOrder } from '#tests/support/orders.ts'
import { refusal, sellingShop } from '#tests/support/selling-shop.ts'
import { asStaff, madeOrder, tokenOf } from '#tests/support/staff-orders.ts'
import { stripeShop } from '#tests/support/stripe-shop.ts'
import { correctBuyer } from './commands/correct-buyer.ts'
import { notifyDelay } from './commands/notify-delay.ts'
import { respondToDelay } from './commands/respond-to-delay.ts'
import { delayLink, delaysOfOrder } from './delays.ts'
import { delayPage } from './queries/delay-page.ts'

async function correct(shop: AppContext, order: { id: string }, email: string | null) {
  const { sanctions: _, ...seen } = await seenByStaff(shop, order)
  return correctBuyer(shop, { ...seen, email, address: buyerAddress })
}

async function shopWithEmail(db: Parameters<typeof sellingShop>[0]) {
  const sent: { to: string; text: string }[] = []
  const send = async ({ to, text }: { to: string; text: string }) => void sent.push({ to, text })
  return { ...(await sellingShop(db, { mail: { send } })), sent }
}

async function lastEmail(shop: AppContext, order: { id: string }, kind: 'order-new-link-buyer') {
  const [email] = await shop.db.orm
    .select()
    .from(emailOutbox)
    .where(and(eq(emailOutbox.orderId, order.id), eq(emailOutbox.kind, kind)))
    .orderBy(desc(emailOutbox.createdAt))
  return email
}

onBothDatabases('an order whose email address is corrected', (open) => {
  it('has a new link, emailed to the right address, and the one before opens nothing [PRIVACY-10]', async () => {
    const { shop, pass } = await sellingShop(await open(), { mail: { send: async () => {} } })
    const order = await paidOrder(shop)
    const [old, session] = [order.token, order.paymentSession ?? '']
    await sendEmail(shop)
    expect(await orderPage(shop, old)).toMatchObject({ address: { name: 'Ada Buyer' } })
    pass(1)
    const messages = await correct(shop, order, 'ada.buyer@example.com')
    expect(messages).toEqual([
      'The order has a new link, and the one before no longer works. The buyer is emailed the new one.',
    ])
    const { order: now, history, events } = await storedOrder(shop, order.id)
    expect(now.token).not.toBe(old)
    const receipt = { file: 'receipt.pdf', confirmed: null }
    for (const [token, isThere] of [
      [old, false],
      [now.token, true],
    ] as const) {
      expect((await orderPage(shop, token)) !== null).toBe(isThere)
      expect((await returnPage(shop, token, null)) !== null).toBe(isThere)
      expect((await documentForBuyer(shop, { token, ...receipt })) !== null).toBe(isThere)
    }
    // A test payment's pages are the provider's: they no longer lead to the order.
    expect(await testPaymentPage(shop, session)).toBeNull()
    expect(await testProviderPage(shop, session)).toMatchObject({ orderToken: null })
    await sendEmail(shop)
    const email = await lastEmail(shop, order, 'order-new-link-buyer')
    expect(email).toMatchObject({ state: 'sent', recipient: 'ada.buyer@example.com' })
    expect(email?.text).toContain(`/order/${now.token}`)
    expect(email?.text).not.toContain(old)
    expect(history.at(-1)?.why).toContain('The order has a new link')
    expect(events.at(-1)).toMatchObject({
      action: 'order.buyer_corrected',
      facts: { changed: ['email'], linkReplaced: true },
    })
    expect(JSON.stringify([history, events])).not.toContain(now.token)
  })

  it('keeps its link where only the address changes, or an email address is entered first [PRIVACY-10]', async () => {
    const { shop } = await sellingShop(await open())
    const made = await madeOrder(shop, { email: '' })
    await correct(shop, made, 'ada@example.com')
    expect((await storedOrder(shop, made.id)).order).toMatchObject({
      token: made.token,
      linkVersion: 0,
    })
    const paid = await paidOrder(shop)
    const { sanctions: _, ...seen } = await seenByStaff(shop, paid)
    const address = { ...buyerAddress, line1: '9 Elm Street' }
    await correctBuyer(shop, { ...seen, email: 'ada@example.com', address })
    expect((await storedOrder(shop, paid.id)).order.token).toBe(paid.token)
    expect(await lastEmail(shop, paid, 'order-new-link-buyer')).toBeUndefined()
  })

  it('sends no email with the link before, also where the first address was right after all [PRIVACY-10]', async () => {
    const sent: { to: string; text: string }[] = []
    let isUp = false
    const mail = {
      send: async ({ to, text }: { to: string; text: string }) => {
        if (!isUp) throw new Error('away')
        sent.push({ to, text })
      },
    }
    const { shop, pass } = await sellingShop(await open(), { mail })
    const order = await paidOrder(shop)
    await sendEmail(shop)
    await correct(shop, order, 'ada.buyer@example.com')
    await correct(shop, order, 'ada@example.com')
    isUp = true
    pass(10)
    await sendEmail(shop)
    const { token, linkVersion } = (await storedOrder(shop, order.id)).order
    const toBuyer = sent.filter(({ to }) => to === 'ada@example.com')
    // The confirmation and the newest link; the link in between is needless.
    expect([linkVersion, toBuyer.length]).toEqual([2, 2])
    for (const { text } of toBuyer) expect(text).toContain(token)
    for (const { text } of sent) expect(text).not.toContain(order.token)
  })

  it('is paid and delayed by new links, and the ones before are unknown [PRIVACY-10, SALE-06, DELAY-04]', async () => {
    const { shop } = await sellingShop(await open())
    const order = await madeOrder(shop)
    await sendPaymentRequestLink(shop, {
      ...(await asStaff(shop, order)),
      ...({ kind: 'whole', days: 7 } as const),
    })
    const old = await tokenOf(shop, order)
    const page = await openPaymentRequestLink(shop, old)
    const session = page?.split('/').at(-1) ?? ''
    expect(await testPaymentPage(shop, session)).toMatchObject({ open: true })
    await correct(shop, order, 'ada@example.com')
    expect(await paymentRequestPage(shop, old)).toBeNull()
    expect(await openPaymentRequestLink(shop, old)).toBeNull()
    expect(await testPaymentPage(shop, session)).toBeNull()
    const token = await tokenOf(shop, order)
    expect(await paymentRequestPage(shop, token)).toMatchObject({ state: 'open' })
    const next = await openPaymentRequestLink(shop, token)
    expect(next).not.toBe(page)

    const paid = await paidOrder(shop)
    const delay = { shipBy: '2026-04-17', reason: 'The mold broke.' }
    await notifyDelay(shop, { ...(await seenByStaff(shop, paid)), ...delay })
    const [notice] = await delaysOfOrder(shop.db.orm, paid.id)
    const linkNow = async () =>
      delayLink(shop, notice?.id ?? '', (await storedOrder(shop, paid.id)).order)
    const before = await linkNow()
    await correct(shop, paid, 'ada.buyer@example.com')
    expect(await delayPage(shop, before)).toBeNull()
    expect((await refusal(respondToDelay(shop, before, 'cancel'))).status).toBe(404)
    expect(await delayPage(shop, await linkNow())).toMatchObject({ status: 'open' })
    await respondToDelay(shop, await linkNow(), 'keep')
  })

  it('is emailed again the payment link that is open, which staff are told [PRIVACY-11]', async () => {
    const { shop, sent } = await shopWithEmail(await open())
    const order = await madeOrder(shop, { email: 'ada@example.com' })
    await sendPaymentRequestLink(shop, {
      ...(await asStaff(shop, order)),
      ...({ kind: 'whole', days: 7 } as const),
    })
    await sendEmail(shop)
    // To another address and back: neither may be left with a link that opens nothing.
    for (const email of ['ada.buyer@example.com', 'ada@example.com']) {
      sent.length = 0
      expect(await correct(shop, order, email)).toEqual([
        expect.stringContaining('The buyer is emailed the new one.'),
        'The payment link has changed too, and is emailed again.',
      ])
      await sendEmail(shop)
      expect(sent.map(({ to }) => to)).toEqual([email, email])
      const token = await tokenOf(shop, order)
      expect(sent.filter(({ text }) => text.includes(`/pay/${token}`))).toHaveLength(1)
    }
    sent.length = 0
    expect(await correct(shop, order, null)).toEqual([
      'The order has a new link, and the one before no longer works.',
      'The payment link has changed too: send the buyer the new one from this page.',
    ])
    await sendEmail(shop)
    expect(sent).toEqual([])
  })

  it('is emailed again the links to keep or cancel it while a delay awaits an answer [PRIVACY-11, DELAY-04]', async () => {
    const { shop, sent, pass } = await shopWithEmail(await open())
    const order = await paidOrder(shop)
    const linkNow = async () => {
      const [notice] = await delaysOfOrder(shop.db.orm, order.id)
      return delayLink(shop, notice?.id ?? '', (await storedOrder(shop, order.id)).order)
    }
    const delay = { shipBy: '2026-04-20', reason: 'The mold broke.' }
    await notifyDelay(shop, { ...(await seenByStaff(shop, order)), ...delay })
    pass(2)
    await sendEmail(shop)
    sent.length = 0
    const messages = await correct(shop, order, 'ada.buyer@example.com')
    expect(messages).toContain(
      'The links to keep or cancel the delayed order have changed too, and are emailed again.',
    )
    await sendEmail(shop)
    expect(sent.map(({ to }) => to)).toEqual(Array(2).fill('ada.buyer@example.com'))
    const link = `/order/delay/${await linkNow()}?answer=keep`
    expect(sent.filter(({ text }) => text.includes(link))).toHaveLength(1)
    expect((await correct(shop, order, null)).join(' ')).toMatch(
      /links to keep or cancel the delayed order no longer work: ask the buyer, and record the answer by \w+, \w+ \d+/,
    )
    // Answered, nobody needs them.
    await respondToDelay(shop, await linkNow(), 'keep')
    await correct(shop, order, 'ada@example.com')
    expect(await correct(shop, order, 'ada.b@example.com')).toHaveLength(1)
  })

  it('is not reached by a link of another correction after a backup was restored [PRIVACY-11]', async () => {
    const { shop } = await sellingShop(await open())
    const order = await paidOrder(shop)
    const delay = { shipBy: '2026-04-17', reason: 'The mold broke.' }
    await notifyDelay(shop, { ...(await seenByStaff(shop, order)), ...delay })
    const [notice] = await delaysOfOrder(shop.db.orm, order.id)
    const linkNow = async () =>
      delayLink(shop, notice?.id ?? '', (await storedOrder(shop, order.id)).order)
    const first = await linkNow()
    await correct(shop, order, 'wrong@example.com')
    const wrong = await linkNow()
    expect(await delayPage(shop, wrong)).toMatchObject({ status: 'open' })
    const { token, linkVersion, email } = order
    await shop.db.orm
      .update(orders)
      .set({ token, linkVersion, email })
      .where(eq(orders.id, order.id))
    expect(await delayPage(shop, first)).toMatchObject({ status: 'open' })
    await correct(shop, order, 'ada.buyer@example.com')
    expect(await delayPage(shop, wrong)).toBeNull()
    expect(await delayPage(shop, await linkNow())).toMatchObject({ status: 'open' })
  })

  it('has its page at Stripe closed, and the next one returns to the new link [PRIVACY-10, PRIVACY-11]', async () => {
    const { shop, stripe } = await stripeShop(await open())
    const order = await madeOrder(shop)
    await sendPaymentRequestLink(shop, {
      ...(await asStaff(shop, order)),
      ...({ kind: 'whole', days: 7 } as const),
    })
    const sessionNow = async () => {
      await openPaymentRequestLink(shop, await tokenOf(shop, order))
      return (await storedOrder(shop, order.id)).order.paymentSession ?? ''
    }
    const first = await sessionNow()
    await correct(shop, order, 'ada@example.com')
    expect(stripe.store.sessions.get(first)).toMatchObject({ status: 'expired' })
    const second = await sessionNow()
    const { token } = (await storedOrder(shop, order.id)).order
    expect(second).not.toBe(first)
    expect(stripe.store.sessions.get(second)?.success_url).toMatch(new RegExp(`/order/${token}$`))

    // Refused, it leaves the page that the buyer pays on open [PRIVACY-11].
    const { sanctions: _, ...seen } = await seenByStaff(shop, order)
    const stale = { ...seen, revision: seen.revision - 1, address: buyerAddress }
    const refused = await refusal(correctBuyer(shop, { ...stale, email: 'ada.b@example.com' }))
    expect(refused.code).toBe('order_changed')
    expect(stripe.store.sessions.get(second)).toMatchObject({ status: 'open' })

    // While Stripe is out of reach the link is replaced anyway.
    stripe.behave('cut')
    await correct(shop, order, 'ada.buyer@example.com')
    expect((await storedOrder(shop, order.id)).order).toMatchObject({ linkVersion: 2 })
    expect(await orderPage(shop, token)).toBeNull()
  })
})
