import { expect, it } from 'vitest'
import type { AppContext } from '#app/.server/app-context.ts'
import { orderFindings } from '#app/.server/bookkeeping/queries/order-findings.ts'
import { orderEmails } from '#app/.server/emails/queries/order-emails.ts'
import { recordShipment } from '#app/.server/fulfillment/commands/record-shipment.ts'
import { refundsOfOrder } from '#app/.server/ledger/refunds.ts'
import { applyPaymentEvent } from '#app/.server/payments/commands/apply-payment-event.ts'
import * as orderScreen from '#app/routes/admin/orders/detail.tsx'
import { renderAdminPage } from '#tests/support/admin-page.tsx'
import { onBothDatabases } from '#tests/support/databases.ts'
import { payment, pendingOrder } from '#tests/support/orders.ts'
import {
  aboutReturn,
  lastReturn,
  openedReturn,
  sendsAnyTotal,
  sentOrder,
  weighedReturn,
} from '#tests/support/returns.ts'
import { sellingShop } from '#tests/support/selling-shop.ts'
import { readyToSend } from '#tests/support/weighing.ts'
import { orderReturns } from '../queries/order-returns.ts'

const path = '/admin/dashboard/orders/:id'

const screen = (
  shop: AppContext,
  { id }: { id: string },
  more: { form?: Record<string, string>; role?: 'owner' | 'bench' } = {},
) => renderAdminPage(shop, orderScreen, { path, address: path.replace(':id', id), ...more })

/** The form of a return that was not received yet, with what the scale shows. */
async function weighs(shop: AppContext, order: { id: string }, less = 0, note = '') {
  const { revision, returnId } = await aboutReturn(shop, order)
  const sold = (await orderReturns(shop, order.id))?.returns.at(-1)?.lines[0]?.sold ?? 0
  const weight = (sold / 1000 - less).toFixed(2)
  const about = { action: 'return-weigh', id: returnId, revision: String(revision) }
  return { ...about, 'grams-0': weight, note }
}

onBothDatabases('a return that is on the scale', (open) => {
  it('is received and weighed by one press, which shows its refund; a second one makes it [RETURN-16]', async () => {
    const { shop } = await sellingShop(await open())
    const order = await sentOrder(shop)
    await openedReturn(shop, order)
    const shown = await screen(shop, order, { form: await weighs(shop, order) })
    expect(await lastReturn(shop, order)).toMatchObject({
      ...{ state: 'weighed', receivedBy: 'ann@example.com', weighedBy: 'ann@example.com' },
    })
    const emails = (await orderEmails(shop, order.id)).map(({ kind }) => kind)
    expect(emails).toContain('order-return-received-buyer')
    expect(await refundsOfOrder(shop.db.orm, order.id)).toEqual([])
    expect(shown.words).toContain('Not refunded yet.')

    const { confirm } = shown.answer as { confirm: Record<string, string> }
    await screen(shop, order, { form: { ...confirm, action: 'refund' } })
    expect((await lastReturn(shop, order)).state).toBe('refunded')
    expect(await refundsOfOrder(shop.db.orm, order.id)).toMatchObject([
      { lines: [{ position: 0, quantity: 1 }] },
    ])
    expect(await orderFindings(shop.db.orm)).toEqual([])
  })

  it('shows no refund to the workshop, and none where the weight is off [RETURN-16]', async () => {
    const { shop } = await sellingShop(await open())
    const order = await sentOrder(shop)
    await openedReturn(shop, order)
    const off = await weighs(shop, order, 0.35, 'A part is missing.')
    const { answer } = await screen(shop, order, { form: off, role: 'bench' })
    expect(answer).toEqual({ done: 'The weight was saved.' })
    const again = await weighs(shop, order, 0.35, 'A leaf is missing.')
    expect((await screen(shop, order, { form: again })).answer).toEqual({
      done: 'The weight was saved.',
    })
    expect((await lastReturn(shop, order)).state).toBe('weighed')
  })

  it('of which a bank took the money back says that nothing is left to refund [RETURN-17]', async () => {
    const { shop } = await sellingShop(await open())
    const order = await sentOrder(shop)
    await weighedReturn(shop, order)
    for (const type of ['dispute open', 'dispute lost'] as const) {
      await applyPaymentEvent(shop, {
        ...payment(order, { id: type }),
        ...{ type, about: { payment: `pay-${order.id}` }, reference: `pay-${order.id}` },
        object: 'dispute',
        occurredAt: shop.now(),
      })
    }
    const { words } = await screen(shop, order)
    expect(words).toContain('Nothing is left to refund. Close the return without a refund.')
    expect(words).not.toContain('is refunded already')
  })

  it('begins with the only piece of its order chosen [RETURN-16]', async () => {
    const { shop } = await sellingShop(await open())
    await sendsAnyTotal(shop)
    const one = await pendingOrder(shop, [{ productId: '7', size: 'Small', quantity: 1 }])
    await applyPaymentEvent(shop, payment(one))
    const ready = await readyToSend(shop, one)
    await recordShipment(shop, { ...ready, carrier: 'ups', tracking: '1Z999AA10123456784' })
    const field = async (order: { id: string }) =>
      /<input[^>]* name="pieces-0"[^>]*>/.exec((await screen(shop, order)).html)?.[0]
    expect(await field(one)).toContain('value="1"')
    expect(await field(await sentOrder(shop))).toContain('value="0"')
  })
})
