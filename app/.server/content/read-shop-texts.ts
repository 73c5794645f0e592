import { inArray, sql } from 'drizzle-orm'
import { mediaAddress } from '#app/domain/catalog/media.ts'
import { brandWith } from '#app/domain/content/brand-facts.ts'
import type { PublishedText, ShopTexts } from '#app/domain/content/shop-texts.ts'
import type { TextValues } from '#app/domain/content/text-field.ts'
import { defaultBrand } from '#brand'
import { type Orm, rows } from '../platform/db/database.ts'
import { media } from '../platform/db/media-schema.ts'

type Row = { key: string; version: number; fields: TextValues | null; at: string }

export const noTexts: ShopTexts = {
  published: new Map(),
  brand: null,
  slugs: new Map(),
  stamp: '',
}

/** The latest version of every text, with the pictures as they are cut now. */
export async function readShopTexts(orm: Orm): Promise<ShopTexts> {
  const latest = await rows<Row>(
    orm,
    sql`select distinct on (key) key, version, fields, to_char(at at time zone 'UTC',
          'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at
        from text_versions where kind = 'shop' order by key, version desc`,
  )
  if (latest.length === 0) return noTexts
  const slugs = await rows<{ slug: string; key: string }>(
    orm,
    sql`select fields->>'slug' as slug, key from text_versions
        where kind = 'shop' and key like 'post-%' and fields->>'slug' <> '' order by at, version`,
  )
  const published = await withPresentPictures(orm, latest)
  return textsFrom(published, slugs)
}

function textsFrom(
  latest: readonly Row[],
  slugs: readonly { slug: string; key: string }[],
): ShopTexts {
  const published = new Map<string, PublishedText>(
    latest.map(({ key, version, fields, at }) => [key, { version, fields, at: new Date(at) }]),
  )
  const brand = published.get('brand')
  return {
    published,
    brand: brand ? brandWith(defaultBrand, brand.fields ?? {}) : null,
    // Later versions come later: who has an address now keeps it.
    slugs: new Map(slugs.map(({ slug, key }) => [slug, key])),
    stamp: JSON.stringify([latest, slugs]),
  }
}

const upload = /\/media\/([\da-f]{16})-[\w-]+\.jpg/g

/** The address of an upload tells how it is cut; a text may have been written before the last cut. */
export async function withPresentPictures<Row extends { fields: TextValues | null }>(
  orm: Orm,
  found: readonly Row[],
): Promise<Row[]> {
  const ids = new Set(
    found.flatMap(({ fields }) =>
      Object.values(fields ?? {}).flatMap((value) =>
        [...value.matchAll(upload)].map(([, id = '']) => id),
      ),
    ),
  )
  if (ids.size === 0) return [...found]
  const pictures = await orm
    .select()
    .from(media)
    .where(inArray(media.id, [...ids]))
  const present = new Map(
    pictures.map(({ focusX, focusY, ...row }) => [
      row.id,
      mediaAddress({ ...row, focus: { x: focusX, y: focusY } }),
    ]),
  )
  const renewed = (value: string) =>
    value.replaceAll(upload, (address, id: string) => present.get(id) ?? address)
  return found.map((row) => ({
    ...row,
    fields:
      row.fields &&
      Object.fromEntries(Object.entries(row.fields).map(([name, value]) => [name, renewed(value)])),
  }))
}
