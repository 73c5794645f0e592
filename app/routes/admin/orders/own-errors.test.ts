import { expect, it } from 'vitest'
import type { AppContext } from '#app/.server/app-context.ts'
import { parcelsOfOrder } from '#app/.server/orders/parcels.ts'
import { applyPaymentEvent } from '#app/.server/payments/commands/apply-payment-event.ts'
import { piecesField } from '#app/contracts/fulfillment/parcel.ts'
import { renderAdminPage } from '#tests/support/admin-page.tsx'
import { memoryDatabase } from '#tests/support/memory-database.ts'
import { payment, pendingOrder } from '#tests/support/orders.ts'
import { sendsAnyTotal } from '#tests/support/returns.ts'
import { sellingShop } from '#tests/support/selling-shop.ts'
import { readyToSend } from '#tests/support/weighing.ts'
import * as one from './detail.tsx'

const detail = async (app: AppContext, id: string, form: Record<string, string>) =>
  renderAdminPage(app, one, {
    path: '/admin/dashboard/orders/:id',
    address: `/admin/dashboard/orders/${id}`,
    form: { revision: `${(await readyToSend(app, { id })).revision}`, ...form },
  })

const marked = (html: string) => html.match(/aria-invalid="true"/g) ?? []

it('says what is wrong beside the fields of the form that was sent, and keeps what was typed in it alone [ORDER-07]', async () => {
  const { shop } = await sellingShop(await memoryDatabase())
  await sendsAnyTotal(shop)
  const order = await pendingOrder(shop, [{ productId: '7', size: 'Small', quantity: 2 }])
  await applyPaymentEvent(shop, payment(order))
  const { id } = order
  const sent = { action: 'fulfill', carrier: 'other', sanctions: 'yes', tracking: 'One' }
  await detail(shop, id, { ...sent, [piecesField(0)]: '1' })
  const [parcel] = await parcelsOfOrder(shop.db.orm, id)
  const correct = { action: 'correct', parcel: `${parcel?.id}`, carrier: 'ups' }

  // One parcel has left, and the other is still to be sent: two fields named tracking.
  const corrected = await detail(shop, id, { ...correct, tracking: '1Z999AA10123456785' })
  expect(corrected.status).toBe(400)
  expect(marked(corrected.html)).toHaveLength(1)
  expect(corrected.html.match(/value="1Z999AA10123456785"/g)).toHaveLength(1)
  // No email was wanted.
  expect(corrected.html).not.toMatch(/name="mail"[^>]*checked/)
  const again = await detail(shop, id, { ...correct, tracking: '', mail: 'yes' })
  expect(again.html).toMatch(/name="mail"[^>]*checked|checked=""[^>]*name="mail"/)

  const delayed = await detail(shop, id, { action: 'delay', shipBy: '', reason: ' ' })
  expect(delayed.status).toBe(400)
  expect(marked(delayed.html)).toHaveLength(2)
  const certificate = { action: 'certificate', certificate: 'none', move: 'revoked', reason: ' ' }
  const why = await detail(shop, id, certificate)
  expect(why.status).toBe(400)
  expect(marked(why.html)).toHaveLength(1)
  await shop.db.close()
})
