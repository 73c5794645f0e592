import { expect, it } from 'vitest'
import type { AppContext } from '#app/.server/app-context.ts'
import { refundsOfOrder } from '#app/.server/ledger/refunds.ts'
import { piecesToSendOf } from '#app/.server/orders/parcels.ts'
import { linesOfOrder } from '#app/.server/orders/repository.ts'
import { testPayments } from '#app/.server/payments/gateway/test-payments.ts'
import { onBothDatabases } from '#tests/support/databases.ts'
import { begun, seen } from '#tests/support/metal.ts'
import { edits, line } from '#tests/support/order-edits.ts'
import { paidOrder } from '#tests/support/orders.ts'
import { sellingShop } from '#tests/support/selling-shop.ts'

const small = { productId: '7', size: 'Small', quantity: 1 }
const large = { ...small, size: 'Large' }

const linesOf = (shop: AppContext, { id }: { id: string }) => linesOfOrder(shop.db.orm, id)

onBothDatabases('the pieces of an edited order', (open) => {
  it('that were removed are not sent, even where the provider refused their refund [EDIT-03, PARCEL-10, METAL-03]', async () => {
    const { shop } = await sellingShop(await open())
    await begun(shop)
    const order = await paidOrder(shop, [large])
    const refuses = async () => ({ refused: 'The card was closed.' })
    const payments = { ...testPayments(shop), refund: refuses }
    await edits({ ...shop, payments }, order, { lines: [line(0, 'Small', 1)] })
    const [refund] = await refundsOfOrder(shop.db.orm, order.id)
    expect(refund).toMatchObject({ state: 'refused', lines: [{ position: 0, quantity: 1 }] })
    const lines = await linesOf(shop, order)
    expect(await piecesToSendOf(shop.db.orm, order.id, lines, [])).toEqual([
      { line: 1, quantity: 1 },
    ])
    expect(await seen(shop)).toMatchObject({
      owed: lines[1]?.weightMg,
      refundedUnsent: lines[0]?.weightMg,
    })
  })
})
