import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { quoteId } from '#app/domain/quote/quote.ts'
import { isPgbouncerInstalled, pgbouncer } from '#tests/support/pgbouncer.ts'
import { type PostgresServer, postgresServer } from '#tests/support/postgres-server.ts'
import { addressOf, type Program, run, serveCommand } from '#tests/support/process.ts'
import { forwarder, haproxy, type Way } from './database-way.ts'

/** Before and after the primary ends. */
const orders = 60
const shoppers = 4
const ordersTimeoutMs = 60_000

type Row = { what: string; missing: string; outage: string; log: string }

/**
 * Orders while the primary of two PostgreSQL servers is killed and its standby promoted, with and
 * without synchronous replication, by HAProxy and by an address that moves; and a shop in a Turkish
 * locale of the operating system, and behind pgbouncer.
 */
export async function databaseTable(): Promise<string> {
  const rows: Row[] = []
  rows.push(await failover('synchronous standby, moved address', { isSynchronous: true }))
  if (existsSync('/usr/sbin/haproxy'))
    rows.push(
      await failover('synchronous standby, HAProxy', { isSynchronous: true, byHaproxy: true }),
    )
  rows.push(await failover('asynchronous standby, moved address', { isSynchronous: false }))
  rows.push(await standbyAway())
  if (isPgbouncerInstalled) rows.push(await pooled())
  rows.push(await turkish())
  return rows
    .map(
      ({ what, missing, outage, log }) =>
        `  ${what}\n    orders missing: ${missing}; refused for: ${outage}\n    log: ${log}`,
    )
    .join('\n')
}

async function failover(
  what: string,
  { isSynchronous, byHaproxy = false }: { isSynchronous: boolean; byHaproxy?: boolean },
): Promise<Row> {
  return withPair(isSynchronous, byHaproxy, async ({ primary, standby, way, shop }) => {
    await shop.placed(orders)
    // An asynchronous standby is behind by what was written in the last moments: here, half a second.
    if (!isSynchronous) await pauseSender(primary)
    await sleep(500)
    await primary.stop('immediate')
    const began = performance.now()
    await sleep(3000)
    await ask(standby.url(), 'select pg_promote()')
    way.move(portOf(standby))
    await shop.placed(orders)
    const outage = shop.firstAfter(began)
    await shop.stop()
    const missing = await missingOf(standby, shop.acknowledged)
    if (isSynchronous && missing > 0) process.exitCode = 1
    return { what, missing: `${missing} of ${shop.acknowledged.length}`, outage, log: shop.said() }
  })
}

/** Nothing is acknowledged that one server alone has. */
async function standbyAway(): Promise<Row> {
  return withPair(true, false, async ({ primary, standby, shop }) => {
    await shop.placed(orders)
    await standby.stop()
    const began = performance.now()
    const before = shop.acknowledged.length
    await sleep(8000)
    const meanwhile = shop.acknowledged.length - before
    await standby.start()
    await shop.placed(orders)
    const outage = shop.firstAfter(began + 8000, began)
    await shop.stop()
    const missing = await missingOf(primary, shop.acknowledged)
    if (missing > 0 || meanwhile > shoppers) process.exitCode = 1
    const what = `synchronous standby away for 8 s (${meanwhile} acknowledged meanwhile)`
    return { what, missing: `${missing} of ${shop.acknowledged.length}`, outage, log: shop.said() }
  })
}

/** The pooler is killed and started again. */
async function pooled(): Promise<Row> {
  const what = 'pgbouncer in session mode, killed for 3 s'
  const server = await postgresServer()
  const closing = [server.close]
  try {
    const pooler = await pgbouncer(await server.createDatabase('shop'), 'session')
    closing.push(pooler.close)
    const shop = await runShop(pooler.url)
    closing.push(shop.stop)
    await shop.placed(orders)
    await pooler.stop()
    const began = performance.now()
    await sleep(3000)
    await pooler.start()
    await shop.placed(orders)
    const outage = shop.firstAfter(began)
    await shop.stop()
    const missing = await missingOf(server, shop.acknowledged)
    if (missing > 0) process.exitCode = 1
    return { what, missing: `${missing} of ${shop.acknowledged.length}`, outage, log: shop.said() }
  } finally {
    for (const close of closing.reverse()) await close()
  }
}

async function turkish(): Promise<Row> {
  const what = 'locale tr_TR.UTF-8 of the operating system'
  const folder = mkdtempSync(join(tmpdir(), 'four-nines-locales-'))
  const name = join(folder, 'tr_TR.UTF-8')
  spawnSync('localedef', ['-i', 'tr_TR', '-f', 'UTF-8', name], { stdio: 'ignore' })
  chmodSync(folder, 0o755)
  if (!existsSync(name)) {
    rmSync(folder, { recursive: true })
    return { what, missing: '–', outage: '–', log: 'skipped: localedef cannot make it' }
  }
  process.env.LOCPATH = folder
  const server = await postgresServer(undefined, { locale: ['--locale=tr_TR.UTF-8'] })
  const shop = await runShop(await server.createDatabase('shop'))
  try {
    await shop.placed(orders)
    await shop.stop()
    const missing = await missingOf(server, shop.acknowledged)
    if (missing > 0) process.exitCode = 1
    const outage = 'never'
    return { what, missing: `${missing} of ${shop.acknowledged.length}`, outage, log: shop.said() }
  } finally {
    await shop.stop()
    await server.close()
    delete process.env.LOCPATH
    rmSync(folder, { recursive: true })
  }
}

