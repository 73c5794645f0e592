import { expect, it } from 'vitest'
import { onBothDatabases } from '#tests/support/databases.ts'
import { checkChain } from '../platform/db/check-chain.ts'
import { migrateOn, migrationFiles } from '../platform/db/migrate.ts'
import { goldPriceChain, linkHash, linksAfter } from './price-chain.ts'

/** Prices as the shop stored them before migration 0079. */
const rows = `
insert into gold_price_history (price, price_per_gram, change, change_percent, source, status, set_by,
  taken_at, recorded_at, decided_at, withdrawn_at, withdrawn_by, withdrawn_reason)
values
  (4000, 128.6029, 0, 0, 'gold-api', 'accepted', null,
    '2026-03-01 10:00Z', '2026-03-01 10:01Z', null, null, null, null),
  (4500, 144.6782, 0, 0, 'gold-api', 'accepted', 'ann@example.com',
    '2026-03-02 10:00Z', '2026-03-02 10:01Z', '2026-03-02 12:00Z', null, null, null),
  (9000, 289.3565, 0, 0, 'admin-exact', 'withdrawn', 'ann@example.com',
    '2026-03-02 11:00Z', '2026-03-02 11:00Z', null, '2026-03-02 11:30Z', 'ben@example.com', 'A slip.'),
  (9900, 318.2922, 0, 0, 'gold-api', 'rejected', null,
    '2026-03-03 10:00Z', '2026-03-03 10:01Z', '2026-03-03 12:00Z', null, null, null),
  (9900, 318.2922, 0, 0, 'gold-api', 'held', null,
    '2026-03-04 10:00Z', '2026-03-04 10:01Z', null, null, null, null);`

onBothDatabases('gold prices of an older shop', (open) => {
  it('become links in the order in which they were accepted and withdrawn, without names [PROOF-03]', async () => {
    const db = await open()
    await db.alone(async (connection) => {
      const all = await migrationFiles()
      try {
        await connection.script('create schema older; set search_path = older')
        await migrateOn(
          connection,
          all.filter(({ name }) => name < '0079'),
        )
        await connection.script(rows)
        await migrateOn(connection, all)
        const links = await linksAfter(connection.orm, 0)
        const said = links.map(({ text }) => JSON.parse(text ?? '') as object)
        expect(said).toMatchObject([
          { record: 1, decision: 'accepted', acceptedAt: '2026-03-01T10:01:00.000Z' },
          { record: 3, decision: 'set by hand', withdrawnAt: null },
          { record: 3, decision: 'set by hand', withdrawnAt: '2026-03-02T11:30:00.000Z' },
          { record: 2, decision: 'accepted by staff', acceptedAt: '2026-03-02T12:00:00.000Z' },
        ])
        expect(JSON.stringify(said)).not.toContain('example.com')
        let root = ''
        for (const { text, hash } of links) {
          root = linkHash(root, text ?? '')
          expect(hash).toBe(root)
        }
        expect(await checkChain(connection.orm, goldPriceChain)).toMatchObject({
          links: 4,
          problem: null,
        })
      } finally {
        await connection.script('drop schema if exists older cascade; reset search_path')
      }
    })
  })
})
