import { expect, it } from 'vitest'
import type { AppContext } from '#app/.server/app-context.ts'
import { sendEmail } from '#app/.server/emails/jobs/send-emails.ts'
import { recordShipment } from '#app/.server/fulfillment/commands/record-shipment.ts'
import { applyPaymentEvent } from '#app/.server/payments/commands/apply-payment-event.ts'
import { riskSettings } from '#app/.server/platform/db/risk-schema.ts'
import { emailOutbox } from '#app/.server/platform/db/schema.ts'
import { releaseShippingHold } from '#app/.server/risk/commands/release-shipping-hold.ts'
import { holdsOfOrder } from '#app/.server/risk/holds.ts'
import { onBothDatabases } from '#tests/support/databases.ts'
import { payment, pendingOrder, seenByStaff, storedOrder } from '#tests/support/orders.ts'
import { refusal, sellingShop } from '#tests/support/selling-shop.ts'
import { readyToSend } from '#tests/support/weighing.ts'

const all = ['called', 'address', 'names']

onBothDatabases('an order of a high value', (open) => {
  const bought = async (app: AppContext, quantity: number, billedIn: string | null = 'US') => {
    const order = await pendingOrder(app, [{ productId: '7', size: 'Small', quantity }])
    await applyPaymentEvent(app, payment(order, { billedIn }))
    return (await storedOrder(app, order.id)).order
  }
  const send = async (app: AppContext, order: { id: string }) =>
    recordShipment(app, { ...(await readyToSend(app, order)), tracking: 'UPS 1Z999AA10123456784' })

  it('waits for named checks, each of them, and keeps who ticked them [HOLD-03, HOLD-04]', async () => {
    const { shop } = await sellingShop(await open())
    expect((await bought(shop, 1)).openHolds).toBe(0)
    const order = await bought(shop, 2)
    expect(order).toMatchObject({ state: 'paid', openHolds: 1, needsReview: true })
    await sendEmail(shop)
    const [email] = (await shop.db.orm.select().from(emailOutbox)).filter(
      ({ kind, orderId }) => kind === 'order-paid-staff' && orderId === order.id,
    )
    expect(email?.text).toContain('Don’t ship yet. This order is $5,192.00')
    const [hold] = await holdsOfOrder(shop.db.orm, order.id)
    expect(hold).toMatchObject({
      kind: 'high value',
      reason:
        'This order is $5,192.00. Orders of $5,000.00 or more must be reviewed before they ship.',
    })
    expect((await refusal(send(shop, order))).message).toContain(
      'must be reviewed before they ship',
    )
    const asked = {
      ...(await seenByStaff(shop, order)),
      hold: hold?.id ?? 0,
      reason: 'All is well.',
    }
    for (const left of all) {
      const checks = all.filter((name) => name !== left)
      expect(await refusal(releaseShippingHold(shop, { ...asked, checks }))).toMatchObject({
        code: 'checks_missing',
        status: 422,
      })
    }
    await releaseShippingHold(shop, { ...asked, checks: [...all, 'made up'] })
    expect(await holdsOfOrder(shop.db.orm, order.id)).toMatchObject([
      { releasedBy: asked.by, releaseReason: 'All is well.', checks: all },
    ])
    const { history } = await storedOrder(shop, order.id)
    expect(history.at(-1)?.why).toBe(
      'Released (high value): All is well. Checked: Called the buyer at an independently verified number; Verified that the address is real; Card name and shipping name match, or the difference is explained.',
    )
    await send(shop, order)
  })

  it('or whose card is billed in another country, by the settings, which may be off [HOLD-04]', async () => {
    const { shop } = await sellingShop(await open())
    const abroad = await bought(shop, 1, 'fr')
    const [hold] = await holdsOfOrder(shop.db.orm, abroad.id)
    expect(hold?.reason).toBe('The card is billed in FR, but the order ships to US.')
    const settings = {
      id: 'current',
      highValueCents: 0,
      compareCountries: false,
      threeDSecureCents: 0,
    }
    await shop.db.orm.insert(riskSettings).values({ ...settings, updatedAt: shop.now() })
    expect((await bought(shop, 2, 'FR')).openHolds).toBe(0)
  })

  it('waits for nobody once it was refunded in full [HOLD-04]', async () => {
    const { shop } = await sellingShop(await open())
    const order = await bought(shop, 2)
    await applyPaymentEvent(shop, {
      ...payment(order, { id: 'refund' }),
      type: 'refunded',
      about: { orderId: order.id },
      reference: order.paymentReference ?? '',
      occurredAt: shop.now(),
    })
    const { order: now } = await storedOrder(shop, order.id)
    expect(now).toMatchObject({ state: 'refunded', openHolds: 0, needsReview: false })
  })

  it('asks for 3-D Secure from a total on, and the order keeps what was asked [HOLD-05]', async () => {
    const { shop } = await sellingShop(await open())
    const three = async (quantity: number) =>
      (await pendingOrder(shop, [{ productId: '7', size: 'Small', quantity }])).threeDSecure
    expect(await three(1)).toBe('any')
    const settings = {
      id: 'current',
      highValueCents: 0,
      compareCountries: false,
      threeDSecureCents: 300_000,
    }
    await shop.db.orm.insert(riskSettings).values({ ...settings, updatedAt: shop.now() })
    expect([await three(1), await three(2)]).toEqual(['automatic', 'any'])
  })
})
