import { readFileSync } from 'node:fs'
import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { builtInPendants } from '#content/pendants/catalog.ts'
import { onBothDatabases } from '#tests/support/databases.ts'
import { type Database, rows } from './database.ts'

const migration = readFileSync('db/migrations/0018_dimensions_of_small.sql', 'utf8')

const migrate = (db: Database) =>
  db.alone((connection) => connection.script(`begin;\n${migration}\ncommit;`))

/** As the shop kept them before: dimensions of Large alone. */
const withoutSmall = (db: Database) =>
  db.orm.execute(
    sql`delete from product_attributes where name in ('Height: Small', 'Width: Small', 'Depth: Small')`,
  )

const attributes = (db: Database) =>
  rows<{ product_id: string; name: string; option: string; position: number }>(
    db.orm,
    sql`select product_id, name, option, position from product_attributes
        order by product_id collate "C", position`,
  )

const change = (db: Database, id: string, name: string, option: string) =>
  db.orm.execute(
    sql`update product_attributes set option = ${option} where product_id = ${id} and name = ${name}`,
  )

const builtIn = builtInPendants
  .flatMap(({ id, attributes }) =>
    attributes.map(({ name, option }, position) => ({ product_id: id, name, option, position })),
  )
  .sort((a, b) => Number(a.product_id > b.product_id) - Number(a.product_id < b.product_id))

onBothDatabases('a shop whose dimensions are those of Large alone', (open) => {
  it('has those of Small that a new shop has, once [PDP-23]', async () => {
    const db = await open()
    await withoutSmall(db)
    expect(await attributes(db)).toHaveLength(builtIn.length - 3 * builtInPendants.length)
    await migrate(db)
    expect(await attributes(db)).toEqual(builtIn)
    await migrate(db)
    expect(await attributes(db)).toEqual(builtIn)
  })

  it('has them also where staff changed a fee, the order or other rows [PDP-23]', async () => {
    const db = await open()
    await withoutSmall(db)
    await change(db, '5', 'Gold Size: Small', 'Weight: 14.7g, Fee: $800')
    await change(db, '5', 'Finish', 'Satin')
    await db.orm.execute(
      sql`update product_attributes set position = 40 where product_id = '5' and name = 'Height'`,
    )
    await migrate(db)
    const last = (await attributes(db)).filter(({ product_id }) => product_id === '5').slice(-4)
    expect(last.map(({ name, option, position }) => [name, option, position])).toEqual([
      ['Height', '24 mm', 40],
      ['Height: Small', '19.2 mm', 41],
      ['Width: Small', '19.2 mm', 42],
      ['Depth: Small', '2.7 mm', 43],
    ])
  })

  it('keeps the dimensions and weights that staff wrote, and adds none to them [PDP-23]', async () => {
    const db = await open()
    await withoutSmall(db)
    await change(db, '5', 'Height', '25 mm')
    await change(db, '6', 'Gold Size: Small', 'Weight: 16g, Fee: $650')
    await change(db, '7', 'Gold Size: Large', 'Weight: 28.45g, Fee: $1250')
    await change(db, '8', 'Depth', '')
    await db.orm.execute(
      sql`delete from product_attributes where product_id = '9' and name = 'Width'`,
    )
    await db.orm.execute(
      sql`update product_attributes set name = 'Gold Size: Petite'
          where product_id = '10' and name = 'Gold Size: Small'`,
    )
    await db.orm.execute(
      sql`insert into product_attributes (product_id, name, option, position)
          values ('11', 'Height: Small', '21 mm', 20), ('12', 'Height', '26.5 mm', 20)`,
    )
    const before = await attributes(db)
    await migrate(db)
    expect(await attributes(db)).toEqual(before)
  })

  it('that sells none of the built-in pieces stays as it is [PDP-23]', async () => {
    const db = await open()
    await db.orm.execute(sql`delete from products`)
    await migrate(db)
    expect(await attributes(db)).toEqual([])
  })
})
