import { sql } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'

/** What the list asks for before a shop may be opened. */
export async function madeOwn({ db: { orm }, now }: AppContext): Promise<void> {
  const brand = {
    email: 'hello@tide-gold.com',
    phone: '(206) 441-2200',
    'address.street': '12 Pike Place',
  }
  await orm.execute(sql`insert into text_versions (kind, key, version, fields, at, by)
    values ('shop', 'brand', 1, ${JSON.stringify(brand)}::jsonb, ${now().toISOString()}::timestamptz, 'ann@example.com')`)
  await orm.execute(sql`update products set name = 'Our ' || name`)
}
