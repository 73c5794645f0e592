import { chromium } from '@playwright/test'
import lighthouse from 'lighthouse'
import {
  makeCertificates,
  openTlsProxy,
  proxiedName,
  removeCertificates,
} from '#tests/support/tls-proxy.ts'
import { freePort, startServer } from './server.ts'

/** `without` blocks requests, to show what they cost. */
type Page = { name: string; path: string; without?: string[] }

const ownPictures = ['*/pictures/*', '*/pendants/*']

const pages: readonly Page[] = [
  { name: 'home', path: '/' },
  { name: 'home, no picture', path: '/', without: ownPictures },
  { name: 'collection', path: '/products' },
  { name: 'product', path: '/product/7' },
  { name: 'product, no picture', path: '/product/7', without: ownPictures },
  { name: 'article', path: '/qa/fincen-reporting' },
  { name: 'journal', path: '/blog' },
]

/** Lighthouse's names of its categories, and the score each page is to reach. */
const goals = [
  ['performance', 95],
  ['accessibility', 100],
  ['best-practices', 100],
  ['seo', 100],
] as const

const timings = [
  'first-contentful-paint',
  'largest-contentful-paint',
  'total-blocking-time',
] as const

type Measured = {
  scores: number[]
  /** Milliseconds, in the order of `timings`. */
  times: number[]
  shift: number
  kilobytes: number
  /** Audits that are not passed, by id. */
  lowered: string[]
}

/**
 * Lighthouse with its own mobile settings (a slow phone on a slow network, simulated): the median of
 * some runs for each page, and what kept a page from a full score. Over https and HTTP/2 through
 * deploy/nginx.conf, as a shopper has it; `straight`: from the shop itself, over plain HTTP/1.1.
 */
export async function lighthouseTable(
  dataDir: string,
  runs: number,
  straight: boolean,
): Promise<string> {
  const certificates = makeCertificates()
  const port = await freePort()
  const https = `https://${proxiedName}:${port}`
  const server = await startServer([process.execPath, 'scripts/serve.ts'], {
    DATA_DIR: dataDir,
    ...(!straight && { PUBLIC_URL: https, TEST_PAYMENTS: 'yes', TRUST_PROXY: '1' }),
  })
  const proxy = straight
    ? null
    : await openTlsProxy('nginx', certificates, { port, to: server.url })
  const url = straight ? server.url : https
  const trust = [
    `--ignore-certificate-errors-spki-list=${certificates.authorityKeyHash}`,
    `--host-resolver-rules=MAP ${proxiedName} 127.0.0.1`,
  ]
  const head = ['page', 'perf', 'a11y', 'best', 'seo', 'FCP', 'LCP', 'TBT', 'CLS', 'kB']
  const rows = [head]
  const notes: string[] = []
  try {
    const taken = pages.map((page) => ({ page, measured: [] as Measured[] }))
    // In turn, so that a busy minute of the machine falls upon all of them.
    for (let run = 0; run < runs; run += 1) {
      for (const { page, measured } of taken) measured.push(await measureSurely(url, page, trust))
    }
    for (const { page, measured } of taken) {
      const scores = goals.map((_, at) => median(measured.map((one) => one.scores[at] ?? 0)))
      rows.push([
        page.name,
        ...scores.map((score, at) => `${score}${score < (goals[at]?.[1] ?? 0) ? '!' : ''}`),
        ...timings.map(
          (_, at) => `${Math.round(median(measured.map((one) => one.times[at] ?? 0)))}`,
        ),
        median(measured.map((one) => one.shift)).toFixed(3),
        median(measured.map((one) => one.kilobytes)).toFixed(0),
      ])
      const lowered = [...new Set(measured.flatMap((one) => one.lowered))]
      if (lowered.length > 0 && !page.without) notes.push(`  ${page.name}: ${lowered.join(', ')}`)
    }
  } finally {
    await proxy?.stop()
    await server.stop()
    removeCertificates(certificates)
  }
  const widths = head.map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)))
  const lines = rows.map((row) =>
    row.map((cell, at) =>
      at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0),
    ),
  )
  return [
    `  Lighthouse, mobile, ${straight ? 'HTTP/1.1' : 'https through nginx'}, median of ${runs}; goals: performance 95, the others 100; times in ms`,
    '',
    ...lines.map((cells) => `  ${cells.join('  ')}`),
    ...(notes.length > 0 ? ['', '  Not passed in full:', ...notes] : []),
  ].join('\n')
}

/** Now and then a browser records no navigation at all: such a run measured nothing and is done again. */
async function measureSurely(
  server: string,
  page: Page,
  trust: string[],
  attempts = 3,
): Promise<Measured> {
  try {
    return await measure(server, page, trust)
  } catch (error) {
    if (attempts <= 1) throw error
    return measureSurely(server, page, trust, attempts - 1)
  }
}

/** One run in a separate browser, so that nothing is kept from the run before. */
async function measure(
  server: string,
  { path, without }: Page,
  trust: string[],
): Promise<Measured> {
  const port = await freePort()
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: [
      `--remote-debugging-port=${port}`,
      ...['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking'],
      ...trust,
    ],
  })
  try {
    const result = await lighthouse(server + path, {
      port,
      output: 'json',
      logLevel: 'error',
      onlyCategories: goals.map(([category]) => category),
      ...(without && { blockedUrlPatterns: without }),
    })
    if (!result || result.lhr.runtimeError) {
      throw new Error(`Lighthouse: ${result?.lhr.runtimeError?.message ?? 'no result'}`)
    }
    const { categories, audits } = result.lhr
    const weighed = goals.flatMap(([category]) => categories[category]?.auditRefs ?? [])
    const failed = weighed.filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 0.9)
    return {
      scores: goals.map(([category]) => Math.round((categories[category]?.score ?? 0) * 100)),
      times: timings.map((id) => audits[id]?.numericValue ?? Number.NaN),
      shift: audits['cumulative-layout-shift']?.numericValue ?? Number.NaN,
      kilobytes: (audits['total-byte-weight']?.numericValue ?? Number.NaN) / 1000,
      lowered: failed.map(({ id }) => id),
    }
  } finally {
    await browser.close()
  }
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}
