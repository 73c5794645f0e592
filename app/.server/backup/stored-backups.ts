import { and, desc, eq, isNotNull } from 'drizzle-orm'
import type { Config } from '#app/.server/config.ts'
import { backupRuns } from '#app/.server/platform/db/backup-schema.ts'
import type { Orm } from '#app/.server/platform/db/database.ts'
import { storageDescription } from './backup-storage.ts'
import { isBackupName, outlived } from './retention.ts'

/** `isHere`: it was written to the place that is set now, so that the shop can read it. */
export type StoredBackup = { id: number; at: string; name: string; bytes: number; isHere: boolean }

/** Those written at night that are still kept, newest first; the others were deleted by the shop. */
export async function storedBackups(orm: Orm, to: Config['backup']['to']): Promise<StoredBackup[]> {
  const found = await written(orm)
  const places = Map.groupBy(found, ({ place }) => place)
  const gone = new Set(
    [...places].flatMap(([place, all]) =>
      outlived(all.map(({ name }) => name ?? '')).map((name) => `${place}/${name}`),
    ),
  )
  return found
    .filter(({ place, name }) => !gone.has(`${place}/${name}`))
    .map(({ id, at, name, bytes, place }) => ({
      id,
      at: at.toISOString(),
      name: name ?? '',
      bytes: bytes ?? 0,
      isHere: isHere(place, to),
    }))
}

/** Its name in the place that is set now, or null where it is not there. */
export async function storedName(
  orm: Orm,
  to: Config['backup']['to'],
  id: number,
): Promise<string | null> {
  const [found] = await written(orm, id)
  if (!found?.name || !isHere(found.place, to)) return null
  return isBackupName(found.name) ? found.name : null
}

const isHere = (place: string | null, to: Config['backup']['to']) =>
  to !== null && place === storageDescription(to)

function written(orm: Orm, only?: number) {
  const { id, kind, sha256, startedAt, name, bytes, place } = backupRuns
  return orm
    .select({ id, at: startedAt, name, bytes, place })
    .from(backupRuns)
    .where(
      and(eq(kind, 'nightly'), isNotNull(sha256), only === undefined ? undefined : eq(id, only)),
    )
    .orderBy(desc(startedAt), desc(id))
}
