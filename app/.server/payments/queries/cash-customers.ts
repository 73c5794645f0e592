import { and, asc, eq, gt, inArray, or, sql } from 'drizzle-orm'
import { type Orm, rows } from '#app/.server/platform/db/database.ts'
import { form8300Filings, offlinePayments } from '#app/.server/platform/db/draft-order-schema.ts'
import { orders } from '#app/.server/platform/db/schema.ts'
import { cents } from '#app/domain/money/cents.ts'
import {
  type CashPayment,
  type CashReport,
  cashAbove,
  cashSince,
  countsAsCash,
  type Form8300,
  form8300,
  isFiled,
} from '#app/domain/payments/form-8300.ts'
import type { Day } from '#app/domain/time/day.ts'

/** A customer whose cash went above $10,000 within twelve months. */
export type CashCustomer = Form8300 & {
  orderIds: ReadonlySet<string>
  /** The order of the last payment. */
  order: { id: string; number: string }
  isFiled: boolean
}

/** What names the alert about a form that is due, or overdue, until it is filed [ALERT-10]. */
export function cashAlert({ on, orderIds }: CashCustomer, isOverdue: boolean) {
  const [first] = orderIds
  const occasion = `${on} ${first} ${isOverdue ? 'overdue' : 'due'}`
  return { kind: 'cash-report-due' as const, occasion }
}

type Paid = CashPayment & { orderId: string; number: string; names: string[] }

type Books = { livemode: boolean; today: Day }

/**
 * Cash is of one customer where it is for one order, of one email address in any spelling, or of one payer by
 * name, also over several steps [SALE-11]. Of the last two years, and of orders whose form was filed.
 */
export async function cashCustomers(orm: Orm, books: Books): Promise<CashCustomer[]> {
  return customersOf(orm, await paidInCash(orm, books), books)
}

type TakenNow = CashPayment & { orderId: string | null; email: string | null; payer: string }

/**
 * What a payment means that is not recorded yet, with what its customer paid before; null where no Form 8300
 * is due for it [SALE-28].
 */
export async function cashReportOf(
  orm: Orm,
  { kind, amount, receivedOn, email, payer, orderId }: TakenNow,
  books: Books,
): Promise<CashReport | null> {
  if (!countsAsCash({ kind, amount })) return null
  const [folded] = await rows<{ email: string | null; payer: string }>(
    orm,
    sql`select email_key(${email}::text) as email, search_folded(${payer}::text) as payer`,
  )
  const order = { orderId: orderId ?? 'an order that is not made yet', number: '' }
  const now = { kind, amount, receivedOn, ...order, names: namesOf(folded ?? { email, payer }) }
  const paid = [...(await paidInCash(orm, books)), now]
  const payments = groupsOf(paid).find((group) => group.includes(now)) ?? [now]
  const sum = cashAbove(payments, receivedOn)
  const [customer] = await customersOf(orm, payments, books)
  return sum === null || !customer || customer.isFiled ? null : { sum, fileBy: customer.fileBy }
}

async function paidInCash(orm: Orm, { livemode, today }: Books): Promise<Paid[]> {
  const found = await orm
    .select({
      orderId: orders.id,
      number: orders.number,
      kind: offlinePayments.kind,
      amount: offlinePayments.amountCents,
      receivedOn: offlinePayments.receivedOn,
      email: sql<string | null>`email_key(${orders.email})`,
      payer: sql<string>`search_folded(${offlinePayments.payer})`,
    })
    .from(offlinePayments)
    .innerJoin(orders, eq(orders.id, offlinePayments.orderId))
    .where(
      and(
        inArray(offlinePayments.kind, ['cash', 'bank check']),
        eq(orders.livemode, livemode),
        or(
          gt(offlinePayments.receivedOn, cashSince(today)),
          inArray(orders.id, orm.select({ id: form8300Filings.orderId }).from(form8300Filings)),
        ),
      ),
    )
    .orderBy(asc(offlinePayments.receivedOn), asc(offlinePayments.at))
  return found.map(({ amount, email, payer, ...each }) => ({
    ...each,
    amount: cents(amount),
    names: namesOf({ email, payer }),
  }))
}

/** Both folded by the database, so that spellings are one. */
const namesOf = ({ email, payer }: { email: string | null; payer: string }) => [
  ...(email ? [`email ${email}`] : []),
  ...(payer === '' ? [] : [`payer ${payer}`]),
]

async function customersOf(
  orm: Orm,
  paid: readonly Paid[],
  { today }: Books,
): Promise<CashCustomer[]> {
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
    return [{ ...form, orderIds, order, isFiled: isFiled(form, filed, today) }]
  })
}

/** Payments that share a name, also over others; in their order, and the customer who paid last comes last. */
function groupsOf(paid: readonly Paid[]): Paid[][] {
  const parents = new Map<string, string>()
  const rootOf = (name: string): string => {
    for (let at = name; ; ) {
      const up = parents.get(at)
      const above = up && parents.get(up)
      if (above === undefined) return up ?? at
      // Halves the steps of the next lookup.
      parents.set(at, above)
      at = above
    }
  }
  for (const { orderId, names } of paid) {
    for (const name of names) {
      const [one, other] = [rootOf(orderId), rootOf(name)]
      if (one !== other) parents.set(one, other)
    }
  }
  const groups = Map.groupBy(paid.toReversed(), ({ orderId }) => rootOf(orderId))
  return [...groups.values()].map((payments) => payments.reverse()).reverse()
}
