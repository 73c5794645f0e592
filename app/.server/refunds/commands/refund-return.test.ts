import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import type { AppContext } from '#app/.server/app-context.ts'
import { orderFindings } from '#app/.server/bookkeeping/queries/order-findings.ts'
import { creditNoteOf, refundsOfOrder } from '#app/.server/ledger/refunds.ts'
import { emailOutbox, orders } from '#app/.server/platform/db/schema.ts'
import { eraseBuyer } from '#app/.server/privacy/commands/erase-buyer.ts'
import { callOffReturn, refuseReturn } from '#app/.server/returns/commands/move-return.ts'
import { returnPage } from '#app/.server/returns/queries/return-page.ts'
import { cents } from '#app/domain/money/cents.ts'
import type { RefundInput } from '#app/domain/refunds/plan-refund.ts'
import { onBothDatabases } from '#tests/support/databases.ts'
import { seenByStaff, storedOrder } from '#tests/support/orders.ts'
import {
  aboutReturn,
  confirmedBy,
  lastReturn,
  openedReturn,
  sentOrder,
  weighedReturn,
} from '#tests/support/returns.ts'
import { refusal, sellingShop } from '#tests/support/selling-shop.ts'
import { previewRefund } from '../queries/preview-refund.ts'
import { type RefundOrder, refundOrder } from './refund-order.ts'

const by = 'ann@example.com'
const onePiece: RefundInput = { of: 'lines', quantities: [{ position: 0, quantity: 1 }] }

let keys = 0
async function asked(
  app: AppContext,
  id: string,
  ofReturn: string | null,
  more: Partial<RefundOrder> = {},
): Promise<RefundOrder> {
  const input = more.wish ?? onePiece
  const stated =
    more.stated ?? (await previewRefund(app, { id, wish: input, payment: null })).amount
  keys += 1
  const { order } = await storedOrder(app, id)
  return {
    ...{ id, by, revision: order.revision, key: `refund-of-a-return-${keys}`, payment: null },
    ...{
      wish: input,
      stated,
      reason: 'Returned.',
      note: '',
      ofReturn,
      requireFresh: async () => {},
    },
    ...more,
  }
}

const refundEmails = (app: AppContext) =>
  app.db.orm.$count(emailOutbox, eq(emailOutbox.kind, 'order-refunded-buyer'))

