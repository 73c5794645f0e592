import { globSync, readFileSync } from 'node:fs'
import { isAbsolute, join, relative } from 'node:path'
import { builtInChain } from '#app/domain/catalog/necklace-chain.ts'
import { reviewNotes } from '#app/domain/content/review-notes.ts'
import type { Config } from '../config.ts'

/**
 * What stands between a shop and its first real sale, by the part of the shop it is about: first what
 * an owner does in the admin area, last what is done where the shop is started.
 */
export const topics = {
  payments: 'Payments',
  mail: 'Email',
  gold: 'Gold price',
  backup: 'Backup',
  brand: 'The shop',
  tax: 'Sales tax',
  labels: 'Carrier labels',
  texts: 'Content',
  address: 'Web address',
  machine: 'The server',
} as const
export type Topic = keyof typeof topics

/**
 * `plain` says the same where the sentence is not for a jeweler. `must`: the shop is not opened before it
 * is done [OPENING-02]. `afterOpening`: it cannot be done before. `isBroken`: it does not work. `page`: where in the admin area that is done.
 */
export type OpenItem = {
  topic: Topic
  sentence: string
  plain?: string
  must?: boolean
  afterOpening?: boolean
  isBroken?: boolean
  page?: { to: string; label: string }
}

/** What the person who runs the server reads, and the same as a jeweler reads it, with what to do [HELP-11]. */
type Open = [sentence: string, plain: string]
const about =
  (topic: Topic) =>
  ([sentence, plain]: Open): OpenItem => ({ topic, sentence, plain })

const askServer = 'Ask the person who runs the server'

/** How many things are open as they are shown: the texts are one. */
export function countOpen(open: readonly OpenItem[]): number {
  const texts = open.filter(({ topic }) => topic === 'texts').length
  return open.length - Math.max(0, texts - 1)
}

/** Values of `brand.ts` as a jeweler calls them; any other by its name there. */
const brandLabels: Readonly<Record<string, string>> = {
  email: 'email address',
  phone: 'phone number',
  address: 'shop address',
  founder: 'founder name',
  videoChannel: 'video link',
}

/** A buyer writes to the one, and goods come back to the other. */
const mustBeOwn: ReadonlySet<string> = new Set(['email', 'address'])

/** Values of `brand.ts` that are not the shop's own: those listed there, and what looks made up. */
export function openInBrand(
  values: Readonly<Record<string, unknown>>,
  listed: readonly string[],
): OpenItem[] {
  return Object.entries(values).flatMap(([name, value]): OpenItem | OpenItem[] => {
    const text = typeof value === 'string' ? value : Object.values(value as object).join(', ')
    const plain = `Replace the sample ${brandLabels[name] ?? `value “${name}”`}: ${text}`
    const must = mustBeOwn.has(name)
    if (listed.includes(name))
      return { topic: 'brand', sentence: `${name} is still a placeholder: ${text}`, plain, must }
    if (
      /\bexample\.(com|net|org)\b|\bexample street\b/i.test(text) ||
      /\b555-?01\d\d\b/.test(text)
    ) {
      const message = `${name} looks made up, though it is not listed as a placeholder: ${text}`
      return { topic: 'brand', sentence: message, plain, must }
    }
    return []
  })
}

/** Of pieces that are shown only the maker knows what they hang on; others wrote the built-in words [FACTS-04]. */
export function openInChains(pieces: number): OpenItem[] {
  if (pieces === 0) return []
  const say = pieces === 1 ? '1 product still shows' : `${pieces} products still show`
  const message = `${say} the sample chain, “${builtInChain}.” Enter your own metal, length, and thickness under “Chain or cord.”`
  return [{ topic: 'brand', sentence: message }]
}

/** By name; a sample is what `isSample` says. */
export function openInSamples(names: readonly string[]): OpenItem[] {
  if (names.length === 0) return []
  const are = names.length === 1 ? '1 sample product is' : `${names.length} sample products are`
  const message = `${are} still shown: ${names.join(', ')}. Hide or delete them, or rename them to make them yours.`
  return [{ topic: 'brand', sentence: message, must: true }]
}

/** A shop without a piece of its own has nothing to open [OPENING-04]. */
export function openInPieces(hasOwnPiece: boolean): OpenItem[] {
  if (hasOwnPiece) return []
  const message = 'Add at least one piece for sale: a visible product with a size and its weight.'
  const page = { to: '/admin/products/new', label: 'New product' }
  return [{ topic: 'brand', sentence: message, must: true, page }]
}

/** The home page shows its newest products instead [HOME-07]. */
export function openInFeatured(active: number, featured: number): OpenItem[] {
  if (active === 0 || featured > 0) return []
  const message =
    'No featured products found. Mark products as “Featured” to choose what’s on the home page. Until then, it shows the newest.'
  return [{ topic: 'brand', sentence: message }]
}

