import { and, eq, gte, inArray, isNull } from 'drizzle-orm'
import { type Cents, cents, sumCents } from '#app/domain/money/cents.ts'
import {
  type MoneyBack,
  moneyBack,
  moneyBackMessage,
  type ToldBuyer,
  withDeclined,
} from '#app/domain/refunds/money-back.ts'
import { type BankClaim, bankClaim } from '#app/domain/risk/hold.ts'
import type { Orm } from '../platform/db/database.ts'
import { orderHolds } from '../platform/db/risk-schema.ts'
import { emailOutbox, type OrderRow, type SingleOrderEmailKind } from '../platform/db/schema.ts'
import { moneyOfOrder, refundsOfOrder } from './refunds.ts'
import { entriesOfOrder } from './repository.ts'

type Order = Pick<OrderRow, 'id' | 'state' | 'email' | 'notRefundedNote'>

/** Where the money of an order is, with its refunds as they are by now. */
async function moneyBackOf(orm: Orm, { id, state }: Order): Promise<MoneyBack> {
  const completed = (await refundsOfOrder(orm, id)).filter((refund) => refund.state === 'succeeded')
  const sum = sumCents(completed.map(({ amountCents }) => cents(amountCents)))
  return moneyBack(await moneyOfOrder(orm, id), sum, state)
}

/** What its buyer is told of it, on the page of the order, in lists and in emails; may be empty [REFUND-18]. */
export async function toldOfMoney(orm: Orm, order: Order): Promise<string> {
  return moneyBackMessage(await moneyBackOf(orm, order), order.state, toldBy(order))
}

/** Whether the buyer's bank keeps a paid order from being sent, so that no day is promised [PARCEL-15]. */
export async function claimOfBank(
  orm: Orm,
  order: Pick<OrderRow, 'id' | 'state' | 'dispute'>,
): Promise<BankClaim | null> {
  if (order.state !== 'paid') return null
  const { orderId, kind, releasedAt } = orderHolds
  const held = and(eq(orderId, order.id), eq(kind, 'dispute'), isNull(releasedAt))
  const isHeld = (await orm.$count(orderHolds, held)) > 0
  return bankClaim({ order, isHeld, money: await moneyOfOrder(orm, order.id) })
}

/** Emails to the buyer that say it. */
const quoting = [
  'order-paid-buyer',
  'order-canceled-buyer',
  'order-closed-buyer',
  'order-refund-declined-buyer',
  'order-wire-late-buyer',
  'order-wire-canceled-buyer',
  'order-wire-extra-buyer',
  'order-payment-extra-buyer',
] as const satisfies readonly SingleOrderEmailKind[]

/** Whether an email that says what its buyer is told of the money was queued since that last changed [MAIL-22]. */
export async function isToldByEmail(orm: Orm, id: string): Promise<boolean> {
  const changes = [...(await entriesOfOrder(orm, id)), ...(await refundsOfOrder(orm, id))]
  const last = new Date(Math.max(0, ...changes.map(({ at }) => at.getTime())))
  const { orderId, kind, state, createdAt } = emailOutbox
  const told = and(
    eq(orderId, id),
    inArray(kind, quoting),
    inArray(state, ['waiting', 'sent']),
    gte(createdAt, last),
  )
  return (await orm.$count(emailOutbox, told)) > 0
}

const toldBy = ({ email, notRefundedNote: note }: Order): ToldBuyer => ({
  byEmail: email !== null,
  note,
})

/** What its buyer would be told if staff declined to refund a sum of it, with a note for the buyer. */
export async function toldIfDeclined(
  orm: Orm,
  order: Order,
  { amount, note }: { amount: Cents; note: string },
): Promise<string> {
  const money = withDeclined(await moneyBackOf(orm, order), amount)
  return moneyBackMessage(money, order.state, { ...toldBy(order), note })
}
