import { execFileSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { type App, createApp } from '#app/.server/app.ts'
import { readConfig } from '#app/.server/config.ts'
import { openLog } from '#app/.server/platform/log.ts'
import { health } from '#app/.server/system/queries/health.ts'
import { readiness } from '#app/.server/system/queries/readiness.ts'
import {
  giveTo,
  type PostgresServer,
  postgresBinaries,
  postgresServer,
  unprivilegedUser,
} from '#tests/support/postgres-server.ts'
import { fillDisk, smallDisk } from '#tests/support/storm/small-disk.ts'
import { programAt } from '#tests/support/tls-proxy.ts'
import { withDatabase } from './with-database.ts'

const installed = postgresBinaries() !== null
const openssl = programAt('openssl')
const patience = { timeout: 30_000, interval: 100 }

describe.skipIf(!installed)(
  installed ? 'a PostgreSQL server that' : 'a PostgreSQL server (skipped: none is installed)',
  { timeout: 240_000 },
  () => {
    let server: PostgresServer
    let opened: App | undefined
    let lines: string[]
    const open = async (DATABASE_URL: string) => {
      lines = []
      const log = openLog('info', { write: (line) => void lines.push(line) })
      const SESSION_SECRET = 'a-secret-of-thirty-two-characters-or-more'
      opened = await createApp(readConfig({ DATABASE_URL, SESSION_SECRET, GOLD_SOURCES: 'none' }), {
        log,
      })
      return opened.context
    }
    const ask = async (statement: string, url = server.url()) => {
      const client = new pg.Client({ connectionString: url })
      await client.connect()
      return (await client.query(statement).finally(() => client.end())).rows
    }
    /** Each kind of trouble, told alike on the health strip, by /readyz and in the log. */
    const tells = async (app: App['context'], sentence: RegExp) => {
      expect((await health(app)).notices[0]).toMatch(sentence)
      expect(await readiness(app)).toMatchObject({ ok: false, database: 'unavailable' })
      expect(lines.join('')).toMatch(sentence)
    }
    const recovers = (app: App['context']) =>
      vi.waitFor(async () => {
        expect((await health(app)).notices).toEqual([])
        expect(await readiness(app)).toMatchObject({ ok: true, database: 'ok' })
      }, patience)
    beforeAll(async () => {
      server = await postgresServer(undefined, { settings: ['max_connections=14'] })
    })
    afterAll(() => server?.close())
    afterEach(async () => {
      await opened?.close()
      opened = undefined
    })
    const becomesStandby = async () => {
      await server.stop()
      await writeFile(join(server.data, 'standby.signal'), '')
      await giveTo(unprivilegedUser(), join(server.data, 'standby.signal'))
      await server.start()
    }

    it('is a standby is neither read nor written, says so, and is used once promoted [FAULT-11]', async () => {
      const url = await server.createDatabase('standby')
      const app = await open(url)
      await recovers(app)
      await becomesStandby()
      const write = withDatabase(app, ({ orm }) => orm.execute(sql`delete from readiness_checks`))
      await expect(write).rejects.toMatchObject({ code: 'shop_unavailable', status: 503 })
      await tells(app, /database is read-only, as a standby is.*Promote it, or point DATABASE_URL/)
      await opened?.close()

      const started = await open(url)
      await tells(
        started,
        /database is read-only, as a standby is.*Promote it, or point DATABASE_URL/,
      )
      expect(started.db.description).toMatch(/^cannot be used yet/)
      await ask('select pg_promote()')
      await recovers(started)
      expect(lines.join('')).toContain('the database answers')
    })

    it('is read-only by a setting alone is still written to [ENV-07]', async () => {
      const url = await server.createDatabase('read_only')
      await ask('alter database read_only set default_transaction_read_only = on')
      await recovers(await open(url))
    })

    it('takes no further connection is named, and used once there is one [FAULT-11]', async () => {
      const url = await server.createDatabase('full')
      const others = Array.from({ length: 14 }, () => new pg.Client({ connectionString: url }))
      for (const other of others) await other.connect()
      const app = await open(url)
      await tells(app, /isn’t accepting any more connections \(.*too many clients.*max_connections/)
      for (const other of others) await other.end()
      await recovers(app)
    })

    it('has fewer connections left than the shop would make serves it [FAULT-07]', async () => {
      const url = await server.createDatabase('scarce')
      const others = Array.from({ length: 8 }, () => new pg.Client({ connectionString: url }))
      for (const other of others) await other.connect()
      const app = await open(url)
      const asked = Array.from({ length: 30 }, () =>
        withDatabase(app, ({ orm }) => orm.execute(sql`select pg_sleep(0.02)`)),
      )
      await Promise.all(asked)
      for (const other of others) await other.end()
    })

    it('has a full disk is named in the log and as the last error, and used once there is room [FAULT-11]', async ({
      skip,
    }) => {
      const disk = smallDisk()
      if (!disk) return skip('this user may not mount a small disk')
      const small = await postgresServer(disk.folder)
      try {
        const app = await open(await small.createDatabase('shop'))
        const write = () =>
          withDatabase(app, ({ orm }) =>
            orm.execute(sql`create table if not exists filled as
              select repeat(md5(n::text), 50) as text from generate_series(1, 20000) n`),
          )
        const full = /The disk of the database is full: nothing can be saved\. Make room on it\./
        const restart = async () => {
          await small.stop('immediate')
          await small.start()
          await ask('drop table if exists filled', small.url('shop'))
        }
        await vi.waitFor(async () => {
          const makeRoom = await fillDisk(disk.folder)
          try {
            await expect(write()).rejects.toMatchObject({ code: 'shop_unavailable', status: 503 })
            expect(lines.join('')).toMatch(full)
            expect((await health(app)).lastError?.message).toMatch(full)
          } finally {
            await makeRoom()
            // A server that could not write its log has ended, before or after it refused the write; an
            // operator starts it again.
            await restart()
          }
        }, patience)
        await vi.waitFor(write, patience)
        await recovers(app)
      } finally {
        await opened?.close()
        opened = undefined
        await small.close()
        disk.remove()
      }
    })

    it.skipIf(!openssl)(
      'wants encryption refuses the shop with the remedy, and takes it with its certificate [ENV-05]',
      async () => {
        const url = await server.createDatabase('encrypted')
        const [hba, key, crt] = ['pg_hba.conf', 'server.key', 'server.crt'].map((name) =>
          join(server.data, name),
        ) as [string, string, string]
        const name = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1']
        const made = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', key, '-out', crt]
        execFileSync(openssl ?? '', [...made, ...name], { stdio: 'ignore' })
        for (const path of [key, crt]) await giveTo(unprivilegedUser(), path)
        const before = await readFile(hba, 'utf8')
        await ask('alter system set ssl = on')
        await writeFile(hba, before.replaceAll(/^host /gm, 'hostssl '))
        await ask('select pg_reload_conf()').catch(() => {})
        try {
          await vi.waitFor(() => expect(open(url)).rejects.toThrow(/no encryption/), patience)
          await expect(open(url)).rejects.toThrow(/no encryption.*add \?sslmode=verify-full/)
          const trusting = `${url}?sslmode=verify-full`
          await expect(open(trusting)).rejects.toThrow(/self-signed.*sslrootcert=/)
          await recovers(await open(`${trusting}&sslrootcert=${crt}`))
        } finally {
          await writeFile(hba, before)
          await server.stop()
          await server.start()
        }
      },
    )
  },
)
