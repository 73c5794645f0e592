import { expect, it } from 'vitest'
import { orderFindings } from '#app/.server/bookkeeping/queries/order-findings.ts'
import { orders } from '#app/.server/platform/db/schema.ts'
import { taxReport } from '#app/.server/tax/queries/tax-report.ts'
import * as newScreen from '#app/routes/admin/draft-orders/new.tsx'
import { renderAdminPage } from '#tests/support/admin-page.tsx'
import { onBothDatabases } from '#tests/support/databases.ts'
import { collectsTax } from '#tests/support/sales-tax.ts'
import { sellingShop } from '#tests/support/selling-shop.ts'
import { submittedOrder } from '#tests/support/staff-orders.ts'

const street = { line1: '1 Street', city: 'Portland', state: 'OR', postalCode: '97201' }
const scale = { 'scale-0-1': '10.00', 'serial-0-1': 'FN-000777' }
const march = { month: '2026-03', livemode: false }
/** As the page sends it once it was read back that the pieces are handed over. */
const readBack = { statedHandOver: 'yes' }

onBothDatabases('the address of a walk-in', (open) => {
  it('entered once the sale was read back as handed over, as for Form 8300, does not make it a shipment [SALE-32, TAX-10]', async () => {
    const { shop } = await sellingShop(await open())
    await collectsTax(shop)
    const input = await submittedOrder(shop, { email: '', paid: 'cash', handOver: 'auto' })
    const send = (more: Record<string, string>) =>
      renderAdminPage(shop, newScreen, { form: { ...input, ...scale, ...more } })
    const shows = async (more: Record<string, string>) =>
      (await send({ action: 'price', ...more })).words.includes(
        'Customer is taking it now Weigh each piece to complete the order.',
      )
    expect(await shows({})).toBe(true)
    expect(await shows({ ...readBack, ...street })).toBe(true)
    // Entered before, or where it will be shipped, it is where the order goes.
    expect(await shows(street)).toBe(false)
    expect(await shows({ ...readBack, ...street, handOver: 'later' })).toBe(false)
    // What is no longer paid now, or has become custom work, is not refused for it.
    expect(await shows({ ...readBack, ...street, paid: '' })).toBe(false)
    expect(await shows({ ...readBack, custom: 'yes', deposit: '40%' })).toBe(false)
    // It is remembered where the price could not be shown.
    const wrong = await send({ action: 'price', ...readBack, ...street, postalCode: '9' })
    expect(wrong.html).toContain('type="hidden" name="statedHandOver" value="yes"')
    // The rate of the shop is no rate of another state: the buyer is in the shop.
    const rate = { tax: 'payment page', taxRate: '10.35', taxState: 'Washington' }
    expect(await shows({ ...readBack, ...street, ...rate })).toBe(true)

    const stated = { stated: '155000', statedReceived: '155000 cash Ada Buyer' }
    const make = send({ action: 'make', ...stated, ...readBack, ...street })
    await expect(make).rejects.toThrow('redirects')
    const [order] = await shop.db.orm.select().from(orders)
    expect(order).toMatchObject({
      ...{ state: 'fulfilled', step: 'delivered', shipBy: null },
      shippingAddress: street,
    })
    expect((await taxReport(shop, march)).states).toMatchObject([{ state: 'WA', orders: 1 }])
    expect(await orderFindings(shop.db.orm)).toEqual([])
  })
})
