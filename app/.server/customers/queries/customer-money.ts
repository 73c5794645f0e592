import { sql } from 'drizzle-orm'

/** In cents, of ledger entries `e`: what came in and stayed, neither reversed nor lost in a dispute [CUST-04]. */
export const paidCents = sql<number>`(
  coalesce(-sum(e.receivable) filter (where e.kind in ('payment', 'attached', 'payment returned')), 0)
  - coalesce(sum(e.losses), 0))::float8`

/** Without refunds that failed. */
export const refundedCents = sql<number>`coalesce(-sum(e.payments)
  filter (where e.kind in ('refund', 'refund failed')), 0)::float8`
