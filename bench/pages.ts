import { join } from 'node:path'
import { postgresBinaries, postgresServer } from '#tests/support/postgres-server.ts'
import { missingPrograms } from '#tests/support/tls-proxy.ts'
import { type BurstFigures, burstFigures, visitors } from './burst.ts'
import { type DelayFigures, delayFigures } from './delays.ts'
import { fewProducts, type GrowthFigures, growthFigures, manyProducts } from './growth.ts'
import { compared, median } from './load.ts'
import { type MemoryFigures, memoryFigures } from './memory.ts'
import { type Compared, speedFigures } from './speed.ts'
import { startToFirstPage } from './start.ts'
import { neverRead, openStreams, type StreamFigures, streamFigures } from './streams.ts'

export const parts = ['speed', 'growth', 'live', 'memory'] as const
type Part = (typeof parts)[number]

/** When and of what the column `today` was measured: the shop before it kept rendered pages. */
const measured = 'commit 2a4401c, 2026-11-22'

/** Every row, in order: what it was, and what is wanted. */
export const rows = {
  bare: [
    'cached page ÷ bare node:http, same bytes and headers (lowest of 4 pages)',
    '0.0029',
    '0.8 or more',
  ],
  bareP99: ['its p99 ÷ p99 of bare node:http (highest of 4 pages)', '650', '2 or less'],
  nginx: ['cached page ÷ nginx gzip_static (lowest of 4 pages)', '0.0029', '0.3 or more'],
  onePostgres: ['  product page, PostgreSQL, one process', '0.0041', ''],
  twoPostgres: [
    '  product page, PostgreSQL, WEB_PROCESSES=2',
    'not available',
    'more than one process',
  ],
  gold: ['gold price JSON ÷ bare node:http', '0.018', '0.8 or more'],
  rendered: [
    `product page rendered, each asked once, of ${count(manyProducts)} ÷ nginx`,
    '0.0032',
    '0.01 or more',
  ],
  // Today's two were measured from 8 products, where the collection shows 8 instead of 24.
  cachedGrowth: [
    `slowdown of a cached page, ${fewProducts} to ${count(manyProducts)} products (most of 3)`,
    '133%',
    'under 10%',
  ],
  renderedGrowth: ['  of a rendered page', '95%', 'under 20%'],
  last: [`price posted → last of ${count(openStreams)} open streams has it`, '115 ms', '500 ms'],
  lastAnswered: ['  from the answer to the post', '41 ms', ''],
  lastNeverRead: [`  beside ${neverRead} streams that never read`, '92 ms', ''],
  stream: ['memory of an open stream', '47 kB', ''],
  streamNeverRead: ['memory of a stream that never reads, after 5 prices', '97 kB', ''],
  burst: [`${count(visitors)} visitors at a price change, 10 pages: p99`, '9,783 ms', ''],
  delay: [
    `event-loop delay, p99.9, a price a second, ${count(manyProducts)} products, ${count(openStreams)} streams, PostgreSQL`,
    'not measured',
    '50 ms or less',
  ],
  delayEmbedded: ['  embedded database', 'not measured', ''],
  burstFailed: ['  of them without a page', '0', '0'],
  burstProcessor: ['  processor time of the server', '9,860 ms', ''],
  restPostgres: ['memory at rest, PostgreSQL (server, 10 s after first page)', '236 MB', '180 MB'],
  restEmbedded: ['memory at rest, embedded database', '389 MB', '350 MB'],
  loadPostgres: ['memory under load ÷ at rest, PostgreSQL', '2.60', '1.3 or less'],
  loadEmbedded: ['memory under load ÷ at rest, embedded database', '1.88', '1.3 or less'],
  starter: ['memory of the starter (scripts/start.mjs)', '83 MB', ''],
  restart: ['npm start to first page, built, database there (median of 5)', '1.93 s', '1.5 s'],
} satisfies Record<string, [what: string, today: string, wanted: string]>

export type FigureName = keyof typeof rows
type Figures = Partial<Record<FigureName, string>>
type Measured = { figures: Figures; details: string[]; notes: string[] }

/** `long`: with ten minutes of load on each database. */
export async function pagesTable(
  dataDir: string,
  what: Part | 'all',
  long: boolean,
): Promise<string> {
  return printed(await measurePages(dataDir, what, long))
}

