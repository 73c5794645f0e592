import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { documentForBuyer } from '#app/.server/emails/commands/document-for-buyer.ts'
import { orders } from '#app/.server/platform/db/schema.ts'
import { cents, formatCents } from '#app/domain/money/cents.ts'
import * as orderScreen from '#app/routes/admin/orders/detail.tsx'
import { renderAdminPage } from '#tests/support/admin-page.tsx'
import { onBothDatabases } from '#tests/support/databases.ts'
import { buyerAddress, paidOrder, pendingOrder, storedOrder } from '#tests/support/orders.ts'
import { readPdf } from '#tests/support/pdf.ts'
import { sellingShop } from '#tests/support/selling-shop.ts'
import { refundsAll } from '#tests/support/trade-ins.ts'
import { commercialInvoiceOf } from './commercial-invoice-of.ts'
import { documentForStaff } from './order-documents.ts'

const file = 'commercial-invoice.pdf'
const berlin = { ...buyerAddress, city: 'Berlin', state: '', postalCode: '10115', country: 'DE' }

onBothDatabases('a commercial invoice', (open) => {
  it('says what customs ask of an order to another country, and is offered beside the packing slip [CUSTOMS-04]', async () => {
    const { shop } = await sellingShop(await open())
    const order = await paidOrder(shop)
    const staff = () => documentForStaff(shop, { id: order.id, file })
    const path = '/admin/dashboard/orders/:id'
    const screen = { path, address: path.replace(':id', order.id) }
    const words = async () => (await renderAdminPage(shop, orderScreen, screen)).words
    // Within the United States there is none.
    expect(await staff()).toBeNull()
    expect(await words()).not.toContain('Commercial invoice')
    const to = { shippingAddress: { ...berlin, phone: '+49 30 901820' } }
    await shop.db.orm.update(orders).set(to).where(eq(orders.id, order.id))
    expect(await words()).toContain('Commercial invoice (PDF)')
    const found = await staff()
    expect(found?.filename).toBe(`commercial-invoice-${order.number}.pdf`)
    const { words: said, title } = await readPdf(found?.pdf ?? Buffer.alloc(0))
    expect(title).toBe('Commercial invoice')
    const price = formatCents(cents(order.totalCents))
    for (const part of [
      ...['Seller', 'Four Nines', '1000 Example Street', 'United States', 'hello@fournines'],
      ...['Buyer', 'Ada Buyer', 'Berlin', '10115', 'Germany', '+49 30 901820'],
      ...['Reason for export Sale', 'Currency USD', '7113.19', 'US', 'Signature', 'Date'],
      ...[price, 'Shipping', 'Total weight of the goods'],
    ]) {
      expect(said).toContain(part)
    }
  })

  it('leaves out pieces that were refunded before they were sent [CUSTOMS-04]', async () => {
    const { shop } = await sellingShop(await open())
    const order = await paidOrder(shop, [{ productId: '7', size: 'Small', quantity: 3 }])
    await shop.db.orm.update(orders).set({ shippingAddress: berlin, discountCents: 0 })
    const one = { of: 'lines', quantities: [{ position: 0, quantity: 1 }] } as const
    await refundsAll(shop, order, one)
    const invoice = await commercialInvoiceOf(shop.db, (await storedOrder(shop, order.id)).order)
    expect(invoice?.summary.lines).toMatchObject([
      { quantity: 2, lineTotal: (order.totalCents / 3) * 2 },
    ])
    await refundsAll(shop, order, { of: 'lines', quantities: [{ position: 0, quantity: 2 }] })
    const none = await commercialInvoiceOf(shop.db, (await storedOrder(shop, order.id)).order)
    expect(none?.summary.lines).toEqual([])
  })

  it('is of a paid order, and for staff alone [CUSTOMS-04]', async () => {
    const { shop } = await sellingShop(await open())
    const pending = await pendingOrder(shop)
    const address = { shippingAddress: berlin }
    await shop.db.orm.update(orders).set(address)
    expect(await documentForStaff(shop, { id: pending.id, file })).toBeNull()
    const { id, token } = await paidOrder(shop)
    await shop.db.orm.update(orders).set(address).where(eq(orders.id, id))
    expect(await documentForStaff(shop, { id, file })).not.toBeNull()
    expect(await documentForBuyer(shop, { token, file, confirmed: null })).toBeNull()
  })
})
