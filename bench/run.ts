/**
 * What is measured, and how to measure it again: `npm run bench`, and for the scores of Lighthouse
 * `npm run bench -- lighthouse [RUNS] [straight]`, five runs of each page unless told, through nginx
 * unless straight; for the admin area's screens among thousands of products and orders `npm run bench -- admin`; for what each page of the
 * shop loads `npm run bench -- bundle`; for the books after a storm of failures `npm run bench -- storm
 * SEED [CHECKOUTS]`, 600 unless told; for every kind of fault in many short storms `npm run bench --
 * faults SEED [SEEDS]`, ten unless told; for public pages beside nginx and a bare node:http, live prices
 * and memory `npm run bench -- pages`, six minutes and more, one part of it `-- pages speed`, `growth`,
 * `live` or `memory`, with ten minutes of load on each database `-- pages memory long`. Figures are of the
 * machine they were taken on; compare only figures of one run. Network goes to loopback alone.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { adminTable } from './admin.ts'
import { bundleTable } from './bundle.ts'
import { faultsTable } from './faults.ts'
import { lighthouseTable } from './lighthouse.ts'
import { openPages, priceToOpenPages } from './live-price.ts'
import { bytesOfPage } from './page-weight.ts'
import { pagesTable, parts } from './pages.ts'
import { renderedPagesPerSecond } from './rendering.ts'
import { restingMemory, startToFirstPage } from './start.ts'
import { stormTable } from './storm.ts'

type Row = { what: string; figure: string; goal: string }

const [what, first, third] = process.argv.slice(2)
const second = third ?? (what === 'faults' ? '10' : '600')
const runs = what === 'lighthouse' ? (first ?? '5') : '5'
const part = (['all', ...parts] as const).find((name) => name === (first ?? 'all'))
const wanted = [undefined, 'lighthouse', 'admin', 'bundle', 'storm', 'faults', 'pages'].includes(
  what,
)
const isSeeded = what === 'storm' || what === 'faults'
const seeded = !isSeeded || (/^\d{1,9}$/.test(first ?? '') && /^[1-9]\d{0,4}$/.test(second))
if (!wanted || !seeded || (what === 'pages' && !part) || !/^[1-9]\d?$/.test(runs)) {
  process.stderr.write(
    'Usage: npm run bench [-- admin | bundle | lighthouse [RUNS [straight]] | pages [all | speed | growth | live | memory [long]] | storm SEED [CHECKOUTS] | faults SEED [SEEDS]]\n',
  )
  process.exit(1)
}

const dataDir = mkdtempSync(join(tmpdir(), 'four-nines-bench-'))
try {
  const table =
    what === 'lighthouse'
      ? await lighthouseTable(dataDir, Number(runs), third === 'straight')
      : what === 'admin'
        ? await adminTable(dataDir)
        : what === 'bundle'
          ? bundleTable()
          : what === 'storm'
            ? await stormTable(Number(first), Number(second))
            : what === 'faults'
              ? await faultsTable(Number(first), Number(second))
              : what === 'pages'
                ? await pagesTable(dataDir, part ?? 'all', third === 'long')
                : printed(await serverRows(dataDir))
  process.stdout.write(`\n${table}\n\n`)
} finally {
  rmSync(dataDir, { recursive: true, force: true })
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
