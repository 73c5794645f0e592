import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { Orm } from '#app/.server/platform/db/database.ts'
import { orders } from '#app/.server/platform/db/schema.ts'
import { form8300Filings, handPayments } from '#app/.server/platform/db/staff-order-schema.ts'
import { cents } from '#app/domain/money/cents.ts'
import {
  type CashPayment,
  type Form8300,
  form8300,
  isFiled,
} from '#app/domain/payments/form-8300.ts'

/** A customer whose cash went above $10,000 within twelve months. */
export type CashCustomer = Form8300 & {
  orderIds: ReadonlySet<string>
  /** The order of the last payment. */
  order: { id: string; number: string }
  isFiled: boolean
}

type Paid = CashPayment & { orderId: string; number: string; names: string[] }

/**
 * Cash is of one customer where it is for one order, of one email address, or of one payer by name, also over
 * several steps [SALE-11].
 */
export async function cashCustomers(orm: Orm, livemode: boolean): Promise<CashCustomer[]> {
  const found = await orm
    .select({
      orderId: orders.id,
      number: orders.number,
      kind: handPayments.kind,
      amount: handPayments.amountCents,
      receivedOn: handPayments.receivedOn,
      email: orders.email,
      payer: sql<string>`search_folded(${handPayments.payer})`,
    })
    .from(handPayments)
    .innerJoin(orders, eq(orders.id, handPayments.orderId))
    .where(and(inArray(handPayments.kind, ['cash', 'bank check']), eq(orders.livemode, livemode)))
    .orderBy(asc(handPayments.receivedOn), asc(handPayments.at))
  const paid = found.map(({ amount, email, payer, ...each }) => ({
    ...each,
    amount: cents(amount),
    names: [
      `order ${each.orderId}`,
      ...(email ? [`email ${email.toLowerCase()}`] : []),
      ...(payer === '' ? [] : [`payer ${payer}`]),
    ],
  }))
  const groups = groupsOf(paid)
  const filings = groups.length > 0 ? await orm.select().from(form8300Filings) : []
  return groups.flatMap((payments) => {
    const form = form8300(payments)
    const last = payments.at(-1)
    if (!form || !last) return []
    const orderIds = new Set(payments.map(({ orderId }) => orderId))
    const filed = filings
      .filter(({ orderId }) => orderIds.has(orderId))
      .map(({ crossedOn, sumCents }) => ({ on: crossedOn, sum: cents(sumCents) }))
    const order = { id: last.orderId, number: last.number }
    return [{ ...form, orderIds, order, isFiled: isFiled(form, filed) }]
  })
}

function groupsOf(paid: readonly Paid[]): Paid[][] {
  let groups: { names: Set<string>; payments: Paid[] }[] = []
  for (const payment of paid) {
    const isRelated = ({ names }: { names: Set<string> }) =>
      payment.names.some((name) => names.has(name))
    const related = groups.filter(isRelated)
    const names = new Set([...related.flatMap((each) => [...each.names]), ...payment.names])
    const payments = [...related.flatMap((each) => each.payments), payment]
    groups = [...groups.filter((each) => !isRelated(each)), { names, payments }]
  }
  return groups.map(({ payments }) =>
    payments.toSorted((one, other) => one.receivedOn.localeCompare(other.receivedOn)),
  )
}
