import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { type Database, rows } from '#app/.server/platform/db/database.ts'
import { auditLabels } from '#tests/support/audit-log.ts'
import { onBothDatabases } from '#tests/support/databases.ts'
import { testShop } from '#tests/support/shop.ts'

/** Entries whose facts are a sentence, and one of an action that this version does not know. */
async function insertSentences(
  { orm }: Database,
  entries: readonly (readonly [type: string, by: string, what: string, of: string, how: string])[],
): Promise<void> {
  for (const [type, by, action, target, details] of entries) {
    const facts = JSON.stringify({ carriedOver: { action, target, details } })
    await orm.execute(sql`insert into audit_log (at, actor_type, actor_id, action, facts)
      values ('2026-03-08 02:30:00.123456Z', ${type}, ${by}, 'other', ${facts}::jsonb)`)
  }
}

onBothDatabases('entries of the log whose facts are a sentence', (open) => {
  it('read as they were written, whatever they hold [LIVE-05]', async () => {
    const db = await open()
    const odd = 'line\r\n\u2028, "quoted" \\N \u0001 {} 💍'
    await insertSentences(db, [
      ['admin', 'ann@example.com', 'changed product', 'Swell', 'id 7'],
      ['visitor', '2001:db8::1', 'another action', odd, odd],
      ['admin', 'ann@example.com', 'changed shipping', '', '1 week · free'],
      ['setup-link', 'setup link', 'made an admin', 'ann@example.com', ''],
    ])
    expect(await auditLabels(testShop({ db }))).toEqual([
      'ann@example.com: changed product: Swell (id 7)',
      `visitor at 2001:db8::1: another action: ${odd} (${odd})`,
      'ann@example.com: changed shipping (1 week · free)',
      'setup link: made an admin: ann@example.com',
    ])
    expect(await rows(db.orm, sql`select at::text from audit_log order by id limit 1`)).toEqual([
      { at: expect.stringMatching(/02:30:00\.123456\+00$/) },
    ])
  })
})
