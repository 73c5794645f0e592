import { readFileSync } from 'node:fs'
import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { builtInPendants } from '#content/pendants/catalog.ts'
import { onBothDatabases } from '#tests/support/databases.ts'
import { type Database, rows } from './database.ts'

const migration = readFileSync('db/migrations/0086_worn_pictures.sql', 'utf8')

const migrate = (db: Database) =>
  db.alone((connection) => connection.script(`begin;\n${migration}\ncommit;`))

/** As the shop kept them before: four pictures a piece. */
const withoutWorn = (db: Database) =>
  db.orm.execute(sql`delete from product_images where src like '%-body.jpg'`)

const shown = (db: Database) =>
  rows<{ product_id: string; src: string; alt: string; order: number }>(
    db.orm,
    sql`select product_id, src, alt, "order" from product_images
        order by product_id collate "C", "order"`,
  )

const worn = async (db: Database) =>
  (await shown(db))
    .filter(({ src }) => src.endsWith('-body.jpg'))
    .map(({ product_id }) => product_id)

const builtIn = builtInPendants
  .flatMap(({ id, images }) =>
    images.map(({ src, alt, order }) => ({ product_id: id, src, alt, order })),
  )
  .sort((a, b) => Number(a.product_id > b.product_id) - Number(a.product_id < b.product_id))

onBothDatabases('a shop whose pieces are not seen as worn', (open) => {
  it('shows of each what a new shop shows, once [BODY-02]', async () => {
    const db = await open()
    await withoutWorn(db)
    expect(await worn(db)).toEqual([])
    await migrate(db)
    expect(await shown(db)).toEqual(builtIn)
    await migrate(db)
    expect(await shown(db)).toEqual(builtIn)
  })

  it('leaves the pieces whose pictures, measures or chain staff changed [BODY-02]', async () => {
    const db = await open()
    await withoutWorn(db)
    const option = (id: string, name: string, value: string) =>
      db.orm.execute(
        sql`update product_attributes set option = ${value}
            where product_id = ${id} and name = ${name}`,
      )
    await db.orm.execute(sql`delete from product_images where product_id = '5' and "order" = 3`)
    await db.orm.execute(
      sql`insert into product_images (product_id, src, alt, "order")
          values ('6', '/media/ours.jpg', 'Ours', 4)`,
    )
    await option('7', 'Width: Small', '9.5 mm')
    await option('8', 'Chain', '20-inch cable chain, 14k yellow gold, 1.2 mm')
    await db.orm.execute(
      sql`delete from product_attributes where product_id = '9' and name = 'Chain'`,
    )
    // The same length, with what the launch check asks for; and another word of a picture.
    await option('10', 'Chain', 'Cable chain, 14k yellow gold, 18 inches, 1.2 mm')
    await db.orm.execute(
      sql`update product_images set alt = 'Our own words' where product_id = '11' and "order" = 0`,
    )
    await migrate(db)
    expect(await worn(db)).toEqual(['10', '11', '12'])
  })

  it('that sells none of the built-in pieces stays as it is [BODY-02]', async () => {
    const db = await open()
    await db.orm.execute(sql`delete from products`)
    await migrate(db)
    expect(await shown(db)).toEqual([])
  })
})
