import { expect, it } from 'vitest'
import { notifyDelay } from '#app/.server/fulfillment/commands/notify-delay.ts'
import { linesOfOrder } from '#app/.server/orders/repository.ts'
import { applyPaymentEvent } from '#app/.server/payments/commands/apply-payment-event.ts'
import { recordOfflinePayment } from '#app/.server/payments/commands/record-offline-payment.ts'
import { delayNotices } from '#app/.server/platform/db/delay-schema.ts'
import { AppError } from '#app/.server/platform/errors.ts'
import { refundOrder } from '#app/.server/refunds/commands/refund-order.ts'
import { openHold } from '#app/.server/risk/holds.ts'
import { billRecast } from '#app/.server/trade-ins/commands/recast.ts'
import { useCredit } from '#app/.server/trade-ins/commands/use-credit.ts'
import { bankShop, ordered } from '#tests/support/bank-shop.ts'
import { onBothDatabases } from '#tests/support/databases.ts'
import { editingShop, edits, line } from '#tests/support/order-edits.ts'
import { paidOrder, payment, seenByStaff, storedOrder } from '#tests/support/orders.ts'
import { sendsAnyTotal } from '#tests/support/returns.ts'
import { refusal } from '#tests/support/selling-shop.ts'
import { asStaff, madeOrder, paysByLink, saleOf, tokenOf } from '#tests/support/staff-orders.ts'
import {
  agreedTradeIn,
  asForm,
  credits,
  offersAll,
  tradeInBy,
  tradeInKey,
} from '#tests/support/trade-ins.ts'
import { weigh } from '#tests/support/weighing.ts'

const by = 'ann@example.com'
const so = (quantity: number) => ({ lines: [line(0, 'Small', quantity)] })

onBothDatabases('an edit of a paid order', (open) => {
  it('that adds asks for a fresh second factor, and while it waits no refund is made [EDIT-07, FRESH-05]', async () => {
    const { shop } = await editingShop(await open())
    const order = await paidOrder(shop)
    const requireFresh = async () => {
      throw new AppError('reauth', 403, 'Show your second factor.')
    }
    expect(await refusal(edits(shop, order, so(2), { requireFresh }))).toMatchObject({
      code: 'reauth',
    })
    await edits(shop, order, so(2))
    const { order: waiting, balance } = await storedOrder(shop, order.id)
    const refund = refundOrder(shop, {
      ...{ id: order.id, by, revision: waiting.revision, key: tradeInKey(), reason: 'Late.' },
      ...{ payment: null, wish: { of: 'whole' }, stated: balance.refundable, note: '' },
      requireFresh: async () => {},
    })
    expect(await refusal(refund)).toMatchObject({
      code: 'refund_changed',
      message: expect.stringContaining('Cancel the change first.'),
    })
    expect((await storedOrder(shop, order.id)).order).toMatchObject({ editWaiting: true })
  })

  it('with a discount that every piece shares adds none, and can still lose one [EDIT-10]', async () => {
    const { shop } = await bankShop(await open())
    await sendsAnyTotal(shop)
    const order = await ordered(shop, 'debit')
    await applyPaymentEvent(shop, payment(order))
    expect(await refusal(edits(shop, order, so(3)))).toMatchObject({
      message: expect.stringContaining('has a discount'),
    })
    expect(await edits(shop, order, so(1))).toMatchObject({ dueCents: -order.totalCents / 2 })
  })

  it('is refused for a recast, and where a trade-in credit reduced the tax [EDIT-08, TRADE-12]', async () => {
    const { shop } = await editingShop(await open())
    await offersAll(shop, { taxStates: ['CA'] })
    const recast = await agreedTradeIn(shop, 'recast', { amount: '125.00' })
    await billRecast(shop, await asForm(shop, recast.token, 'bill', { key: tradeInKey() }))
    const { row } = await tradeInBy(shop, recast.token)
    const bill = await storedOrder(shop, row.orderId ?? '')
    await paysByLink(shop, await tokenOf(shop, bill.order))
    expect(await refusal(edits(shop, bill.order, so(2)))).toMatchObject({
      message: expect.stringContaining('is a recast'),
    })
    const { token } = await agreedTradeIn(shop, 'exchange')
    const wish = { tax: 'rate', taxRate: '10', taxState: 'CA', 'line-0-fee': '1200' }
    const taxed = await madeOrder(shop, wish)
    await useCredit(shop, await credits(shop, token, taxed))
    await recordOfflinePayment(shop, {
      ...(await asStaff(shop, taxed)),
      ...{ kind: 'cash', amount: (await saleOf(shop, taxed)).left, payer: 'Ada' },
      ...{ reference: '', receivedOn: '2026-03-11', form8300: 'yes' },
    })
    expect(await refusal(edits(shop, taxed, so(2)))).toMatchObject({
      message: expect.stringContaining('trade-in credit'),
    })
  })

  it('is refused once the buyer canceled the order after a delay, and while it is held for review [EDIT-08, DELAY-05, HOLD-01]', async () => {
    const { shop } = await editingShop(await open())
    const canceled = await paidOrder(shop)
    const notice = { shipBy: '2026-04-17', reason: 'The mold broke.' }
    await notifyDelay(shop, { ...(await seenByStaff(shop, canceled)), ...notice })
    const decided = { decision: 'canceled', decidedAt: shop.now(), decidedBy: 'the buyer' } as const
    await shop.db.orm.update(delayNotices).set(decided)
    expect(await refusal(edits(shop, canceled, so(2)))).toMatchObject({ code: 'order_canceled' })
    const held = await paidOrder(shop)
    const reason = 'The sales tax is to be checked.'
    const hold = { kind: 'sales tax', object: held.id, reason, at: shop.now() } as const
    await openHold(shop.db.orm, held.id, hold)
    expect(await refusal(edits(shop, held, so(2)))).toMatchObject({
      message: expect.stringContaining(reason),
    })
  })

  it('takes away no piece that was weighed, and still takes away the others [EDIT-08, WEIGH-02]', async () => {
    const { shop } = await editingShop(await open())
    const order = await paidOrder(shop, [{ productId: '7', size: 'Small', quantity: 2 }])
    const [sold] = await linesOfOrder(shop.db.orm, order.id)
    await weigh(shop, order, sold?.weightMg ?? 0)
    expect(await refusal(edits(shop, order, { lines: [line(0, 'Large', 2)] }))).toMatchObject({
      message: expect.stringContaining('Weighed pieces can’t be changed'),
      details: { errors: { 'edit-0-quantity': expect.any(String) } },
    })
    expect(await edits(shop, order, so(1))).toMatchObject({ state: 'applied' })
    expect(await refusal(edits(shop, order, { lines: [line(0, 'Large', 1)] }))).toMatchObject({
      code: 'edit_refused',
    })
  })
})
