import { expect, it } from 'vitest'
import type { AppContext } from '#app/.server/app-context.ts'
import { adminOrder } from '#app/.server/orders/queries/order-detail-page.ts'
import { refundOrder } from '#app/.server/refunds/commands/refund-order.ts'
import { cents } from '#app/domain/money/cents.ts'
import type { RefundInput } from '#app/domain/refunds/plan-refund.ts'
import * as orderScreen from '#app/routes/admin/orders/detail.tsx'
import { renderAdminPage } from '#tests/support/admin-page.tsx'
import { onBothDatabases } from '#tests/support/databases.ts'
import { paidOrder, seenByStaff } from '#tests/support/orders.ts'
import { aboutReturn, openedReturn, sentOrder } from '#tests/support/returns.ts'
import { sellingShop } from '#tests/support/selling-shop.ts'
import { thereAre } from '#tests/support/stock.ts'
import { weighAndRefund } from '#tests/support/weighing.ts'
import { receiveReturn, refuseReturn } from '../commands/move-return.ts'

let keys = 0

async function refund(shop: AppContext, order: { id: string }, input: RefundInput, amount: number) {
  keys += 1
  const { sanctions: _, ...seen } = await seenByStaff(shop, order)
  await refundOrder(shop, {
    ...{ ...seen, wish: input, key: `restock-${keys}`, payment: null, stated: cents(amount) },
    ...{ reason: 'Agreed.', note: '', requireFresh: async () => {} },
  })
}

/** How many pieces of each counted product are asked about. */
async function asked(shop: AppContext, { id }: { id: string }): Promise<[string, number][]> {
  const path = '/admin/dashboard/orders/:id'
  const address = path.replace(':id', id)
  const { words } = await renderAdminPage(shop, orderScreen, { path, address })
  const claims = (await adminOrder(shop, id))?.claims ?? []
  const here = claims.filter((claim) => claim.here > 0)
  expect(words.includes('Back on sale?')).toBe(here.length > 0)
  return here.map((claim) => [claim.productId, claim.here])
}

onBothDatabases('whether sold pieces are for sale again', (open) => {
  it('is asked once their return was received, and for no other piece [STOCK-14]', async () => {
    const { shop } = await sellingShop(await open())
    await thereAre(shop, '7', 5)
    await thereAre(shop, '8', 5)
    const order = await sentOrder(shop)
    const sum = { of: 'sum', amount: cents(100) } as const
    await refund(shop, order, sum, 100)
    expect(await asked(shop, order)).toEqual([])
    await openedReturn(shop, order)
    expect(await asked(shop, order)).toEqual([])
    await receiveReturn(shop, await aboutReturn(shop, order))
    expect(await asked(shop, order)).toEqual([['7', 1]])
    const reason = 'It was worn.'
    await refuseReturn(shop, { ...(await aboutReturn(shop, order)), reason, again: null })
    expect(await asked(shop, order)).toEqual([])
  })

  it('is not asked for a refund of missing gold or of a sum, and is for a piece refunded before it was sent [STOCK-14]', async () => {
    const { shop } = await sellingShop(await open())
    await thereAre(shop, '7', 5)
    const order = await paidOrder(shop)
    await weighAndRefund(shop, order, 14_100)
    await refund(shop, order, { of: 'sum', amount: cents(100) }, 100)
    expect(await asked(shop, order)).toEqual([])

    const other = await paidOrder(shop)
    const line = { of: 'lines', quantities: [{ position: 0, quantity: 1 }] } as const
    await refund(shop, other, line, other.totalCents)
    expect(await asked(shop, other)).toEqual([['7', 1]])
  })
})
