import type { MiddlewareFunction } from 'react-router'
import type { ShopTexts } from '#app/domain/content/shop-texts.ts'
import type { AppContext } from '../app-context.ts'
import { cachedRead } from '../platform/db/cached-read.ts'
import { appContext } from '../platform/http/request-context.ts'
import { brandBecomes, withBrand } from '../platform/shop-brand.ts'
import { noTexts, readShopTexts } from './read-shop-texts.ts'

const read = cachedRead('settings', readShopTexts)

/**
 * What staff published, from memory until it changes; as last read well while the database is away,
 * else the shipped texts [TEXTS-01].
 */
export async function currentTexts(app: AppContext): Promise<ShopTexts> {
  if (app.previewTexts) return app.previewTexts
  const found = await read(app)
  if (!found) return app.cache.texts ?? noTexts
  // The same again: what was made of it stands too.
  if (app.cache.texts?.stamp !== found.value.stamp) {
    app.cache.texts = found.value
    brandBecomes(found.value.brand)
  }
  return app.cache.texts
}

const healthChecks = ['/healthz', '/readyz']

/** Of every route: from here on `brand` is what was saved [BRANDING-01]. */
export const withSavedBrand: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  // These tell of the database themselves, and wait for nothing.
  if (healthChecks.includes(new URL(request.url).pathname)) return next()
  const { brand } = await currentTexts(context.get(appContext))
  return withBrand(brand, next)
}

const made = new WeakMap<ShopTexts, Map<string, unknown>>()

/** Made of the texts once, however often it is asked for. */
export function madeOnce<T>(texts: ShopTexts, name: string, make: () => T): T {
  const known = made.get(texts) ?? new Map<string, unknown>()
  made.set(texts, known)
  if (!known.has(name)) known.set(name, make())
  return known.get(name) as T
}
