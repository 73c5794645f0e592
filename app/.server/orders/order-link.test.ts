import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { onBothDatabases } from '#tests/support/databases.ts'
import { paidOrder } from '#tests/support/orders.ts'
import { sellingShop } from '#tests/support/selling-shop.ts'
import { readyToSend } from '#tests/support/weighing.ts'
import { requestOrderLink } from '../customers/commands/request-order-link.ts'
import { sendEmail } from '../emails/jobs/send-emails.ts'
import { recordShipment } from '../fulfillment/commands/record-shipment.ts'
import { emailOutbox } from '../platform/db/schema.ts'
import { confirmedMinutes, hiddenAfterDays } from './order-link.ts'
import { orderPage } from './queries/order-page.ts'

const day = 24 * 60

onBothDatabases('the link to an order that was sent', (open) => {
  it('hides who bought it after 60 days, until a mail to the buyer confirms it, for an hour [PRIVACY-05]', async () => {
    const { shop, pass } = await sellingShop(await open())
    const order = await paidOrder(shop)
    const page = (confirmed?: string | null) => orderPage(shop, order.token, confirmed)
    pass(100 * day)
    // An order that waits to be sent is not hidden from its buyer.
    expect(await page()).toMatchObject({ email: 'ada@example.com', isHidden: false })
    await recordShipment(shop, { ...(await readyToSend(shop, order)), tracking: 'UPS 1' })
    pass(hiddenAfterDays * day - 1)
    await requestOrderLink(shop, order.token)
    expect(await page()).toMatchObject({ address: { name: 'Ada Buyer' }, isHidden: false })
    pass(1)
    expect(await page()).toMatchObject({ email: null, address: null, isHidden: true })

    // However often somebody asks.
    for (const _ of [1, 2, 3]) await requestOrderLink(shop, order.token)
    await requestOrderLink(shop, 'x'.repeat(32))
    await sendEmail(shop)
    const emails = await shop.db.orm
      .select()
      .from(emailOutbox)
      .where(eq(emailOutbox.kind, 'order-link-buyer'))
    expect(emails).toHaveLength(1)
    const link = new URL(/http\S+confirmed=\S+/.exec(emails[0]?.text ?? '')?.[0] ?? '')
    expect(link.pathname).toBe(`/order/${order.token}`)
    const confirmed = link.searchParams.get('confirmed')
    expect(await page(confirmed)).toMatchObject({
      email: 'ada@example.com',
      address: { name: 'Ada Buyer' },
      isHidden: false,
    })

    // Not by a longer time, another order's, or none at all.
    const [until, signed] = (confirmed ?? '').split('.')
    const other = await paidOrder(shop)
    await recordShipment(shop, { ...(await readyToSend(shop, other)), tracking: 'UPS 2' })
    for (const forged of [`${Number(until) + 1}.${signed}`, `${until}.`, `.${signed}`, '', 'x']) {
      expect(await page(forged), forged).toMatchObject({ isHidden: true })
    }
    pass(confirmedMinutes)
    expect(await page(confirmed)).toMatchObject({ email: null, isHidden: true })
    // An hour later they may ask again.
    await requestOrderLink(shop, order.token)
    expect(await shop.db.orm.$count(emailOutbox, eq(emailOutbox.kind, 'order-link-buyer'))).toBe(2)
    pass(hiddenAfterDays * day)
    expect(await orderPage(shop, other.token, confirmed)).toMatchObject({ isHidden: true })
  })
})
