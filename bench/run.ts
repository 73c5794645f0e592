/**
 * What is measured, and how to measure it again:
 *
 *     npm run bench                                the server, its pages and live prices
 *     npm run bench -- lighthouse [RUNS] [straight]  Lighthouse, through nginx unless straight; 5 runs
 *     npm run bench -- admin                       the admin area among thousands of products and orders
 *     npm run bench -- bundle                      what each page of the shop loads
 *     npm run bench -- pages [PART] [long]         public pages beside nginx and a bare node:http; PART is
 *                                                  speed, growth, live or memory; long: ten minutes of load
 *     npm run bench -- check [record]              the ratios of public pages beside the last recorded ones;
 *                                                  fails where one is worse; record adds them
 *     npm run bench -- uploads                     memory and pages while photographs are uploaded
 *     npm run bench -- storm SEED [ORDERS]         the money of orders, then the orders after processes
 *                                                  were killed: the next two, one after the other; 10,000
 *     npm run bench -- money SEED [ORDERS] [postgresql]  the money of orders, with all that can happen
 *                                                  to it, held against Stripe's; 10,000
 *     npm run bench -- kills SEED [CHECKOUTS]      the orders after a storm of failures; 600
 *     npm run bench -- faults SEED [SEEDS]         many short storms with every kind of fault; 10
 *     npm run bench -- database                    orders while a standby is promoted; a Turkish locale
 *     npm run bench -- draws [TIMES]               the slow tests that draw examples, with TIMES as many; 10
 *     npm run bench -- simulate SEED [STORIES]     orders whose process ends at any wait; 1,000
 *
 * Figures are of the machine they were taken on; compare only figures of one run. Network goes to
 * loopback alone.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { adminTable } from './admin.ts'
import { bundleTable } from './bundle.ts'
import { checkFigures } from './check.ts'
import { databaseTable } from './database.ts'
import { drawsTable } from './draws.ts'
import { faultsTable } from './faults.ts'
import { lighthouseTable } from './lighthouse.ts'
import { openPages, priceToOpenPages } from './live-price.ts'
import { moneyTable } from './money.ts'
import { bytesOfPage } from './page-weight.ts'
import { pagesTable, parts } from './pages.ts'
import { renderedPagesPerSecond } from './rendering.ts'
import { simulationTable } from './simulate.ts'
import { restingMemory, startToFirstPage } from './start.ts'
import { stormTable } from './storm.ts'
import { uploadsTable } from './uploads.ts'

type Row = { what: string; figure: string; goal: string }

const [what = 'server', first, second, third] = process.argv.slice(2)
const measurements: Record<string, (dataDir: string) => Promise<string> | string> = {
  server: async (dataDir) => printed(await serverRows(dataDir)),
  lighthouse: (dataDir) => lighthouseTable(dataDir, numberOf(first, 5, 99), second === 'straight'),
  admin: adminTable,
  bundle: () => bundleTable(),
  pages: (dataDir) => pagesTable(dataDir, partOf(first), second === 'long'),
  check: async (dataDir) => {
    const { text, isWorse } = await checkFigures(dataDir, first === 'record')
    if (isWorse) process.exitCode = 1
    return text
  },
  uploads: uploadsTable,
  database: databaseTable,
  storm: () => moneyThenKills(numberOf(first), numberOf(second, 10_000, 99_999)),
  kills: () => stormTable(numberOf(first), numberOf(second, 600, 99_999)),
  draws: () => drawsTable(numberOf(first, 10, 999)),
  faults: () => faultsTable(numberOf(first), numberOf(second, 10, 9999)),
  simulate: () => simulationTable(numberOf(first), numberOf(second, 1000, 999_999)),
  money: () => moneyTable(numberOf(first), numberOf(second, 10_000, 99_999), engineOf(third)),
}

const dataDir = mkdtempSync(join(tmpdir(), 'four-nines-bench-'))
try {
  const measure = measurements[what] ?? refuse()
  process.stdout.write(`\n${await measure(dataDir)}\n\n`)
} finally {
  rmSync(dataDir, { recursive: true, force: true })
}

/** Both storms of one seed; of the second, whose processes are real, a checkout for so many orders. */
async function moneyThenKills(seed: number, orders: number): Promise<string> {
  process.stdout.write(`${await moneyTable(seed, orders, 'embedded')}\n\n`)
  return stormTable(seed, Math.ceil(orders / 16))
}

/** A whole number; `unless` where none is given, or it must be. */
function numberOf(text: string | undefined, unless?: number, most = 999_999_999): number {
  if (text === undefined && unless !== undefined) return unless
  const number = /^\d{1,9}$/.test(text ?? '') ? Number(text) : Number.NaN
  return number <= most && (unless === undefined || number > 0) ? number : refuse()
}

function partOf(text = 'all') {
  return (['all', ...parts] as const).find((name) => name === text) ?? refuse()
}

function engineOf(text = 'embedded') {
  return (['embedded', 'postgresql'] as const).find((name) => name === text) ?? refuse()
}

function refuse(): never {
  rmSync(dataDir, { recursive: true, force: true })
  process.stderr.write('Usage: npm run bench -- [NAME …]: the names stand in bench/run.ts\n')
  process.exit(1)
}

async function serverRows(dataDir: string): Promise<Row[]> {
  await startToFirstPage(dataDir) // makes the database, so that the next start finds it
  const starts = []
  for (let run = 0; run < 3; run += 1) starts.push(await startToFirstPage(dataDir))
  const memory = await restingMemory(dataDir)
  const product = await bytesOfPage(dataDir, '/product/7')
  const article = await bytesOfPage(dataDir, '/qa/fincen-reporting')
  const pages = await renderedPagesPerSecond(dataDir)
  const live = await priceToOpenPages(dataDir)
  return [
    {
      what: 'npm start to first page, built, database there (median of 3)',
      figure: `${(median(starts) / 1000).toFixed(2)} s`,
      goal: 'under 3 s',
    },
    {
      what: 'memory when idle, embedded database (server process, RSS)',
      figure: `${Math.round(memory / 1e6)} MB`,
      goal: 'under 350 MB',
    },
    {
      what: 'JavaScript of the product page, compressed',
      figure: kilobytes(product.script),
      goal: 'under 130 kB',
    },
    {
      what: 'JavaScript of an article, compressed',
      figure: kilobytes(article.script),
      goal: 'under the product page',
    },
    {
      what: 'everything of the product page at first visit, compressed',
      figure: kilobytes(product.all),
      goal: '',
    },
    {
      what: 'everything of an article at first visit, compressed',
      figure: kilobytes(article.all),
      goal: '',
    },
    {
      what: 'product pages rendered on one core, no page cache',
      figure: `${Math.round(pages)} a second`,
      goal: '',
    },
    {
      what: `a gold price saved until the last of ${openPages} open pages shows it (worst of ${live.length})`,
      figure: `${(Math.max(...live) / 1000).toFixed(2)} s`,
      goal: 'within 2 s',
    },
  ]
}

function printed(rows: readonly Row[]): string {
  const width = Math.max(...rows.map((row) => row.what.length))
  return rows
    .map(({ what, figure, goal }) => `  ${what.padEnd(width)}  ${figure.padStart(14)}  ${goal}`)
    .join('\n')
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} kB`
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}
