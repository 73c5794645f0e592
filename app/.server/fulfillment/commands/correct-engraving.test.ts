import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import type { AppContext } from '#app/.server/app-context.ts'
import { checkRecords } from '#app/.server/bookkeeping/jobs/check-records.ts'
import { lastCheck } from '#app/.server/bookkeeping/last-check.ts'
import { boughtCart } from '#app/.server/checkout/queries/bought-cart.ts'
import { adminOrder } from '#app/.server/orders/queries/order-detail-page.ts'
import { orderPage } from '#app/.server/orders/queries/order-page.ts'
import { applyPaymentEvent } from '#app/.server/payments/commands/apply-payment-event.ts'
import { products } from '#app/.server/platform/db/catalog-schema.ts'
import { orderLines } from '#app/.server/platform/db/schema.ts'
import { eraseBuyer } from '#app/.server/privacy/commands/erase-buyer.ts'
import { exportBuyer } from '#app/.server/privacy/queries/export-buyer.ts'
import { onBothDatabases } from '#tests/support/databases.ts'
import { edits, line } from '#tests/support/order-edits.ts'
import { payment, pendingOrder, seenByStaff, storedOrder } from '#tests/support/orders.ts'
import { changeProducts } from '#tests/support/products.ts'
import { sendsAnyTotal } from '#tests/support/returns.ts'
import { refusal, sellingShop } from '#tests/support/selling-shop.ts'
import { madeOrder } from '#tests/support/staff-orders.ts'
import { readyToSend } from '#tests/support/weighing.ts'
import { orderToPack } from '../queries/orders-to-pack.ts'
import { correctEngraving } from './correct-engraving.ts'
import { recordShipment } from './record-shipment.ts'

async function engravedOrder(app: AppContext) {
  await sendsAnyTotal(app)
  const of = eq(products.id, '7')
  await changeProducts(app, { engravingFeeCents: 6000, engravingMax: 12 }, of)
  const order = await pendingOrder(app, [
    { productId: '7', size: 'Small', quantity: 1, engraving: 'For Ada' },
    { productId: '8', size: 'Small', quantity: 1 },
  ])
  await applyPaymentEvent(app, payment(order))
  return order
}

const correct = async (app: AppContext, order: { id: string }, engraving: string, line = 0) =>
  correctEngraving(app, { ...(await seenByStaff(app, order)), line, engraving })

const textOf = async (app: AppContext, { id }: { id: string }) =>
  (await adminOrder(app, id))?.summary.lines[0]?.engraving

