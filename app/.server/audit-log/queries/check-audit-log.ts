import { sql } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import {
  type Chain,
  type ChainCheck,
  checkChain,
} from '#app/.server/platform/db/check-hash-chain.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'

export const auditChain: Chain = {
  table: 'audit_log',
  isKeyNumber: true,
  content: sql`audit_row_text(to_jsonb(entry))`,
  personal: {
    salt: sql`entry.personal_salt`,
    digest: sql`entry.personal_digest`,
    content: sql`audit_personal(to_jsonb(entry))::text`,
    isCleared: sql`audit_cleared(to_jsonb(entry)) = to_jsonb(entry)
      and entry.at < clock_timestamp() - interval '90 days'`,
  },
}

/** The first entry of the audit log that is not as it was written, if there is one [CHAIN-03]. */
export function checkAuditLog(app: AppContext): Promise<ChainCheck> {
  return withDatabase(app, ({ orm }) => checkChain(orm, auditChain))
}
