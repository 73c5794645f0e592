import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { AppContext } from '#app/.server/app-context.ts'
import { orderFindings } from '#app/.server/bookkeeping/queries/order-findings.ts'
import { refundsOfOrder } from '#app/.server/ledger/refunds.ts'
import { AppError } from '#app/.server/platform/errors.ts'
import { cents } from '#app/domain/money/cents.ts'
import type { RefundInput } from '#app/domain/refunds/plan-refund.ts'
import { onBothDatabases } from '#tests/support/databases.ts'
import { type PlacedOrder, storedOrder } from '#tests/support/orders.ts'
import { lastReturn, sentOrder, weighedReturn } from '#tests/support/returns.ts'
import { sellingShop } from '#tests/support/selling-shop.ts'
import { previewRefund } from '../queries/preview-refund.ts'
import { type RefundOrder, refundOrder } from './refund-order.ts'

const by = 'ann@example.com'

const steps = fc.array(
  fc.record({
    by: fc.constantFrom('sum', 'sum', 'pieces', 'pieces', 'whole'),
    permille: fc.integer({ min: 1, max: 1000 }),
    isReturn: fc.boolean(),
    pieces: fc.constantFrom(
      { line: 0, quantity: 1 } as const,
      { line: 0, quantity: 2 } as const,
      { line: 1, quantity: 1 } as const,
    ),
  }),
  { minLength: 2, maxLength: 5 },
)

const orRefusal = async <T>(made: Promise<T>): Promise<T | AppError> => {
  try {
    return await made
  } catch (error) {
    if (error instanceof AppError) return error
    throw error
  }
}

const isRefusal = (made: unknown) => made instanceof AppError

let keys = 0

/** Previews a refund and confirms what was shown; the confirmation agrees, whatever it says. */
async function refundAsShown(
  shop: AppContext,
  { id }: PlacedOrder,
  request: Pick<RefundOrder, 'wish' | 'ofReturn'>,
) {
  const shown = await orRefusal(previewRefund(shop, { id, payment: null, ...request }))
  const { revision } = (await storedOrder(shop, id)).order
  keys += 1
  const form = { id, by, revision, key: `a-preview-and-its-refund-${keys}`, payment: null }
  const texts = { reason: 'Returned.', note: '', requireFresh: async () => {} }
  const stated = shown instanceof AppError ? cents(1) : shown.amount
  const made = await orRefusal(refundOrder(shop, { ...form, ...texts, ...request, stated }))
  if (shown instanceof AppError) {
    expect(made).toMatchObject({ code: shown.code, message: shown.message })
  } else {
    expect(made).toMatchObject({ amountCents: shown.amount })
  }
  return shown
}

onBothDatabases('the preview of a refund', (open) => {
  it('offers what its confirmation does, and refunds a return with what is left, after any refunds [REFUND-16, RETURN-17]', async () => {
    const { shop } = await sellingShop(await open())
    await fc.assert(
      fc.asyncProperty(steps, async (sequence) => {
        const order = await sentOrder(shop)
        for (const { by: of, permille, isReturn, pieces } of sequence) {
          const { refundable, sold } = (await storedOrder(shop, order.id)).balance
          const { line, quantity } = pieces
          // Pieces that were refunded cannot be returned.
          const found = isReturn ? await orRefusal(weighedReturn(shop, order, pieces)) : null
          if (found instanceof AppError) continue
          const ofReturn = found?.id ?? null
          const wishes = {
            sum: { of: 'sum', amount: cents(Math.ceil((refundable * permille) / 1000)) },
            pieces: { of: 'lines', quantities: [{ position: line, quantity }] },
            whole: { of: 'whole' },
          } as const satisfies Record<string, RefundInput>
          const shown = await refundAsShown(shop, order, { wish: wishes[of], ofReturn })
          // A return is refunded with what is left: its pieces at their price, or less.
          if (ofReturn && of === 'pieces' && sold.goods > 0) expect(isRefusal(shown)).toBe(false)
        }
      }),
      { numRuns: 4 },
    )
    expect(await orderFindings(shop.db.orm)).toEqual([])
  })

  it('of a whole order that is returned after a goodwill refund shows the rest, as its pieces [REFUND-16, RETURN-17]', async () => {
    const { shop } = await sellingShop(await open())
    const order = await sentOrder(shop)
    const goodwill = { of: 'sum', amount: cents(5000) } as const
    await refundAsShown(shop, order, { wish: goodwill, ofReturn: null })
    await refundAsShown(shop, order, {
      wish: { of: 'lines', quantities: [{ position: 1, quantity: 1 }] },
      ofReturn: null,
    })
    const { id: ofReturn } = await weighedReturn(shop, order, { line: 0, quantity: 2 })
    const both = { of: 'lines', quantities: [{ position: 0, quantity: 2 }] } as const
    const left = (await storedOrder(shop, order.id)).balance.refundable
    const shown = { amount: left, stays: 0, lines: [{ position: 0, quantity: 2 }] }
    const ask = { id: order.id, payment: null, ofReturn }
    expect(await previewRefund(shop, { ...ask, wish: { of: 'whole' } })).toMatchObject(shown)
    expect(await previewRefund(shop, { ...ask, wish: both })).toMatchObject({
      ...shown,
      isReduced: true,
    })
    await refundAsShown(shop, order, { wish: both, ofReturn })
    const { order: after, balance } = await storedOrder(shop, order.id)
    expect(after.state).toBe('refunded')
    expect(balance).toMatchObject({ refundable: 0, due: 0 })
    expect((await lastReturn(shop, order)).state).toBe('refunded')
    expect(await refundsOfOrder(shop.db.orm, order.id)).toHaveLength(3)
    expect(await orderFindings(shop.db.orm)).toEqual([])
  })
})
