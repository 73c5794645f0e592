import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import { afterEach, describe, expect, inject, it, vi } from 'vitest'
import { type App, createApp } from '#app/.server/app.ts'
import { ConfigError, readConfig } from '#app/.server/config.ts'
import { readiness } from '#app/.server/system/queries/readiness.ts'
import { emptyPostgresUrl } from '#tests/support/databases.ts'
import { isPgbouncerInstalled, type PoolMode, pgbouncer } from '#tests/support/pgbouncer.ts'
import { openPostgres } from './postgres.ts'

const log = pino({ level: 'silent' })
const patience = { timeout: 30_000, interval: 100 }
const isThere = isPgbouncerInstalled && inject('postgresUrl') !== null

describe.skipIf(!isThere)(
  isThere ? 'behind pgbouncer' : 'behind pgbouncer (skipped: it or PostgreSQL is not installed)',
  { timeout: 120_000 },
  () => {
    const closing: (() => Promise<void>)[] = []
    afterEach(async () => {
      for (const close of closing.splice(0).reverse()) await close()
    })
    const pooler = async (mode: PoolMode, poolSize?: number) => {
      const made = await pgbouncer(await emptyPostgresUrl(), mode, poolSize)
      closing.push(made.close)
      return made
    }
    const open = async (DATABASE_URL: string): Promise<App['context']> => {
      const SESSION_SECRET = 'a-secret-of-thirty-two-characters-or-more'
      const config = readConfig({ DATABASE_URL, SESSION_SECRET, GOLD_SOURCES: 'none' })
      const app = await createApp(config, { log })
      closing.push(() => app.close())
      return app.context
    }
    const isReady = (app: App['context']) =>
      vi.waitFor(async () => expect(await readiness(app)).toMatchObject({ ok: true }), patience)

    it.each([
      ['transaction', 20],
      ['transaction', 1],
      ['statement', 20],
    ] as const)(
      'in %s mode with %i connections a start is refused in a sentence [ENV-09]',
      async (mode, size) => {
        const { url } = await pooler(mode, size)
        const refused = await open(url).catch((error: unknown) => error)
        expect(refused).toBeInstanceOf(ConfigError)
        expect(String(refused)).toMatch(
          /DATABASE_URL.*pooling mode|DATABASE_URL points to a pooler that shares connections/,
        )
        expect(String(refused)).toMatch(/set pool_mode = session for this database at the pooler/)
      },
    )

    it('in transaction mode that is busy it is refused as well [ENV-09]', async () => {
      const { url } = await pooler('transaction')
      const other = await openPostgres(url, log, { name: 'other' })
      closing.push(() => other.close())
      let isOver = false
      const busy = Array.from({ length: 5 }, async () => {
        while (!isOver) await other.orm.transaction((tx) => tx.execute(sql`select 1`))
      })
      try {
        await expect(open(url)).rejects.toBeInstanceOf(ConfigError)
      } finally {
        isOver = true
        await Promise.all(busy)
      }
    })

    it('in session mode two shops hear each other, hold their locks, and outlive a restart of it [ENV-09]', async () => {
      const between = await pooler('session', 40)
      const [one, other] = [await open(between.url), await open(between.url)]
      await isReady(one)
      const heard = vi.fn<(payload: string) => void>()
      await one.db.listen('gold_price', heard)
      await other.db.orm.execute(sql`select pg_notify('gold_price', 'new')`)
      await vi.waitFor(() => expect(heard).toHaveBeenCalledWith('new'), patience)
      const steps: string[] = []
      const alone = (name: string) => async () => {
        steps.push(`${name} begins`)
        await new Promise((done) => setTimeout(done, 50))
        steps.push(`${name} ends`)
      }
      await Promise.all([one.db.alone(alone('one')), other.db.alone(alone('other'))])
      const [first, second] = steps[0] === 'one begins' ? ['one', 'other'] : ['other', 'one']
      expect(steps).toEqual([first, second].flatMap((name) => [`${name} begins`, `${name} ends`]))

      await between.stop()
      expect(await readiness(one)).toMatchObject({ ok: false, database: 'unavailable' })
      heard.mockClear()
      await between.start()
      await Promise.all([isReady(one), isReady(other)])
      await vi.waitFor(() => expect(heard).toHaveBeenCalledWith(''), patience)
      await other.db.orm.execute(sql`select pg_notify('gold_price', 'newer')`)
      await vi.waitFor(() => expect(heard).toHaveBeenCalledWith('newer'), patience)
    })

    it('in session mode with fewer connections than the shop would make it waits for its own [FAULT-07]', async () => {
      const { url } = await pooler('session', 5)
      const app = await open(url)
      await isReady(app)
      const work = Array.from({ length: 40 }, () =>
        app.db.orm.transaction((tx) => tx.execute(sql`select pg_sleep(0.02)`)),
      )
      expect(await Promise.all(work)).toHaveLength(40)
    })
  },
)
