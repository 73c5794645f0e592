import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { onBothDatabases } from '#tests/support/databases.ts'
import { memoryDatabase } from '#tests/support/memory-database.ts'
import { rows } from './database.ts'
import { vacuumChanged } from './vacuum.ts'

onBothDatabases('rows that were replaced', (open) => {
  it('are cleared from the embedded database, which has no autovacuum, once there are many [SCALE-05]', async () => {
    const db = await open()
    const closing = new AbortController().signal
    const visiblePages = async () => {
      const [found] = await rows<{ pages: number }>(
        db.orm,
        sql`select relallvisible as pages from pg_class where relname = 'products'`,
      )
      return found?.pages
    }
    expect(await vacuumChanged({ db, closing })).not.toContain('products')
    await db.orm.execute(sql`
      insert into products (id, name, slug, price, created_at)
      select 'n' || n, 'Number ' || n, 'n-' || n, 10, now() from generate_series(1, 1000) n`)
    await db.orm.execute(sql`update products set name = name || '!' where id like 'n%'`)
    const done = await vacuumChanged({ db, closing })
    if (db.engine !== 'embedded') {
      expect(done).toEqual([])
      return
    }
    expect(done).toContain('products')
    expect(await visiblePages()).toBeGreaterThan(0)
    expect(await vacuumChanged({ db, closing })).toEqual([])
  })
})

describe('the embedded database', () => {
  it('vacuums a table that an update of the program rewrote [SCALE-05]', async () => {
    const db = await memoryDatabase()
    const closing = new AbortController().signal
    await db.orm.execute(sql`
      insert into products (id, name, slug, price, created_at)
      select 'n' || n, 'Number ' || n, 'n-' || n, 10, now() from generate_series(1, 8000) n`)
    expect(await vacuumChanged({ db, closing })).toContain('products')
    // Its rows count as neither inserted nor changed, and a process that begins has counted none.
    await db.orm.execute(
      sql`alter table products add column anew double precision default random()`,
    )
    await db.orm.execute(sql`analyze products`)
    await db.orm.execute(sql`select pg_stat_reset()`)
    expect(await vacuumChanged({ db, closing })).toEqual(['products'])
    expect(await vacuumChanged({ db, closing })).toEqual([])
    // The counts that were reset would have told that the schema changed: no other test gets this one.
    await db.orm.execute(sql`alter table products drop column anew`)
    await db.close()
  })

  it('begins with no table while the shop is being closed', async () => {
    const db = await memoryDatabase()
    await db.orm.execute(sql`
      insert into products (id, name, slug, price, created_at)
      select 'n' || n, 'Number ' || n, 'n-' || n, 10, now() from generate_series(1, 1000) n`)
    expect(await vacuumChanged({ db, closing: AbortSignal.abort() })).toEqual([])
    await db.close()
  })
})
