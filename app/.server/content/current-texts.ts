import type { MiddlewareFunction } from 'react-router'
import type { ShopTexts } from '#app/domain/content/shop-texts.ts'
import type { AppContext } from '../app-context.ts'
import { rememberedRead } from '../platform/db/cached-read.ts'
import { appContext } from '../platform/http/request-context.ts'
import { brandBecomes, withBrand } from '../platform/shop-brand.ts'
import { noTexts, readShopTexts } from './read-shop-texts.ts'

const published = rememberedRead('settings', readShopTexts, noTexts)

/**
 * What staff published, from memory until it changes; as last read well while the database is unavailable,
 * else the shipped texts [TEXTS-01].
 */
export async function currentTexts(app: AppContext): Promise<ShopTexts> {
  if (app.previewTexts) return app.previewTexts
  const read = await published.read(app)
  // What was made of the same texts is used further.
  if (app.cache.texts?.stamp === read.stamp) return app.cache.texts
  app.cache.texts = read
  brandBecomes(read.brand)
  return read
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
