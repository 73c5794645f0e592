import { isAbsolute, relative } from 'node:path'
import type { Config } from '../config.ts'
import { askServer, type OpenItem, type Topic } from './checklist.ts'

/** What the person who runs the server reads, and the same as a jeweler reads it, with what to do [HELP-11]. */
type Open = [sentence: string, plain: string]
const about =
  (topic: Topic) =>
  ([sentence, plain]: Open): OpenItem => ({ topic, sentence, plain })

/** Settings that do for a look around, and not for taking money. */
export function openInSettings(config: Config, arePaymentsClosed = false): OpenItem[] {
  return [
    ...openPayments(config, arePaymentsClosed).map(about('payments')),
    ...(config.mail.smtp ? [] : [noEmailServer].map(about('mail'))),
    ...openGold(config).map(about('gold')),
    ...openBackup(config).map(about('backup')),
    ...openAddress(config).map(about('address')),
    ...openDatabase(config).map(about('machine')),
  ]
}

const noEmailServer: Open = [
  'SMTP_URL is not set: no email is sent, to buyers or to you.',
  'Email isn’t set up, so neither you nor your buyers get any email. Add your mail server below.',
]

function openPayments({ stripe, testPayments }: Config, areClosed: boolean): Open[] {
  const open: Open[] = []
  if (areClosed)
    open.push([
      'STRIPE_SECRET_KEY is missing: no one can check out until it is entered.',
      'Stripe’s secret key is missing: no one can check out until you enter it below.',
    ])
  else if (!stripe)
    open.push([
      'STRIPE_SECRET_KEY is not set: payments are a test, no card is charged, and every page says that nothing is sold.',
      'You’re in test mode: no cards are charged, and every page says nothing is for sale. To take real payments, enter your Stripe keys below.',
    ])
  else if (!stripe.live)
    open.push([
      'STRIPE_SECRET_KEY is a test key: no card is charged, and every page says so.',
      'Your Stripe key is a test key: no cards are charged, and every page says so. To take real payments, enter your live key below.',
    ])
  if (stripe && testPayments)
    open.push([
      'TEST_PAYMENTS is yes: take it out, or set it to until-key; a shop with a live key does not start beside it.',
      `The server is set to use test payments together with Stripe. With a live key, the shop wouldn’t start. ${askServer} to turn them off.`,
    ])
  if (stripe && stripe.webhookSecrets.length === 0)
    open.push([
      'STRIPE_WEBHOOK_SECRET is not set: payments would never be confirmed.',
      'Stripe’s signing secret is missing, so the shop wouldn’t know when an order is paid. Enter it below.',
    ])
  return open
}

function openGold({ gold, stripe }: Config): Open[] {
  if (gold.sources.length === 0)
    return [
      [
        'GOLD_SOURCES is "none": prices move only when somebody sets them by hand.',
        'The gold price doesn’t update automatically. Your prices change only when you set a new gold price. Choose price sources below.',
      ],
    ]
  if (stripe?.live && gold.sources.length === 1)
    return [
      [
        'GOLD_SOURCES names one source: with a live key two must agree, or nothing is sold.',
        'The gold price comes from only one source. With a live Stripe key, two must agree, or nothing can be sold. Choose a second one below.',
      ],
    ]
  return []
}

function openBackup({ backup, database, dataDir }: Config): Open[] {
  const open: Open[] = []
  if (!backup.to && database !== 'none')
    open.push([
      'BACKUP_TO is not set: the shop makes no nightly backup.',
      'Nightly backups are off. Choose a backup location below.',
    ])
  if (backup.to?.kind === 'folder' && isWithin(backup.to.path, dataDir))
    open.push([
      'BACKUP_TO is in the data folder: backups would be lost together with the shop.',
      'Backups are stored with the shop’s own data and would be lost along with it. Choose another disk or an online bucket below.',
    ])
  if (!backup.key && database !== 'none')
    open.push([
      'BACKUP_KEY is not set: anyone who finds a backup can read customers’ addresses.',
      'Backups are not encrypted: anyone who finds one can read customers’ addresses. Create an encryption key below.',
    ])
  return open
}

