import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { auditLog } from '#app/.server/platform/db/audit-log-schema.ts'
import { checkChain } from '#app/.server/platform/db/check-hash-chain.ts'
import { type Database, rows } from '#app/.server/platform/db/database.ts'
import { auditLabels } from '#tests/support/audit-log.ts'
import { onBothDatabases, onPostgres } from '#tests/support/databases.ts'
import { testShop } from '#tests/support/shop.ts'
import { clearOldAddresses } from './commands/clear-old-addresses.ts'
import { auditChain, checkAuditLog } from './queries/check-audit-log.ts'
import { recordAuditEvent } from './record-event.ts'

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)

/** A visitor who guessed at an account, and an admin who came in and went. */
async function written(db: Database, at = new Date()): Promise<void> {
  const ann = { type: 'admin', id: 'ann@example.com' } as const
  await recordAuditEvent(db.orm, {
    at,
    actor: { type: 'visitor', id: '192.0.2.7' },
    action: 'admin.sign_in_failed',
    target: { type: 'admin', id: 'my own password' },
    facts: { wrong: 'credentials' },
    address: '192.0.2.7',
  })
  await recordAuditEvent(db.orm, {
    at,
    actor: ann,
    action: 'admin.signed_in',
    facts: { factor: 'code' },
    address: '192.0.2.8',
  })
  await recordAuditEvent(db.orm, { at, actor: ann, action: 'admin.signed_out' })
}

/** As somebody does who owns the database. */
async function pastTheTriggers(db: Database, change: string): Promise<void> {
  await db.alone(async ({ script }) => {
    const tables = ['audit_log', 'chain_links']
    const all = (how: string) => tables.map((name) => `alter table ${name} ${how} trigger user`)
    await script([...all('disable'), change, ...all('enable')].join(';\n'))
  })
}

