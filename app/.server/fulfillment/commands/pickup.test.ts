import { createHmac } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import type { AppContext } from '#app/.server/app-context.ts'
import { writtenEmail } from '#app/.server/emails/commands/compose-email.ts'
import { emailPreview } from '#app/.server/emails/queries/email-preview.ts'
import { editOrderPage } from '#app/.server/order-edits/queries/edit-order-page.ts'
import { ordersPage } from '#app/.server/orders/queries/admin-orders.ts'
import { adminOrder } from '#app/.server/orders/queries/order-detail-page.ts'
import { orderPage } from '#app/.server/orders/queries/order-page.ts'
import { pickups } from '#app/.server/platform/db/fulfillment-schema.ts'
import { emailOutbox, orders } from '#app/.server/platform/db/schema.ts'
import { remindStaff } from '#app/.server/reports/jobs/remind-staff.ts'
import { todayPage } from '#app/.server/reports/queries/today-page.ts'
import { openHold } from '#app/.server/risk/holds.ts'
import { formatPickupCode, pickupCodeOf } from '#app/domain/fulfillment/pickup.ts'
import * as orderScreen from '#app/routes/admin/orders/detail.tsx'
import { renderAdminPage } from '#tests/support/admin-page.tsx'
import { onBothDatabases } from '#tests/support/databases.ts'
import { emailed } from '#tests/support/emailed.ts'
import { paidOrder, seenByStaff, storedOrder } from '#tests/support/orders.ts'
import { refusal, sellingShop } from '#tests/support/selling-shop.ts'
import { readyToSend } from '#tests/support/weighing.ts'
import { codeForBuyer } from '../pickup.ts'
import { changeStep } from './change-work-status.ts'
import { handOverPickup, handOverWithoutCode } from './hand-over-pickup.ts'
import { readyForPickup } from './ready-for-pickup.ts'
import { recordShipment } from './record-shipment.ts'
import { shipParcel } from './ship-parcel.ts'

/** Paid, and to be picked up. */
async function pickupOrder(shop: AppContext) {
  const { id } = await paidOrder(shop)
  await shop.db.orm.update(orders).set({ shippingMethod: 'pickup' }).where(eq(orders.id, id))
  return (await storedOrder(shop, id)).order
}

async function readyOrder(shop: AppContext) {
  const order = await pickupOrder(shop)
  await readyForPickup(shop, await readyToSend(shop, order))
  return { ...order, code: await codeOf(shop, order) }
}

const codeOf = async (shop: AppContext, { id }: { id: string }) =>
  (await codeForBuyer(shop.db.orm, shop, (await storedOrder(shop, id)).order)) ?? ''

const another = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

const listed = async (shop: AppContext) =>
  (await ordersPage(shop, { q: '', filter: 'pickup', page: 1 })).orders.map(({ id }) => id)

const wordsOf = async (shop: AppContext, { id }: { id: string }, role: 'owner' | 'bench') => {
  const path = '/admin/dashboard/orders/:id'
  const screen = { path, address: path.replace(':id', id), role }
  return (await renderAdminPage(shop, orderScreen, screen)).words
}