/** What authors marked in a text, in a comment, to be looked at by somebody who knows. */
export function openInText(file: string, source: string): OpenItem[] {
  return reviewNotes(source).map(({ who, what, line }) => {
    const begin = who === 'lawyer' ? 'For a lawyer' : 'To check'
    return {
      topic: 'texts',
      sentence: `${begin}: ${what} (${file}:${line})`,
      plain: `${begin}, in “${titleOf(file)}”: ${withoutIds(what)}`,
    }
  })
}

/** `content/legal/terms-and-conditions.md` as a jeweler calls it. */
function titleOf(file: string): string {
  const [name = file] = /[^/\\]+(?=\.\w+$)/.exec(file) ?? []
  return name.replace(/^\d+-/, '').replaceAll('-', ' ')
}

/** Without numbers of requirements and names of files, which only authors know [HELP-10]. */
function withoutIds(what: string): string {
  return what
    .replace(/\s*\([^()]*\b(?:D\d+|[A-Z]{3,}-\d+)\b[^()]*\)/g, '')
    .replace(/\b([\w-]+)\.(?:ts|md)\b/g, '$1')
}

/**
 * The same of every text of the shop; `folder` is that of the program. Not of files of which what stands
 * was read.
 */
export function openInTexts(
  folder: string,
  readFiles: ReadonlySet<string> = new Set(),
): OpenItem[] {
  return globSync('content/**/*.{md,ts}', { cwd: folder })
    .filter((file) => !file.endsWith('.test.ts') && !readFiles.has(file.replaceAll('\\', '/')))
    .toSorted()
    .flatMap((file) => openInText(file, readFileSync(join(folder, file), 'utf8')))
}

/** A policy that was changed binds the shop to other words than a lawyer has read. */
export function openInPolicies(changed: readonly string[]): OpenItem[] {
  return changed.map((name) => ({
    topic: 'texts',
    sentence: `For a lawyer: “${name}” was changed under Content and needs another review.`,
  }))
}

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
      'Nightly backups are off. Choose where to store them below.',
    ])
  if (backup.to?.kind === 'folder' && isWithin(backup.to.path, dataDir))
    open.push([
      'BACKUP_TO is in the data folder: backups would be lost together with the shop.',
      'Backups are stored with the shop’s own data and would be lost along with it. Choose another disk or an online bucket below.',
    ])
  if (!backup.key && database !== 'none')
    open.push([
      'BACKUP_KEY is not set: anyone who finds a backup can read customers’ addresses.',
      'Backups are not encrypted: anyone who finds one can read customers’ addresses. Make a key below.',
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
        `Orders are stored in the built-in database. A power outage could lose the most recent ones. ${askServer} to use PostgreSQL.`,
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

/** What only a running shop knows. Times of the last one; null: never. */
export type Tried = {
  testEmailAt: Date | null
  /** Through the present provider, in its mode; none that staff recorded, as of cash. */
  paymentAt: Date | null
  taxDecidedAt: Date | null
  backupAt: Date | null
  /** When a setting of emails was last saved. */
  emailSavedAt: Date | null
  /** What Stripe sends does not fit the signing secret. */
  isWebhookRefused: boolean
}

export function openInTrials(
  { stripe, mail: email, backup, given }: Config,
  { testEmailAt, paymentAt, taxDecidedAt, backupAt, emailSavedAt, isWebhookRefused }: Tried,
): OpenItem[] {
  const open: OpenItem[] = []
  if (stripe && isWebhookRefused)
    open.push({
      topic: 'payments',
      sentence:
        'STRIPE_WEBHOOK_SECRET does not match: the shop refuses what Stripe reports, until an event that matches comes in.',
      plain: `Stripe’s signing secret doesn’t match, so the shop refuses what Stripe reports. Open this shop’s webhook in Stripe’s dashboard and copy its signing secret. ${given.has('STRIPE_WEBHOOK_SECRET') ? `${askServer} to set it.` : 'Save it below.'} This stays until a message that matches comes in: in Stripe, resend one that failed.`,
      isBroken: true,
    })
  if (stripe && !paymentAt)
    open.push({
      topic: 'payments',
      sentence: stripe.live
        ? 'No real payment has been made yet. Buy a piece yourself, then refund it.'
        : 'No test payment has been made yet. Buy a piece with the card 4242 4242 4242 4242.',
      afterOpening: stripe.live,
    })
  const isTried = testEmailAt !== null && (emailSavedAt === null || emailSavedAt <= testEmailAt)
  if (email.smtp && !isTried)
    open.push({
      topic: 'mail',
      sentence: 'No test email has been sent through this mail server yet.',
    })
  if (!taxDecidedAt)
    open.push({
      topic: 'tax',
      sentence:
        'You haven’t set up sales tax. Choose where you collect it, or confirm that you don’t.',
    })
  if (backup.to && !backupAt)
    open.push({ topic: 'backup', sentence: 'No backup has been made yet.' })
  return open
}
