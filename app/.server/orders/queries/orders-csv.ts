import { and, asc, desc, eq, gt, lt, or, sql } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { type Columns, csvPages, dollars } from '#app/.server/platform/csv-pages.ts'
import { receipts } from '#app/.server/platform/db/ledger-schema.ts'
import { orderLines, orders } from '#app/.server/platform/db/schema.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import { orderTax } from '#app/.server/tax/line-taxes.ts'
import { receiptName } from '#app/domain/orders/number.ts'
import { paymentNames } from '#app/domain/payments/offline-payment.ts'
import { type OrdersQuestion, ordersMatching } from './orders-matching.ts'
import { shopDay } from './orders-to-do.ts'
import { paidBy, takenFor } from './paid-by.ts'

type Names = { state: (row: Row) => string }

/** The orders that the list finds, newest first [CSV-10]. */
export function ordersCsv(app: AppContext, request: Omit<OrdersQuestion, 'page'>, names: Names) {
  const where = ordersMatching(request, shopDay(app.now()))
  return csvPages(columns(names), (after, limit) => readRows(app, { where, after, limit }))
}

type Row = Awaited<ReturnType<typeof readRows>>[number]
type Asked = {
  where: ReturnType<typeof ordersMatching>
  after: { id: string; createdAt: Date } | null
  limit: number
}

function readRows(app: AppContext, { where, after, limit }: Asked) {
  const { createdAt, id } = orders
  const isAfter =
    after === null
      ? undefined
      : or(
          lt(createdAt, after.createdAt),
          and(eq(createdAt, after.createdAt), gt(sql`${id} collate "C"`, after.id)),
        )
  return withDatabase(app, ({ orm }) =>
    orm
      .select({
        id,
        number: orders.number,
        state: orders.state,
        step: orders.step,
        livemode: orders.livemode,
        createdAt,
        paidAt: orders.paidAt,
        shipBy: orders.shipBy,
        email: orders.email,
        address: orders.shippingAddress,
        items: sql<string>`(select string_agg(l.quantity || ' × ' || l.name || ', ' || l.size, '; '
          order by l.position) from ${orderLines} l where l.order_id = ${id})`,
        pieces: sql<number>`(select coalesce(sum(l.quantity), 0)::int from ${orderLines} l
          where l.order_id = ${id})`,
        total: orders.totalCents,
        shipping: orders.shippingCents,
        tax: orderTax,
        refunded: sql<number>`(select coalesce(-sum(e.payments), 0) from ledger_entries e
          where e.order_id = ${id} and e.kind in ('refund', 'refund failed'))::float8`,
        takenBack: sql<number>`(select coalesce(sum(e.losses), 0)
          - coalesce(sum(e.payments) filter (where e.kind = 'payment returned'), 0)
          from ledger_entries e where e.order_id = ${id})::float8`,
        // A payment that staff matched to its order was received before it had one.
        received: sql<number>`(select coalesce(-sum(e.receivable), 0) from ledger_entries e
          where e.order_id = ${id} and e.kind in ('payment', 'attached'))::float8`,
        labels: sql<number>`(select coalesce(sum(l.cost_cents), 0) from labels l
          where l.order_id = ${id} and l.state in ('bought', 'late', 'voiding', 'kept'))::float8`,
        discount: orders.discountCents,
        discountCode: orders.discountCode,
        receipt: receipts.number,
        payBy: orders.payBy,
        ...takenFor,
        paymentReference: orders.paymentReference,
        tracking: orders.tracking,
        origin: orders.origin,
      })
      .from(orders)
      .leftJoin(receipts, eq(receipts.orderId, id))
      .where(and(where, isAfter))
      .orderBy(desc(createdAt), asc(sql`${id} collate "C"`))
      .limit(limit),
  )
}

const columns = ({ state }: Names): Columns<Row> => [
  ['Order', ({ number }) => number],
  ['State', state],
  ['Test', ({ livemode }) => (livemode ? '' : 'test')],
  ['Ordered', ({ createdAt }) => createdAt],
  ['Paid', ({ paidAt }) => paidAt],
  ['Ship by', ({ shipBy }) => shipBy],
  ['Name', ({ address }) => address?.name ?? null],
  ['Email', ({ email }) => email],
  ['Phone', ({ address }) => address?.phone ?? null],
  ['Street', ({ address }) => address?.line1 ?? null],
  ['Apartment', ({ address }) => address?.line2 ?? null],
  ['City', ({ address }) => address?.city ?? null],
  ['State shipped to', ({ address }) => address?.state ?? null],
  ['ZIP', ({ address }) => address?.postalCode ?? null],
  ['Country', ({ address }) => address?.country ?? null],
  ['Items', ({ items }) => items],
  ['Pieces', ({ pieces }) => pieces],
  ['Goods (USD)', ({ total, shipping }) => dollars(total - shipping)],
  ['Sales tax (USD)', ({ tax }) => dollars(tax)],
  ['Total (USD)', ({ total, tax }) => dollars(total + tax)],
  ['Refunded (USD)', ({ refunded }) => dollars(refunded + 0)],
  [
    'Receipt',
    ({ receipt, livemode }) =>
      receipt === null ? null : receiptName({ number: receipt, livemode }),
  ],
  [
    'Paid by',
    (row) =>
      paidBy(row)
        .map((by) => paymentNames[by])
        .join(', '),
  ],
  ['Payment reference', ({ paymentReference }) => paymentReference],
  ['Tracking', ({ tracking }) => tracking],
  ['Placed by', ({ origin }) => (origin === 'staff' ? 'staff' : 'buyer')],
  // Last, so that files of before line up with it. Lost disputes, and debits and transfers that were reversed.
  ['Taken back by the bank (USD)', ({ takenBack }) => dollars(takenBack + 0)],
  // More than the total where the buyer paid twice or too much.
  ['Received (USD)', ({ received }) => dollars(received)],
  // Shipping labels, without those the carrier refunded.
  ['Labels (USD)', ({ labels }) => dollars(labels)],
  // By a code and for paying by bank; the goods are less it.
  ['Discount (USD)', ({ discount }) => dollars(discount)],
  ['Discount code', ({ discountCode }) => discountCode],
  // The total is that of goods, shipping, and tax.
  ['Shipping (USD)', ({ shipping }) => dollars(shipping)],
]