onBothDatabases('the refund of a return', (open) => {
  it('is a refund of its pieces, with credit note, ledger and email, once even if two people press [RETURN-08]', async () => {
    const { shop } = await sellingShop(await open())
    const order = await sentOrder(shop)
    const { id } = await weighedReturn(shop, order)
    const [one, other] = [await asked(shop, order.id, id), await asked(shop, order.id, id)]
    const ben = { ...other, by: 'ben@example.com' }
    const made = await Promise.all([refundOrder(shop, one), refundOrder(shop, ben)])
    await refundOrder(shop, one)
    expect(new Set(made.map((refund) => refund.id)).size).toBe(1)
    const [refund, ...more] = await refundsOfOrder(shop.db.orm, order.id)
    expect(more).toEqual([])
    expect(refund).toMatchObject({ state: 'succeeded', lines: [{ position: 0, quantity: 1 }] })
    expect(refund && creditNoteOf(refund)).toBe('CN-TEST-2026-0001')
    expect(await lastReturn(shop, order)).toMatchObject({ state: 'refunded', refundId: refund?.id })
    const { order: after, balance, history } = await storedOrder(shop, order.id)
    expect(after.state).toBe('fulfilled')
    expect(balance.refunded).toBe(refund?.amountCents)
    expect(history.map(({ why }) => why)).toContainEqual(
      expect.stringMatching(/^Return refunded: 1 × .+, Small\.$/),
    )
    expect(await refundEmails(shop)).toBe(1)
    expect(await orderFindings(shop.db.orm)).toEqual([])
    // The other piece of the line can still come back; what came back is not taken twice.
    const page = await returnPage(shop, order.token, confirmedBy(shop, order))
    expect(page?.pieces.map(({ line, quantity }) => [line, quantity])).toEqual([
      [0, 1],
      [1, 1],
    ])
    expect(page?.returns).toMatchObject([{ state: 'refunded', refunded: refund?.amountCents }])
  })

  it('waits for the scale, and ends what is refunded or refused [RETURN-01, RETURN-08]', async () => {
    const { shop } = await sellingShop(await open())
    const order = await sentOrder(shop)
    const opened = await openedReturn(shop, order)
    const early = await refusal(refundOrder(shop, await asked(shop, order.id, opened.id)))
    expect(early).toMatchObject({ code: 'return_moved', status: 409 })
    await callOffReturn(shop, { ...(await aboutReturn(shop, order)), reason: 'Kept.' })
    const { id } = await weighedReturn(shop, order)
    await refundOrder(shop, await asked(shop, order.id, id))
    const again = { ...(await aboutReturn(shop, order)), reason: 'Worn.', again: null }
    expect(
      (await refusal(refuseReturn(shop, { ...again, by: 'ben@example.com' }))).message,
    ).toContain('This return was refunded (by ann@example.com)')
  })

  it('is of exactly its pieces, or of a sum where less goes back; either takes the pieces [RETURN-02, RETURN-08]', async () => {
    const { shop } = await sellingShop(await open())
    const order = await sentOrder(shop)
    const { id } = await weighedReturn(shop, order)
    for (const input of [
      { of: 'whole' },
      { of: 'lines', quantities: [{ position: 0, quantity: 2 }] },
      {
        of: 'lines',
        quantities: [
          { position: 0, quantity: 1 },
          { position: 1, quantity: 1 },
        ],
      },
    ] satisfies RefundInput[]) {
      const refused = await refusal(
        refundOrder(shop, await asked(shop, order.id, id, { wish: input })),
      )
      expect(refused.message).toContain('by exactly its pieces or by an amount. You')
    }
    const input = { of: 'sum', amount: cents(50_000) } as const
    await refundOrder(shop, await asked(shop, order.id, id, { wish: input }))
    expect(await lastReturn(shop, order)).toMatchObject({ state: 'refunded' })
    const page = await returnPage(shop, order.token, confirmedBy(shop, order))
    expect(page?.pieces.map(({ quantity }) => quantity)).toEqual([1, 1])
  })

  it('after a part was refunded goes no further than what is left [RETURN-08]', async () => {
    const { shop } = await sellingShop(await open())
    const order = await sentOrder(shop)
    const { id } = await weighedReturn(shop, order, { line: 0, quantity: 2 })
    await refundOrder(shop, await asked(shop, order.id, null, { wish: onePiece }))
    const both: RefundInput = { of: 'lines', quantities: [{ position: 0, quantity: 2 }] }
    const refused = await refusal(
      refundOrder(shop, await asked(shop, order.id, id, { wish: both, stated: cents(1) })),
    )
    expect(refused.message).toContain('Only 1 of Fir Cone, Small, can still be refunded')
    expect((await lastReturn(shop, order)).state).toBe('weighed')
    const left = (await storedOrder(shop, order.id)).balance.refundable
    const input = { of: 'sum', amount: cents(left - 100) } as const
    await refundOrder(shop, await asked(shop, order.id, id, { wish: input }))
    expect((await storedOrder(shop, order.id)).balance.refundable).toBe(100)
    expect(await orderFindings(shop.db.orm)).toEqual([])
  })

  it('is refused while the bank disputes the payment, and the return stays as it was [RETURN-08]', async () => {
    const { shop } = await sellingShop(await open())
    const order = await sentOrder(shop)
    const { id } = await weighedReturn(shop, order)
    const wanted = await asked(shop, order.id, id)
    await shop.db.orm
      .update(orders)
      .set({ dispute: 'open', disputeOccurredAt: shop.now() })
      .where(eq(orders.id, order.id))
    expect((await refusal(refundOrder(shop, wanted))).message).toContain(
      'is disputing this payment',
    )
    expect((await lastReturn(shop, order)).state).toBe('weighed')
    expect(await refundsOfOrder(shop.db.orm, order.id)).toEqual([])
    expect((await storedOrder(shop, order.id)).order.revision).toBe(
      (await seenByStaff(shop, order)).revision,
    )
  })

  it('lets its buyer be erased once it has ended, and takes what they wrote along [RETURN-10]', async () => {
    const { shop } = await sellingShop(await open())
    const order = await sentOrder(shop)
    const { id } = await weighedReturn(shop, order)
    const actor = { type: 'command', id: 'a test' } as const
    const erase = () => eraseBuyer(shop, { email: 'ada@example.com', actor })
    expect((await erase()).left).toEqual([
      { number: order.number, why: 'Something in it is being returned.' },
    ])
    await refundOrder(shop, await asked(shop, order.id, id))
    expect((await erase()).erased).toEqual([order.number])
    expect(await lastReturn(shop, order)).toMatchObject({ state: 'refunded', reason: '' })
  })
})
