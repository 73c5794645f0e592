import { readFileSync } from 'node:fs'
import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { builtInPendants } from '#content/pendants/catalog.ts'
import { onBothDatabases } from '#tests/support/databases.ts'
import { type Database, rows } from './database.ts'

const migration = readFileSync('db/migrations/0009_pictures_for_drawings.sql', 'utf8')
const drawings = ['front', 'edge', 'scale'] as const
const [wave, snow] = builtInPendants

type Shown = { src: string; alt: string; order: number }

/** As the shop kept them before: three drawings a piece. */
async function withDrawings(db: Database): Promise<void> {
  await db.orm.execute(sql`delete from product_images`)
  for (const { id, slug } of builtInPendants) {
    for (const [order, view] of drawings.entries()) {
      await db.orm.execute(
        sql`insert into product_images (product_id, src, alt, "order")
            values (${id}, ${`/pendants/${slug}-${view}.svg`}, ${altBefore(slug, view)}, ${order})`,
      )
    }
  }
}

/** The words of a drawing, which the migration itself knows. */
function altBefore(slug: string, view: string): string {
  const [, alt] = new RegExp(`\\('${slug}', '${view}',\\s+'((?:[^']|'')*)'`).exec(migration) ?? []
  if (!alt) throw new Error(`the migration knows no words of ${slug}-${view}.svg`)
  return alt.replaceAll("''", "'")
}

const migrate = (db: Database) =>
  db.alone((connection) => connection.script(`begin;\n${migration}\ncommit;`))

const shown = (db: Database, id: string) =>
  rows<Shown>(
    db.orm,
    sql`select src, alt, "order" from product_images where product_id = ${id} order by "order"`,
  )

onBothDatabases('a shop that shows drawings', (open) => {
  it('shows the four pictures of each built-in piece, with their words [PIC-06]', async () => {
    const db = await open()
    await withDrawings(db)
    await migrate(db)
    for (const { id, slug } of builtInPendants) {
      const pictures = await shown(db, id)
      expect(pictures.map(({ src, order }) => [src, order])).toEqual([
        [`/pendants/${slug}-front.jpg`, 0],
        [`/pendants/${slug}-three-quarter.jpg`, 1],
        [`/pendants/${slug}-edge.jpg`, 2],
        [`/pendants/${slug}-scale.jpg`, 3],
      ])
      const words = drawings.map((view) => altBefore(slug, view))
      for (const { alt } of pictures) {
        expect(alt.length).toBeGreaterThan(40)
        expect(words).not.toContain(alt)
      }
    }
    const before = await rows(
      db.orm,
      sql`select * from product_images order by product_id, "order"`,
    )
    await migrate(db)
    expect(
      await rows(db.orm, sql`select * from product_images order by product_id, "order"`),
    ).toEqual(before)
  })

  it('keeps what staff chose: their words, their order, their own pictures [PIC-06]', async () => {
    if (!wave || !snow) throw new Error('no built-in pendants')
    const db = await open()
    await withDrawings(db)
    await db.orm.execute(
      sql`update product_images set alt = 'Our own words' where product_id = ${wave.id} and "order" = 0`,
    )
    await db.orm.execute(
      sql`delete from product_images where product_id = ${snow.id} and "order" = 1`,
    )
    await db.orm.execute(
      sql`update product_images set src = 'https://pictures.example/snow-line-front.svg'
          where product_id = ${snow.id} and "order" = 0`,
    )
    await migrate(db)
    const [first, second] = await shown(db, wave.id)
    expect(first).toMatchObject({ src: '/pendants/sound-wave-front.jpg', alt: 'Our own words' })
    expect(second).toMatchObject({ src: '/pendants/sound-wave-three-quarter.jpg', order: 1 })
    expect((await shown(db, snow.id)).map(({ src, order }) => [src, order])).toEqual([
      ['https://pictures.example/snow-line-front.svg', 0],
      ['/pendants/snow-line-scale.jpg', 2],
    ])
  })
})
