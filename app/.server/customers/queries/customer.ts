import { and, desc, eq, sql } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { sameEmail } from '#app/.server/platform/db/columns.ts'
import { customerNotes, customers } from '#app/.server/platform/db/customers-schema.ts'
import { type Orm, rows } from '#app/.server/platform/db/database.ts'
import { orders } from '#app/.server/platform/db/schema.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import { cents } from '#app/domain/money/cents.ts'

export type CustomerNote = { id: string; at: Date; by: string; text: string }

/** One who bought, with all orders of their email address in that mode [CUST-02]. */
export async function customerById(app: AppContext, id: string) {
  return withDatabase(app, async ({ orm }) => {
    const [found] = await orm.select().from(customers).where(eq(customers.id, id))
    if (!found) return null
    const { email, livemode, name } = found
    const ordered = await ordersOf(orm, found)
    const sum = (column: 'paid' | 'refunded') =>
      cents(ordered.reduce((total, order) => total + order[column], 0))
    return {
      id,
      email,
      name,
      isTest: !livemode,
      address: ordered.find(({ address }) => address?.line1)?.address ?? null,
      /** Newest first; those that were never paid among them. */
      orders: ordered.map(({ address: _, ...order }) => order),
      paid: sum('paid'),
      refunded: sum('refunded'),
      paymentsWithoutOrder: await paymentsOf(orm, found),
      notes: await notesOf(orm, email),
    }
  })
}

export type Customer = NonNullable<Awaited<ReturnType<typeof customerById>>>

type Who = { email: string; livemode: boolean }

async function ordersOf(orm: Orm, { email, livemode }: Who) {
  const found = await orm
    .select({
      id: orders.id,
      number: orders.number,
      state: orders.state,
      createdAt: orders.createdAt,
      address: orders.shippingAddress,
      paid: sql<number>`(select ${paidCents} from ledger_entries e where e.order_id = orders.id)`,
      refunded: sql<number>`(select ${refundedCents} from ledger_entries e where e.order_id = orders.id)`,
    })
    .from(orders)
    .where(and(sql`email_key(${orders.email}) = ${email}`, eq(orders.livemode, livemode)))
    .orderBy(desc(orders.createdAt), sql`orders.id collate "C"`)
  return found.map((order) => ({
    ...order,
    // Not `-0`.
    paid: cents(order.paid + 0),
    refunded: cents(order.refunded + 0),
  }))
}

async function paymentsOf(orm: Orm, { email, livemode }: Who) {
  const found = await rows<{
    id: string
    at: number
    amount: number | null
    currency: string | null
  }>(
    orm,
    sql`select distinct on (provider, coalesce(reference, id)) id,
          (extract(epoch from received_at) * 1000)::float8 as at,
          amount_cents::float8 as amount, currency
        from payment_events
        where type = 'paid' and outcome = 'unknown order' and order_id is null
          and livemode = ${livemode} and email_key(email) = ${email}
        order by provider, coalesce(reference, id), received_at, id`,
  )
  return found.map(({ at, amount, ...payment }) => ({
    ...payment,
    at: new Date(at),
    amount: amount === null ? null : cents(amount),
  }))
}

/** What staff wrote about a buyer, however the address is capitalized; newest first. */
export function notesOf(orm: Orm, email: string): Promise<CustomerNote[]> {
  const { id, at, by, text } = customerNotes
  return orm
    .select({ id, at, by, text })
    .from(customerNotes)
    .where(sameEmail(customerNotes.email, email))
    .orderBy(desc(at), desc(id))
}

/** The customer of an order, and how much there is to see; null where it names no buyer who paid. */
export async function customerOfOrder(
  app: AppContext,
  orderId: string,
): Promise<{ id: string; orders: number; notes: number } | null> {
  return withDatabase(app, async ({ orm }) => {
    const [found] = await rows<{ id: string; orders: number; notes: number }>(
      orm,
      sql`select c.id, c.orders,
            (select count(*) from customer_notes where email = c.email)::int as notes
          from orders join customers c on c.email = email_key(orders.email) and c.livemode = orders.livemode
          where orders.id = ${orderId}`,
    )
    return found ?? null
  })
}

/** In cents, of ledger entries `e`: what came in and stayed, neither reversed nor lost in a dispute [CUST-04]. */
export const paidCents = sql<number>`(
  coalesce(-sum(e.receivable) filter (where e.kind in ('payment', 'attached', 'payment returned')), 0)
  - coalesce(sum(e.losses), 0))::float8`

/** Without refunds that failed. */
export const refundedCents = sql<number>`coalesce(-sum(e.payments)
  filter (where e.kind in ('refund', 'refund failed')), 0)::float8`
