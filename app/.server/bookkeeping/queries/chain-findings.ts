import { sql } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { checkAuditLog } from '#app/.server/audit-log/queries/check-audit-log.ts'
import { type Chain, type ChainHead, checkChain } from '#app/.server/platform/db/check-chain.ts'

const orderChain: Chain = {
  name: 'orders',
  table: 'orders',
  key: 'id',
  content: sql`order_row_text(to_jsonb(entry))`,
}

const historyChain: Chain = {
  name: 'order_history',
  table: 'order_history',
  key: 'id',
  content: sql`history_row_text(to_jsonb(entry))`,
}

const paymentChain: Chain = {
  name: 'payment_events',
  table: 'payment_events',
  key: 'id',
  content: sql`payment_row_text(to_jsonb(entry))`,
  personal: {
    salt: sql`entry.personal_salt`,
    digest: sql`entry.personal_digest`,
    content: sql`payment_personal(to_jsonb(entry))::text`,
    isCleared: sql`entry.email is null and entry.shipping_address is null and entry.payload = '{}'`,
  },
}

const ledgerChain: Chain = {
  name: 'ledger_entries',
  table: 'ledger_entries',
  key: 'id',
  content: sql`ledger_row_text(to_jsonb(entry))`,
}

const chains = [
  { chain: null, name: 'audit_log', row: 'Entry', of: 'the audit log' },
  { chain: orderChain, name: 'orders', row: 'Order', of: 'the orders as they were placed' },
  { chain: historyChain, name: 'order_history', row: 'Row', of: 'the order history' },
  { chain: paymentChain, name: 'payment_events', row: 'Event', of: 'the payment events' },
  { chain: ledgerChain, name: 'ledger_entries', row: 'Entry', of: 'the ledger' },
] as const

/** A sentence for each chain that does not fit, with the first row of it; and how far each goes. */
export async function chainFindings(
  app: AppContext,
  before: Record<string, ChainHead>,
): Promise<{ findings: string[]; heads: Record<string, ChainHead> }> {
  const findings: string[] = []
  const heads: Record<string, ChainHead> = {}
  for (const { chain, name, row, of } of chains) {
    const last = before[name] ?? null
    const { head, problem } = chain
      ? await checkChain(app.db.orm, chain, last)
      : await checkAuditLog(app, last)
    if (problem === null) {
      if (head) heads[name] = head
      continue
    }
    // The next check is to find it as well.
    if (last) heads[name] = last
    const { rowKey, what } = problem
    findings.push(`In ${of}: ${rowKey === null ? what : `${row.toLowerCase()} ${rowKey} ${what}`}.`)
  }
  return { findings, heads }
}