function openAddress({ publicUrl, trustProxy }: Config): Open[] {
  const open: Open[] = []
  const giveAddress = `${askServer} to set the address that buyers type, which begins with https://.`
  if (!publicUrl)
    open.push([
      'PUBLIC_URL is not set: links, sitemap and shared images name this machine.',
      `Your shop’s web address isn’t set, so links in emails and shared pages don’t work. ${giveAddress}`,
    ])
  else if (!publicUrl.startsWith('https://'))
    open.push([
      `PUBLIC_URL is ${publicUrl}: a shop is served over https.`,
      `The shop’s web address, ${publicUrl}, isn’t secure. ${giveAddress}`,
    ])
  else if (/localhost|127\.0\.0\.1|\bexample\.(com|net|org)$/.test(new URL(publicUrl).hostname))
    open.push([
      `PUBLIC_URL is ${publicUrl}, which no one can reach.`,
      `The shop’s web address is ${publicUrl}, which no one can reach. ${giveAddress}`,
    ])
  if (publicUrl?.startsWith('https://') && trustProxy === 0)
    open.push([
      'TRUST_PROXY is 0: over https forms are refused. Set how many proxies stand in front.',
      `The shop rejects forms because it doesn’t know what passes its pages on to visitors. ${askServer} to set how many servers are in front of it.`,
    ])
  return open
}

function openDatabase({ database, databaseUrl }: Config): Open[] {
  if (database === 'none')
    return [
      [
        'DATABASE_URL is "none": a showcase takes no orders.',
        `The shop has no database, so it takes no orders. ${askServer} to give it one.`,
      ],
    ]
  if (database === 'embedded')
    return [
      [
        'DATABASE_URL is not set: a power cut can lose the last orders. Use PostgreSQL.',
        `Orders are stored in the built-in database. You could lose the most recent ones in a power outage. ${askServer} to use PostgreSQL.`,
      ],
    ]
  if (databaseUrl && isPlainOverNetwork(databaseUrl))
    return [
      [
        'DATABASE_URL leads to another machine without encryption: add ?sslmode=verify-full at the end.',
        `Orders travel to the database on another server without encryption. ${askServer} to encrypt the connection.`,
      ],
    ]
  return []
}

/** A name without a dot is another container's, or this machine; a socket has no host. */
function isPlainOverNetwork(databaseUrl: string): boolean {
  const { hostname, searchParams } = new URL(databaseUrl)
  const isAtHand = !/[.:]/.test(hostname) || ['127.0.0.1', '[::1]'].includes(hostname)
  return !isAtHand && !/^(require|verify-)/.test(searchParams.get('sslmode') ?? '')
}

/** How it is started, as far as it can be seen from here. `userId` is null on Windows. */
export function openOnMachine(
  { dataDir }: Pick<Config, 'dataDir'>,
  { userId, programFolder }: { userId: number | null; programFolder: string },
): OpenItem[] {
  const open: OpenItem[] = []
  if (userId === 0)
    open.push({
      topic: 'machine',
      sentence:
        'This is root: anyone who breaks into the shop has the machine. Use deploy/four-nines.service or deploy/compose.yaml.',
      plain: `The shop runs with full server access. Anyone who breaks in could take over the whole server. ${askServer} to run it as a separate user.`,
    })
  if (isWithin(dataDir, programFolder))
    open.push({
      topic: 'machine',
      sentence: `DATA_DIR ${dataDir} is in the folder of the program: keep data apart, as deploy/four-nines.service does.`,
      plain: `Orders are stored in the program’s folder and could be lost along with it. ${askServer} to store them in a separate folder.`,
    })
  return open
}

function isWithin(path: string, folder: string): boolean {
  const way = relative(folder, path)
  return !way.startsWith('..') && !isAbsolute(way)
}
