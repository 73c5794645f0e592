import { eq } from 'drizzle-orm'
import { pino } from 'pino'
import { expect, it } from 'vitest'
import type { AppContext } from '#app/.server/app-context.ts'
import { unmatchedOfPayment } from '#app/.server/ledger/repository.ts'
import { applyPaymentEvent } from '#app/.server/payments/commands/apply-payment-event.ts'
import { attachPayment } from '#app/.server/payments/commands/attach-payment.ts'
import {
  type PaymentGateway,
  PaymentUnavailable,
} from '#app/.server/payments/gateway/payment-gateway.ts'
import { adminPayment } from '#app/.server/payments/queries/admin-payment.ts'
import { refunds } from '#app/.server/platform/db/ledger-schema.ts'
import { AppError } from '#app/.server/platform/errors.ts'
import { cents } from '#app/domain/money/cents.ts'
import { onBothDatabases } from '#tests/support/databases.ts'
import { pendingOrder, strayPayment } from '#tests/support/orders.ts'
import { refusal, sellingShop } from '#tests/support/selling-shop.ts'
import { sendRefunds } from '../jobs/send-refunds.ts'
import { refundPayment } from './refund-payment.ts'

const by = 'ann@example.com'
const requireFresh = async () => {}

onBothDatabases('a payment without an order', (open) => {
  const made = async (more: Partial<PaymentGateway> = {}) => {
    const { shop, pass } = await sellingShop(await open())
    const order = await pendingOrder(shop)
    const stray = await strayPayment(shop, order)
    const payments = { ...(shop.payments as PaymentGateway), ...more }
    const app: AppContext = { ...shop, payments }
    const back = (key: string, more: Partial<Parameters<typeof refundPayment>[1]> = {}) =>
      refundPayment(app, { id: stray.id, key, reason: 'Twice.', by, requireFresh, ...more })
    const left = () => unmatchedOfPayment(shop.db.orm, stray.reference ?? '')
    return { app, order, stray, back, left, pass }
  }

  it('is given back whole, once, with a fresh second factor [UNATTACHED-05]', async () => {
    const { app, order, stray, back, left } = await made()
    const stale = async () => {
      throw new AppError('fresh_factor_needed', 403, 'Please confirm it’s you.')
    }
    expect((await refusal(back('a', { requireFresh: stale }))).code).toBe('fresh_factor_needed')
    expect(await app.db.orm.$count(refunds)).toBe(0)
    const refund = await back('a')
    expect(refund).toMatchObject({
      orderId: null,
      state: 'succeeded',
      amountCents: order.totalCents,
      creditNoteNumber: null,
    })
    expect(await back('a')).toMatchObject({ id: refund.id })
    expect(await left()).toBe(0)
    expect((await refusal(back('b'))).message).toMatch(
      /^All of this payment was already refunded\./,
    )
    expect(await app.db.orm.$count(refunds)).toBe(1)
    expect(await adminPayment(app, stray.id)).toMatchObject({
      isOpen: false,
      refunded: order.totalCents,
      notes: [{ by, text: 'A refund of $2,596.00 was requested: Twice.' }],
    })
    const attach = attachPayment(app, { id: stray.id, number: order.number, by })
    expect((await refusal(attach)).code).toBe('payment_gone')
  })

  it('pressed by two at once is given back once [UNATTACHED-05]', async () => {
    const { app, back, left } = await made()
    const both = await Promise.allSettled([back('a'), back('b')])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect([await app.db.orm.$count(refunds), await left()]).toEqual([1, 0])
  })

  it('whose refund is not answered is asked for again, and is attached to nothing until then [UNATTACHED-05, UNATTACHED-07]', async () => {
    let away = true
    const { app, order, stray, back, left, pass } = await made()
    const { payments } = app
    if (!payments) throw new Error('no payments')
    const { refund } = payments
    payments.refund = async (request) => {
      if (away) throw new PaymentUnavailable('away')
      return refund(request)
    }
    expect((await back('a')).state).toBe('requested')
    const asked = { amount: order.totalCents, by, refusedWhy: null }
    expect((await adminPayment(app, stray.id))?.openRefund).toMatchObject(asked)
    expect(await left()).toBe(order.totalCents)
    expect((await refusal(back('b'))).message).toMatch(/already on its way/)
    const attach = attachPayment(app, { id: stray.id, number: order.number, by })
    expect((await refusal(attach)).code).toBe('payment_gone')
    away = false
    pass(5)
    expect(await sendRefunds(app)).toBe(1)
    expect(await left()).toBe(0)
    pass(5)
    expect(await sendRefunds(app)).toBe(0)
    expect((await adminPayment(app, stray.id))?.openRefund).toBeNull()
  })

  it('that was given back is no error in the log; one whose refund failed is [UNATTACHED-07]', async () => {
    const { app, stray, back } = await made()
    const levels: number[] = []
    const write = (line: string) => levels.push(JSON.parse(line).level)
    const heard = { ...app, log: pino({ level: 'warn' }, { write }) }
    const { providerId, amountCents, reference } = await back('a')
    for (const type of [
      'refunded',
      'refund pending',
      'refund succeeded',
      'refund failed',
    ] as const) {
      await applyPaymentEvent(heard, {
        ...stray,
        ...{ id: type, type, about: { payment: reference }, reference, occurredAt: app.now() },
        ...{ object: providerId ?? '', amount: cents(amountCents) },
      })
      expect(levels).toEqual(type === 'refund failed' ? [50] : [])
    }
  })

  it('is not given back where the provider refuses, the currency is another, or it is disputed [UNATTACHED-05, UNATTACHED-07]', async () => {
    const { app, order, stray, back, left } = await made({
      refund: async () => ({ refused: 'Insufficient funds.' }),
    })
    expect((await refusal(back('a'))).message).toBe('Insufficient funds. Nothing was refunded.')
    expect(await left()).toBe(order.totalCents)
    const [stored] = await app.db.orm.select().from(refunds).where(eq(refunds.key, 'a'))
    expect(stored).toMatchObject({ state: 'refused' })
    expect(await adminPayment(app, stray.id)).toMatchObject({
      isOpen: true,
      openRefund: { by, refusedWhy: 'Insufficient funds.' },
    })
    await strayPayment(app, order, { id: 'euros', currency: 'eur' })
    expect((await refusal(back('e', { id: 'euros' }))).message).toMatch(/only U\.S\. dollars/)
    await applyPaymentEvent(app, {
      ...stray,
      id: 'dispute',
      type: 'dispute open',
      reference: stray.reference ?? '',
      about: { payment: stray.reference ?? '' },
      occurredAt: app.now(),
    })
    expect((await refusal(back('d'))).message).toMatch(/is disputing this payment/)
    const elsewhere = { ...app, payments: { ...(app.payments as PaymentGateway), live: true } }
    const other = { id: stray.id, key: 'x', reason: 'x', by, requireFresh }
    expect((await refusal(refundPayment(elsewhere, other))).message).toMatch(/no longer connected/)
  })
})
