import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { createApp } from '#app/.server/app.ts'
import { readConfig } from '#app/.server/config.ts'
import { vacuumChanged } from '#app/.server/platform/db/vacuum.ts'
import { purge } from '#app/.server/privacy/jobs/purge.ts'
import { firstAdmin, signedInCookie } from '#tests/support/admin.ts'
import { postgresBinaries, postgresServer } from '#tests/support/postgres-server.ts'
import { fillShop, size } from './full-shop.ts'
import { startServer } from './server.ts'
import { startToFirstPage } from './start.ts'

const daysAgo = (days: number) =>
  new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)

const warmUps = 5
const requests = 30
const goalMs = 100
const startsEach = 10

const products = '/admin/dashboard/products'
const orders = '/admin/dashboard/orders'
const screens: readonly [name: string, path: string][] = [
  ['today', '/admin/dashboard'],
  ['products', products],
  ['products, searched', `${products}?q=raven`],
  ['products, none found', `${products}?q=nothing-like-this`],
  ['products, by price', `${products}?order=price`],
  ['products, of a category, hidden', `${products}?category=waves&show=hidden`],
  ['products, all to be changed', '/admin/dashboard/products/bulk?all=yes'],
  ['products, last page', `${products}?page=9999`],
  ['products, changes of many', `${products}/changes`],
  ['products, from a file', `${products}/import`],
  ['one product, edited', '/admin/products/edit/p4321'],
  ['orders', orders],
  ['orders, one state', `${orders}?show=refunded`],
  ['orders, to do', `${orders}?show=todo`],
  ['orders, late', `${orders}?show=late`],
  ['orders, not begun', `${orders}?show=paid`],
  ['orders, sent', `${orders}?show=sent`],
  ['orders, delivered, last page', `${orders}?show=delivered&page=9999`],
  ['orders, need a look', `${orders}?show=held`],
  ['orders, disputed', `${orders}?show=disputed`],
  ['orders, mail not sent', `${orders}?show=mail`],
  ['orders, paid in a month', `${orders}?from=${daysAgo(40)}&to=${daysAgo(10)}`],
  ['orders, paid in four years', `${orders}?from=${daysAgo(4 * 365)}`],
  ['orders, one found', `${orders}?q=buyer19@example.com`],
  ['orders, none found', `${orders}?q=nothing-like-this`],
  ['orders, last page', `${orders}?page=9999`],
  ['one order', `${orders}/o19990`],
  ['returns', `${orders}/returns`],
  ['new order', `${orders}/new`],
  ['metal', '/admin/dashboard/metal'],
  ['payments', '/admin/dashboard/payments'],
  ['customers', '/admin/dashboard/customers'],
  ['customers, one found', '/admin/dashboard/customers?q=buyer19@example.com'],
  ['media', '/admin/dashboard/media'],
  ['media, not used', '/admin/dashboard/media?show=unused'],
  ['media, one found', '/admin/dashboard/media?q=IMG_4321'],
  ['search, an order number', '/admin/dashboard/search?q=fn-c4ca'],
  ['search, an e-mail address', '/admin/dashboard/search?q=buyer19'],
  ['search, a name of many', '/admin/dashboard/search?q=raven'],
  ['search, a letter pair', '/admin/dashboard/search?q=bu'],
  ['search, none found', '/admin/dashboard/search?q=nothing-like-this'],
  ['gold price, with its preview', '/admin/dashboard/gold-price'],
  ['sales tax of a month', '/admin/dashboard/sales-tax/report'],
  ['sales tax', '/admin/dashboard/sales-tax'],
  ['bank price', '/admin/dashboard/bank-price'],
  ['shipping', '/admin/dashboard/shipping'],
  ['risk', '/admin/dashboard/risk'],
  ['woocommerce', '/admin/dashboard/woocommerce'],
  ['texts', '/admin/dashboard/texts'],
  ['one text', '/admin/dashboard/texts/policy-privacy-policy'],
  ['mails', '/admin/dashboard/mails'],
  ['one mail', '/admin/dashboard/mails/order-fulfilled-buyer'],
  ['gold prices that were shown', '/admin/dashboard/gold-price/shown'],
  ['set up', '/admin/dashboard/setup'],
  ['system', '/admin/dashboard/system'],
  ['staff', '/admin/staff'],
  ['account', '/admin/account'],
  ['guide', '/admin/guide'],
  ['log', '/admin/dashboard/log'],
  ['log, of products', '/admin/dashboard/log?area=products'],
  ['log, of somebody', '/admin/dashboard/log?who=ann@example.com'],
  ['log, by words', '/admin/dashboard/log?q=pendant'],
  ['log, by a rare word', '/admin/dashboard/log?q=90210'],
  ['debug', '/admin/dashboard/debug'],
  ['paracord', '/admin/dashboard/paracord'],
]

type Times = { median: number; p95: number }
/** `starts`: milliseconds from `npm start` to the first page, in order. */
type Figures = { times: Times[]; starts: number[] }
type Engine = { name: string; settings: Record<string, string>; close(): Promise<void> }

