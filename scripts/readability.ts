import { readdirSync, statSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { textsOf } from './texts-of.ts'

/*
 * The reading grade of what buyers read, page by page: `node scripts/readability.ts`. Flesch–Kincaid, from
 * words per sentence and syllables per word (Kincaid et al., 1975). Legal texts are left out.
 */

/** Files and folders, with what a buyer reads together. */
export const buyerPages: Readonly<Record<string, readonly string[]>> = {
  home: ['content/pages/home.ts', 'app/routes/shop/home.tsx', 'brand.ts'],
  collection: ['app/routes/shop/products.tsx', 'app/routes/shop/products'],
  product: ['app/routes/shop/product', 'content/pages/making.ts', 'content/pendants'],
  'custom work': ['content/pages/custom-work.ts', 'app/routes/shop/custom-work'],
  story: ['content/pages/our-story.ts'],
  contact: ['content/pages/contact.ts', 'content/pages/email-form.ts'],
  guarantees: ['content/pages/guarantees.ts'],
  'material guarantee': ['content/pages/material-guarantee.ts'],
  'laser guarantee': ['content/pages/laser-weight-guarantee.ts'],
  'recast guarantee': ['content/pages/recast-guarantee.ts'],
  'gold price': ['content/pages/gold-price.ts'],
  'price proof': ['content/pages/price-proof.ts'],
  cart: ['app/ui/cart', 'app/domain/checkout', 'app/domain/inventory/stock.ts'],
  'order pages': [
    ...['order.tsx', 'order-messages.ts', 'order-awaiting-payment.tsx', 'order-next.tsx'],
    ...['order-paid.tsx', 'order-summary.tsx', 'refused-debit.tsx', 'pay.tsx', 'delay.tsx'],
    ...['return', 'return-message.ts', 'find-order.tsx', 'found-orders.tsx'],
  ].map((name) => `app/routes/shop/${name}`),
  certificate: ['app/routes/shop/certificate'],
  'emails to buyers': [
    ...['order-buyer-emails', 'parcel-emails', 'return-emails', 'wire-emails', 'debit-emails'],
    ...['delay-emails', 'partial-payment-emails', 'found-orders-email', 'common-fields'],
  ].map((name) => `app/.server/emails/templates/${name}.ts`),
  ...articles('content/qa', 'Q&A'),
  ...articles('content/journal', 'journal'),
}

function articles(folder: string, kind: string): Record<string, readonly string[]> {
  const names = readdirSync(new URL(`../${folder}`, import.meta.url))
  const found = names.filter((name) => name.endsWith('.md')).sort()
  return Object.fromEntries(found.map((name) => [`${kind}: ${name}`, [`${folder}/${name}`]]))
}

/** The sentences of a page: what ends with a point, in source or in Markdown. */
export function sentencesOf(paths: readonly string[]): string[] {
  return paths.flatMap(filesIn).flatMap((path) => {
    return textsOf(path).flatMap(splitSentences)
  })
}

function filesIn(path: string): string[] {
  const url = new URL(`../${path}`, import.meta.url)
  if (!statSync(url).isDirectory()) return [path]
  const names = readdirSync(url, { recursive: true, encoding: 'utf8' }).sort()
  return names
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
    .map((name) => `${path}/${name}`)
}

/** Those of three words or more that end as sentences do; labels and headings are not counted. */
function splitSentences(text: string): string[] {
  return text
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/\{[^}]*\}/g, '12')
    .replace(/[*_`]/g, '')
    .split(/\n\s*\n|\n(?=[-\d]|\w)|(?<=[.?!…]["”’)]?)\s+(?=["“A-Z\d])/)
    .map((sentence) => sentence.replace(/\s+/g, ' ').trim())
    .filter((sentence) => /[.?!…]["”’)]?$/.test(sentence) && wordsIn(sentence).length >= 3)
}

const wordsIn = (text: string) => text.match(/[A-Za-z\d][A-Za-z\d'’.,$%/-]*/g) ?? []

/** Groups of vowels; a silent e at the end is none. A number is read as one. */
function syllablesOf(word: string): number {
  const letters = word.toLowerCase().replace(/[^a-z]/g, '')
  if (letters.length <= 3) return 1
  const voiced = letters
    .replace(/(?:[^laeiouy]es|[^dt]ed|[^laeiouy]e)$/, (end) => end[0] ?? '')
    .replace(/^y/, '')
  return Math.max(1, voiced.match(/[aeiouy]{1,2}/g)?.length ?? 1)
}

export function gradeOf(sentences: readonly string[]): number {
  const words = sentences.flatMap(wordsIn)
  if (words.length === 0) return 0
  const syllables = words.reduce((sum, word) => sum + syllablesOf(word), 0)
  return 0.39 * (words.length / sentences.length) + 11.8 * (syllables / words.length) - 15.59
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  for (const [page, paths] of Object.entries(buyerPages)) {
    const sentences = sentencesOf(paths)
    const words = sentences.flatMap(wordsIn).length
    process.stdout.write(`${gradeOf(sentences).toFixed(1).padStart(5)}  ${page} (${words} words)\n`)
    if (process.argv[2] !== page) continue
    const hardest = [...sentences].sort((a, b) => gradeOf([b]) - gradeOf([a]))
    for (const one of hardest.slice(0, 25))
      process.stdout.write(`  ${gradeOf([one]).toFixed(1)} ${one}\n`)
  }
}
