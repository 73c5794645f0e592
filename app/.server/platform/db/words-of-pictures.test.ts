import { readFileSync } from 'node:fs'
import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { builtInPendants } from '#content/pendants/catalog.ts'
import { onBothDatabases } from '#tests/support/databases.ts'
import { type Database, rows } from './database.ts'

const migration = readFileSync('db/migrations/0010_words_of_pictures.sql', 'utf8')
const renewed = [...migration.matchAll(/\('(\S+\.jpg)',\s+'(.+)',\s+'(.+)'\)/g)].map(
  ([, address = '', before = '', now = '']) => ({ address, before, now }),
)

const migrate = (db: Database) =>
  db.alone((connection) => connection.script(`begin;\n${migration}\ncommit;`))

const shown = (db: Database) =>
  rows<{ src: string; alt: string }>(
    db.orm,
    sql`select src, alt from product_images order by product_id, "order"`,
  )

onBothDatabases('a shop whose pictures have the words of those before', (open) => {
  it('says of each what a new shop says, and leaves what staff wrote [PIC-06]', async () => {
    const db = await open()
    expect(renewed.length).toBeGreaterThan(5)
    const words = await shown(db)
    for (const { address, before } of renewed) {
      await db.orm.execute(sql`update product_images set alt = ${before} where src = ${address}`)
    }
    const [own] = renewed
    await db.orm.execute(
      sql`update product_images set alt = 'Our own words' where src = ${own?.address}`,
    )
    await migrate(db)
    expect(await shown(db)).toEqual(
      words.map(({ src, alt }) => ({ src, alt: src === own?.address ? 'Our own words' : alt })),
    )
  })

  it('describes the built-in catalog as it is [PIC-06]', () => {
    const images = builtInPendants.flatMap((piece) => piece.images)
    for (const { address, now } of renewed) {
      expect(images.find(({ src }) => src === address)?.alt).toBe(now)
    }
  })
})