/**
 * Whole pages of the admin area, from the first byte asked to the last one had, in a shop with
 * thousands of products and orders, by one visitor, on each database that is installed.
 */
export async function adminTable(dataDir: string): Promise<string> {
  const engines = [
    () => embedded(dataDir),
    ...(postgresBinaries() ? [() => postgres(dataDir)] : []),
  ]
  const columns: (Figures & { name: string })[] = []
  for (const open of engines) {
    const engine = await open()
    try {
      columns.push({ name: engine.name, ...(await measure(engine)) })
    } finally {
      await engine.close()
    }
  }
  return printed(columns)
}

async function embedded(dataDir: string): Promise<Engine> {
  return { name: 'embedded', settings: settingsIn(dataDir, 'embedded'), close: async () => {} }
}

async function postgres(dataDir: string): Promise<Engine> {
  const server = await postgresServer()
  const settings = { ...settingsIn(dataDir, 'postgres'), DATABASE_URL: server.url() }
  return { name: 'PostgreSQL', settings, close: server.close }
}

function settingsIn(dataDir: string, folder: string) {
  const own = join(dataDir, folder)
  mkdirSync(own, { recursive: true })
  return { DATA_DIR: own, GOLD_SOURCES: 'none', LOG_LEVEL: 'error', SESSION_SECRET: 'b'.repeat(32) }
}

async function measure({ name, settings }: Engine): Promise<Figures> {
  const filling = await createApp(readConfig(settings))
  if (!filling.context.db) throw new Error('the database does not answer')
  const began = performance.now()
  const told = (what: string) => {
    const seconds = ((performance.now() - began) / 1000).toFixed(0)
    process.stderr.write(`  ${name}: ${what}, ${seconds} s\n`)
  }
  await fillShop(filling.context.db, (done, all) => told(`filling the shop, ${done} of ${all}`))
  // As after the first hour: what the job takes out of old orders is cleared as well.
  await purge(filling.context)
  await vacuumChanged(filling.context)
  const cookie = await signedInCookie(filling.context, await firstAdmin(filling.context))
  await filling.close()
  told('the shop is filled')
  await startToFirstPage(settings) // writes what a first start writes
  const starts: number[] = []
  while (starts.length < startsEach) starts.push(await startToFirstPage(settings))
  starts.sort((a, b) => a - b)
  const server = await startServer([process.execPath, 'scripts/serve.ts'], settings)
  try {
    const all: Times[] = []
    for (const [screen, path] of screens) {
      const times = await timesOf(server.url + path, cookie)
      // Some minutes go by before the table.
      process.stderr.write(`  ${name}, ${screen}: ${times.median.toFixed(0)} ms\n`)
      all.push(times)
    }
    return { times: all, starts }
  } finally {
    await server.stop()
  }
}

async function timesOf(url: string, cookie: string): Promise<Times> {
  const times: number[] = []
  for (let round = 0; round < warmUps + requests; round += 1) {
    const began = performance.now()
    const response = await fetch(url, { headers: { cookie }, redirect: 'manual' })
    const page = await response.text()
    if (response.status !== 200 || !page.includes('</html>')) {
      throw new Error(`${url} answered ${response.status}, not a whole page`)
    }
    if (round >= warmUps) times.push(performance.now() - began)
  }
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.floor(share * (times.length - 1))] ?? Number.NaN
  return { median: at(0.5), p95: at(0.95) }
}

function printed(columns: readonly (Figures & { name: string })[]): string {
  const width = Math.max(...screens.map(([name]) => name.length))
  const cell = (ms: number) => `${ms.toFixed(0)}${ms > goalMs ? '!' : ''}`.padStart(7)
  return [
    `  ${size.products.toLocaleString('en-US')} products, ${size.orders.toLocaleString('en-US')} orders; ms of a whole page, ${requests} requests; goal: median within ${goalMs}`,
    '',
    `  ${''.padEnd(width)}${columns.map(({ name }) => name.padStart(16)).join('')}`,
    `  ${''.padEnd(width)}${columns.map(() => '  median    p95'.padStart(16)).join('')}`,
    ...screens.map(
      ([name], row) =>
        `  ${name.padEnd(width)}${columns
          .map(({ times }) => {
            const { median, p95 } = times[row] ?? { median: Number.NaN, p95: Number.NaN }
            return `  ${cell(median)}${cell(p95)}`
          })
          .join('')}`,
    ),
    '',
    ...columns.map(
      ({ name, starts }) =>
        `  npm start to the first page, ${name}: median of ${starts.length} ${seconds(starts[starts.length >> 1])}, ${seconds(starts[0])} to ${seconds(starts.at(-1))}; goal: 1.20 s`,
    ),
    ...(columns.length === 1 ? ['', '  PostgreSQL is not installed, so it was not measured.'] : []),
  ].join('\n')
}

const seconds = (ms = Number.NaN) => `${(ms / 1000).toFixed(2)} s`