onBothDatabases('an engraving that was typed wrong', (open) => {
  it('is not corrected while a change that has its text waits for payment [ENGRAVE-10, EDIT-07]', async () => {
    const { shop } = await sellingShop(await open())
    const order = await engravedOrder(shop)
    await edits(shop, order, { lines: [line(0, 'Large', 1)] })
    expect(await refusal(correct(shop, order, 'For Adah'))).toMatchObject({
      code: 'engraving_refused',
      message: expect.stringContaining('Cancel the change first.'),
    })
    expect(await textOf(shop, order)).toMatchObject({ text: 'For Ada' })
  })

  it('leaves the buyer’s cart with the text it was ordered with, however often it is corrected [CART-18]', async () => {
    const { shop } = await sellingShop(await open())
    const order = await engravedOrder(shop)
    const bought = [
      { productId: '7', size: 'Small', quantity: 1, engraving: 'For Ada' },
      { productId: '8', size: 'Small', quantity: 1 },
    ]
    for (const text of ['For Adah', 'For Adam']) {
      await correct(shop, order, text)
      expect(await boughtCart(shop, order.quoteId)).toEqual(bought)
      expect((await orderPage(shop, order.token))?.bought).toEqual(bought)
    }
  })

  it('is corrected until it is sent: price and records stay, papers follow, old and new are shown [ENGRAVE-10]', async () => {
    const { shop } = await sellingShop(await open())
    const order = await engravedOrder(shop)
    await correct(shop, order, '  For  Adah ')
    expect(await textOf(shop, order)).toEqual({ text: 'For Adah', fee: 6000 })
    expect((await adminOrder(shop, order.id))?.earlierEngravings).toMatchObject([
      { line: 0, before: 'For Ada', after: 'For Adah', by: 'ann@example.com' },
    ])
    expect(JSON.stringify(await orderToPack(shop, order.id))).toContain('For Adah')
    const { history, events } = await storedOrder(shop, order.id)
    expect(history.at(-1)?.why).toMatch(/^The engraving of .*, Small was corrected\.$/)
    const audited = events.filter(({ action }) => action === 'order.engraving_corrected')
    expect(audited).toMatchObject([{ actorId: 'ann@example.com' }])
    expect(JSON.stringify(audited)).not.toContain('Adah')
    // The same again is no correction.
    await correct(shop, order, 'For Adah')
    expect((await adminOrder(shop, order.id))?.earlierEngravings).toHaveLength(1)
    expect(await checkRecords(shop)).toBe('done')
    expect((await lastCheck(shop.db.orm))?.findings).toEqual([])
  })

  it('is not replaced by what cannot be cut, nor where there is none [ENGRAVE-10]', async () => {
    const { shop } = await sellingShop(await open())
    const order = await engravedOrder(shop)
    for (const [typed, says] of [
      ['', 'Please enter the engraving.'],
      ['Ada 💍', 'Please use only letters'],
      ['Far too long a text', 'up to 12 characters'],
    ] as const) {
      const { status, message, details } = await refusal(correct(shop, order, typed))
      expect(status).toBe(409)
      expect(message).toContain(says)
      expect(details.errors).toHaveProperty('engraving')
    }
    expect((await refusal(correct(shop, order, 'Ada', 1))).message).toContain('has no engraving')
    expect((await refusal(correct(shop, order, 'Ada', 7))).status).toBe(409)
    const { revision, ...seen } = await seenByStaff(shop, order)
    const stale = { ...seen, revision: revision - 1, line: 0, engraving: 'Ben' }
    expect((await refusal(correctEngraving(shop, stale))).code).toBe('order_changed')
    expect(await textOf(shop, order)).toMatchObject({ text: 'For Ada' })
  })

  it('of an unpaid order is corrected where staff made it, and not while a payment page of the web names it [ENGRAVE-10]', async () => {
    const { shop } = await sellingShop(await open())
    const of = eq(products.id, '7')
    await changeProducts(shop, { engravingFeeCents: 6000, engravingMax: 12 }, of)
    const web = await pendingOrder(shop, [
      { productId: '7', size: 'Small', quantity: 1, engraving: 'For Ada' },
    ])
    expect((await refusal(correct(shop, web, 'For Adah'))).code).toBe('order_moved')
    expect(await textOf(shop, web)).toMatchObject({ text: 'For Ada' })
    const made = await madeOrder(shop, { 'line-0-engraving': 'For Ada' })
    await correct(shop, made, 'For Adah')
    expect(await textOf(shop, made)).toMatchObject({ text: 'For Adah' })
  })

  it('stays once a piece of it was sent, also in the database, and goes with the data of its buyer [ENGRAVE-10, ENGRAVE-08]', async () => {
    const { shop } = await sellingShop(await open())
    const order = await engravedOrder(shop)
    await correct(shop, order, 'For Adah')
    const pieces = [{ line: 0, quantity: 1 }]
    await recordShipment(shop, { ...(await readyToSend(shop, order)), tracking: 'UPS 1', pieces })
    expect((await refusal(correct(shop, order, 'For Ben'))).message).toContain('already shipped')
    const of = eq(orderLines.orderId, order.id)
    const another = shop.db.orm.update(orderLines).set({ engraving: 'For Eve' }).where(of)
    await expect(another).rejects.toThrow()
    await recordShipment(shop, { ...(await readyToSend(shop, order)), tracking: 'UPS 2' })
    const exported = await exportBuyer(shop, 'ada@example.com')
    expect(JSON.stringify(exported)).toContain('"before":"For Ada","after":"For Adah"')
    const actor = { type: 'admin', id: 'ann@example.com' } as const
    await eraseBuyer(shop, { email: 'ada@example.com', actor })
    expect((await adminOrder(shop, order.id))?.earlierEngravings).toMatchObject([
      { before: null, after: null },
    ])
  })
})
