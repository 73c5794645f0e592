import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { builtInChain } from '#app/domain/catalog/necklace-chain.ts'
import { addressLine, type Brand } from '#app/domain/content/brand-facts.ts'
import { reviewNotes } from '#app/domain/content/text-problems.ts'
import type { Config } from '../config.ts'

/**
 * What a shop still needs before its first real sale, by the part of the shop it is about: first
 * what an owner does in the admin area, last what is done where the shop is started.
 */
export const topics = {
  payments: 'Payments',
  mail: 'Email',
  gold: 'Gold price',
  backup: 'Backup',
  brand: 'Shop details',
  tax: 'Sales tax',
  labels: 'Shipping labels',
  texts: 'Content',
  address: 'Web address',
  machine: 'Server',
} as const
export type Topic = keyof typeof topics

/**
 * `plain` says the same where the sentence is not for a jeweler. `must`: the shop is not opened before it
 * is done [OPENING-02]. `afterOpening`: it cannot be done before. `isBroken`: it does not work.
 * `page`: where in the admin area that is done.
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

export const askServer = 'Ask the person who runs the server'

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
  founder: 'founder’s name',
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
    const text = typeof value === 'string' ? value : addressLine(value as Brand['address'])
    const plain = `Replace the sample ${brandLabels[name] ?? `value “${name}”`}: ${text}`
    const must = mustBeOwn.has(name)
    if (text === '' && listed.includes(name)) {
      const missing = `Enter the ${brandLabels[name] ?? `value “${name}”`}.`
      return { topic: 'brand', sentence: `${name} is not set`, plain: missing, must }
    }
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

/** A shop without its own pieces has nothing to open [OPENING-04]. */
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
 * The same of every text of the shop; `folder` is that of the program. Not of files whose current
 * text was read.
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
