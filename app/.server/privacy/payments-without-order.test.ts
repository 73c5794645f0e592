import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { auditLabels } from '#tests/support/audit-log.ts'
import { onBothDatabases } from '#tests/support/databases.ts'
import { paidOrder, payment, pendingOrder, strayPayment } from '#tests/support/orders.ts'
import { sellingShop } from '#tests/support/selling-shop.ts'
import { runAdminCommand } from '../admin-command.ts'
import type { AppContext } from '../app-context.ts'
import { checkRecords } from '../bookkeeping/jobs/check-records.ts'
import { lastCheck } from '../bookkeeping/last-check.ts'
import { applyPaymentEvent } from '../payments/commands/apply-payment-event.ts'
import { notePayment } from '../payments/commands/note-payment.ts'
import { type PaymentGateway, PaymentUnavailable } from '../payments/gateway/payment-gateway.ts'
import { adminPayment } from '../payments/queries/admin-payment.ts'
import { rows } from '../platform/db/database.ts'
import { refundPayment } from '../refunds/commands/refund-payment.ts'
import { keptDays, purge } from './jobs/purge.ts'
import { buyerOfOrder } from './queries/buyer-of-order.ts'

const by = 'ann@example.com'
const personal = /ada@example|Ada Buyer|Example Street/i
const anotherReport = { id: 'told-again', about: { session: 'told-again' } }

const privacy = (app: AppContext, action: 'export' | 'erase', email = 'Ada@Example.com ') =>
  runAdminCommand(app, { command: 'privacy', action, email })

async function storedEvents({ db }: AppContext): Promise<string> {
  const found = await rows<{ line: string }>(
    db.orm,
    sql`select t::text as line from payment_events t`,
  )
  return found.map(({ line }) => line).join('\n')
}

onBothDatabases('a payment without an order, and who paid it', (open) => {
  /** Settled; reported twice, as providers do. */
  const settled = async () => {
    const { shop, pass } = await sellingShop(await open())
    const order = await pendingOrder(shop)
    const stray = await strayPayment(shop, order)
    await strayPayment(shop, order, { ...anotherReport, reference: stray.reference })
    await notePayment(shop, { id: stray.id, note: 'Sold by telephone.', settles: true, by })
    return { shop, pass, order, stray, name: `payment ${stray.reference}` }
  }

  it('is in the export, with what was reported and noted of it [PRIVACY-09]', async () => {
    const { shop, order, stray } = await settled()
    const { json, text } = await privacy(shop, 'export')
    const event = {
      type: 'paid',
      amountCents: order.totalCents,
      email: 'ada@example.com',
      shippingAddress: { line1: '1000 Example Street' },
    }
    expect(json).toMatchObject({
      orders: [],
      paymentsWithoutOrder: [
        {
          reference: stray.reference,
          isTest: true,
          events: [event, event],
          notes: [{ text: 'Sold by telephone.' }],
        },
      ],
    })
    expect(text).not.toContain(by)
    expect((await privacy(shop, 'export', 'eve@example.com')).json).toMatchObject({
      paymentsWithoutOrder: [],
    })
  })

  it('is erased in all its reports, while the books still agree [PRIVACY-09]', async () => {
    const { shop, pass, order, stray, name } = await settled()
    expect(await storedEvents(shop)).toMatch(personal)
    expect((await privacy(shop, 'erase')).json).toEqual({ erased: [name], left: [] })
    expect(await storedEvents(shop)).not.toMatch(personal)
    expect(await adminPayment(shop, stray.id)).toMatchObject({
      amount: order.totalCents,
      reference: stray.reference,
      email: null,
      name: null,
      address: null,
      isErased: true,
      isOpen: false,
    })
    expect((await auditLabels(shop)).at(-1)).toBe(
      `npm run privacy: erased name, street, and email address of payment ${stray.reference}`,
    )
    pass(24 * 60)
    await checkRecords(shop)
    expect((await lastCheck(shop.db.orm))?.findings).toEqual([])
    expect(await privacy(shop, 'erase')).toMatchObject({
      json: { erased: [], left: [] },
      text: expect.stringContaining('no orders, payments, or trade-ins with this email'),
    })
  })

  it('is left while staff, a bank or a refund still needs who paid [PRIVACY-09]', async () => {
    const { shop } = await sellingShop(await open())
    const order = await pendingOrder(shop)
    const stray = await strayPayment(shop, order)
    const left = async () => (await privacy(shop, 'erase')).json as { left: { why: string }[] }
    expect((await left()).left).toMatchObject([{ why: 'It needs review.' }])
    const dispute = {
      ...stray,
      id: 'disputed',
      type: 'dispute open' as const,
      reference: stray.reference ?? '',
      about: { payment: stray.reference ?? '' },
      occurredAt: shop.now(),
    }
    await applyPaymentEvent(shop, dispute)
    await notePayment(shop, { id: stray.id, note: 'Answered.', settles: true, by })
    expect((await left()).left).toMatchObject([{ why: 'It is disputed.' }])
    await applyPaymentEvent(shop, { ...dispute, id: 'won', type: 'dispute won' })
    const away = async () => {
      throw new PaymentUnavailable('away')
    }
    const payments = { ...(shop.payments as PaymentGateway), refund: away }
    const refund = { id: stray.id, key: 'b', reason: 'Twice.', by, requireFresh: async () => {} }
    await refundPayment({ ...shop, payments }, refund)
    expect((await left()).left).toMatchObject([{ why: 'A refund of it is on its way.' }])
    expect(await storedEvents(shop)).toMatch(personal)
  })

  it('is named beside the orders of its buyer [PRIVACY-07, PRIVACY-09]', async () => {
    const { shop } = await sellingShop(await open())
    const order = await paidOrder(shop)
    const stray = await strayPayment(shop, order)
    expect(await buyerOfOrder(shop, order.id)).toMatchObject({
      left: [
        { number: order.number },
        { number: `payment ${stray.reference}`, why: 'It needs review.' },
      ],
    })
  })

  it('that was never paid goes after 30 days, one that was paid does not [PRIVACY-03, PRIVACY-09]', async () => {
    const { shop, pass, order } = await settled()
    const declined = { type: 'declined', email: 'bob@example.com', reference: null } as const
    await applyPaymentEvent(
      shop,
      payment(order, { id: 'no', about: { session: 'x' }, ...declined }),
    )
    const day = 24 * 60
    pass((keptDays.notCompleted - 1) * day)
    expect(await purge(shop)).toMatchObject({ payers: 0 })
    expect(await storedEvents(shop)).toContain('bob@example.com')
    pass(2 * day)
    expect(await purge(shop)).toMatchObject({ payers: 1 })
    expect(await storedEvents(shop)).not.toContain('bob@example.com')
    expect(await storedEvents(shop)).toContain('ada@example.com')
  })
})
