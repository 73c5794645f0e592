import { expect, it } from 'vitest'
import { orderFindings } from '#app/.server/bookkeeping/queries/order-findings.ts'
import { orderPage } from '#app/.server/orders/queries/order-page.ts'
import { orders } from '#app/.server/platform/db/schema.ts'
import { ordersOwedRefund } from '#app/.server/refunds/queries/orders-owed-refund.ts'
import { closeReversedOrder } from '#app/.server/risk/commands/close-reversed-order.ts'
import { bankShop, ordered } from '#tests/support/bank-shop.ts'
import { onBothDatabases } from '#tests/support/databases.ts'
import { emailed } from '#tests/support/emailed.ts'
import { seenByStaff } from '#tests/support/orders.ts'
import { refusal } from '#tests/support/selling-shop.ts'
import { stored } from '#tests/support/stripe-shop.ts'
import { wire } from '#tests/support/wire-events.ts'
import { settlePaymentHold } from './resolve-held-order.ts'

onBothDatabases('a part of a wire', (open) => {
  it('is owed to nobody while the rest is awaited, and what is too much is [UNATTACHED-04]', async () => {
    const { shop, stripe, tell } = await bankShop(await open())
    const order = await ordered(shop, 'wire')
    await tell(wire(stripe, order.customer, 5000))
    expect(await ordersOwedRefund(shop)).toEqual([])
    await tell(wire(stripe, order.customer, order.totalCents))
    expect(await ordersOwedRefund(shop)).toMatchObject([{ number: order.number, owed: 5000 }])
  })
})

onBothDatabases('a wire that its bank took back', (open) => {
  it('waits for the wire itself, which may be reported later [BANK-14]', async () => {
    const { shop, stripe, tell } = await bankShop(await open())
    const order = await ordered(shop, 'wire')
    const came = wire(stripe, order.customer, order.totalCents)
    const takenBack = wire(stripe, order.customer, -order.totalCents, { type: 'funding_reversed' })
    for (const event of [takenBack, takenBack]) {
      await tell(event)
      expect(await stored(shop, order)).toMatchObject({
        state: 'pending',
        holdReason: null,
        balance: { paid: 0, returned: 0, due: 0 },
      })
    }
    for (const event of [came, takenBack, came]) {
      await tell(event)
      expect(await stored(shop, order)).toMatchObject({
        state: 'paid',
        holdReason: expect.stringContaining('The bank reversed a transfer'),
        balance: { paid: 0, returned: order.totalCents, due: order.totalCents },
      })
    }
    expect(await orderFindings(shop.db.orm)).toEqual([])
  })

  it('is closed by staff, so that nothing ships, and its buyer reads and is emailed why [DISPUTE-11, MAIL-23]', async () => {
    const { shop, stripe, tell } = await bankShop(await open())
    const order = await ordered(shop, 'wire')
    await shop.db.orm.update(orders).set({ email: 'ada@example.com' })
    await tell(wire(stripe, order.customer, order.totalCents))
    const close = async () =>
      closeReversedOrder(shop, { ...(await seenByStaff(shop, order)), reason: 'No answer.' })
    expect((await refusal(close())).message).toContain('Refund it instead')
    await tell(wire(stripe, order.customer, -order.totalCents, { type: 'funding_reversed' }))
    await close()
    expect(await stored(shop, order)).toMatchObject({ state: 'refunded', holdReason: null })
    expect(await orderPage(shop, order.token)).toMatchObject({ isClosedByBank: true, refunds: [] })
    const { text } = await emailed(shop, 'order-closed-buyer', order)
    expect(text).toContain('is closed, so nothing will ship.')
    expect(text).toContain('Your bank returned your payment to you.')
    expect(await ordersOwedRefund(shop)).toEqual([])
    expect(await orderFindings(shop.db.orm)).toEqual([])
  })

  it('promises its buyer no day, also after a review [PARCEL-15]', async () => {
    const { shop, stripe, tell } = await bankShop(await open())
    const order = await ordered(shop, 'wire')
    await tell(wire(stripe, order.customer, order.totalCents))
    const page = () => orderPage(shop, order.token)
    expect(await page()).toMatchObject({ claim: null, shipBy: expect.any(String) })
    await tell(wire(stripe, order.customer, -order.totalCents, { type: 'funding_reversed' }))
    const onHold = { claim: 'taken back', shipBy: null, arrival: null, delay: null }
    expect(await page()).toMatchObject(onHold)
    await settlePaymentHold(shop, { ...(await seenByStaff(shop, order)), reason: 'Called.' })
    expect(await page()).toMatchObject(onHold)
  })

  it('leaves what else came; two of them wait for their own [BANK-14]', async () => {
    const { shop, stripe, tell } = await bankShop(await open())
    const order = await ordered(shop, 'wire')
    const back = { type: 'funding_reversed' } as const
    const reports = [
      wire(stripe, order.customer, -7000, back),
      wire(stripe, order.customer, -5000, back),
      wire(stripe, order.customer, 5000),
      wire(stripe, order.customer, 7000),
      wire(stripe, order.customer, 2000),
    ]
    const paid: number[] = []
    for (const report of reports) {
      await tell(report)
      paid.push((await stored(shop, order)).balance.paid)
    }
    expect(paid).toEqual([0, 0, 0, 0, 2000])
    expect(await stored(shop, order)).toMatchObject({
      state: 'pending',
      balance: { returned: 12_000 },
    })
    expect(await orderFindings(shop.db.orm)).toEqual([])
  })
})
