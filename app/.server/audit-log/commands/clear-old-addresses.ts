import { sql } from 'drizzle-orm'
import { type Orm, rows } from '#app/.server/platform/db/database.ts'

/**
 * Takes network addresses, and what was typed as an account, out of entries older than 90 days; the
 * chain still fits [CHAIN-04]. The database goes by its own clock, and clears nothing younger. Answers
 * how many.
 */
export async function clearOldAddresses(orm: Orm): Promise<number> {
  return orm.transaction(async (tx) => {
    // What is cleared is compared with what was, times included.
    await tx.execute(sql`set local time zone 'UTC'`)
    const cleared = await rows(
      tx,
      sql`update audit_log set personal_salt = null, address = null,
          actor_id = audit_cleared(to_jsonb(audit_log)) ->> 'actor_id',
          target_id = audit_cleared(to_jsonb(audit_log)) ->> 'target_id',
          facts = audit_cleared(to_jsonb(audit_log)) -> 'facts'
        where personal_salt is not null and at < now() - interval '90 days' returning id`,
    )
    return cleared.length
  })
}
