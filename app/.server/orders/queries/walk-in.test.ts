import { expect, it } from 'vitest'
import { orderFindings } from '#app/.server/bookkeeping/queries/order-findings.ts'
import { recordOfflinePayment } from '#app/.server/payments/commands/record-offline-payment.ts'
import { csvStream } from '#app/.server/platform/http/csv-response.ts'
import { bankDiscountSetting } from '#app/.server/settings/bank-discount.ts'
import { saveSetting } from '#app/.server/settings/commands/save-setting.ts'
import { taxReport } from '#app/.server/tax/queries/tax-report.ts'
import type { BankDiscount } from '#app/domain/pricing/bank-discount.ts'
import * as one from '#app/routes/admin/orders/detail.tsx'
import { renderAdminPage } from '#tests/support/admin-page.tsx'
import { onBothDatabases } from '#tests/support/databases.ts'
import { readPdf } from '#tests/support/pdf.ts'
import { collectsTax } from '#tests/support/sales-tax.ts'
import { sellingShop } from '#tests/support/selling-shop.ts'
import { asStaff, madeOrder, saleOf } from '#tests/support/staff-orders.ts'
import { adminOrder } from './order-detail-page.ts'
import { documentForStaff } from './order-documents.ts'
import { ordersCsv } from './orders-csv.ts'

const nobody = { email: '', name: '' }
const march = { month: '2026-03', livemode: false }

type Shop = Awaited<ReturnType<typeof sellingShop>>['shop']

async function paysInCash(shop: Shop, order: { id: string }, kind: 'cash' | 'check' = 'cash') {
  const { left } = await saleOf(shop, order)
  const taken = { amount: left, payer: 'A walk-in', reference: '', receivedOn: '2026-03-11' }
  const action = { kind, ...taken }
  await recordOfflinePayment(shop, { ...(await asStaff(shop, order)), ...action })
}

onBothDatabases('a walk-in without an address', (open) => {
  it('falls under the state whose rate was agreed, else under that of the shop [TAX-10]', async () => {
    const { shop } = await sellingShop(await open())
    await collectsTax(shop)
    const agreed = { tax: 'rate', taxRate: '10.35', taxState: 'wa' }
    for (const tax of [agreed, { ...agreed, taxState: 'or', taxRate: '1' }, {}]) {
      await paysInCash(shop, await madeOrder(shop, { ...nobody, ...tax }))
    }
    expect((await taxReport(shop, march)).states).toMatchObject([
      { state: 'OR', orders: 1, sales: 155_000, charged: 1550 },
      { state: 'WA', orders: 2, sales: 310_000, charged: 16_043 },
    ])
    expect(await orderFindings(shop.db.orm)).toEqual([])
  })

  it('who pays in cash at the price by bank did not pay by bank debit, in the list as a file as well [BANK-17, CSV-10]', async () => {
    const { shop } = await sellingShop(await open())
    await saveSetting(
      shop,
      bankDiscountSetting,
      { bankDiscount: 250 as BankDiscount },
      'ann@example.com',
    )
    const order = await madeOrder(shop, { ...nobody, price: 'bank' })
    expect(order).toMatchObject({ payBy: 'debit', discountCents: 3875 })
    const path = '/admin/dashboard/orders/:id'
    const address = path.replace(':id', order.id)
    const words = async () => (await renderAdminPage(shop, one, { path, address })).words
    expect((await adminOrder(shop, order.id))?.payment.paidBy).toEqual([])
    expect(await words()).toMatch(/Payment method\s*Payment link or offline/)
    const inFile = async () => {
      const pages = ordersCsv(shop, { q: '', filter: 'all' }, { state: () => '' })
      return (await csvStream('orders.csv', pages)).text()
    }
    expect(await inFile()).not.toMatch(/debit|Cash/)
    await paysInCash(shop, order)
    expect((await adminOrder(shop, order.id))?.payment.paidBy).toEqual(['cash'])
    expect(await inFile()).toMatch(/,Cash,/)
    const paid = await words()
    expect(paid).toMatch(/Paid by\s*Cash/)
    expect(paid).not.toContain('Bank debit')
    expect(paid).not.toMatch(/Provider\s*Test payments/)
    const receipt = await documentForStaff(shop, { id: order.id, file: 'receipt.pdf' })
    const { words: text } = await readPdf(receipt?.pdf ?? Buffer.alloc(0))
    expect(text).toContain('Received in cash')
    expect(text).toContain('Discount paid without a card')
  })
})
