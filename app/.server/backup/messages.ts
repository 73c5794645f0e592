import { isRole, roleNames } from '#app/domain/access/rights.ts'
import type { Config } from '../config.ts'
import type { BackupContents } from './backup-file.ts'
import type { Restore, Restored } from './restore.ts'
import type { ShopSummary } from './shop-summary.ts'

export type WrittenBackup = {
  bytes: number
  isEncrypted: boolean
  contents: BackupContents
  summary: ShopSummary
  /** Whether the audit log has it; the backup is as good without. */
  recorded: boolean
}

/** What the owner reads of a new backup. */
export function backupMessage(
  { bytes, isEncrypted, contents, summary, recorded }: WrittenBackup,
  { file, config }: { file: string; config: Config },
): string[] {
  const { header, tables } = contents
  const rows = [...tables.values()].reduce((sum, table) => sum + table.rows, 0)
  return [
    `Backup written and read back: ${file} (${(bytes / 1_000_000).toFixed(2)} MB)`,
    `It holds the shop of ${moment(header.createdAt)}: ${summarized(summary)}; ${counted(rows, 'row')} in ${counted(tables.size, 'table')}.`,
    isEncrypted
      ? 'It is encrypted to BACKUP_KEY: without that key’s file, no one can read it, not even you.'
      : `It is NOT encrypted: anyone who has the file can read customers’ addresses.${config.backup.key ? '' : ' A key for backups is made by: npm run backup -- --new-key FILE'}`,
    `It doesn’t include your settings${config.sessionSecret ? ', such as SESSION_SECRET' : ''}. Keep a separate copy of them. Keep the backup on another machine${isEncrypted ? '' : ', where nobody else reads it'}.`,
    ...(recorded ? [] : ['It could not be noted in the audit log, where staff look for it.']),
  ]
}

/** What the owner reads of a new pair of keys. */
export const newKeyMessage = (file: string, recipient: string): string[] => [
  `The key that reads backups is in ${file}. Set this where the shop runs:`,
  `BACKUP_KEY=${recipient}`,
  'The shop only writes with it. It can’t read backups, and neither can anyone who breaks into the shop.',
  `Move ${file} off this machine now, to two places, such as a USB stick in a safe and your password manager. Without it no backup can ever be restored. Do not send it by email.`,
]

/** What the owner reads before saying yes. */
export function restorePlanMessage(
  { contents, summary, replaced }: Restore,
  file: string,
): string[] {
  const { where, summary: there } = replaced
  const { createdAt, from } = contents.header
  return [
    `The backup ${file} is whole.`,
    `It holds the shop of ${moment(createdAt)} (${from}): ${summarized(summary)}.`,
    there === null && `It goes into ${where}, which is empty.`,
    there === 'unreadable' &&
      `It replaces ${where}, which cannot be opened. What is there is moved aside, and deleted eight weeks later.`,
    there !== null &&
      there !== 'unreadable' &&
      `It replaces ${where}: ${summarized(there)}. What is there is moved aside, and deleted eight weeks later.`,
    summary.admins.length > 0 && adminsBroughtIn(summary, there),
    there === 'unreadable' &&
      summary.admins.length > 0 &&
      'NOTE: recovery codes used since then will work again, because there’s no way to tell which were used. Afterward, give each admin a new second factor: npm run admin -- reset-2fa EMAIL',
    there !== null &&
      there !== 'unreadable' &&
      there.notInBackup > 0 &&
      `NOTE: ${counted(there.notInBackup, 'order')} there ${there.notInBackup === 1 ? 'is' : 'are'} not in the backup.`,
  ].filter((line) => typeof line === 'string')
}

