import { sql } from 'drizzle-orm'
import pg from 'pg'
import { pino } from 'pino'
import { describe, expect, inject, it, vi } from 'vitest'
import { createApp } from '#app/.server/app.ts'
import { collectionPage } from '#app/.server/catalog/queries/catalog.ts'
import { readConfig } from '#app/.server/config.ts'
import { emptyPostgresUrl, onBothDatabases } from '#tests/support/databases.ts'
import { type Database, type Orm, rows } from './database.ts'
import { openPostgres } from './postgres.ts'

const log = pino({ level: 'silent' })

/** What an administrator may have set for a role or a database, for the sake of another program. */
const hostile = [
  `datestyle = 'German, DMY'`,
  `timezone = 'Asia/Kathmandu'`,
  `intervalstyle = 'iso_8601'`,
  'standard_conforming_strings = off',
  'bytea_output = escape',
  'extra_float_digits = -5',
  'default_transaction_read_only = on',
  `default_transaction_isolation = 'serializable'`,
  'search_path = elsewhere',
]

const pinned = {
  DateStyle: 'ISO, MDY',
  TimeZone: 'UTC',
  IntervalStyle: 'postgres',
  standard_conforming_strings: 'on',
  bytea_output: 'hex',
  extra_float_digits: '1',
  default_transaction_read_only: 'off',
  default_transaction_isolation: 'read committed',
}

async function settingsOf(orm: Pick<Orm, 'execute'>) {
  const names = sql.join(
    Object.keys(pinned).map((name) => sql`${name}`),
    sql`, `,
  )
  const found = await rows<{ name: string; setting: string }>(
    orm,
    sql`select name, setting from pg_settings where name in (${names})`,
  )
  return Object.fromEntries(found.map(({ name, setting }) => [name, setting]))
}

onBothDatabases('a connection', (open) => {
  it('is in the session that the shop expects, whichever it is [ENV-07]', async () => {
    const db = await open()
    expect(await settingsOf(db.orm)).toEqual(pinned)
    await db.alone(async ({ orm }) => expect(await settingsOf(orm)).toEqual(pinned))
    await db.unhurried(async (orm) => expect(await settingsOf(orm)).toEqual(pinned))
    await db.orm.transaction(async (tx) => expect(await settingsOf(tx)).toEqual(pinned))
  })
})

async function asOwner(url: string, script: string): Promise<void> {
  const client = new pg.Client({
    connectionString: url,
    options: '-c default_transaction_read_only=off',
  })
  await client.connect()
  await client.query(script)
  await client.end()
}

const nameOf = (url: string) => new URL(url).pathname.slice(1)

/** A database whose role and database set everything otherwise. */
async function hostileUrl(): Promise<string> {
  const url = await emptyPostgresUrl()
  const set = hostile.map((each, at) =>
    at % 2 === 0
      ? `alter database ${nameOf(url)} set ${each}`
      : `alter role ${new URL(url).username} in database ${nameOf(url)} set ${each}`,
  )
  await asOwner(url, `create schema elsewhere; ${set.join('; ')}`)
  return url
}

describe.skipIf(inject('postgresUrl') === null)('a role or database that sets it otherwise', () => {
  it('still serves a shop, from its first start on [ENV-07]', {
    timeout: 60_000,
  }, async () => {
    const DATABASE_URL = await hostileUrl()
    await asOwner(
      DATABASE_URL,
      `alter database ${nameOf(DATABASE_URL)} set search_path = elsewhere, public`,
    )
    const config = readConfig({
      DATABASE_URL,
      SESSION_SECRET: 'a-secret-of-thirty-two-characters-or-more',
      GOLD_SOURCES: 'none',
    })
    const first = await createApp(config, { log })
    const page = await collectionPage(first.context, { q: '', category: '', page: 1 })
    await first.close()
    // The tables are found where they are, also once the path leads elsewhere.
    await asOwner(
      DATABASE_URL,
      `alter role ${new URL(DATABASE_URL).username} in database ${nameOf(DATABASE_URL)} reset search_path;
       create schema public_copy; alter database ${nameOf(DATABASE_URL)} set search_path = public_copy, elsewhere`,
    )
    const again = await createApp(config, { log })
    expect(await collectionPage(again.context, { q: '', category: '', page: 1 })).toEqual(page)
    const heard = vi.fn<(payload: string) => void>()
    await again.context.db.listen('some_channel', heard)
    await again.context.db.orm.execute(sql`select pg_notify('some_channel', 'x')`)
    await vi.waitFor(() => expect(heard).toHaveBeenCalledWith('x'), 10_000)
    await again.close()
  })

  it('hides no tables in public from a shop that has them there [ENV-07]', async () => {
    const url = await emptyPostgresUrl()
    await asOwner(url, 'create table schema_migrations (name text)')
    await asOwner(
      url,
      `create schema elsewhere; alter database ${nameOf(url)} set search_path = elsewhere`,
    )
    const db: Database = await openPostgres(url, log)
    expect(await rows(db.orm, sql`select current_schema() as name`)).toEqual([{ name: 'public' }])
    await db.close()
  })
})
