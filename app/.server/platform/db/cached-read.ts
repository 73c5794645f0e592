import type { AppCache, AppContext } from '#app/.server/app-context.ts'
import type { Orm } from './database.ts'
import type { Area } from './revisions/revisions.ts'
import { withFallback } from './with-fallback.ts'

type Read<T> = { count: number; value: Promise<{ value: T } | null> }

/**
 * A reading that is kept until its area changes: however many ask, the database is asked once. While
 * changes may have been missed it is asked each time. Null where it cannot be read.
 */
export function cachedRead<T>(
  area: Area,
  read: (orm: Orm) => Promise<T>,
): (app: AppContext) => Promise<{ value: T } | null> {
  const kept = new WeakMap<AppCache, Read<T>>()
  return (app) => {
    const { cache, revisions } = app
    const known = kept.get(cache)
    const count = revisions.of(area)
    if (known?.count === count && revisions.isSure()) return known.value
    const value = withFallback(app, ({ orm }) => read(orm))
    const mine = { count, value }
    kept.set(cache, mine)
    // What failed is asked again by the next reader.
    const forget = () => {
      if (kept.get(cache) === mine) kept.delete(cache)
    }
    value.then((found) => found === null && forget(), forget)
    return value
  }
}

/**
 * The same for what is shown: as last read well while the database is unavailable, before that the
 * fallback. `remember` is for what was just saved.
 */
export function rememberedRead<T>(
  area: Area,
  read: (orm: Orm) => Promise<T>,
  fallback: T,
): { read: (app: AppContext) => Promise<T>; remember: (app: AppContext, value: T) => void } {
  const cached = cachedRead(area, read)
  const last = new WeakMap<AppCache, { value: T }>()
  return {
    async read(app) {
      const found = await cached(app)
      if (found) last.set(app.cache, found)
      return (found ?? last.get(app.cache) ?? { value: fallback }).value
    },
    remember: ({ cache }, value) => void last.set(cache, { value }),
  }
}