/** What cannot be measured is in the notes. */
export async function measurePages(
  dataDir: string,
  what: Part | 'all',
  long: boolean,
): Promise<Measured> {
  const missing = missingPrograms(['nginx', 'wrk'])
  if (missing) return { figures: {}, details: [], notes: [missing] }
  const seconds = long ? 600 : 60
  const all: Record<Part, () => Promise<Measured>> = {
    speed: () => withPostgres((url) => speed(dataDir, url)),
    growth: async () => growthRows(await growthFigures(dataDir)),
    live: () =>
      withPostgres(async (url) =>
        liveRows(await streamFigures(dataDir), await burstFigures(dataDir), {
          embedded: await delayFigures(dataDir, 'delay-embedded'),
          postgres: url && (await delayFigures(dataDir, 'delay-postgres', await url())),
        }),
      ),
    memory: () => withPostgres((url) => memory(dataDir, url, seconds)),
  }
  const wanted = parts.filter((part) => what === 'all' || what === part)
  const seen: Measured = { figures: {}, details: [], notes: [] }
  for (const part of wanted) {
    // What cannot be measured takes nothing else with it.
    const figures = await all[part]().catch((error: Error) => ({
      figures: {},
      details: [],
      notes: [`${part} could not be measured: ${error.message}`],
    }))
    Object.assign(seen.figures, figures.figures)
    seen.details.push(...figures.details)
    seen.notes.push(...figures.notes)
  }
  return seen
}

type PostgresUrl = null | (() => Promise<string>)

async function withPostgres(measure: (url: PostgresUrl) => Promise<Measured>): Promise<Measured> {
  if (!postgresBinaries()) return measure(null)
  const server = await postgresServer()
  let databases = 0
  try {
    return await measure(() => {
      databases += 1
      return server.createDatabase(`pages_${databases}`)
    })
  } finally {
    await server.close()
  }
}

async function speed(dataDir: string, postgresUrl: PostgresUrl): Promise<Measured> {
  const { pages, gold, postgres, twoProcesses, notes } = await speedFigures(dataDir, postgresUrl)
  const figures = {
    bare: ratio(Math.min(...pages.map(({ toBare }) => toBare))),
    bareP99: ratio(Math.max(...pages.map(({ p99ToBare }) => p99ToBare))),
    nginx: ratio(Math.min(...pages.map(({ toNginx }) => toNginx))),
    gold: ratio(gold.toBare),
    onePostgres: postgres ? ratio(postgres.toNginx) : 'not available',
    twoPostgres: twoProcesses ? ratio(twoProcesses.toNginx) : 'not available',
  }
  const measurable = [...pages, gold, postgres, twoProcesses].filter((row) => row !== null)
  return { figures, details: speedDetails(measurable), notes }
}

function speedDetails(all: readonly Compared[]): string[] {
  const width = Math.max(...all.map(({ name }) => name.length))
  const cells = (texts: readonly string[]) => texts.map((text) => text.padStart(10)).join('')
  return [
    `answers a second and p99 in ms, 64 connections, asked for ${compared}; medians of 3 rounds`,
    `${''.padEnd(width)}${cells(['bytes', 'shop', 'bare', 'nginx', 'shop p99', 'bare p99', 'nginx p99'])}`,
    ...all.map(
      ({ name, bytes, perSecond, p99Ms }) =>
        `${name.padEnd(width)}${cells([
          count(bytes),
          ...[perSecond.shop, perSecond.bare, perSecond.nginx].map((each) => count(each)),
          ...[p99Ms.shop, p99Ms.bare, p99Ms.nginx].map((ms) => ms.toFixed(1)),
        ])}`,
    ),
    '',
  ]
}

function growthRows(growth: GrowthFigures): Measured {
  const { cachedSlowdown, renderedSlowdown, notes } = growth
  const each = (all: Map<string, number>) =>
    [...all].map(([path, share]) => `${path} ${percent(share)}`).join(', ')
  return {
    figures: {
      rendered: ratio(growth.renderedToNginx),
      cachedGrowth: percent(Math.max(...cachedSlowdown.values())),
      renderedGrowth: percent(Math.max(...renderedSlowdown.values())),
    },
    details: [
      `rendered ${count(growth.rendered)} a second, 8 at once; nginx ${count(growth.nginx)}`,
      `slowdown of cached pages: ${each(cachedSlowdown)}`,
      `slowdown of rendered pages: ${each(renderedSlowdown)}`,
      '',
    ],
    notes,
  }
}

