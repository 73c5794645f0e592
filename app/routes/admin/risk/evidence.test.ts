import { RouterContextProvider } from 'react-router'
import { extractText, getDocumentProxy, getMeta } from 'unpdf'
import { expect, it } from 'vitest'
import type { AppContext } from '#app/.server/app-context.ts'
import { adminContext } from '#app/.server/auth/require-admin.ts'
import type { Evidence } from '#app/.server/documents/evidence.ts'
import { sendEmail } from '#app/.server/emails/jobs/send-emails.ts'
import { recordShipment } from '#app/.server/fulfillment/commands/record-shipment.ts'
import { linesOfOrder } from '#app/.server/orders/repository.ts'
import { applyPaymentEvent } from '#app/.server/payments/commands/apply-payment-event.ts'
import { appContext } from '#app/.server/platform/http/request-context.ts'
import { cents, formatCents } from '#app/domain/money/cents.ts'
import { onBothDatabases } from '#tests/support/databases.ts'
import { buyerAddress, payment, pendingOrder, storedOrder } from '#tests/support/orders.ts'
import { collectsTax } from '#tests/support/sales-tax.ts'
import { sellingShop } from '#tests/support/selling-shop.ts'
import { placed, small, stripeShop } from '#tests/support/stripe-shop.ts'
import { readyToSend, weigh } from '#tests/support/weighing.ts'
import { loader } from './evidence.ts'

onBothDatabases('the evidence of an order', (open) => {
  const collect = async (app: AppContext, id: string, format: 'pdf' | 'json') => {
    const context = new RouterContextProvider()
    context.set(appContext, app)
    context.set(adminContext, { id: 'a', email: 'ann@example.com', role: 'owner' } as never)
    const url = `http://localhost:3000/admin/dashboard/orders/${id}/evidence.${format}`
    const args = { request: new Request(url), context, params: { id } } as never
    return (await loader(args)) as Response
  }
  const disputedOrder = async (app: AppContext) => {
    const order = await pendingOrder(app)
    const address = { ...buyerAddress, name: 'Łucja Żółć 山' }
    await applyPaymentEvent(app, payment(order, { address }))
    await recordShipment(app, {
      ...(await readyToSend(app, order)),
      tracking: 'UPS 1Z999AA10123456784',
    })
    await sendEmail(app)
    await applyPaymentEvent(app, {
      ...payment(order, { id: 'evt_dispute' }),
      type: 'dispute open',
      about: { orderId: order.id },
      amount: cents(order.totalCents),
      reference: `pay-${order.id}`,
      object: 'dp_1',
      detail: 'fraudulent',
      occurredAt: app.now(),
    })
    return (await storedOrder(app, order.id)).order
  }

  it('is one PDF whose text says the same as the JSON, and the log says who took it [DISPUTE-06]', async () => {
    const { shop } = await sellingShop(await open())
    const order = await disputedOrder(shop)
    const json = await collect(shop, order.id, 'json')
    expect(json.headers.get('Content-Disposition')).toBe(
      `attachment; filename="evidence-${order.number}.json"`,
    )
    const evidence = (await json.json()) as Evidence
    expect(evidence).toMatchObject({
      collectedBy: 'ann@example.com',
      order: { number: order.number, totalCents: order.totalCents, tracking: order.tracking },
      quote: { id: order.quoteId },
      goldPrice: { source: order.goldSource, takenAt: order.goldTakenAt.toISOString() },
      payment: { dispute: 'open', events: [{ type: 'paid' }, { type: 'dispute open' }] },
      ledger: [{ kind: 'payment' }, { kind: 'sale' }, { kind: 'dispute opened' }],
      holds: [{ kind: 'dispute', releasedAt: null }],
    })
    expect(evidence.mails.map(({ kind }) => kind).sort()).toEqual([
      'order-fulfilled-buyer',
      'order-paid-buyer',
    ])

    const pdf = await collect(shop, order.id, 'pdf')
    expect(pdf.headers.get('Content-Type')).toBe('application/pdf')
    const file = await getDocumentProxy(new Uint8Array(await pdf.arrayBuffer()))
    const { text, totalPages } = await extractText(file, { mergePages: true })
    const words = text.replace(/\s+/g, ' ')
    const { info } = await getMeta(file)
    expect(info.Title).toBe(`Evidence for order ${order.number}`)
    expect(words).toContain(`order ${order.number}, page ${totalPages} of ${totalPages}`)
    for (const said of [
      'March 11, 2026, at 9:00 AM PDT',
      '$2,596.00 USD',
      'Łucja Żółć 山 1000 Example Street Seattle, WA 98101 US',
      '$130.00 per gram',
      order.goldSource,
      order.quoteId.slice(0, 20),
      'UPS 1Z999AA10123456784',
      ...evidence.history.map(({ why }) => why),
      ...evidence.holds.map(({ reason }) => reason),
      ...evidence.payment.events.map(({ id }) => id),
      ...evidence.mails.map(({ subject }) => subject ?? ''),
    ]) {
      expect(words.replaceAll(' ', '')).toContain(said.replace(/\s+/g, ''))
    }
    for (const secret of [order.token, order.clientHash ?? order.token]) {
      expect(words).not.toContain(secret)
      expect(JSON.stringify(evidence)).not.toContain(secret)
    }
    const { events } = await storedOrder(shop, order.id)
    expect(events.slice(-2)).toMatchObject([
      { action: 'order.evidence_exported', actorId: 'ann@example.com', facts: { format: 'json' } },
      { action: 'order.evidence_exported', facts: { format: 'pdf' } },
    ])
  })

  it('has the last weight of each piece, and no slip of the scale that was corrected [DISPUTE-08]', async () => {
    const { shop } = await sellingShop(await open())
    const order = await pendingOrder(shop)
    await applyPaymentEvent(shop, payment(order))
    const [line] = await linesOfOrder(shop.db.orm, order.id)
    const sold = line?.weightMg ?? 0
    await weigh(shop, order, 10, { serial: 'T-SLIP' })
    await weigh(shop, order, sold - 20, { serial: 'T-GOOD', seen: 1 })
    const json = await collect(shop, order.id, 'json')
    const weights = ((await json.json()) as Evidence).history.filter(({ why }) =>
      /weighs/.test(why),
    )
    expect(weights.map(({ why }) => /\((.*?)\)/.exec(why)?.[1])).toEqual(['T-GOOD'])
  })

  it('names the total that was charged, sales tax included [DISPUTE-09]', async () => {
    const { shop, stripe, tell } = await stripeShop(await open())
    await collectsTax(shop)
    const { id, session } = await placed(shop, [small])
    await tell(stripe.pay(session))
    const { order } = (await (await collect(shop, id, 'json')).json()) as Evidence
    expect(order.taxCents).toBeGreaterThan(0)
    const pdf = await collect(shop, id, 'pdf')
    const file = await getDocumentProxy(new Uint8Array(await pdf.arrayBuffer()))
    const { text } = await extractText(file, { mergePages: true })
    const usd = (sum: number) => `${formatCents(cents(sum))} USD`
    expect(text.replace(/\s+/g, ' ')).toContain(
      `Before tax ${usd(order.totalCents)} Sales tax ${usd(order.taxCents)} Total ${usd(order.totalCents + order.taxCents)}`,
    )
  })

  it('of an order that is not there is not found [DISPUTE-06]', async () => {
    const { shop } = await sellingShop(await open())
    await expect(collect(shop, 'nothing', 'json')).rejects.toMatchObject({ init: { status: 404 } })
  })
})
