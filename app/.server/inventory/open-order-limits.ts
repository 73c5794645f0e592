import { createHmac } from 'node:crypto'
import { and, eq, gt, isNotNull, lte, ne, sql } from 'drizzle-orm'
import { mayHoldAgainAt } from '#app/domain/checkout/unpaid-holds.ts'
import { quoteLifetimeMs } from '#app/domain/quote/quote.ts'
import { type Orm, rows } from '../platform/db/database.ts'
import { orders } from '../platform/db/schema.ts'
import { stockClaims } from '../platform/db/stock-schema.ts'
import { derived } from '../platform/secret.ts'

const clearedAfterMs = 24 * 3_600_000

/**
 * Whose orders are counted together: a hash of the client's network, by a key of the shop's, so that
 * no address is stored. Null where visitors cannot be told apart.
 */
export function clientHash(secret: string, network: string | null): string | null {
  if (network === null) return null
  return createHmac('sha256', derived(secret, 'client of an order'))
    .update(network)
    .digest('base64url')
}

/** The orders of a client; nobody else writes one for the same client until the transaction ends. */
export async function lockClientOrders(tx: Orm, hash: string, now: Date) {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${hash}, 0))`)
  const at = now.toISOString()
  const recent = new Date(now.getTime() - quoteLifetimeMs).toISOString()
  const [found] = await rows<{ open: number; next_end: string | null; others: number }>(
    tx,
    sql`
    select
      (count(*) filter (where is_open))::int as open,
      (extract(epoch from min(expires_at) filter (where is_open)) * 1000)::float8 as next_end,
      (count(*) filter (where is_open or (is_kept and created_at > ${recent}::timestamptz)))::int
        as others
    from (
      select created_at, expires_at, state not in ('expired', 'cancelled') as is_kept,
        state = 'pending' and expires_at > ${at}::timestamptz as is_open
      from orders where client_hash = ${hash}
    ) own`,
  )
  const { open = 0, next_end = null, others = 0 } = found ?? {}
  return { open, nextEnd: next_end === null ? null : new Date(Number(next_end)), others }
}

export type ClientOrders = Awaited<ReturnType<typeof lockClientOrders>>

/**
 * When these orders' network may keep the last pieces of a product, or of a size that is counted, in a checkout again; null: now. By
 * the orders of a day, after which nobody knows whose they were [OPEN-03].
 */
export async function mayHoldLastAt(
  tx: Orm,
  { hash, productId, size, now }: { hash: string; productId: string; size: string; now: Date },
): Promise<Date | null> {
  const holds = await tx
    .select({
      from: orders.createdAt,
      endedAt: stockClaims.at,
      state: stockClaims.state,
      expiresAt: orders.expiresAt,
    })
    .from(orders)
    .innerJoin(stockClaims, eq(stockClaims.orderId, orders.id))
    .where(
      and(
        eq(orders.clientHash, hash),
        gt(orders.createdAt, new Date(now.getTime() - clearedAfterMs)),
        eq(stockClaims.productId, productId),
        eq(stockClaims.size, size),
        ne(stockClaims.state, 'sold'),
      ),
    )
  return mayHoldAgainAt(
    holds.map(({ from, endedAt, state, expiresAt }) => ({
      from,
      until: state === 'released' ? endedAt : expiresAt,
    })),
    now,
  )
}

/** After a day nobody needs to know which orders belong together. */
export async function forgetClients(orm: Orm, now: Date): Promise<void> {
  const before = new Date(now.getTime() - clearedAfterMs)
  await orm
    .update(orders)
    .set({ clientHash: null })
    .where(and(isNotNull(orders.clientHash), lte(orders.createdAt, before)))
  // An address that was entered with a discount code is part of an order only once that is paid.
  await orm
    .update(orders)
    .set({ codeEmail: null })
    .where(
      and(isNotNull(orders.codeEmail), ne(orders.state, 'pending'), lte(orders.createdAt, before)),
    )
}
