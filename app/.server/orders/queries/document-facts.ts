import { type Correction, engravingPart, type OrderFacts } from '#app/.server/documents/parts.ts'
import type { Database } from '#app/.server/platform/db/database.ts'
import type { OrderRow } from '#app/.server/platform/db/schema.ts'
import { shownEmail } from '#app/.server/platform/shown-email.ts'
import { contactOf } from '#app/domain/orders/buyer.ts'
import { earlierAddresses } from '../earlier-addresses.ts'
import { earlierEngravings } from '../earlier-engravings.ts'
import { orderSummary } from './order-summary.ts'

export type Db = Pick<Database, 'orm'>
export type DocumentOptions = { hidesBuyer?: boolean }

/** What documents about one order share. */
export async function documentFacts(
  db: Db,
  order: OrderRow,
  { hidesBuyer = false }: DocumentOptions = {},
): Promise<OrderFacts> {
  return {
    isTest: !order.livemode,
    orderedAt: order.createdAt,
    paidAt: order.paidAt ?? order.createdAt,
    buyer: hidesBuyer
      ? { email: null, address: null, isHidden: true }
      : { email: shownEmail(order.email), address: contactOf(order).address, isHidden: false },
    summary: await orderSummary(db, order),
    goldRecord: order.goldPriceId,
    corrections: await correctionsOf(db.orm, order.id, { hidesBuyer }),
  }
}

/** Corrections of what documents name: they print no phone number, and hide the buyer in time [PAPER-10]. */
async function correctionsOf(
  orm: Database['orm'],
  orderId: string,
  { hidesBuyer }: { hidesBuyer: boolean },
): Promise<Correction[]> {
  const ofBuyer = hidesBuyer ? [] : await earlierAddresses(orm, orderId)
  const ofEngravings = await earlierEngravings(orm, orderId)
  return [
    ...ofBuyer.map(({ at, changed }) => ({
      at,
      parts: changed.filter((part) => part !== 'phone'),
    })),
    ...ofEngravings.map(({ at }) => ({ at, parts: [engravingPart] })),
  ]
    .filter(({ parts }) => parts.length > 0)
    .sort((one, other) => one.at.getTime() - other.at.getTime())
}
