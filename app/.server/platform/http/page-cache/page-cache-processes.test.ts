import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { AppContext } from '#app/.server/app-context.ts'
import { type Database, rows } from '#app/.server/platform/db/database.ts'
import { migrate } from '#app/.server/platform/db/migrate.ts'
import { openPostgres } from '#app/.server/platform/db/postgres.ts'
import { followPostgres } from '#app/.server/platform/db/revisions/revisions.ts'
import { onPostgres, seededPostgresUrl } from '#tests/support/databases.ts'
import { draws } from '#tests/support/draws.ts'
import { postgresServer } from '#tests/support/postgres-server.ts'
import { testShop } from '#tests/support/shop.ts'
import { openPageCache, type PageCache } from './page-cache.ts'

/** As revisions.ts has them, twenty times faster. */
const times = { beatMs: 50, sureMs: 125, waitedForMs: 175 }

/** One process that serves a page: the shipping cost, as it is in the database. */
type Process = {
  app: AppContext
  cache: PageCache
  /** Notices are dropped while it is true, as by a connection that is dead and says nothing. */
  isDeaf: boolean
  stop(): Promise<void>
}

async function startProcess(url: string): Promise<Process> {
  const { log } = testShop({ db: null })
  const db = await openPostgres(url, log)
  const app = testShop({ db, now: () => new Date() })
  const process: Process = {
    app,
    cache: openPageCache(app, render, 1_000_000),
    isDeaf: false,
    stop,
  }
  const hearing: Database = {
    ...db,
    listen: (channel, heard) => db.listen(channel, (payload) => process.isDeaf || heard(payload)),
  }
  const unfollow = await followPostgres(hearing, app.revisions, log, times)
  async function render(path: string, life: { until?: number }): Promise<Response> {
    const [found] = await rows<{ cost: string }>(
      db.orm,
      sql`select shipping_cost as cost from shipping_settings`,
    )
    // What was read may be old before it is sent.
    await wait(path.length % 4)
    life.until = Date.now() + 60_000
    return new Response(found?.cost)
  }
  async function stop() {
    await unfollow()
    await db.close()
  }
  return process
}

async function ask({ cache }: Process, path: string): Promise<number> {
  const response = cache.find(path) ?? (await cache.make(path))
  return Number((await response.as('identity')).body.toString())
}

const paths = ['/a', '/ab', '/abc']

const anyStep = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('ask'),
      who: fc.nat(1),
      path: fc.constantFrom(...paths),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('change'), who: fc.nat(1) }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('deaf'), who: fc.nat(1), on: fc.boolean() }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('cut'), who: fc.nat(1) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('wait'), ms: fc.nat(8) }) },
)

onPostgres('pages kept by two processes', () => {
  it('never show what was before a change that was acknowledged, however notices are lost [CACHE-02]', async () => {
    const url = await seededPostgresUrl()
    const processes = [await startProcess(url), await startProcess(url)] as const
    let value = 0
    let acknowledged = 0
    const change = async ({ app }: Process) => {
      value += 1
      const mine = value
      await app.db.orm.execute(
        sql`update shipping_settings set shipping_cost = greatest(shipping_cost::int, ${mine})::text`,
      )
      await app.revisions.settle()
      acknowledged = Math.max(acknowledged, mine)
    }
    const [first] = processes
    await first.app.db.orm.execute(
      sql`insert into shipping_settings (id, processing_time, shipping_time, shipping_cost, updated_at)
          values ('current', '', '', '0', now()) on conflict (id) do update set shipping_cost = '0'`,
    )
    await first.app.revisions.settle()
    try {
      await fc.assert(
        fc.asyncProperty(fc.array(anyStep, { minLength: 10, maxLength: 40 }), async (steps) => {
          const shown: { atLeast: number; was: number }[] = []
          const running: Promise<unknown>[] = []
          for (const step of steps) {
            const who = 'who' in step ? processes[step.who as 0 | 1] : first
            if (step.kind === 'ask' && 'path' in step) {
              const atLeast = acknowledged
              running.push(ask(who, step.path).then((was) => shown.push({ atLeast, was })))
            }
            if (step.kind === 'change') running.push(change(who))
            if ('on' in step) who.isDeaf = step.on
            if (step.kind === 'cut') running.push(cutListener(who))
            if ('ms' in step) await wait(step.ms)
          }
          await Promise.all(running)
          for (const each of processes) each.isDeaf = false
          expect(shown.filter(({ atLeast, was }) => was < atLeast)).toEqual([])
        }),
        { numRuns: draws(15) },
      )
    } finally {
      for (const each of processes) await each.stop()
    }
  })

  it('are not served by one that cannot read whether they changed, and it holds nobody up [CACHE-02]', async () => {
    const url = await seededPostgresUrl()
    const [writer, cutOff] = [await startProcess(url), await startProcess(url)]
    try {
      await ask(cutOff, '/a')
      expect(cutOff.cache.find('/a')).not.toBeNull()
      cutOff.isDeaf = true
      await cutOff.app.db.close()
      await wait(times.sureMs + 50)
      expect(cutOff.app.revisions.isSure()).toBe(false)
      await writer.app.db.orm.execute(sql`update shipping_settings set shipping_cost = '9'`)
      const began = performance.now()
      await writer.app.revisions.settle()
      // Not for the minute after which a process is gone.
      expect(performance.now() - began).toBeLessThan(30_000)
    } finally {
      await writer.stop()
      await cutOff.stop().catch(() => {})
    }
  })

  it('are shown by nobody once a change is acknowledged after which the database was lost [CACHE-02]', async () => {
    const url = await seededPostgresUrl()
    const [writer, other] = [await startProcess(url), await startProcess(url)]
    try {
      await ask(other, '/a')
      expect(other.cache.find('/a')).not.toBeNull()
      other.isDeaf = true
      await writer.app.db.orm.execute(sql`update shipping_settings set shipping_cost = '9'`)
      await Promise.all([writer.app.db.close(), other.app.db.close()])
      await writer.app.revisions.settle()
      expect(other.app.revisions.isSure()).toBe(false)
      expect(writer.app.revisions.isSure()).toBe(false)
    } finally {
      await writer.stop().catch(() => {})
      await other.stop().catch(() => {})
    }
  })

  it('are waited for by a process that changes something right after PostgreSQL crashed and came back [CACHE-02]', async () => {
    const server = await postgresServer()
    try {
      const { log } = testShop({ db: null })
      const url = await server.createDatabase('crashed')
      const before = await openPostgres(url, log)
      await migrate(before)
      await before.orm.execute(sql`insert into web_processes values ('other', 0, now())`)
      // The servers of tests write late to the disk.
      await before.orm.execute(sql`checkpoint`)
      await server.stop('immediate')
      await before.close().catch(() => {})
      await server.start()
      const after = await openPostgres(url, log)
      expect(await rows(after.orm, sql`select id from web_processes`)).toEqual([{ id: 'other' }])
      await after.close()
    } finally {
      await server.close()
    }
  })
})

/** Ends the connection on which the process listens, as an administrator or a firewall would. */
async function cutListener({ app }: Process): Promise<void> {
  await app.db.orm.execute(
    sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and query ilike 'listen%'`,
  )
}
