import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { createApp } from '#app/.server/app.ts'
import { firstAdmin, signedInCookie } from '#tests/support/admin.ts'
import { seededDataFolder, seededPostgresUrl } from '#tests/support/databases.ts'
import { type NewerVersion, newerVersion } from '#tests/support/newer-version.ts'
import { paidOrder } from '#tests/support/orders.ts'
import { sellingShop } from '#tests/support/selling-shop.ts'
import { type Config, readConfig } from '../config.ts'
import { type Database, rows } from '../platform/db/database.ts'
import { embeddedEngine, postgresEngine } from '../platform/db/engines.ts'
import { readBackup } from './backup-file.ts'
import { openRestore } from './restore.ts'
import { takeBackup } from './take-backup.ts'
import { refuseRunningShop, runUpdate } from './update.ts'

const log = pino({ level: 'silent' })
const name = '9001_notes.sql'
const folders: string[] = []
let version: NewerVersion
beforeEach(() => {
  version = newerVersion()
  version.add(name, 'create table notes (n int);')
})
afterEach(() => {
  version.remove()
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

type Stopped = { config: Config; use<T>(work: (db: Database) => Promise<T>): Promise<T> }

async function stopped(settings: Record<string, string>): Promise<Stopped> {
  folders.push(settings.DATA_DIR ?? '')
  const config = readConfig({ GOLD_SOURCES: 'none', ...settings })
  const { databaseUrl, dataDir } = config
  return {
    config,
    async use(work) {
      const db = databaseUrl
        ? await (await postgresEngine()).openPostgres(databaseUrl, log)
        : await (await embeddedEngine()).openEmbedded(dataDir, log)
      try {
        return await work(db)
      } finally {
        await db.close()
      }
    },
  }
}

/** As this version left it: with an order and an admin signed in. */
async function lived(shop: Stopped, { orders = 1 } = {}): Promise<Stopped> {
  await shop.use(async (db) => {
    const { shop: app } = await sellingShop(db)
    for (let count = 0; count < orders; count += 1) await paidOrder(app)
    await signedInCookie(app, await firstAdmin(app))
  })
  return shop
}

const stateOf = ({ use }: Stopped) =>
  use(async ({ orm }) => {
    const [found] = await rows(
      orm,
      sql`select (select count(*)::int from orders) as orders,
        (select count(*)::int from admin_sessions) as sessions,
        (select count(*)::int from schema_migrations where name = ${name}) as ran,
        (to_regclass('notes') is not null)::int as tables,
        (select count(*)::int from pg_namespace where nspname like 'trial%') as left_over`,
    )
    return found
  })

const older = { orders: 1, sessions: 1, ran: 0, tables: 0, left_over: 0 }
const newer = { ...older, ran: 1, tables: 1 }

function update({ config }: Stopped, check: (db: Database) => Promise<void> = async () => {}) {
  const said: string[] = []
  const say = (step: string) => said.push(step)
  const run = { config, log, now: () => new Date(), say, check }
  return { said, done: version.within(() => runUpdate(run)) }
}

const start = async ({ config }: Stopped) =>
  version.within(async () => (await createApp(config, { log })).close())

const backups = ({ config }: Stopped) =>
  existsSync(join(config.dataDir, 'backups')) ? readdirSync(join(config.dataDir, 'backups')) : []

const secret = 'a secret of 32 characters or more, for tests'

const engines: [string, boolean, () => Promise<Stopped>][] = [
  ['the embedded database', true, async () => stopped({ DATA_DIR: await seededDataFolder() })],
  [
    'PostgreSQL',
    inject('postgresUrl') !== null,
    async () =>
      stopped({
        DATA_DIR: await mkdtemp(join(tmpdir(), 'four-nines-update-')),
        DATABASE_URL: await seededPostgresUrl(),
        SESSION_SECRET: secret,
      }),
  ],
]

for (const [engine, isThere, open] of engines) {
  describe.skipIf(!isThere)(`an update on ${engine}`, () => {
    it('is tried on a copy, done whole, and checked; sessions stay [UPDATE-01]', async () => {
      const shop = await lived(await open())
      const seen: unknown[] = []
      const { said, done } = update(shop, async ({ orm }) => {
        seen.push(...(await rows(orm, sql`select count(*)::int as orders from orders, notes`)))
        seen.push(...(await rows(orm, sql`select count(*)::int as orders from orders`)))
      })
      expect((await done).migrations).toEqual([name])
      expect(said).toEqual(['backup', 'copy', 'trial', 'change', 'check'])
      // The tables of the new version are there, on the copy and then in the shop itself.
      expect(seen).toEqual([{ orders: 0 }, { orders: 1 }, { orders: 0 }, { orders: 1 }])
      expect(await stateOf(shop)).toEqual(newer)
      const [file = ''] = backups(shop)
      expect(file).toMatch(/^before-update-.*Z\.gz$/)
      const { tables } = await readBackup(join(shop.config.dataDir, 'backups', file))
      expect(tables.get('orders')?.rows).toBe(1)
      expect(await update(shop).done).toEqual({ migrations: [], kept: null })
    })

    it('changes nothing where the new shop does not serve a copy [UPDATE-01]', async () => {
      const shop = await lived(await open())
      const { said, done } = update(shop, async () => {
        throw new Error('the shop answers / with 500')
      })
      await expect(done).rejects.toThrow('the shop answers / with 500')
      expect(said.at(-1)).toBe('trial')
      expect(await stateOf(shop)).toEqual(older)
      expect(readdirSync(shop.config.dataDir).join()).not.toMatch(/unfinished|restored/)
    })

    it('puts the database of before back where the new shop does not serve after all [UPDATE-01]', async () => {
      const shop = await lived(await open())
      let checks = 0
      const { said, done } = update(shop, async () => {
        checks += 1
        if (checks === 2) throw new Error('the shop answers / with 500')
      })
      await expect(done).rejects.toThrow('the shop answers / with 500')
      expect(said.at(-1)).toBe('check')
      const { sessions: _, ...state } = { ...(await stateOf(shop)) }
      const { sessions: __, ...expected } = older
      expect(state).toEqual(expected)
    })

    it('is refused while the shop runs [UPDATE-01]', async () => {
      const shop = await lived(await open())
      const running = await createApp({ ...shop.config, port: 0 }, { log })
      try {
        await expect(update(shop).done).rejects.toThrow(/^The shop is running\. Stop it, update/)
        await expect(refuseRunningShop(shop.config, log)).rejects.toThrow(/^The shop is running/)
      } finally {
        await running.close()
      }
    })

    it('by a start is preceded by a backup and a trial, where there are orders [UPDATE-03]', async () => {
      const shop = await lived(await open())
      await start(shop)
      expect(await stateOf(shop)).toEqual(newer)
      expect(backups(shop)).toHaveLength(1)
      await start(shop)
      expect(backups(shop)).toHaveLength(1)

      const empty = await lived(await open(), { orders: 0 })
      await start(empty)
      expect(await stateOf(empty)).toEqual({ ...newer, orders: 0 })
      expect(backups(empty)).toEqual([])
    })

    it('and a start and a restore are refused on a database from before the first release, and change nothing [UPDATE-04]', async () => {
      const shop = await lived(await open())
      const file = join(shop.config.dataDir, 'shop.gz')
      await shop.use(async (db) => {
        writeFileSync(
          file,
          await takeBackup(db, { secret: null, secretMark: 'm', now: new Date() }),
        )
        await db.orm.execute(
          sql`insert into schema_migrations (name, checksum) values ('0001_shop.sql', 'c')`,
        )
      })
      const sentence =
        /a version of the shop from before its first release\..* nothing was changed: /
      const { said, done } = update(shop)
      await expect(done).rejects.toThrow(sentence)
      expect(said).toEqual([])
      await expect(start(shop)).rejects.toThrow(sentence)
      await expect(openRestore({ config: shop.config, file, log })).rejects.toThrow(sentence)
      expect(await stateOf(shop)).toEqual(older)
      expect(backups(shop)).toEqual([])
    })
  })
}