type Pair = { primary: PostgresServer; standby: PostgresServer; way: Way; shop: Shop }

async function withPair(
  isSynchronous: boolean,
  byHaproxy: boolean,
  work: (pair: Pair) => Promise<Row>,
): Promise<Row> {
  const settings = ['synchronous_commit=on']
  const primary = await postgresServer(undefined, { settings })
  const closing: (() => Promise<void>)[] = [primary.close]
  try {
    await primary.createDatabase('shop')
    const standby = await postgresServer(undefined, { settings, standbyOf: primary.url() })
    closing.push(standby.close)
    // After the copy was made, so that the standby waits for nobody once it is promoted.
    if (isSynchronous) {
      await ask(primary.url(), `alter system set synchronous_standby_names = '*'`)
      await ask(primary.url(), 'select pg_reload_conf()')
    }
    const way = await (byHaproxy
      ? haproxy(portOf(primary), portOf(standby))
      : forwarder(portOf(primary)))
    closing.push(way.close)
    const address = new URL(primary.url('shop'))
    address.port = String(way.port)
    const shop = await runShop(address.href)
    closing.push(shop.stop)
    return await work({ primary, standby, way, shop })
  } finally {
    for (const close of closing.reverse()) await close()
  }
}

type Shop = Awaited<ReturnType<typeof runShop>>

/** A shop at which some shoppers order again and again. */
async function runShop(databaseUrl: string) {
  const program: Program = run(serveCommand, {
    PORT: '0',
    DATABASE_URL: databaseUrl,
    TRUST_PROXY: '1',
    SESSION_SECRET: 'a-secret-of-thirty-two-characters-or-more',
  })
  const address = await addressOf(program)
  const acknowledged: { id: string; at: number }[] = []
  let isOver = false
  let count = 0
  const post = (path: string, body: object, network: string) =>
    fetch(address + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': network },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(20_000),
    }).catch(() => null)
  const shop = async () => {
    while (!isOver) {
      count += 1
      const network = `198.18.${(count >> 8) & 255}.${count & 255}`
      const lines = [{ productId: '7', size: 'Small', quantity: 1 }]
      const quoted = await post('/api/quote', { lines }, network)
      if (quoted?.ok) {
        const { quote, total } = await quoted.json()
        const order = { quote, amount: Number(total) }
        const placed = await post('/api/create-checkout-session', order, network)
        if (placed?.ok) acknowledged.push({ id: quoteId(quote), at: performance.now() })
        await placed?.text()
      }
      await sleep(30)
    }
  }
  const shopping = Array.from({ length: shoppers }, shop)
  return {
    acknowledged,
    async placed(more: number) {
      const goal = acknowledged.length + more
      for (
        const until = Date.now() + ordersTimeoutMs;
        acknowledged.length < goal;
        await sleep(50)
      ) {
        if (Date.now() > until) throw new Error(`no further orders:\n${program.output()}`)
      }
    },
    firstAfter(began: number, since = began) {
      const first = acknowledged.find(({ at }) => at > began + 200)
      return first ? `${((first.at - since) / 1000).toFixed(1)} s` : 'ever'
    },
    /** The sentences about the database, each once. */
    said() {
      const lines = program.output().match(/^\{.*\}$/gm) ?? []
      const told = lines.flatMap((line) => {
        const { msg, err } = JSON.parse(line)
        return /database/.test(msg) ? [err?.remedy ?? msg] : []
      })
      return [...new Set(told)].join(' | ') || 'nothing'
    },
    async stop() {
      isOver = true
      await Promise.all(shopping)
      await program.stop()
    },
  }
}

async function missingOf(server: PostgresServer, acknowledged: Shop['acknowledged']) {
  const kept = await ask(server.url('shop'), 'select quote_id from orders')
  const ids = new Set(kept.map((row) => row.quote_id))
  return acknowledged.filter(({ id }) => !ids.has(id)).length
}

/** The process of the primary that tells the standby what is written; it ends with its server. */
async function pauseSender(primary: PostgresServer): Promise<void> {
  const [sender] = await ask(primary.url(), 'select pid from pg_stat_replication')
  process.kill(Number(sender?.pid), 'SIGSTOP')
}

async function ask(url: string, statement: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return (await client.query(statement).finally(() => client.end())).rows
}

const portOf = (server: PostgresServer) => Number(new URL(server.url()).port)
