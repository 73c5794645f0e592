import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { namesIn, type SettingGroup, settingGroups } from '#app/contracts/setup/setting-names.ts'
import { checkBackupKey } from '../backup/encryption.ts'
import { type Config, ConfigError } from '../config.ts'
import { checkLabelSettings } from '../fulfillment/gateway/choose-labels.ts'
import { checkPaymentSettings } from '../payments/gateway/choose-payments.ts'
import { type Orm, rows } from '../platform/db/database.ts'
import type { SavedSetting } from '../platform/db/saved-settings.ts'

/** By group, why what is saved there is not used. */
export type SettingProblems = Partial<Record<SettingGroup, string>>

/** The settings a shop goes by: those of the environment, and below them what is saved [SETUP-03]. */
export type SavedConfig = { config: Config; problems: SettingProblems }

/**
 * Puts what is saved below the environment, group by group: one that cannot be used is left out with
 * the sentence that says why, and the others stand.
 */
export function withSaved(base: Config, saved: readonly SavedSetting[]): SavedConfig {
  const problems: SettingProblems = {}
  let taken: Record<string, string> = {}
  for (const group of settingGroups) {
    const names = namesIn(group).filter((name) => !base.given.has(name))
    const own = saved.filter(({ name }) => names.includes(name))
    const unread = own.find(({ value }) => value === null)
    if (unread) {
      problems[group] =
        `${unread.name} was saved with another SESSION_SECRET and cannot be read. Enter it again.`
      continue
    }
    const values = Object.fromEntries(own.map(({ name, value }) => [name, value ?? '']))
    const problem = own.length > 0 ? problemOf(base, { ...taken, ...values }) : null
    if (problem) problems[group] = problem
    else taken = { ...taken, ...values }
  }
  const config = taking(base, taken)
  // No backup goes out in plain where owners had a key for it.
  const hasKey = saved.some(({ name }) => name === 'BACKUP_KEY') && !base.given.has('BACKUP_KEY')
  if (!problems.backup || !hasKey) return { config, problems }
  return { config: { ...config, backup: { ...config.backup, to: null } }, problems }
}

/** What each group may change; the rest is the environment's alone. */
function taking(base: Config, saved: Readonly<Record<string, string>>): Config {
  const hasSaved = Object.keys(saved).length > 0
  if (!hasSaved && !base.hasSaved) return base
  const { stripe, labels, mail: email, gold, backup } = base.over(saved)
  return { ...base, stripe, labels, mail: email, gold, backup, hasSaved }
}

function problemOf(base: Config, saved: Readonly<Record<string, string>>): string | null {
  try {
    const config = taking(base, saved)
    checkPaymentSettings(config)
    checkLabelSettings(config)
    checkBackupKey(config.backup.key)
    return null
  } catch (error) {
    if (error instanceof ConfigError) return `${error.message}.`
    throw error
  }
}

/** Names what is saved in a group at one moment, so that of two owners the second is told. */
export function stateOf(saved: readonly SavedSetting[], group: SettingGroup): string {
  const names = namesIn(group)
  const rows = saved
    .filter(({ name }) => names.includes(name))
    .map(({ name, at, by }) => [name, at.toISOString(), by])
  return createHash('sha256').update(JSON.stringify(rows)).digest('base64url').slice(0, 22)
}

/** Whether the group was saved without being tried [KEYTRY-02]. */
export function isUntried(saved: readonly SavedSetting[], group: SettingGroup): boolean {
  const names = namesIn(group)
  return saved.some(({ name, untried }) => untried && names.includes(name))
}

/** Who saved the group last, and when. */
export function lastSaved(
  saved: readonly SavedSetting[],
  group: SettingGroup,
): { at: Date; by: string } | null {
  const names = namesIn(group)
  const [last] = saved
    .filter(({ name }) => names.includes(name))
    .toSorted((one, other) => other.at.getTime() - one.at.getTime())
  return last ? { at: last.at, by: last.by } : null
}

/**
 * Where a saved key cannot be used, or the shop has sold and its key is gone (a restore brings none),
 * nobody pays: a test payment would count as one, and gold be sent for it [SETUP-05].
 */
export async function arePaymentsClosed(
  orm: Orm,
  { config, problems }: SavedConfig,
): Promise<boolean> {
  if (config.stripe) return false
  if (problems.payments !== undefined) return true
  if (!config.testPaymentsUntilKey) return false
  const [found] = await rows<{ any: boolean }>(
    orm,
    sql`select exists (select from orders where livemode) as any`,
  )
  return found?.any ?? false
}
