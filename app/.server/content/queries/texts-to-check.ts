import { sql } from 'drizzle-orm'
import { type Orm, rows } from '#app/.server/platform/db/database.ts'
import { brandWith } from '#app/domain/content/brand-facts.ts'
import { defaultBrand, placeholders } from '#brand'
import { textDefinitions } from '../definitions/definitions.ts'
import { postDefinition, postId } from '../definitions/post-definition.ts'
import { readShopTexts } from '../read-shop-texts.ts'

/** The texts and facts still missing before a shop's first sale [TEXTS-05]. */
export async function textsToCheck(orm: Orm) {
  const { published } = await readShopTexts(orm)
  const read = await rows<{ key: string; version: number }>(
    orm,
    sql`select key, max(version) as version from shop_text_readings group by key`,
  )
  const brand = brandWith(defaultBrand, published.get('brand')?.fields ?? {})
  const isRead = (key: string) =>
    read.some((each) => each.key === key && each.version === (published.get(key)?.version ?? 0))
  const ofPosts = read.flatMap(({ key }) => postId(key) ?? []).map((id) => postDefinition(id))
  return {
    brand,
    placeholders: placeholders.filter(
      (name) => JSON.stringify(brand[name]) === JSON.stringify(defaultBrand[name]),
    ),
    readFiles: new Set(
      [...textDefinitions, ...ofPosts].flatMap(({ key, file }) =>
        file !== null && isRead(key) ? [file] : [],
      ),
    ),
    /** Names of policies that were changed since a lawyer read them. */
    changed: textDefinitions
      .filter(({ key, isLegal }) => isLegal && published.has(key) && !isRead(key))
      .map(({ name }) => name),
  }
}

export type TextsToCheck = Awaited<ReturnType<typeof textsToCheck>>
