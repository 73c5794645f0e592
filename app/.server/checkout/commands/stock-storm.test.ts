import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { applyPaymentEvent } from '#app/.server/payments/commands/apply-payment-event.ts'
import { expireOrders } from '#app/.server/payments/commands/expire-orders.ts'
import { testPayments } from '#app/.server/payments/gateway/test-payments.ts'
import { orderLines, orders } from '#app/.server/platform/db/schema.ts'
import { AppError } from '#app/.server/platform/errors.ts'
import { onBothDatabases } from '#tests/support/databases.ts'
import { draws } from '#tests/support/draws.ts'
import { payment } from '#tests/support/orders.ts'
import { sellingShop } from '#tests/support/selling-shop.ts'
import { goesToPay, stockOf, thereAre } from '#tests/support/stock.ts'
import { quoteCart } from './quote-cart.ts'

const small = { productId: '7', size: 'Small', quantity: 1 }
const buyers = draws(12)
const pieces = 3

onBothDatabases('many buyers of few pieces', (open) => {
  it.each([
    ['of a piece', pieces, ''],
    ['of a size', { Small: pieces, Large: 1 }, 'Small'],
  ])(
    'many at once for 3 %s: never more than 3 are kept or sold, no matter who pays, crashes or pays late [STOCK-02, STOCK-07, STOCK-12]',
    async (_what, counts, size) => {
      const { shop, pass } = await sellingShop(await open())
      await thereAre(shop, '7', counts)
      const deadShop = {
        ...shop,
        payments: {
          ...testPayments(shop),
          // Stored, and the process ends before it could send the shopper to pay.
          openSession: () => Promise.reject(new AppError('payment_unavailable', 503, 'Killed.')),
        },
      }
      let sold = 0
      for (let round = 0; round < 4; round += 1) {
        const quotes = await Promise.all(
          Array.from({ length: buyers }, () => quoteCart(shop, [small])),
        )
        const ends = await Promise.allSettled(
          quotes.map((quote, nth) => goesToPay(nth % 3 === round ? deadShop : shop, quote)),
        )
        const stock = await stockOf(shop, '7', size)
        expect(stock.claimed).toEqual({ reserved: stock.reserved, sold })
        expect(stock.pieces).toBe(pieces - sold)
        expect(stock.reserved).toBe(pieces - sold)
        for (const end of ends) {
          if (end.status === 'fulfilled') continue
          expect((end.reason as AppError).code).toMatch(/^(not_enough_left|payment_unavailable)$/)
        }
        expect(await shop.db.orm.$count(orders, eq(orders.state, 'pending'))).toBe(stock.reserved)
        const waiting = await shop.db.orm.select().from(orders).where(eq(orders.state, 'pending'))
        const [first, ...rest] = waiting.filter(({ paymentSession }) => paymentSession !== null)
        if (round > 0 && first) {
          // Told twice at once.
          const paid = payment(first)
          await Promise.all([applyPaymentEvent(shop, paid), applyPaymentEvent(shop, paid)])
          sold += 1
        }
        pass(36)
        await Promise.all([expireOrders(shop), expireOrders(shop)])
        // The money of the others comes when their time is over.
        await Promise.all(rest.map((late) => applyPaymentEvent(shop, payment(late))))
        const after = await stockOf(shop, '7', size)
        expect(after).toMatchObject({ pieces: pieces - sold, reserved: 0 })
        expect(after.claimed).toEqual({ reserved: 0, sold })
        if (sold === pieces) break
      }
      const paidLines = await shop.db.orm
        .select({ quantity: orderLines.quantity })
        .from(orderLines)
        .innerJoin(orders, eq(orders.id, orderLines.orderId))
        .where(eq(orders.state, 'paid'))
      expect(paidLines).toHaveLength(sold)
      expect(sold).toBeLessThanOrEqual(pieces)
      if (size !== '') expect(await stockOf(shop, '7', 'Large')).toMatchObject({ pieces: 1 })
    },
  )

  it.each([
    [
      'pieces',
      6,
      { productId: '9', size: 'Small' },
      [
        ['7', ''],
        ['9', ''],
      ],
    ],
    [
      'sizes',
      { Small: 6, Large: 6 },
      { productId: '7', size: 'Large' },
      [
        ['7', 'Small'],
        ['7', 'Large'],
      ],
    ],
  ] as const)(
    'orders of two %s, taken, paid and ended crosswise, never wait for each other [STOCK-02, STOCK-12]',
    async (_what, counts, second, taken) => {
      const { shop, pass } = await sellingShop(await open())
      await thereAre(shop, '7', counts)
      if (second.productId !== '7') await thereAre(shop, second.productId, counts)
      const other = { ...small, ...second }
      for (let round = 0; round < 2; round += 1) {
        const carts = Array.from({ length: 12 }, (_, nth) =>
          nth % 2 === 0 ? [small, other] : [other, small],
        )
        const quotes = await Promise.all(carts.map((lines) => quoteCart(shop, lines)))
        const ends = await Promise.allSettled(quotes.map((quote) => goesToPay(shop, quote)))
        const refused = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason.code] : []))
        expect(refused).toEqual(Array.from({ length: 6 }, () => 'not_enough_left'))
        pass(36)
        const waiting = await shop.db.orm.select().from(orders).where(eq(orders.state, 'pending'))
        await Promise.all([
          expireOrders(shop),
          ...waiting.map((order) => applyPaymentEvent(shop, payment(order, { type: 'expired' }))),
        ])
        for (const [id, size] of taken) {
          expect(await stockOf(shop, id, size)).toMatchObject({ pieces: 6, reserved: 0 })
        }
      }
    },
  )
})