function liveRows(
  streams: StreamFigures,
  burst: BurstFigures,
  delays: { embedded: DelayFigures; postgres: DelayFigures | null },
): Measured {
  return {
    figures: {
      last: milliseconds(streams.fromPost),
      lastAnswered: milliseconds(streams.fromAnswer),
      lastNeverRead: milliseconds(streams.fromPostWithNeverRead),
      stream: kilobytes(streams.bytesEach),
      streamNeverRead: kilobytes(streams.bytesEachNeverRead),
      delay: delays.postgres ? milliseconds(delays.postgres.p999) : 'not available',
      delayEmbedded: milliseconds(delays.embedded.p999),
      burst: milliseconds(burst.p99Ms),
      burstFailed: count(burst.failed),
      burstProcessor: milliseconds(burst.processorMs),
    },
    details: [`burst: the last of ${count(visitors)} after ${milliseconds(burst.lastMs)}`, ''],
    notes: [],
  }
}

async function memory(
  dataDir: string,
  postgresUrl: PostgresUrl,
  seconds: number,
): Promise<Measured> {
  const embedded = await memoryFigures(dataDir, 'memory-embedded', { seconds })
  const postgres = postgresUrl
    ? await memoryFigures(dataDir, 'memory-postgres', {
        seconds,
        settings: { DATABASE_URL: await postgresUrl() },
      })
    : null
  const folder = join(dataDir, 'restart')
  await startToFirstPage(folder) // makes the database
  const starts: number[] = []
  for (let run = 0; run < 5; run += 1) starts.push(await startToFirstPage(folder))
  const loaded = ({ rest, loaded }: MemoryFigures) => (loaded / rest).toFixed(2)
  const seen = Object.entries({ embedded, PostgreSQL: postgres }).filter(
    (entry): entry is [string, MemoryFigures] => entry[1] !== null,
  )
  const line = ([name, { rest, loaded }]: [string, MemoryFigures]) =>
    `${name}: ${megabytes(rest)} at rest, ${megabytes(loaded)} in the last half of ${seconds} s of load`
  return {
    figures: {
      restPostgres: postgres ? megabytes(postgres.rest) : 'not available',
      restEmbedded: megabytes(embedded.rest),
      loadPostgres: postgres ? loaded(postgres) : 'not available',
      loadEmbedded: loaded(embedded),
      starter: megabytes(embedded.starter),
      restart: `${(median(starts) / 1000).toFixed(2)} s`,
    },
    details: [...seen.map(line), ''],
    notes: seen
      .filter(([, { failed }]) => failed > 0)
      .map(([name, { failed }]) => `memory, ${name}: ${failed} answers were errors`),
  }
}

function printed({ figures, details, notes }: Measured): string {
  const lines = [
    ['', 'today', 'now', 'wanted'],
    ...Object.entries(rows).flatMap(([name, [what, today, wanted]]) => {
      const figure = figures[name as keyof typeof rows]
      return figure === undefined ? [] : [[what, today, figure, wanted]]
    }),
  ]
  const width = Math.max(...lines.map(([what = '']) => what.length))
  return [
    ...lines.map(
      ([what = '', today = '', now = '', wanted = '']) =>
        `  ${what.padEnd(width)}${today.padStart(14)}${now.padStart(15)}   ${wanted}`,
    ),
    '',
    ...details.map((line) => `  ${line}`),
    ...notes.map((note) => `  ! ${note}`),
    `  today: ${measured}. Compare ratios; absolute figures are of the machine and the hour.`,
  ].join('\n')
}

function ratio(value: number): string {
  return value < 0.1 ? value.toFixed(4) : value.toFixed(2)
}

function percent(share: number): string {
  return `${(share * 100).toFixed(0)}%`
}

function milliseconds(value: number): string {
  return `${count(value)} ms`
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} kB`
}

function megabytes(bytes: number): string {
  return `${count(bytes / 1e6)} MB`
}

function count(value: number): string {
  return Math.round(value).toLocaleString('en-US')
}
