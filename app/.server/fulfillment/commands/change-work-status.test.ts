import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { checkRecords } from '#app/.server/bookkeeping/jobs/check-records.ts'
import { applyPaymentEvent } from '#app/.server/payments/commands/apply-payment-event.ts'
import { recordChecks } from '#app/.server/platform/db/ledger-schema.ts'
import { shippingSettings } from '#app/.server/platform/db/settings-schema.ts'
import { orderSteps } from '#app/domain/fulfillment/work-status.ts'
import { cents } from '#app/domain/money/cents.ts'
import { onBothDatabases } from '#tests/support/databases.ts'
import {
  heldOrder,
  paidOrder,
  payment,
  pendingOrder,
  seenByStaff,
  storedOrder,
} from '#tests/support/orders.ts'
import { refusal, sellingShop } from '#tests/support/selling-shop.ts'
import { readyToSend } from '#tests/support/weighing.ts'
import { changeStep } from './change-work-status.ts'
import { recordShipment } from './record-shipment.ts'

const [ann, bob] = ['ann@example.com', 'bob@example.com']

onBothDatabases('the work on an order', (open) => {
  it('goes step by step, each in its history with who and when, and back [DESK-01]', async () => {
    const { shop, pass } = await sellingShop(await open())
    const { id, number } = await paidOrder(shop)
    const move = async (to: 'paid' | 'making' | 'ready' | 'sent' | 'delivered') => {
      pass(60)
      await changeStep(shop, { ...(await seenByStaff(shop, { id })), to })
    }
    await move('making')
    await move('ready')
    await move('making')
    await move('ready')
    await recordShipment(shop, { ...(await readyToSend(shop, { id })), tracking: 'UPS 1' })
    await move('delivered')
    await move('sent')
    await move('delivered')
    const { order, history, events } = await storedOrder(shop, id)
    expect(order).toMatchObject({ state: 'fulfilled', step: 'delivered', updatedAt: shop.now() })
    expect(history.map(({ fromStep, toStep }) => [fromStep, toStep])).toEqual([
      [null, null],
      [null, 'paid'],
      ['paid', 'making'],
      ['making', 'ready'],
      ['ready', 'making'],
      ['making', 'ready'],
      ['ready', 'sent'],
      ['sent', 'delivered'],
      ['delivered', 'sent'],
      ['sent', 'delivered'],
    ])
    expect(history[2]).toMatchObject({
      fromState: 'paid',
      toState: 'paid',
      by: ann,
      actor: 'staff',
      why: 'In production.',
    })
    expect(events[0]).toMatchObject({
      action: 'order.step_changed',
      facts: { number, from: 'paid', to: 'making' },
    })
  })

  it('is in the chain of its history: a changed step is found [DESK-01, CHAIN-01]', async () => {
    const { shop } = await sellingShop(await open())
    const { id } = await paidOrder(shop)
    await changeStep(shop, { ...(await seenByStaff(shop, { id })), to: 'making' })
    const findings = async () => {
      await checkRecords(shop)
      const all = await shop.db.orm.select().from(recordChecks).orderBy(recordChecks.id)
      return all.at(-1)?.findings
    }
    await shop.db.orm.execute(
      sql`update order_history set to_step = 'ready' where to_step = 'making'`,
    )
    expect(await findings()).toEqual([expect.stringContaining('In the order history')])
  })

  it('by two people at once goes one way, and the second is told who was first [DESK-06]', async () => {
    const { shop } = await sellingShop(await open())
    const { id } = await paidOrder(shop)
    const seen = await seenByStaff(shop, { id })
    const both = await Promise.allSettled([
      changeStep(shop, { ...seen, to: 'making' }),
      changeStep(shop, { ...seen, by: bob, to: 'making' }),
    ])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const { history } = await storedOrder(shop, id)
    const refused = both.find((result) => result.status === 'rejected')
    expect(refused?.reason).toMatchObject({
      status: 409,
      message: `This order has changed since it was shown: In production. (by ${history.at(-1)?.by}). Nothing was changed.`,
    })
    expect(history).toHaveLength(3)
    // Pressed twice by the same person it is done once.
    const first = history.at(-1)?.by ?? ''
    await changeStep(shop, { ...seen, by: first, to: 'making' })
    expect((await storedOrder(shop, id)).history).toHaveLength(3)
  })

  it('is refused in a sentence where the table has no such step, and nothing is changed [DESK-01, DESK-06]', async () => {
    const { shop } = await sellingShop(await open())
    const move = async (id: string, to: 'sent' | 'delivered' | 'making') =>
      refusal(changeStep(shop, { ...(await seenByStaff(shop, { id })), to }))
    const [pending, held, paid] = [
      await pendingOrder(shop),
      await heldOrder(shop),
      await paidOrder(shop),
    ]
    expect((await move(pending.id, 'making')).message).toBe(
      'This order hasn’t been paid yet. Nothing was changed.',
    )
    expect((await move(held.id, 'making')).status).toBe(409)
    expect((await move(paid.id, 'delivered')).message).toBe(
      'This order hasn’t been started, so this can’t be its next step. Nothing was changed.',
    )
    // Sent is what a parcel makes it.
    expect((await move(paid.id, 'sent')).code).toBe('order_moved')
    const nobody = { id: 'nobody', revision: 1, by: ann, to: 'making' } as const
    expect((await refusal(changeStep(shop, nobody))).status).toBe(404)
    expect((await storedOrder(shop, paid.id)).order.step).toBe('paid')
    await applyPaymentEvent(shop, {
      ...payment(paid, { id: 'refund' }),
      type: 'refunded',
      amount: cents(paid.totalCents),
      reference: paid.paymentReference ?? '',
      occurredAt: shop.now(),
    })
    expect((await move(paid.id, 'making')).message).toMatch(/^This order was refunded/)
  })
})

onBothDatabases('the database', (open) => {
  it('knows no step of an order that is not paid, nor one of the other side of the door [DESK-01]', async () => {
    const { shop } = await sellingShop(await open())
    const pending = await pendingOrder(shop)
    const paid = await paidOrder(shop)
    const set = (id: string, step: string) =>
      shop.db.orm.execute(sql`update orders set step = ${step} where id = ${id}`)
    for (const step of [...orderSteps, 'lost']) {
      await expect(set(pending.id, step)).rejects.toThrow()
      const allowed = ['paid', 'making', 'ready'].includes(step)
      if (allowed) await set(paid.id, step)
      else await expect(set(paid.id, step)).rejects.toThrow()
    }
  })
})

onBothDatabases('the day to send an order by', (open) => {
  it('is stored when it is paid, from what the shop promised then, and stays [DESK-02]', async () => {
    const { shop } = await sellingShop(await open())
    const pending = await pendingOrder(shop)
    expect(pending.shipBy).toBeNull()
    // Wednesday, March 11, 2026 in Seattle, and five business days.
    const first = await paidOrder(shop)
    expect(first.shipBy).toBe('2026-03-18')
    await shop.db.orm.update(shippingSettings).set({ processingDays: 10 })
    expect((await paidOrder(shop)).shipBy).toBe('2026-03-25')
    expect((await storedOrder(shop, first.id)).order.shipBy).toBe('2026-03-18')
  })
})
