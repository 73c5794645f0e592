import { expect, it } from 'vitest'
import { onBothDatabases } from '#tests/support/databases.ts'
import { payment } from '#tests/support/orders.ts'
import { checkout, sellingShop } from '#tests/support/selling-shop.ts'
import { readyToSend } from '#tests/support/weighing.ts'
import { placeOrder } from '../checkout/commands/place-order.ts'
import { quoteCart } from '../checkout/commands/quote-cart.ts'
import { sendEmail } from '../emails/jobs/send-emails.ts'
import { recordShipment } from '../fulfillment/commands/record-shipment.ts'
import { orderPage } from '../orders/queries/order-page.ts'
import { findOrder } from '../orders/repository.ts'
import { applyPaymentEvent } from '../payments/commands/apply-payment-event.ts'
import { openLog } from './log.ts'

onBothDatabases('the log of an order', (open) => {
  it('holds no token, from the cart to the parcel, at the finest level [SECRET-02]', async () => {
    const lines: string[] = []
    const log = openLog('trace', { write: (line) => lines.push(line) })
    const db = await open()
    const { shop } = await sellingShop(db, { log })
    const answer = await quoteCart(shop, [{ productId: '7', size: 'Small', quantity: 1 }])
    const { url } = await placeOrder(shop, checkout(answer))
    const session = url.split('/').at(-1) ?? ''
    log.info({ path: new URL(url).pathname }, 'request')
    const order = await findOrder(db.orm, 'paymentSession', session)
    if (!order) throw new Error('no order')
    await applyPaymentEvent(shop, payment(order))
    // Twice, and once more for another sum: what is on hold is logged as an error.
    await applyPaymentEvent(shop, payment(order))
    await applyPaymentEvent(shop, payment(order, { id: 'again', reference: 'another' }))
    await orderPage(shop, order.token)
    log.info({ path: `/order/${order.token}` }, 'request')
    log.error({ err: new Error(`of /order/${order.token}`) }, 'failed')
    await recordShipment(shop, { ...(await readyToSend(shop, order)), tracking: '1Z' }).catch(
      (err) => log.warn({ err }, 'refused'),
    )
    await sendEmail(shop)
    const written = lines.join('')
    expect(lines.length).toBeGreaterThan(5)
    for (const secret of [
      order.token,
      session,
      answer.quote,
      'ada@example.com',
      'Example Street',
    ]) {
      expect(secret.length).toBeGreaterThan(10)
      expect(written).not.toContain(secret)
    }
  })
})
