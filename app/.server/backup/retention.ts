/** How many nights, and how many weeks before that, have a backup left. */
const [keptDays, keptWeeks] = [14, 8]

const named = /^four-nines-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z\.gz(?:\.age)?$/

/** four-nines-2026-03-11T08-00-12Z.gz, with .age where it is encrypted; sorted by name is by time. */
export function backupName(now: Date, isEncrypted: boolean): string {
  const moment = now.toISOString().slice(0, 19).replaceAll(':', '-')
  return `four-nines-${moment}Z.gz${isEncrypted ? '.age' : ''}`
}

export const isBackupName = (name: string) => named.test(name)

/**
 * Those that need not be kept: all but the newest of each of the last 14 days that have one, and of
 * each of the last 8 weeks that have one. Counted by the backups there are and not by today's date, so
 * that no clock set wrong and no month without backups deletes the last ones. Names of other
 * files are never among them.
 */
export function outlived(names: readonly string[]): string[] {
  const ours = names
    .filter((name) => named.test(name))
    .sort()
    .reverse()
  const kept = new Set<string>()
  for (const [periodOf, count] of [
    [dayOf, keptDays],
    [weekOf, keptWeeks],
  ] as const) {
    const newest = new Map<string, string>()
    for (const name of ours) {
      const period = periodOf(name)
      if (newest.size < count && !newest.has(period)) newest.set(period, name)
    }
    for (const name of newest.values()) kept.add(name)
  }
  return ours.filter((name) => !kept.has(name))
}

const dayOf = (name: string) => named.exec(name)?.[1] ?? ''

/** By its number since a Monday in 1970. */
function weekOf(name: string): string {
  const days = Date.parse(`${dayOf(name)}T00:00:00Z`) / 86_400_000
  return String(Math.floor((days + 3) / 7))
}
