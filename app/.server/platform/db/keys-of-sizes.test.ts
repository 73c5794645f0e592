import { readFileSync } from 'node:fs'
import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { keyedSizes } from '#app/domain/catalog/gold-size.ts'
import { onBothDatabases } from '#tests/support/databases.ts'
import { insertProducts } from '#tests/support/products.ts'
import { rows } from './database.ts'

const migration = readFileSync('db/migrations/0127_key_of_a_size.sql', 'utf8')

onBothDatabases('sizes of an older shop', (open) => {
  it('keep the ids that their feed gave them, where those fit; the rest get theirs from the label [SIZEURL-05]', async () => {
    const db = await open()
    const uuid = '123e4567-e89b-12d3-a456-426614174000'
    const size = (name: string) => ({ name: `Gold Size: ${name}`, option: 'Weight: 1g, Fee: $1' })
    const long = 'Extra large, on a 24 inch chain'
    await insertProducts(db, [
      { id: 'old', attributes: ['6½ inch', long, 'LARGE', 'Large', ' '].map(size) },
      { id: uuid, attributes: [...['Small', long].map(size), { name: 'Height', option: '2 mm' }] },
    ])
    await db.alone(async (connection) => {
      await connection.script('alter table product_attributes drop column size_key')
      await connection.script(`begin;\n${migration}\ncommit;`)
    })
    const stored = await rows<{ product_id: string; name: string; key: string | null }>(
      db.orm,
      sql`select product_id, name, size_key as key from product_attributes
          where product_id in ('old', ${uuid}) order by product_id collate "C", position`,
    )
    const keys = (id: string) =>
      stored.flatMap(({ product_id, key }) => (product_id === id ? [key] : []))
    expect(keys('old')).toEqual(['6½ inch', long, 'LARGE', null, null])
    expect(keys(uuid)).toEqual(['Small', null, null])
    const shown = keyedSizes(stored.filter(({ product_id }) => product_id === uuid))
    expect(shown.map(({ key }) => key)).toEqual(['Small', 'Extra-large'])
    await expect(
      db.orm.execute(
        sql`update product_attributes set size_key = 'large' where product_id = 'old'`,
      ),
    ).rejects.toThrow()
  })
})