onBothDatabases('the audit log', (open) => {
  it('is only added to: the database refuses every change of an entry [CHAIN-01]', async () => {
    const db = await open()
    await written(db, daysAgo(100))
    await written(db)
    for (const change of [
      `update audit_log set actor_id = 'bob@example.com' where action = 'admin.signed_out'`,
      `update audit_log set facts = '{}'`,
      `update audit_log set address = null, personal_salt = null where id = 5`,
      `update audit_log set address = '192.0.2.9', personal_salt = null where id = 2`,
      `update audit_log set actor_id = 'x', personal_salt = null, address = null where id = 2`,
      `delete from audit_log where id = 1`,
      `truncate audit_log`,
      `update chain_links set hash = digest`,
      `delete from chain_links`,
      `truncate chain_links`,
    ]) {
      const changed = db.orm.execute(sql.raw(change))
      await expect(changed, change).rejects.toMatchObject({
        cause: { message: expect.stringMatching(/ is only added to$/) },
      })
    }
    expect(await checkAuditLog(testShop({ db }))).toMatchObject({ links: 6, problem: null })
  })

  it('hashes each entry with the one before by SHA-256 [CHAIN-02]', async () => {
    const db = await open()
    await written(db)
    await db.orm.execute(sql`set time zone 'Asia/Kolkata'`)
    await written(db)
    const links = await rows<{ text: string; digest: string; hash: string }>(
      db.orm,
      sql`select digest, hash, (select jsonb_build_array(id,
            replace(to_jsonb(at at time zone 'UTC') #>> '{}', ' ', 'T') || '+00:00', actor_type,
            case actor_type when 'visitor' then null else actor_id end, action, target_type, null,
            facts, personal_digest)::text
          from audit_log where id::text = row_key) as text
        from chain_links where chain = 'audit_log' order by position`,
    )
    expect(links).toHaveLength(6)
    const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
    let before = ''
    for (const { text, digest, hash } of links) {
      expect(digest).toBe(sha256(text))
      expect(hash).toBe(sha256(before + digest))
      before = hash
    }
    expect(await checkAuditLog(testShop({ db }))).toMatchObject({ head: { hash: before } })
  })

  it.each([
    ['who', `update audit_log set actor_id = 'bob@example.com' where id = 3`, '3', 'was changed'],
    [
      'when',
      `update audit_log set at = at + interval '1 microsecond' where id = 2`,
      '2',
      'was changed',
    ],
    [
      'a fact',
      `update audit_log set facts = '{"factor": "passkey"}' where id = 2`,
      '2',
      'was changed',
    ],
    [
      'the address',
      `update audit_log set address = '192.0.2.9' where id = 2`,
      '2',
      'was changed in its personal part',
    ],
    [
      'an address hidden too early',
      `update audit_log set address = null, personal_salt = null where id = 2`,
      '2',
      'was changed in its personal part',
    ],
    ['an entry taken away', `delete from audit_log where id = 1`, '1', 'is missing'],
    [
      'an entry and its link',
      `delete from audit_log where id = 1; delete from chain_links where position = 1`,
      null,
      'link 1 is missing',
    ],
    [
      'an entry added',
      `insert into audit_log (at, actor_type, actor_id, action) values (now(), 'admin', 'a', 'b')`,
      '4',
      'was added past the shop',
    ],
    [
      'a link',
      `update chain_links set digest = hash where position = 2`,
      '2',
      'has a link that was changed',
    ],
  ])(
    'names the first entry that does not fit: %s [CHAIN-03]',
    async (_what, change, rowKey, what) => {
      const db = await open()
      const app = testShop({ db })
      await written(db)
      expect((await checkAuditLog(app)).problem).toBeNull()
      await pastTheTriggers(db, change)
      expect((await checkAuditLog(app)).problem).toEqual({ rowKey, what })
    },
  )

  it('knows by an earlier look that its end was cut off or rewritten [CHAIN-03]', async () => {
    const db = await open()
    const app = testShop({ db })
    await written(db)
    const { head } = await checkAuditLog(app)
    await pastTheTriggers(
      db,
      `delete from audit_log where id = 3; delete from chain_links where position = 3`,
    )
    expect((await checkAuditLog(app)).problem).toBeNull()
    const later = () => checkChain(db.orm, auditChain, head)
    expect((await later()).problem).toEqual({
      rowKey: null,
      what: 'the last link is missing',
    })
    await written(db)
    expect((await later()).problem?.what).toBe('has a link that was changed')
  })

  it('loses addresses after 90 days, and still fits [CHAIN-04]', async () => {
    const db = await open()
    const app = testShop({ db })
    await written(db, daysAgo(91))
    await written(db, daysAgo(89))
    expect(await clearOldAddresses(db.orm)).toBe(2)
    expect(await clearOldAddresses(db.orm)).toBe(0)
    expect((await checkAuditLog(app)).problem).toBeNull()
    expect(await auditLabels(app)).toEqual([
      'visitor: failed to sign in (Invalid credentials)',
      'ann@example.com: signed in (IP address cleared, with a code)',
      'ann@example.com: signed out',
      'visitor at 192.0.2.7: failed to sign in: my own password (Invalid credentials)',
      'ann@example.com: signed in (IP address 192.0.2.8, with a code)',
      'ann@example.com: signed out',
    ])
    const old = await rows<{ line: string }>(
      db.orm,
      sql`select audit_log::text as line from audit_log where at < ${daysAgo(90)}`,
    )
    expect(old.map(({ line }) => line).join('\n')).not.toMatch(/192\.0|password/)
  })

  it('still fits its hashes once an old sign-in that is a sentence has lost its addresses [CHAIN-02]', async () => {
    const db = await open()
    const app = testShop({ db })
    await db.orm.execute(sql`insert into audit_log
      (at, actor_type, actor_id, action, target_type, target_id, facts, address) values
      (now() - interval '1 year', 'visitor', '192.0.2.1', 'admin.sign_in_failed', 'admin', 'typed',
        '{"carriedOver": {"action": "failed to sign in", "target": "typed", "details": "Wrong"}}', '192.0.2.1')`)
    expect(await checkAuditLog(app)).toMatchObject({ links: 1, problem: null })
    expect(await clearOldAddresses(db.orm)).toBe(1)
    expect(await checkAuditLog(app)).toMatchObject({ links: 1, problem: null })
    expect(await auditLabels(app)).toEqual(['visitor: failed to sign in'])
  })
})

onPostgres('the audit log', (open) => {
  it('stays one chain when many write at once, and misses none [CHAIN-02]', async () => {
    const db = await open()
    await Promise.all(Array.from({ length: 40 }, () => written(db)))
    expect(await db.orm.$count(auditLog)).toBe(120)
    expect(await checkAuditLog(testShop({ db }))).toMatchObject({ links: 120, problem: null })
  })
})
