import { eq, sql } from 'drizzle-orm'
import { auditChain } from '#app/.server/audit-log/queries/check-audit-log.ts'
import { goldPriceChain } from '#app/.server/gold-price/price-chain.ts'
import {
  type Chain,
  type ChainHead,
  checkChain,
} from '#app/.server/platform/db/check-hash-chain.ts'
import type { Orm } from '#app/.server/platform/db/database.ts'
import { orders } from '#app/.server/platform/db/schema.ts'

const orderChain: Chain = {
  table: 'orders',
  isKeyNumber: false,
  content: sql`order_row_text(to_jsonb(entry))`,
}

const historyChain: Chain = {
  table: 'order_history',
  isKeyNumber: true,
  content: sql`history_row_text(to_jsonb(entry))`,
}

const paymentChain: Chain = {
  table: 'payment_events',
  isKeyNumber: false,
  content: sql`payment_row_text(to_jsonb(entry))`,
  personal: {
    salt: sql`entry.personal_salt`,
    digest: sql`entry.personal_digest`,
    content: sql`payment_personal(to_jsonb(entry))::text`,
    isCleared: sql`entry.email is null and entry.shipping_address is null and entry.payload = '{}'`,
  },
}

const ledgerChain: Chain = {
  table: 'ledger_entries',
  isKeyNumber: true,
  content: sql`ledger_row_text(to_jsonb(entry))`,
}

const chains = [
  { chain: auditChain, row: 'entry', of: 'the audit log' },
  { chain: orderChain, row: 'order', of: 'the orders as they were placed' },
  { chain: historyChain, row: 'row', of: 'the order history' },
  { chain: paymentChain, row: 'event', of: 'the payment events' },
  { chain: ledgerChain, row: 'entry', of: 'the ledger' },
  { chain: goldPriceChain, row: 'record', of: 'the accepted gold prices' },
] as const

/** A sentence for each chain that does not fit, with the first row of it; and how far each goes. */
export async function chainFindings(
  orm: Orm,
  before: Record<string, ChainHead>,
): Promise<{ findings: string[]; heads: Record<string, ChainHead> }> {
  const findings: string[] = []
  const heads: Record<string, ChainHead> = {}
  for (const { chain, row, of } of chains) {
    const { name = chain.table } = chain
    const last = before[name] ?? null
    const { head, problem } = await checkChain(orm, chain, last)
    if (problem === null) {
      if (head) heads[name] = head
      continue
    }
    // The next check is to find it as well.
    if (last) heads[name] = last
    const { rowKey, what } = problem
    const named = chain === orderChain ? await orderName(orm, rowKey) : rowKey
    findings.push(`In ${of}: ${named === null ? what : `${row} ${named} ${what}`}.`)
  }
  return { findings, heads }
}

/** Its number, which staff know it by, where it is still there [BOOKS-07]. */
async function orderName(orm: Orm, id: string | null): Promise<string | null> {
  if (id === null) return null
  const [order] = await orm.select({ number: orders.number }).from(orders).where(eq(orders.id, id))
  return order?.number ?? id
}
