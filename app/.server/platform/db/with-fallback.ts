import type { AppCache, AppContext } from '#app/.server/app-context.ts'
import type { Database } from './database.ts'
import { hasDatabase } from './with-database.ts'
import { wrongDatabaseSetting } from './wrong-setting.ts'

/**
 * Where the database took its time to fail, further reads pass it by for a while, so that pages
 * stay quick during an outage and the waiting ones do not pile up.
 */
const slowFailureMs = 1000
const passByMs = 2000

/** The present outage of each app, by its cache. */
const outages = new WeakMap<AppCache, { passByUntil: number; refusal: string | null }>()

/** Why the database refuses the shop just now; null where it does not, or does not answer. */
export const databaseRefusal = (app: Pick<AppContext, 'cache'>): string | null =>
  outages.get(app.cache)?.refusal ?? null

/**
 * What was read, or null where there is no database or it fails; then the caller answers with what
 * it has [D19]. An outage is logged when it begins and when it ends, not at each read.
 */
export async function withFallback<T>(
  app: AppContext,
  read: (db: Database) => Promise<T>,
): Promise<{ value: T } | null> {
  if (!hasDatabase(app)) return null
  const began = performance.now()
  const outage = outages.get(app.cache)
  if (outage && began < outage.passByUntil) {
    app.revisions.missed()
    return null
  }
  try {
    const value = await read(app.db)
    if (outages.delete(app.cache)) app.log.info('the database can be read again')
    return { value }
  } catch (error) {
    const now = performance.now()
    if (!outages.has(app.cache)) {
      app.log.error({ err: error }, 'the database cannot be read; answering from memory')
    }
    const passByUntil = now - began > slowFailureMs ? now + passByMs : 0
    outages.set(app.cache, { passByUntil, refusal: wrongDatabaseSetting(error) })
    app.revisions.missed()
    return null
  }
}
