import { linesOfOrder } from '#app/.server/orders/repository.ts'
import type { Database } from '#app/.server/platform/db/database.ts'
import { orderRefunds } from '#app/.server/refunds/queries/order-refunds.ts'
import { cents } from '#app/domain/money/cents.ts'
import { type Bought, busyShop } from './busy-shop.ts'
import { storedOrder } from './orders.ts'

/** Days of March that are left for the orders, from the 11th, with some for the last payments and payouts. */
const days = 14

/** So many orders that are drawn from a seed, each with what happens to it after it was paid. */
export async function busyMonth(db: Database, { seed, orders }: { seed: number; orders: number }) {
  const busy = await busyShop(db, seed)
  const { shop, drawn, counts, pass, buys, buysReminded, refunds, changes, disputes } = busy
  const { below, oneOf, percent } = drawn

  async function refundsSome(of: Bought) {
    const left = await orderRefunds(shop, of.id)
    if (!left || left.refundable === 0) return
    const kind = oneOf(['piece', 'piece', 'pieces and shipping', 'whole', 'sum'])
    const sum = { of: 'sum', amount: cents(1 + below(left.refundable)) } as const
    const line = left.lines.find((each) => each.left > 0)
    // After a sum was refunded, what is left of the goods may be less than a piece cost.
    const { goods, discount } = (await storedOrder(shop, of.id)).balance.sold
    const isPiece = line && line.unitPrice <= goods - discount
    if (kind === 'whole') return refunds(of, { of: 'whole' })
    if (kind === 'sum' || !isPiece) return refunds(of, sum)
    const quantities = [{ position: line.position, quantity: 1 }]
    return refunds(of, { of: 'lines', quantities, withShipping: kind !== 'piece' })
  }

  async function happensTo(of: Bought) {
    const [first] = await linesOfOrder(shop.db.orm, of.id)
    const quantity = first?.quantity ?? 0
    if (percent(14)) return disputes(of, (counts.get('disputes') ?? 0) % 2 === 0 ? 'lost' : 'won')
    // Pieces are added by card alone: what was paid by bank has a discount that they would not have.
    if (of.payBy === 'card' && percent(30)) await changes(of, quantity + 1)
    else if (quantity > 1 && percent(30)) await changes(of, quantity - 1)
    if (percent(45)) await refundsSome(of)
    if (percent(10)) await refundsSome(of)
  }

  return {
    ...busy,
    async lives() {
      const step = Math.max(1, Math.floor((days * 24 * 60) / orders) - 50)
      for (let nth = 0; nth < orders; nth += 1) {
        pass(step)
        // A reminder takes a day, so only a few carts wait for one.
        await happensTo(nth < 60 && nth % 20 === 7 ? await buysReminded() : await buys())
      }
      return counts
    },
  }
}
