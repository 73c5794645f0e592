import type { AppCache, AppContext } from '#app/.server/app-context.ts'
import type { Database } from './database.ts'
import { hasDatabase } from './with-database.ts'
import { databaseTrouble } from './wrong-setting.ts'

/**
 * Where the database took its time to fail, further reads pass it by for a while, so that pages
 * stay quick during an outage and the waiting ones do not pile up.
 */
const slowFailureMs = 1000
const passByMs = 2000

/** The present outage of each app, by its cache. */
const outages = new WeakMap<AppCache, { passByUntil: number; reason: string | null }>()

/** Why the database cannot be used just now; null where it can, or nothing is known. */
export const whyUnavailable = (app: Pick<AppContext, 'cache'>): string | null =>
  outages.get(app.cache)?.reason ?? null

/** The database was not there at the start; `whyUnavailable` tells why until it can be read. */
export function noteOutage(app: Pick<AppContext, 'cache'>, reason: string | null): void {
  outages.set(app.cache, { passByUntil: 0, reason })
}

/** The database can be used again; false where no outage was known. */
export const endOutage = (app: Pick<AppContext, 'cache'>): boolean => outages.delete(app.cache)

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
    if (endOutage(app)) app.log.info('the database can be read again')
    return { value }
  } catch (error) {
    const now = performance.now()
    if (!outages.has(app.cache)) {
      app.log.error({ err: error }, 'the database cannot be read; answering from memory')
    }
    const passByUntil = now - began > slowFailureMs ? now + passByMs : 0
    outages.set(app.cache, { passByUntil, reason: databaseTrouble(error) })
    app.revisions.missed()
    return null
  }
}
