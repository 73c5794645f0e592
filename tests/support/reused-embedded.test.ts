import { sql } from 'drizzle-orm'
import { afterAll, describe, expect, it } from 'vitest'
import { type Database, rows } from '#app/.server/platform/db/database.ts'
import { seededFiles } from './once-per-run.ts'
import { reusedEmbedded } from './reused-embedded.ts'

const again = reusedEmbedded(seededFiles)
afterAll(() => again.close())

const tables = [
  'products',
  'product_attributes',
  'seeds',
  'paracord_options',
  'gold_prices',
  'schema_migrations',
]

/** All that a test may look at: rows with what is generated of them, and where counters stand. */
async function everything({ orm }: Database): Promise<unknown> {
  const found: unknown[] = []
  for (const table of tables) {
    const name = sql.identifier(table)
    found.push(await rows(orm, sql`select t::text as row from ${name} as t order by 1`))
  }
  return [found, await rows(orm, sql`select sequencename, last_value from pg_sequences order by 1`)]
}

const anEvent = sql`insert into audit_log (actor_type, actor_id, action, at) values ('admin', 'x', 'x', now()) returning id`

describe('an embedded database used again', () => {
  it('is as it was at its beginning: rows, counters, settings', async () => {
    const first = await again.open()
    const before = await everything(first)
    await first.orm.execute(sql`update products set name = 'Another', active = false`)
    await first.orm.execute(sql`delete from product_attributes`)
    await first.orm.execute(anEvent)
    await first.orm.execute(sql`set time zone 'Asia/Tokyo'`)
    await first.orm.execute(sql`begin`)
    await first.close()

    const second = await again.open()
    expect(await everything(second)).toEqual(before)
    expect(await rows(second.orm, sql`show time zone`)).toEqual([{ TimeZone: 'UTC' }])
    expect(await rows(second.orm, anEvent)).toEqual([{ id: 1 }])
    await second.close()
  })

  it('is closed to whoever had it before, who hears nothing of it', async () => {
    const heard: string[] = []
    const first = await again.open()
    await first.listen('gold_price', (payload) => heard.push(payload))
    await first.close()
    const second = await again.open()
    const told = new Promise((resolve) => second.listen('gold_price', resolve))
    await second.orm.execute(sql`select 1`)
    await second.orm.execute(sql`select pg_notify('gold_price', 'now')`)
    expect(await told).toBe('now')
    expect(heard).toEqual([])
    await expect(Promise.resolve(first.orm.execute(sql`select 1`))).rejects.toThrow()
    await second.close()
  })

  it('is another one where the test before changed the schema, or has not closed its own', async () => {
    const first = await again.open()
    await first.orm.execute(sql`alter table products drop constraint products_pkey cascade`)
    await first.close()
    const second = await again.open()
    const keys = sql`select 1 as one from pg_constraint where conname = 'products_pkey'`
    expect(await rows(second.orm, keys)).toEqual([{ one: 1 }])
    const third = await again.open()
    await third.orm.execute(sql`delete from product_attributes`)
    const left = await rows(second.orm, sql`select count(*) as n from product_attributes`)
    expect(Number(left[0]?.n)).toBeGreaterThan(0)
    await third.close()
    await second.close()
  })
})
