import { expect, it } from 'vitest'
import type { AppContext } from '#app/.server/app-context.ts'
import { moveStage } from '#app/.server/draft-orders/commands/move-stage.ts'
import { notifyDelay } from '#app/.server/fulfillment/commands/notify-delay.ts'
import { delaysOfOrder } from '#app/.server/fulfillment/delays.ts'
import { parcelsOfOrder } from '#app/.server/orders/parcels.ts'
import { recordOfflinePayment } from '#app/.server/payments/commands/record-offline-payment.ts'
import { handedOver } from '#app/domain/fulfillment/parcel.ts'
import { cents } from '#app/domain/money/cents.ts'
import { plusBusinessDays } from '#app/domain/time/business-days.ts'
import { onBothDatabases } from '#tests/support/databases.ts'
import { paidOrder, seenByStaff, storedOrder } from '#tests/support/orders.ts'
import { refusal, sellingShop } from '#tests/support/selling-shop.ts'
import { asStaff, madeOrder } from '#tests/support/staff-orders.ts'
import { readyToSend } from '#tests/support/weighing.ts'
import { shipParcel } from '../commands/ship-parcel.ts'
import { cancelUnansweredDelays } from './cancel-unanswered-delays.ts'

async function paysInCash(shop: AppContext, order: { id: string }, amount: number) {
  const paid = {
    ...({ kind: 'cash', reference: '' } as const),
    ...{ amount: cents(amount), payer: 'Ada Buyer', receivedOn: '2026-03-11' },
  }
  await recordOfflinePayment(shop, { ...(await asStaff(shop, order)), ...paid })
}

async function walkedIn(shop: AppContext) {
  const order = await madeOrder(shop, { email: '' })
  await paysInCash(shop, order, 155_000)
  return (await storedOrder(shop, order.id)).order
}

async function handOver(shop: AppContext, { id }: { id: string }) {
  const { revision } = await seenByStaff(shop, { id })
  return shipParcel(shop, { id, by: 'ann@example.com', revision, ...handedOver })
}

onBothDatabases('a sale in the shop', (open) => {
  it('is handed over by one press, and delivered; one with an address is not [SALE-19]', async () => {
    const { shop, goldBecomes } = await sellingShop(await open())
    await goldBecomes('130')
    const order = await walkedIn(shop)
    await readyToSend(shop, order)
    expect(await handOver(shop, order)).toBe('sent')
    const { order: after, history } = await storedOrder(shop, order.id)
    expect(after).toMatchObject({ state: 'fulfilled', step: 'delivered' })
    expect(history.at(-1)?.why).toBe('Handed over in person.')
    expect(await parcelsOfOrder(shop.db.orm, order.id)).toMatchObject([
      { carrier: 'other', signature: false, deliveredBy: 'ann@example.com' },
    ])
    await handOver(shop, order)
    expect(await parcelsOfOrder(shop.db.orm, order.id)).toHaveLength(1)

    const sent = await paidOrder(shop)
    await readyToSend(shop, sent)
    expect((await refusal(handOver(shop, sent))).code).toBe('to_be_sent')
    expect((await storedOrder(shop, sent.id)).order.state).toBe('paid')
  })

  it('is delayed as agreed by phone, without a mail, and nothing is canceled for want of an answer [DELAY-08]', async () => {
    const { shop, goldBecomes, pass } = await sellingShop(await open())
    await goldBecomes('130')
    const order = await walkedIn(shop)
    const shipBy = plusBusinessDays(order.shipBy ?? '', 40)
    const told = { ...(await seenByStaff(shop, order)), shipBy, reason: 'The mold broke.' }
    expect(await notifyDelay(shop, told)).toBe('agreed')
    expect(await notifyDelay(shop, told)).toBe('agreed')
    expect(await delaysOfOrder(shop.db.orm, order.id)).toMatchObject([
      { newShipBy: shipBy, decision: 'kept', decisionNote: 'agreed by phone', answerBy: null },
    ])
    const { history } = await storedOrder(shop, order.id)
    expect(history.at(-1)?.why).toMatch(/^Buyer agreed by phone to a delay/)
    pass(90 * 24 * 60)
    expect(await cancelUnansweredDelays(shop)).toBe(0)
    expect((await storedOrder(shop, order.id)).order).toMatchObject({ state: 'paid', shipBy })
  })

  it.each([
    ['deposit', [], 'paid'],
    ['casting', ['design', 'casting'], 'making'],
    ['balance', ['design', 'casting', 'balance'], 'ready'],
  ] as const)(
    'of custom work that is all paid at %s goes on there [SALE-20]',
    async (_, stages, step) => {
      const { shop, goldBecomes } = await sellingShop(await open())
      await goldBecomes('130')
      const custom = { custom: 'yes', deposit: '40%', goldFixed: 'deposit' }
      const order = await madeOrder(shop, custom)
      await paysInCash(shop, order, 62_000)
      for (const to of stages) {
        await moveStage(shop, { ...(await asStaff(shop, order)), to })
      }
      await paysInCash(shop, order, 93_000)
      expect((await storedOrder(shop, order.id)).order).toMatchObject({ state: 'paid', step })
    },
  )
})
