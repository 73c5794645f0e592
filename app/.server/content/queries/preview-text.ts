import type { AppContext } from '#app/.server/app-context.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import { brandWith } from '#app/domain/content/brand-facts.ts'
import type { ShopTexts } from '#app/domain/content/shop-texts.ts'
import { type TextValues, valuesOf } from '#app/domain/content/text-field.ts'
import { localTime } from '#app/domain/time/local-time.ts'
import { brand, defaultBrand } from '#brand'
import { currentTexts } from '../current-texts.ts'
import { textDefinition } from '../definitions/definitions.ts'
import { draftOf } from '../text-rows.ts'

/** A shop in which this draft is published, and the page that shows it; null where there is none [TEXTS-03]. */
export async function previewText(
  app: AppContext,
  key: string,
): Promise<{ shop: AppContext; path: string } | null> {
  const definition = textDefinition(key)
  const draft =
    definition && (await withDatabase(app, ({ orm }) => draftOf(orm, { kind: 'shop', key })))
  if (!draft) return null
  const texts = await currentTexts(app)
  const isPost = definition.group === 'post'
  const fields = asShownNow(app, definition.key, isPost, valuesOf(definition.fields, draft.fields))
  const slug = isPost ? fields.slug : ''
  const previewTexts: ShopTexts = {
    ...texts,
    published: new Map(texts.published).set(key, { version: draft.seen, fields, at: draft.at }),
    brand: key === 'brand' ? brandWith(defaultBrand, fields) : texts.brand,
    slugs: slug ? new Map(texts.slugs).set(slug, key) : texts.slugs,
  }
  const shop = { ...app, previewTexts, contentSite: isPost ? null : app.contentSite }
  return { shop, path: slug ? `/blog/${slug}` : definition.path }
}

/** What is hidden or yet to come would not be seen. */
function asShownNow(app: AppContext, key: string, isPost: boolean, values: TextValues): TextValues {
  if (key === 'announcement') return { ...values, from: '', until: '' }
  if (!isPost) return values
  const { date = '', body = '' } = values
  const now = localTime(app.now(), brand.timeZone)
  return {
    ...values,
    shown: 'yes',
    date: date && date < now ? date : now,
    body: body || 'There’s nothing here yet.',
  }
}
