import type { Config } from '../config.ts'
import { counted, moment, summarized } from './backup-summary.ts'
import type { Restore, Restored } from './restore-command.ts'

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
  { aside, mailsHeld, strange }: Restored,
  config: Config,
): string[] {
  const { admins } = summary
  const { createdAt } = contents.header
  const since = moment(createdAt)
  return [
    `Restored and compared: ${summarized(summary)}.`,
    aside !== null && `What was there before is now in ${aside}.`,
    strange.length > 0 &&
      `Left in the file, since the shop has no such tables: ${strange.join(', ')}.`,
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
