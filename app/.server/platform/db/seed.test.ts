import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { onBothDatabases } from '#tests/support/databases.ts'
import { emptyCatalog, insertProducts } from '#tests/support/products.ts'
import { rows } from './database.ts'
import { seed } from './seed.ts'

onBothDatabases('the seed', (open) => {
  it('is seeded once: what was deleted stays deleted, what was changed stays changed', async () => {
    const db = await open()
    await db.orm.execute(sql`delete from products where id <> '6'`)
    await db.orm.execute(sql`update products set name = 'Renamed'`)
    await db.orm.execute(sql`update shipping_settings set shipping_cost = 'Ten dollars'`)
    expect(await seed(db)).toBe(false)
    expect(await rows(db.orm, sql`select id, name from products`)).toEqual([
      { id: '6', name: 'Renamed' },
    ])
    expect(await rows(db.orm, sql`select shipping_cost from shipping_settings`)).toEqual([
      { shipping_cost: 'Ten dollars' },
    ])
  })

  it('leaves an emptied catalog empty', async () => {
    const db = await open()
    await emptyCatalog(db)
    expect(await seed(db)).toBe(false)
    expect(await rows(db.orm, sql`select count(*) as n from products`)).toEqual([{ n: 0 }])
  })

  it('adds no pendants to a catalog that was imported before the first start', async () => {
    const db = await open()
    await emptyCatalog(db)
    await db.orm.execute(sql`delete from seeds`)
    await insertProducts(db, [{ id: 'imported' }])
    expect(await seed(db)).toBe(true)
    expect(await rows(db.orm, sql`select id from products`)).toEqual([{ id: 'imported' }])
  })
})
