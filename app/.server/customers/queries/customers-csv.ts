import { and, asc, desc, eq, gt, lt, or, type SQL, sql } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { type Columns, csvPages, dollars } from '#app/.server/platform/csv-pages.ts'
import { customers } from '#app/.server/platform/db/customers-schema.ts'
import { orders } from '#app/.server/platform/db/schema.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import { paidCents, refundedCents } from './customer.ts'
import { namedBy } from './customers.ts'

type Filter = { q: string; livemode: boolean }

/** The customers that the list finds, the latest first, with what they paid in all [CSV-10]. */
export function customersCsv(app: AppContext, filter: Filter) {
  return csvPages(columns, (after: Row | null, limit) => readRows(app, { ...filter, after, limit }))
}

type Row = Awaited<ReturnType<typeof readRows>>[number]
type Asked = Filter & { after: { id: string; lastPaidAt: Date } | null; limit: number }

function readRows(app: AppContext, { q, livemode, after, limit }: Asked) {
  const { id, lastPaidAt } = customers
  const isAfter =
    after === null
      ? undefined
      : or(
          lt(lastPaidAt, after.lastPaidAt),
          and(eq(lastPaidAt, after.lastPaidAt), gt(sql`${id} collate "C"`, after.id)),
        )
  const ofCustomer = (sum: SQL<number>) => sql<number>`(
    select ${sum} from ${orders} o join ledger_entries e on e.order_id = o.id
    where email_key(o.email) = customers.email and o.livemode = customers.livemode)`
  return withDatabase(app, ({ orm }) =>
    orm
      .select({
        id,
        name: customers.name,
        email: customers.email,
        livemode: customers.livemode,
        orders: customers.orders,
        firstPaidAt: customers.firstPaidAt,
        lastPaidAt,
        paid: ofCustomer(paidCents),
        refunded: ofCustomer(refundedCents),
      })
      .from(customers)
      .where(and(eq(customers.livemode, livemode), namedBy(q), isAfter))
      .orderBy(desc(lastPaidAt), asc(sql`${id} collate "C"`))
      .limit(limit),
  )
}

const columns: Columns<Row> = [
  ['Name', ({ name }) => name],
  ['Email', ({ email }) => email],
  ['Test', ({ livemode }) => (livemode ? '' : 'test')],
  ['Orders', ({ orders }) => orders],
  ['First order', ({ firstPaidAt }) => firstPaidAt],
  ['Latest order', ({ lastPaidAt }) => lastPaidAt],
  ['Paid (USD)', ({ paid }) => dollars(paid + 0)],
  ['Refunded (USD)', ({ refunded }) => dollars(refunded + 0)],
]
