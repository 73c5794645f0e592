import { asc, sql } from 'drizzle-orm'
import { unseal } from '../sealed-text.ts'
import type { ShopSecrets } from '../secret.ts'
import { type Orm, rows } from './database.ts'
import { savedSettings } from './settings-schema.ts'

/** `value` is null where it was saved with another secret of the shop, and cannot be read. */
export type SavedSetting = {
  name: string
  value: string | null
  at: Date
  by: string
  /** Its provider could not be reached when it was saved [KEYTRY-02]. */
  untried?: boolean
}

export async function readSavedSettings(orm: Orm, secrets: ShopSecrets): Promise<SavedSetting[]> {
  const stored = await orm.select().from(savedSettings).orderBy(asc(savedSettings.name))
  return stored.map(({ name, sealed, savedAt, savedBy, untried }) => ({
    name,
    value: unseal(secrets, name, sealed),
    at: savedAt,
    by: savedBy,
    untried,
  }))
}

/** For commands, which may meet a database of an older version of the shop. */
export async function hasSavedSettings(orm: Orm): Promise<boolean> {
  const [found] = await rows<{ there: boolean }>(
    orm,
    sql`select to_regclass('saved_settings') is not null as there`,
  )
  return found?.there ?? false
}
