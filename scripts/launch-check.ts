/**
 * `npm run launch-check`: what stands between this shop and its first real sale, in plain sentences.
 * Ends with 1 while something is open. Reads `brand.ts`, `content/` and the settings; changes nothing.
 */
import { globSync, readFileSync } from 'node:fs'
import { isAbsolute, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brand, placeholders } from '#brand'
import { type Config, ConfigError, readConfig } from '../app/.server/config.ts'

const root = new URL('../', import.meta.url)

type Section = { title: string; open: string[] }

/** Values of `brand.ts` that are not the shop's own: those listed there, and what looks made up. */
export function openInBrand(
  values: Readonly<Record<string, unknown>>,
  listed: readonly string[],
): string[] {
  return Object.entries(values).flatMap(([name, value]) => {
    const text = typeof value === 'string' ? value : Object.values(value as object).join(', ')
    if (listed.includes(name)) return `${name} is still a placeholder: ${text}`
    if (/\bexample\.(com|net|org)\b|\bexample street\b/i.test(text) || /\b555-?01\d\d\b/.test(text))
      return `${name} looks made up, though it is not listed as a placeholder: ${text}`
    return []
  })
}

/** What authors marked in a text, in a comment, to be looked at by somebody who knows. */
export function openInText(file: string, source: string): string[] {
  const marks =
    /(?:<!--|\/\/) (check before launch|for a lawyer's review before launch): ([\s\S]*?)(?: -->|\n(?!\/\/)|$)/g
  return [...source.matchAll(marks)].map(({ 1: mark = '', 2: what = '', index }) => {
    const who = mark.startsWith('for') ? 'For a lawyer' : 'To check'
    const line = source.slice(0, index).split('\n').length
    return `${who}: ${what.replaceAll('\n//', '')} (${file}:${line})`
  })
}

/** Settings that do for a look around, and not for taking money. */
export function openInSettings(config: Config): string[] {
  const { publicUrl, database, dataDir, stripe, gold, mail, trustProxy, backup, testPayments } =
    config
  const open: string[] = []
  if (database === 'none') open.push('DATABASE_URL is "none": a showcase takes no orders.')
  if (database === 'embedded')
    open.push('DATABASE_URL is not set: a power cut can lose the last orders. Use PostgreSQL.')
  if (!publicUrl)
    open.push('PUBLIC_URL is not set: links, sitemap and shared pictures name this machine.')
  else if (!publicUrl.startsWith('https://'))
    open.push(`PUBLIC_URL is ${publicUrl}: a shop is served over https.`)
  else if (/localhost|127\.0\.0\.1|\bexample\.(com|net|org)$/.test(new URL(publicUrl).hostname))
    open.push(`PUBLIC_URL is ${publicUrl}, which nobody can reach.`)
  if (publicUrl?.startsWith('https://') && trustProxy === 0)
    open.push(
      'TRUST_PROXY is 0: over https forms are refused. Set how many proxies stand in front.',
    )
  if (!mail.smtp) open.push('SMTP_URL is not set: no mail is sent, to buyers or to you.')
  if (!stripe)
    open.push(
      'STRIPE_SECRET_KEY is not set: payments are a test, no card is charged, and every page says that nothing is sold.',
    )
  else if (!stripe.live)
    open.push('STRIPE_SECRET_KEY is a test key: no card is charged, and every page says so.')
  if (stripe && testPayments)
    open.push('TEST_PAYMENTS is yes: take it out; a shop with a live key does not start beside it.')
  if (stripe && stripe.webhookSecrets.length === 0)
    open.push('STRIPE_WEBHOOK_SECRET is not set: payments would never be confirmed.')
  if (!backup.to && database !== 'none')
    open.push('BACKUP_TO is not set: the shop writes no backup by itself, every night.')
  if (backup.to?.kind === 'folder' && isWithin(backup.to.path, dataDir))
    open.push('BACKUP_TO is in the data folder: backups would be lost together with the shop.')
  if (!backup.key && database !== 'none')
    open.push('BACKUP_KEY is not set: whoever finds a backup can read customers’ addresses.')
  if (stripe?.live && gold.sources.length === 1)
    open.push('GOLD_SOURCES names one source: with a live key two must agree, or nothing is sold.')
  if (gold.sources.length === 0)
    open.push('GOLD_SOURCES is "none": prices move only when somebody sets them by hand.')
  return open
}

/** How it is started, as far as it can be seen from here. `userId` is null on Windows. */
export function openOnMachine(
  { dataDir }: Pick<Config, 'dataDir'>,
  { userId, programFolder }: { userId: number | null; programFolder: string },
): string[] {
  const open: string[] = []
  if (userId === 0)
    open.push(
      'This is root: whoever breaks into the shop has the machine. Use deploy/four-nines.service or deploy/compose.yaml.',
    )
  if (isWithin(dataDir, programFolder))
    open.push(
      `DATA_DIR ${dataDir} is in the folder of the program: keep data apart, as deploy/four-nines.service does.`,
    )
  return open
}

function isWithin(path: string, folder: string): boolean {
  const way = relative(folder, path)
  return !way.startsWith('..') && !isAbsolute(way)
}

export function report(sections: readonly Section[]): string {
  const count = sections.reduce((sum, { open }) => sum + open.length, 0)
  const lines = sections.flatMap(({ title, open }) => [
    '',
    title,
    ...(open.length > 0 ? open.map((sentence) => `  - ${sentence}`) : ['  Nothing open.']),
  ])
  const end =
    count === 0
      ? 'Nothing is open. Good luck.'
      : `${count} ${count === 1 ? 'thing is' : 'things are'} open.`
  return [...lines, '', end].join('\n')
}

function settingsNow(open: (config: Config) => string[]): string[] {
  try {
    return open(readConfig())
  } catch (error) {
    if (error instanceof ConfigError) return [error.message]
    throw error
  }
}

function textsNow(): string[] {
  return globSync('content/**/*.{md,ts}', { cwd: fileURLToPath(root) })
    .filter((file) => !file.endsWith('.test.ts'))
    .toSorted()
    .flatMap((file) => openInText(file, readFileSync(new URL(file, root), 'utf8')))
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const here = { userId: process.getuid?.() ?? null, programFolder: fileURLToPath(root) }
  const sections = [
    { title: 'The shop (brand.ts)', open: openInBrand(brand, placeholders) },
    { title: 'Texts', open: textsNow() },
    { title: 'Settings (environment, or .env)', open: settingsNow(openInSettings) },
    { title: 'The machine (deploy/)', open: settingsNow((config) => openOnMachine(config, here)) },
  ]
  process.stdout.write(`${report(sections)}\n\n`)
  process.exitCode = sections.some(({ open }) => open.length > 0) ? 1 : 0
}