/** Who could sign in afterwards; who cannot now is named apart. */
function adminsBroughtIn({ admins }: ShopSummary, there: Restore['replaced']['summary']): string {
  const now = there === null || there === 'unreadable' ? null : there.admins
  const isNew = ({ email }: Admin) => now !== null && !now.some((each) => each.email === email)
  const added = admins.filter(isNew)
  const gone = now?.filter(({ email }) => !admins.some((each) => each.email === email)) ?? []
  return [
    `Admins will be those in the backup: ${named(admins)}. Everyone is signed out.`,
    added.length > 0 && ` NOTE: not an admin now, but one again: ${named(added)}.`,
    gone.length > 0 && ` NOTE: an admin now, but not anymore: ${named(gone)}.`,
  ]
    .filter((part) => part !== false)
    .join('')
}

type Admin = ShopSummary['admins'][number]

const named = (admins: readonly Admin[]) =>
  admins
    .map(({ email, role }) =>
      role ? `${email} (${isRole(role) ? roleNames[role] : role})` : email,
    )
    .join(', ')

/** What the owner has to know and do afterwards. */
export function restoredMessage(
  { contents, summary, secretFits }: Restore,
  { aside, mailsHeld: emailsHeld, unknownTables, codesSpent, pictures }: Restored,
  config: Config,
): string[] {
  const { admins } = summary
  const { createdAt } = contents.header
  const since = moment(createdAt)
  return [
    `Restored and compared: ${summarized(summary)}.`,
    aside !== null &&
      `What was there before is now in ${aside}; the shop deletes it after eight weeks.`,
    unknownTables.length > 0 &&
      `Left in the file, since the shop has no such tables: ${unknownTables.join(', ')}.`,
    pictures > 0 &&
      `${counted(pictures, 'image')} in the library ${pictures === 1 ? 'is' : 'are'} back. The shop makes their widths again once it runs, a few seconds each.`,
    admins.length > 0 &&
      `Everyone is signed out. Admins are again those of ${since}: ${named(admins)}. Remove anyone who is no longer one: npm run admin -- remove EMAIL`,
    admins.length > 0 &&
      !secretFits &&
      'Their second factors were made with another SESSION_SECRET. Set that one again, or give each a new second factor: npm run admin -- reset-2fa EMAIL',
    codesSpent > 0 &&
      `${counted(codesSpent, 'recovery code')} of theirs ${codesSpent === 1 ? 'was' : 'were'} used or replaced since, and ${codesSpent === 1 ? 'stays' : 'stay'} spent.`,
    emailsHeld > 0 &&
      `${counted(emailsHeld, 'email')} that ${emailsHeld === 1 ? 'was' : 'were'} waiting then may have been sent since, and won’t be sent automatically. See the orders in the admin area.`,
    config.stripe !== null &&
      `Stripe knows what happened after ${since}, but the shop doesn’t. The shop finds payments for orders in the backup automatically, a few minutes after it starts. Everything else since then is in the Stripe dashboard. Resend those events from there (Developers, Webhooks) to record refunds and disputes. A payment whose order isn’t in the backup is listed there with its piece, size, and address for you to ship or refund.`,
    'Orders, products, and settings changed after that have to be entered again.',
    `Buyer data erased after ${since} is back. Erase it again with npm run privacy -- erase EMAIL`,
    'Backups don’t include what was saved in Setup. Enter it again there, unless the environment sets it.',
    config.database === 'embedded' ? 'Start the shop: npm start' : false,
  ].filter((line) => typeof line === 'string')
}

/** `12 orders (the latest is FN-7K3M-Q9XZ, 2026-11-21 19:40), 8 products, 1 admin` */
function summarized({ orders, latestOrder, products, admins }: ShopSummary): string {
  const latest = latestOrder
    ? ` (the latest is ${latestOrder.number}, ${moment(latestOrder.at)})`
    : ''
  return `${counted(orders, 'order')}${latest}, ${counted(products, 'product')}, ${counted(admins.length, 'admin')}`
}

/** To the minute; times of backups are always in UTC. */
const moment = (at: string) => `${at.slice(0, 16).replace('T', ' ')} UTC`

const counted = (count: number, what: string) => `${count} ${what}${count === 1 ? '' : 's'}`
