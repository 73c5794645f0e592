import { connect as connectSocket, createServer, type Server, type Socket } from 'node:net'
import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { invalidateCatalog } from '#app/.server/catalog/queries/cached-catalog.ts'
import { collectionPage, productsById } from '#app/.server/catalog/queries/catalog.ts'
import { builtInPendants } from '#content/pendants/catalog.ts'
import {
  type PostgresServer,
  postgresBinaries,
  postgresServer,
} from '#tests/support/postgres-server.ts'
import { testShop } from '#tests/support/shop.ts'
import { type Database, ping, rows } from './database.ts'
import { migrate } from './migrate.ts'
import { openPostgres } from './postgres.ts'
import { seed } from './seed.ts'

const log = pino({ level: 'silent' })
const everything = { q: '', category: '', page: 1 }
const installed = postgresBinaries() !== null

/** Passes bytes on to a server until it is told to hold them back: a server that went silent. */
async function wire(port: number) {
  const sockets = new Set<Socket>()
  let silent = false
  const server: Server = createServer((near) => {
    const far = connectSocket(port, '127.0.0.1')
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from)
      from.on('data', (data) => silent || to.write(data))
      from.on('error', () => to.destroy())
      from.on('close', () => to.destroy())
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    goSilent() {
      silent = true
    },
    speakAgain() {
      silent = false
    },
    cut() {
      for (const socket of sockets) socket.destroy()
    },
    close() {
      this.cut()
      server.close()
    },
  }
}

describe.skipIf(!installed)(
  installed ? 'a PostgreSQL server' : 'a PostgreSQL server (skipped: none is installed)',
  { timeout: 240_000 },
  () => {
    let server: PostgresServer
    let db: Database | undefined
    beforeAll(async () => {
      server = await postgresServer()
    })
    afterAll(() => server?.close())
    afterEach(async () => {
      await db?.close()
      db = undefined
    })

    it('that goes away and comes back is read from memory, then read again [DATA-25]', async () => {
      db = await openPostgres(await server.createDatabase('comes_back'), log)
      await migrate(db)
      await seed(db)
      const heard = vi.fn<(payload: string) => void>()
      await db.listen('gold_price', heard)
      const app = testShop({ db })
      const before = await collectionPage(app, everything)

      await server.stop()
      invalidateCatalog(app)
      expect(await collectionPage(app, everything)).toEqual(before)
      await expect(productsById(app, ['5'], { mustBeFresh: true })).rejects.toMatchObject({
        code: 'shop_unavailable',
        status: 503,
      })
      // More failing transactions than the pool has connections: none may be used up by them.
      const failing = Array.from({ length: 25 }, () =>
        app.db.orm
          .transaction((tx) => tx.execute(sql`select 1`))
          .then(
            () => 'done',
            () => 'failed',
          ),
      )
      expect(new Set(await Promise.all(failing))).toEqual(new Set(['failed']))
      await expect(db.withLease('job', async () => 'ran')).rejects.toThrow()

      await server.start()
      expect(await collectionPage(app, everything)).toEqual(before)
      expect(app.cache.catalog?.revision).toBe(app.revisions.of('catalog'))
      expect((await productsById(app, ['5'], { mustBeFresh: true })).size).toBe(1)
      expect(await db.withLease('job', async () => 'ran')).toBe('ran')
      // Called once on its own, since a price may have been missed, and then at each.
      await vi.waitFor(() => expect(heard.mock.calls).toEqual([['']]), 15_000)
      await db.orm.execute(sql`select pg_notify('gold_price', 'new')`)
      await vi.waitFor(() => expect(heard.mock.calls).toEqual([[''], ['new']]))
    })

    it('that is not there at first is listened to once it is', async () => {
      const url = await server.createDatabase('later')
      await server.stop()
      db = await openPostgres(url, log)
      const heard = vi.fn<(payload: string) => void>()
      const stop = await db.listen('channel', heard)
      await expect(ping(db)).rejects.toThrow()
      await server.start()
      await vi.waitFor(() => expect(heard.mock.calls).toEqual([['']]), 15_000)
      await stop()
    })

    it('that falls silent fails each call within its patience, and is found again', async () => {
      const url = new URL(await server.createDatabase('silent'))
      const between = await wire(Number(url.port))
      url.port = String(between.port)
      try {
        db = await openPostgres(url.href, log, { timeoutMs: 1500 })
        await migrate(db)
        await seed(db)
        const { orm } = db
        const app = testShop({ db })
        await Promise.all(Array.from({ length: 12 }, () => orm.execute(sql`select 1`)))
        between.goSilent()
        const answers = await Promise.allSettled([
          ...Array.from({ length: 12 }, () => orm.transaction((tx) => tx.execute(sql`select 1`))),
          orm.execute(sql`select 1`),
        ])
        expect(new Set(answers.map(({ status }) => status))).toEqual(new Set(['rejected']))
        expect((await collectionPage(app, everything)).products).toEqual(builtInPendants)
        expect(app.cache.catalog).toBeNull()
        between.speakAgain()
        // The connections that hung were given up, so the very first calls succeed.
        const again = Array.from({ length: 12 }, () =>
          orm.transaction((tx) => tx.execute(sql`select 1`)),
        )
        expect(await Promise.all(again)).toHaveLength(12)
        await vi.waitFor(async () => {
          await collectionPage(app, everything)
          expect(app.cache.catalog).not.toBeNull()
        }, 10_000)
      } finally {
        between.close()
      }
    })

    it('ends a statement that takes too long, but neither a migration nor the look at the books at night [BOOKS-01]', async () => {
      db = await openPostgres(await server.createDatabase('slow'), log, { timeoutMs: 1000 })
      const { orm } = db
      await expect(orm.execute(sql`select pg_sleep(60)`)).rejects.toThrow()
      // Not only given up here: the server works on it no longer.
      await vi.waitFor(async () => {
        const still = sql`select pid from pg_stat_activity
          where state = 'active' and query like 'select pg_sleep(60)%'`
        expect(await rows(orm, still)).toEqual([])
      }, 15_000)
      await db.alone((connection) => connection.orm.execute(sql`select pg_sleep(1.5)`))
      await db.unhurried((slow) => slow.execute(sql`select pg_sleep(2)`))
      const limit = await db.unhurried((slow) => rows(slow, sql`show statement_timeout`))
      expect(limit).toEqual([{ statement_timeout: '1min' }])
    })
  },
)

describe('a PostgreSQL address', () => {
  it('is described without user and password', async () => {
    const opened = await openPostgres('postgres://jeweler:s3cret@db.example.com/shop', log)
    expect(opened.description).toBe('PostgreSQL at db.example.com:5432/shop')
    await opened.close()
  })

  it('fails within seconds where nothing answers', async () => {
    // Nothing listens on the discard port.
    const db = await openPostgres('postgres://shop@127.0.0.1:9/shop', log)
    await expect(rows(db.orm, sql`select 1`)).rejects.toThrow()
    await expect(migrate(db)).rejects.toThrow()
    await db.close()
  })
})
