import { inArray, sql } from 'drizzle-orm'
import { raiseAlert } from '#app/.server/alerts/raise-alert.ts'
import type { AppContext } from '#app/.server/app-context.ts'
import { adminActor, recordAuditEvent } from '#app/.server/audit-log/record-event.ts'
import type { Orm } from '#app/.server/platform/db/database.ts'
import { readSavedSettings, type SavedSetting } from '#app/.server/platform/db/saved-settings.ts'
import { savedSettings } from '#app/.server/platform/db/saved-settings-schema.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import { AppError } from '#app/.server/platform/errors.ts'
import { seal } from '#app/.server/platform/sealed-text.ts'
import { namesIn, type SettingGroup } from '#app/contracts/saved-settings.ts'
import { applySavedSettings } from '../apply-saved-settings.ts'
import { lastSaved, stateOf, withSaved } from '../saved-config.ts'
import { type SettingValues, typedSettings } from '../typed-settings.ts'

type Change = {
  group: SettingGroup
  /** What the form held; null: all that is saved in the group is taken away. */
  typed: Readonly<Record<string, string>> | null
  /** What stood when the form was opened. */
  seen: string
  by: string
}

const notReadBack =
  'It is saved. The database does not answer now; the shop goes by it as soon as it does.'

/**
 * Saves a group of settings encrypted, and the shop goes by them at once. False where they stand
 * already [SETUP-02].
 */
export async function saveSettingGroup(app: AppContext, change: Change): Promise<boolean> {
  const isNew = await withDatabase(app, ({ orm }) =>
    orm.transaction(async (tx) => {
      // One at a time, also where there is no row yet to lock.
      await tx.execute(sql`lock table saved_settings in share row exclusive mode`)
      return store(app, tx, change)
    }),
  )
  if (isNew) await withDatabase(app, ({ orm }) => applySavedSettings(app, orm), notReadBack)
  return isNew
}

async function store(app: AppContext, tx: Orm, { group, seen, by, typed }: Change) {
  const saved = await readSavedSettings(tx, app)
  const { given } = app.config
  const values: SettingValues = typed
    ? typedSettings(group, typed, { given, saved })
    : Object.fromEntries(namesIn(group).map((name) => [name, null]))
  const before = new Map(saved.map((each) => [each.name, each]))
  const isNews = (name: string, value: string | null) =>
    value === null ? before.has(name) : before.get(name)?.value !== value
  const news = Object.entries(values).filter(([name, value]) => isNews(name, value))
  if (news.length === 0) return false
  if (stateOf(saved, group) !== seen) throw changedMeanwhile(saved, group)
  const at = app.now()
  refuseUnusable(app, group, afterChange(saved, news, { at, by }))
  const taken = news.flatMap(([name, value]) => (value === null ? [name] : []))
  if (taken.length > 0) await tx.delete(savedSettings).where(inArray(savedSettings.name, taken))
  const set = news.flatMap(([name, value]) => (value === null ? [] : [{ name, value }]))
  for (const { name, value } of set) {
    const row = { sealed: seal(app.secret, name, value), savedAt: at, savedBy: by }
    await tx
      .insert(savedSettings)
      .values({ name, ...row })
      .onConflictDoUpdate({ target: savedSettings.name, set: row })
  }
  const facts = { group, saved: set.map(({ name }) => name), removed: taken }
  await recordAuditEvent(tx, { at, actor: adminActor(by), action: 'settings.saved', facts })
  await raiseAlert(tx, { kind: 'settings-saved', at, facts: { by, ...facts } })
  return true
}

function afterChange(
  saved: readonly SavedSetting[],
  news: readonly (readonly [name: string, value: string | null])[],
  { at, by }: { at: Date; by: string },
): SavedSetting[] {
  const changed = new Set(news.map(([name]) => name))
  return [
    ...saved.filter(({ name }) => !changed.has(name)),
    ...news.flatMap(([name, value]) => (value === null ? [] : [{ name, value, at, by }])),
  ]
}

/** In the words of the settings themselves, and beside the field that they name. */
function refuseUnusable(app: AppContext, group: SettingGroup, saved: SavedSetting[]): void {
  const problem = withSaved(app.config, saved).problems[group]
  if (!problem) return
  const named = namesIn(group).find((name) => problem.startsWith(name))
  throw new AppError('setting_wrong', 422, `${problem} Nothing was changed.`, {
    details: named ? { errors: { [named]: problem } } : {},
  })
}

function changedMeanwhile(saved: readonly SavedSetting[], group: SettingGroup): AppError {
  const last = lastSaved(saved, group)
  return new AppError(
    'settings_changed',
    409,
    `${last?.by ?? 'Somebody else'} has changed these settings since you opened them. Please load the page again and look before you save. Nothing was changed.`,
  )
}
