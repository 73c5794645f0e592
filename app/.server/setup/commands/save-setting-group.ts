import { inArray, sql } from 'drizzle-orm'
import { raiseAlert } from '#app/.server/alerts/raise-alert.ts'
import type { AppContext } from '#app/.server/app-context.ts'
import { type StaffWork, staffTransaction } from '#app/.server/audit-log/staff-transaction.ts'
import type { EmailGateway } from '#app/.server/emails/gateway/email-gateway.ts'
import type { Orm } from '#app/.server/platform/db/database.ts'
import { readSavedSettings, type SavedSetting } from '#app/.server/platform/db/saved-settings.ts'
import { savedSettings } from '#app/.server/platform/db/settings-schema.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import { AppError, NotAccepted, NotReached } from '#app/.server/platform/errors.ts'
import { seal } from '#app/.server/platform/sealed-text.ts'
import { namesIn, type SettingGroup } from '#app/contracts/setup/setting-names.ts'
import { applySavedSettings } from '../apply-saved-settings.ts'
import { isUntried, lastSaved, stateOf, withSaved } from '../saved-config.ts'
import { type SettingValues, submittedSettings } from '../submitted-settings.ts'
import { type TrySettings, triedPart, trySettings } from '../try-settings.ts'

type Change = {
  group: SettingGroup
  /** What the form held; null: all that is saved in the group is taken away. */
  typed: Readonly<Record<string, string>> | null
  /** What stood when the form was opened. */
  seen: string
  by: string
  /** Saved also where its provider cannot be reached [KEYTRY-02]. */
  anyway?: boolean
}

/** Tells an alert through a mail server that the shop went by until now [ALERT-09]. */
type TellThrough = (app: AppContext, former: EmailGateway, alertId: string) => Promise<void>

const notReadBack =
  'Saved. The database isn’t responding right now; the shop will use this as soon as it does.'

/**
 * Tries a group of settings, saves it encrypted, and the shop goes by it at once. False where it is saved
 * already [SETUP-02, KEYTRY-01].
 */
export async function saveSettingGroup(
  app: AppContext,
  change: Change,
  tellThrough: TellThrough,
  tryThem: TrySettings = trySettings,
): Promise<boolean> {
  const untried = !(await isTried(app, change, tryThem))
  const former = app.mail
  const stored = await staffTransaction(app, change, async (tx, staff) => {
    // One at a time, also where there is no row yet to lock.
    await tx.execute(sql`lock table saved_settings in share row exclusive mode`)
    return store(tx, app, staff, { ...change, untried })
  })
  if (!stored) return false
  await withDatabase(app, ({ orm }) => applySavedSettings(orm, app), notReadBack)
  const isSwapped = change.group === 'mail' && former !== app.mail
  if (former && isSwapped && stored.alert) await tellThrough(app, former, stored.alert)
  return true
}

/**
 * Whether what would be saved works, by a real call outside the transaction; false where its provider could
 * not be reached and an owner saves it anyway. What is not changed is tried where it never was.
 */
async function isTried(app: AppContext, change: Change, tryThem: TrySettings): Promise<boolean> {
  const { group, seen, by, anyway } = change
  const saved = await withDatabase(app, ({ orm }) => readSavedSettings(orm, app))
  const news = newsOf(app, saved, change)
  // Removed, not new, or of an old form, which is refused below.
  if (!change.typed || news.length === 0 || stateOf(saved, group) !== seen) return true
  const after = afterChange(saved, news, { at: app.now(), by })
  refuseUnusable(app, group, after)
  const { config } = withSaved(app.config, after)
  const isSame =
    JSON.stringify(triedPart(config, group)) === JSON.stringify(triedPart(app.config, group))
  if (isSame && !isUntried(saved, group)) return true
  const backupTo = after.find(({ name }) => name === 'BACKUP_TO')?.value ?? null
  try {
    await tryThem(app, { group, config, backupTo })
    return true
  } catch (error) {
    if (!(error instanceof NotAccepted)) throw error
    if (error instanceof NotReached && anyway) return false
    throw notSaved(error)
  }
}

function notSaved(error: NotAccepted): AppError {
  const errors = { [error.field]: error.message }
  return error instanceof NotReached
    ? new AppError('setting_untried', 409, `${error.message} Nothing was changed.`, {
        details: { errors, canSaveAnyway: true },
      })
    : new AppError('setting_refused', 422, `${error.message} Nothing was changed.`, {
        details: { errors },
      })
}

type News = [name: string, value: string | null][]

/** What differs from what is saved. What was never tried is news also where it is the same. */
function newsOf(app: AppContext, saved: readonly SavedSetting[], { group, typed }: Change): News {
  const values: SettingValues = typed
    ? submittedSettings(group, typed, { given: app.config.given, saved })
    : Object.fromEntries(namesIn(group).map((name) => [name, null]))
  const before = new Map(saved.map((each) => [each.name, each]))
  const isNews = (name: string, value: string | null) =>
    value === null ? before.has(name) : before.get(name)?.value !== value
  const untried = typed
    ? saved.filter(({ name, untried }) => untried && namesIn(group).includes(name))
    : []
  const again = untried.flatMap(({ name, value }): News => (name in values ? [] : [[name, value]]))
  return [
    ...Object.entries(values).filter(
      ([name, value]) => isNews(name, value) || untried.some((each) => each.name === name),
    ),
    ...again,
  ]
}

async function store(
  tx: Orm,
  app: AppContext,
  { at, audit }: StaffWork,
  change: Change & { untried: boolean },
) {
  const { group, seen, by, untried } = change
  const saved = await readSavedSettings(tx, app)
  const news = newsOf(app, saved, change)
  if (news.length === 0) return null
  if (stateOf(saved, group) !== seen) throw changedSinceLoaded(saved, group)
  refuseUnusable(app, group, afterChange(saved, news, { at, by }))
  const taken = news.flatMap(([name, value]) => (value === null ? [name] : []))
  if (taken.length > 0) await tx.delete(savedSettings).where(inArray(savedSettings.name, taken))
  const set = news.flatMap(([name, value]) => (value === null ? [] : [{ name, value }]))
  for (const { name, value } of set) {
    const row = { sealed: seal(app.secret, name, value), savedAt: at, savedBy: by, untried }
    await tx
      .insert(savedSettings)
      .values({ name, ...row })
      .onConflictDoUpdate({ target: savedSettings.name, set: row })
  }
  const facts = { group, saved: set.map(({ name }) => name), removed: taken }
  await audit({ action: 'settings.saved', facts })
  return { alert: await raiseAlert(tx, { kind: 'settings-saved', at, facts: { by, ...facts } }) }
}

function afterChange(
  saved: readonly SavedSetting[],
  news: News,
  { at, by }: { at: Date; by: string },
): SavedSetting[] {
  const changed = new Set(news.map(([name]) => name))
  return [
    ...saved.filter(({ name }) => !changed.has(name)),
    ...news.flatMap(([name, value]) =>
      value === null ? [] : [{ name, value, at, by, untried: false }],
    ),
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

function changedSinceLoaded(saved: readonly SavedSetting[], group: SettingGroup): AppError {
  const last = lastSaved(saved, group)
  return new AppError(
    'settings_changed',
    409,
    `${last?.by ?? 'Someone else'} changed these settings after you opened them. Please reload the page and check before you save. Nothing was changed.`,
  )
}