onBothDatabases('an order that its buyer picks up', (open) => {
  it('is ready once it is weighed, and its buyer gets a code by email and on the page [PICKUP-01, PICKUP-02, PICKUP-06]', async () => {
    const { shop } = await sellingShop(await open())
    const order = await pickupOrder(shop)
    expect((await refusal(readyForPickup(shop, await seenByStaff(shop, order)))).message).toContain(
      'Please weigh each piece of',
    )
    expect(await orderPage(shop, order.token)).toMatchObject({ isPickup: true, pickupCode: null })
    expect(await wordsOf(shop, order, 'bench')).toContain('Ready for pickup')
    const ready = await readyToSend(shop, order)
    await readyForPickup(shop, ready)
    // Pressed twice it is done once.
    await readyForPickup(shop, ready)
    const stored = await storedOrder(shop, order.id)
    expect(stored.order).toMatchObject({ state: 'paid', step: 'ready' })
    expect(stored.history.filter(({ why }) => why === 'Ready for pickup.')).toHaveLength(1)
    expect(stored.events.at(-1)).toMatchObject({ action: 'order.ready_for_pickup' })
    const code = await codeForBuyer(shop.db.orm, shop, stored.order)
    expect(code).toMatch(/^\d{6}$/)
    const page = await orderPage(shop, order.token)
    expect(page).toMatchObject({ pickupCode: code, arrival: null })
    const kept = await emailed(shop, 'order-pickup-buyer', order)
    const { subject, text } = await writtenEmail(shop, kept)
    expect(subject).toContain(`Order ${order.number} is ready for pickup`)
    expect(text).toContain(`Your pickup code: ${formatPickupCode(code ?? '')}`)
    // Staff read the copy, and previews.
    const { text: previewed } = await emailPreview(shop, 'order-pickup-buyer', {
      ...{ text: null, number: order.number },
    })
    for (const read of [kept.text, kept.html, previewed]) {
      expect(read).toContain('see your order page')
      expect(read).not.toContain(formatPickupCode(code ?? ''))
    }
    expect(text).toContain('1000 Example Street')
    expect(text).toContain('9:00 AM')
    // The lists of work have it.
    expect(await listed(shop)).toEqual([order.id])
    const today = await todayPage(shop, 'bench')
    expect(today.work.pickup).toBe(1)
    expect(today.nextPickups.map(({ id }) => id)).toEqual([order.id])
    // The code is with the buyer, not on the screen of the workshop.
    const words = await wordsOf(shop, order, 'bench')
    expect(words).toContain('Pickup code')
    expect(words).not.toContain(code)
    expect(words).not.toContain(formatPickupCode(code ?? ''))
    expect(words).not.toContain('Hand over without a code')
    expect(await wordsOf(shop, order, 'owner')).toContain('Hand over without a code')
  })

  it('is delivered with its code, once, and can be returned from then on [PICKUP-03]', async () => {
    const { shop, pass } = await sellingShop(await open())
    const order = await readyOrder(shop)
    pass(3 * 24 * 60)
    const seen = { ...(await seenByStaff(shop, order)), code: order.code }
    await handOverPickup(shop, seen)
    await handOverPickup(shop, seen).catch(() => {})
    const { order: after, history, events } = await storedOrder(shop, order.id)
    expect(after).toMatchObject({ state: 'fulfilled', step: 'delivered' })
    expect(history.filter(({ toState }) => toState === 'fulfilled')).toMatchObject([
      { why: 'Handed over in person. The pickup code was checked.' },
    ])
    expect(events.at(-1)).toMatchObject({ action: 'order.fulfilled' })
    const page = await orderPage(shop, order.token)
    expect(page).toMatchObject({ pickupCode: null, delivered: { at: shop.now() } })
    expect(page?.returns?.until).toBe('2026-04-13')
    expect(page?.certificates).toHaveLength(1)
    expect(await listed(shop)).toEqual([])
  })

  it('is not handed over with a wrong code, and five in an hour are enough [PICKUP-04]', async () => {
    const { shop, pass } = await sellingShop(await open())
    const order = await readyOrder(shop)
    const tries = async (code: string) =>
      refusal(handOverPickup(shop, { ...(await seenByStaff(shop, order)), code }))
    for (const left of ['4 tries are', '3 tries are', '2 tries are', '1 try is', '0 tries are']) {
      const wrong = await tries(another(order.code))
      expect(wrong).toMatchObject({ status: 422 })
      expect(wrong.message).toBe(
        `This isn’t the pickup code of this order. ${left} left. Nothing was changed.`,
      )
    }
    const late = await tries(order.code)
    expect(late).toMatchObject({ status: 429 })
    expect(late.message).toContain('Try again in an hour, or ask an owner')
    const { order: still, events } = await storedOrder(shop, order.id)
    expect(still.state).toBe('paid')
    expect(events.filter(({ action }) => action === 'order.pickup_code_wrong')).toHaveLength(5)
    // Another code would come with more guesses.
    const back = changeStep(shop, { ...(await seenByStaff(shop, order)), to: 'making' })
    expect((await refusal(back)).message).toContain('Wait an hour before you move it back.')
    pass(60)
    await handOverPickup(shop, { ...(await seenByStaff(shop, order)), code: order.code })
    expect((await storedOrder(shop, order.id)).order.state).toBe('fulfilled')
  })

  it('is handed over without a code by an owner who says why [PICKUP-05]', async () => {
    const { shop } = await sellingShop(await open())
    const order = await readyOrder(shop)
    const reason = 'Her ID was checked'
    await handOverWithoutCode(shop, { ...(await seenByStaff(shop, order)), reason })
    const { history, events } = await storedOrder(shop, order.id)
    const note = `Without the pickup code: ${reason}`
    expect(history.some(({ why }) => why.includes(note))).toBe(true)
    expect(events.at(-1)?.facts).toMatchObject({ note })
  })

  it('is not ready after all: its code ends, and the next time its buyer is emailed another [PICKUP-08]', async () => {
    const { shop, pass } = await sellingShop(await open())
    const order = await readyOrder(shop)
    expect(await editOrderPage(shop, order.id)).toMatchObject({
      problem: expect.stringContaining('This order is ready for pickup.'),
    })
    await changeStep(shop, { ...(await seenByStaff(shop, order)), to: 'making' })
    expect(await orderPage(shop, order.token)).toMatchObject({ pickupCode: null })
    expect(await listed(shop)).toEqual([])
    const old = { ...(await seenByStaff(shop, order)), code: order.code }
    expect((await refusal(handOverPickup(shop, old))).message).toContain(
      'as ready for pickup first',
    )
    pass(1)
    await readyForPickup(shop, await seenByStaff(shop, order))
    const emails = eq(emailOutbox.kind, 'order-pickup-buyer')
    expect(await shop.db.orm.$count(emailOutbox, emails)).toBe(2)
    const code = await codeOf(shop, order)
    expect(code).not.toBe(order.code)
    await handOverPickup(shop, { ...(await seenByStaff(shop, order)), code })
    expect((await storedOrder(shop, order.id)).order.state).toBe('fulfilled')
  })

  it('has a code of its own secret, which is valid after that of the shop is changed [PICKUP-02]', async () => {
    const { shop } = await sellingShop(await open())
    const order = await readyOrder(shop)
    const [pickup] = await shop.db.orm.select().from(pickups)
    const byShopSecret = createHmac('sha256', shop.secret)
      .update(`pickup/v1 ${order.id} ${pickup?.nonce}`)
      .digest()
    expect(order.code).not.toBe(pickupCodeOf(byShopSecret))
    const changed = { ...shop, secret: 'x'.repeat(43), olderSecrets: [shop.secret] }
    expect(await codeOf(changed, order)).not.toBe(order.code)
    await handOverPickup(changed, { ...(await seenByStaff(shop, order)), code: order.code })
    expect((await storedOrder(shop, order.id)).order.state).toBe('fulfilled')
  })

  it('is not late while it waits for its buyer [PICKUP-06, TODAY-05]', async () => {
    const { shop, pass } = await sellingShop(await open())
    const [order, other] = [await readyOrder(shop), await pickupOrder(shop)]
    pass(30 * 24 * 60)
    expect(await remindStaff(shop)).toBe(0)
    expect((await todayPage(shop, 'bench')).work.late).toBe(1)
    expect(await adminOrder(shop, order.id)).toMatchObject({ isLate: false })
    expect(await adminOrder(shop, other.id)).toMatchObject({ isLate: true })
    const late = await ordersPage(shop, { q: '', filter: 'late', page: 1 })
    expect(late.orders.map(({ id }) => id)).toEqual([other.id])
  })

  it('is not handed over while something keeps it here, and its code is not shown then [PICKUP-02, PICKUP-03]', async () => {
    const { shop } = await sellingShop(await open())
    const order = await readyOrder(shop)
    await shop.db.orm.transaction((tx) =>
      openHold(tx, order.id, {
        ...{ kind: 'high value', object: '', reason: 'It is reviewed.', at: shop.now() },
      }),
    )
    expect(await orderPage(shop, order.token)).toMatchObject({ pickupCode: null })
    const seen = { ...(await seenByStaff(shop, order)), code: order.code }
    expect((await refusal(handOverPickup(shop, seen))).status).toBe(409)
    expect((await storedOrder(shop, order.id)).order.state).toBe('paid')
  })

  it('is neither shipped nor handed over without its code, and no other order is picked up [PICKUP-07]', async () => {
    const { shop } = await sellingShop(await open())
    const order = await pickupOrder(shop)
    const sending = { ...(await readyToSend(shop, order)), tracking: '1Z999AA10123456784' }
    const message = 'Hand it over with the pickup code instead.'
    expect((await refusal(recordShipment(shop, sending))).message).toContain(message)
    const taken = { ...sending, tracking: 'Handed over in person', isHandedOver: true as const }
    expect((await refusal(shipParcel(shop, taken))).message).toContain(message)
    const early = { ...(await seenByStaff(shop, order)), code: '123456' }
    expect((await refusal(handOverPickup(shop, early))).message).toContain(
      'as ready for pickup first',
    )
    const shipped = await paidOrder(shop)
    expect(
      (await refusal(readyForPickup(shop, await readyToSend(shop, shipped)))).message,
    ).toContain('to have this order shipped')
    const other = { ...(await seenByStaff(shop, shipped)), reason: 'He is here' }
    expect((await refusal(handOverWithoutCode(shop, other))).message).toContain(
      'mark it as shipped',
    )
  })
})
