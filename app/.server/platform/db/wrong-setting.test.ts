import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { createApp } from '#app/.server/app.ts'
import { ConfigError, readConfig } from '#app/.server/config.ts'
import { openLog } from '#app/.server/platform/log.ts'
import { health } from '#app/.server/system/queries/health.ts'
import { readiness } from '#app/.server/system/queries/readiness.ts'
import { emptyPostgresUrl } from '#tests/support/databases.ts'
import { freePort } from '#tests/support/process.ts'
import { testShop } from '#tests/support/shop.ts'
import { openPostgres } from './postgres.ts'
import { wrongDatabaseSetting } from './wrong-setting.ts'

const log = pino({ level: 'silent' })

const start = async (DATABASE_URL: string) => {
  const config = readConfig({
    DATABASE_URL,
    SESSION_SECRET: 'a-secret-of-thirty-two-characters-or-more',
    GOLD_SOURCES: 'none',
  })
  const app = await createApp(config, { log })
  const { description } = app.context.db
  await app.close()
  return description
}

const failureOf = (url: string) =>
  start(url).then(
    (description) => `started: ${description}`,
    (error: unknown) => {
      expect(error).toBeInstanceOf(ConfigError)
      return error instanceof Error ? error.message : ''
    },
  )

describe.skipIf(inject('postgresUrl') === null)(
  'a server that refuses the shop',
  { timeout: 60_000 },
  () => {
    let url: string
    const role = `poor_${randomBytes(4).toString('hex')}`
    const run = async (address: string, script: string) => {
      const client = new pg.Client({ connectionString: address })
      await client.connect()
      return (await client.query(script).finally(() => client.end())).rows
    }
    const asOwner = (script: string) => run(url, script)
    const changed = (change: (address: URL) => void) => {
      const address = new URL(url)
      change(address)
      return address.href
    }
    const asRole = (password: string) =>
      changed((address) => {
        address.username = role
        address.password = encodeURIComponent(password)
      })
    beforeAll(async () => {
      url = await emptyPostgresUrl()
      await asOwner(
        `create role ${role} login password 'p@ss/w:rd#?%x'; revoke all on schema public from public`,
      )
    })
    afterAll(() => asOwner(`drop owned by ${role}; drop role ${role}`))

    it.each([
      ['a wrong password', () => asRole('wr0ng'), /password authentication failed.*%40 %3A %2F/],
      ['no password', () => changed((it) => (it.password = '')), /Give a password/],
      [
        'a database that is not there',
        () => changed((it) => (it.pathname = '/nowhere')),
        /"nowhere" does not exist.*make that database/,
      ],
      [
        'a user without rights',
        () => asRole('p@ss/w:rd#?%x'),
        /permission denied for schema public.*grant usage, create/,
      ],
      [
        'encryption that the server has not',
        () => changed((it) => (it.search = '?sslmode=verify-full')),
        /does not support SSL.*remove sslmode/,
      ],
      [
        'a certificate that is not there',
        () => changed((it) => (it.search = '?sslrootcert=/nowhere.pem')),
        /DATABASE_URL cannot be used \(ENOENT.*nowhere\.pem/,
      ],
    ] as const)('%s stops the start with the remedy [ENV-05]', async (_what, address, sentence) => {
      const said = await failureOf(address())
      expect(said).toMatch(/^DATABASE_URL/)
      expect(said).toMatch(sentence)
      expect(said).not.toMatch(/wr0ng|p@ss/)
    })

    it.each([
      [
        'no schema for the shop',
        'drop schema public',
        /no schema has been selected.*create schema public/,
      ],
      [
        'another program’s tables',
        'create table products (id int); create table customers (id int)',
        /another program’s tables \(customers, products\)\. Nothing was changed\. Make an empty/,
      ],
      [
        'another program’s table of migrations',
        'create table schema_migrations (version text)',
        /another program’s tables \(schema_migrations\)/,
      ],
      [
        'a type of another program',
        'create domain products as text',
        /^db\/migrations\/\S+ failed and was undone: type "products" already exists/,
      ],
    ])(
      'a database with %s stops the start with the remedy, unchanged [ENV-05]',
      async (_what, script, sentence) => {
        const address = await emptyPostgresUrl()
        await run(address, script)
        const tables = () =>
          run(
            address,
            `select relname from pg_class where relkind = 'r' and oid >= 16384
             and relname <> 'schema_migrations' order by 1`,
          )
        const before = await tables()
        expect(await failureOf(address)).toMatch(sentence)
        expect(await tables()).toEqual(before)
      },
    )

    it('a database with tables of an extension or in another schema is the shop’s own [ENV-05]', async () => {
      const address = await emptyPostgresUrl()
      await run(
        address,
        'create schema other; create table other.products (id int); create extension pg_stat_statements',
      )
      expect(await failureOf(address)).toMatch(/^started: PostgreSQL at/)
    })

    it('that does not answer at all is waited for, as ever [ENV-05]', async () => {
      const port = String(await freePort())
      expect(await failureOf(changed((it) => (it.port = port)))).toMatch(/^started: not answering/)
    })

    it('while the shop runs is named in the log, the health strip and /readyz [ENV-06]', async () => {
      const lines: string[] = []
      const db = await openPostgres(asRole('wr0ng'), log)
      const app = testShop({ db, log: openLog('warn', { write: (line) => void lines.push(line) }) })
      const { notices } = await health(app)
      expect(notices.join(' ')).toMatch(/refuses this shop \(password authentication failed/)
      expect(await readiness(app)).toMatchObject({ ok: false, database: 'refused' })
      expect(lines.join('')).toMatch(/"remedy":"DATABASE_URL: the database refuses this shop/)
      expect(lines.join('')).not.toContain('wr0ng')
      await db.close()
    })
  },
)

describe('what the server said', () => {
  const failed = (message: string, code: string) => Object.assign(new Error(message), { code })

  it.each([
    [
      failed('no pg_hba.conf entry for host "1.2.3.4", no encryption', '28000'),
      /sslmode=verify-full.*pg_hba\.conf/,
    ],
    [failed('self-signed certificate', 'DEPTH_ZERO_SELF_SIGNED_CERT'), /sslrootcert=/],
    [failed('certificate has expired', 'CERT_HAS_EXPIRED'), /certificate/],
    [failed('no schema has been selected to create in', '3F000'), /create schema public/],
  ])('%s has its remedy, whatever wraps it [ENV-05]', (error, remedy) => {
    expect(wrongDatabaseSetting(new Error('outer', { cause: error }))).toMatch(remedy)
  })

  it.each([
    failed('connect ECONNREFUSED 127.0.0.1:5432', 'ECONNREFUSED'),
    failed('getaddrinfo ENOTFOUND db', 'ENOTFOUND'),
    failed('the database system is starting up', '57P03'),
    failed('sorry, too many clients already', '53300'),
    failed('duplicate key value', '23505'),
    new Error('timeout exceeded when trying to connect'),
    'a text',
  ])('%s is no wrong setting [ENV-05]', (error) => {
    expect(wrongDatabaseSetting(error)).toBeNull()
  })
})
