import type { Config } from '../config.ts'
import type { BackupContents } from './backup-file.ts'
import type { Restore, Restored } from './restore.ts'
import type { ShopSummary } from './shop-summary.ts'

export type WrittenBackup = {
  bytes: number
  contents: BackupContents
  summary: ShopSummary
  /** Whether the audit log has it; the backup is as good without. */
  recorded: boolean
}

/** What the owner reads of a new backup. */
export function backupMessage(
  { bytes, contents, summary, recorded }: WrittenBackup,
  { file, config }: { file: string; config: Config },
): string[] {
  const { header, tables } = contents
  const rows = [...tables.values()].reduce((sum, table) => sum + table.rows, 0)
  return [
    `Backup written and read back: ${file} (${(bytes / 1_000_000).toFixed(2)} MB)`,
    `It holds the shop of ${moment(header.createdAt)}: ${summarized(summary)}; ${counted(rows, 'row')} in ${counted(tables.size, 'table')}.`,
    `Not in it are your settings${config.sessionSecret ? ', SESSION_SECRET among them' : ''}: keep a copy of them apart. Keep the backup on another machine, where nobody else reads it.`,
    ...(recorded ? [] : ['It could not be noted in the audit log, where staff look for it.']),
  ]
}

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
    there === null && `It goes into ${where}, where nothing is yet.`,
    there === 'unreadable' &&
      `It replaces ${where}, which cannot be opened. What is there is not deleted, but moved aside.`,
    there !== null &&
      there !== 'unreadable' &&
      `It replaces ${where}: ${summarized(there)}. What is there is not deleted, but moved aside.`,
    there !== null &&
      there !== 'unreadable' &&
      there.notInBackup > 0 &&
      `LOOK: ${counted(there.notInBackup, 'order')} there ${there.notInBackup === 1 ? 'is' : 'are'} not in the backup.`,
  ].filter((line) => typeof line === 'string')
}

/** What the owner has to know and do afterwards. */
export function restoredMessage(
  { contents, summary, secretFits }: Restore,
  { aside, mailsHeld, unknownTables }: Restored,
  config: Config,
): string[] {
  const { admins } = summary
  const { createdAt } = contents.header
  const since = moment(createdAt)
  return [
    `Restored and compared: ${summarized(summary)}.`,
    aside !== null && `What was there before is now in ${aside}.`,
    unknownTables.length > 0 &&
      `Left in the file, since the shop has no such tables: ${unknownTables.join(', ')}.`,
    admins.length > 0 &&
      `Everybody is signed out. Admins are again those of ${since}: ${admins.join(', ')}. Take away whoever is no longer one: npm run admin -- remove EMAIL`,
    admins.length > 0 &&
      !secretFits &&
      'Their second factors were made with another SESSION_SECRET. Set that one again, or give each a new second factor: npm run admin -- reset-2fa EMAIL',
    mailsHeld > 0 &&
      `${counted(mailsHeld, 'mail')} that waited then may have been sent since, and will not be sent by ${mailsHeld === 1 ? 'itself' : 'themselves'}: see the orders in the admin area.`,
    config.stripe !== null &&
      `Stripe knows what happened after ${since}, the shop does not. Payments of orders in the backup it finds by itself, some minutes after its start. All else since then is in the Stripe dashboard: send these events again from there (Developers, Webhooks), refunds and disputes are booked by it; a payment whose order is not in the backup is listed there with piece, size and address, to be sent or refunded by you.`,
    'Orders, products and settings changed after that moment have to be entered again.',
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
