import { sql } from 'drizzle-orm'
import pg from 'pg'
import { pino } from 'pino'
import { expect, it } from 'vitest'
import { onPostgres, seededPostgresUrl } from '#tests/support/databases.ts'
import type { Database } from '../database.ts'
import { openPostgres } from '../postgres.ts'
import { aheadOfPages } from './pool-priority.ts'

const log = pino({ level: 'silent' })

async function asOwner(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(statement)
  await client.end()
}

/** A database at whose server this user is given so many connections and no more. */
async function limitedTo(connections: number): Promise<string> {
  const url = new URL(await seededPostgresUrl())
  const user = `limited_${url.pathname.slice(1)}`
  await asOwner(url.href, `create role ${user} login password 'x' connection limit ${connections}`)
  url.username = user
  url.password = 'x'
  return url.href
}

const transaction = ({ orm }: Database) =>
  orm.transaction((tx) => tx.execute(sql`select pg_sleep(0.02)`))

onPostgres('the connections of a process', () => {
  it('are waited for where the server takes no further one [FAULT-07]', async () => {
    const url = await limitedTo(4)
    // Two processes with more connections in mind than the server has for both.
    const [one, other] = [await openPostgres(url, log), await openPostgres(url, log)]
    try {
      const work = Array.from({ length: 40 }, (_, at) => {
        const db = at % 2 ? one : other
        return at % 4 < 2 ? transaction(db) : aheadOfPages(() => transaction(db))
      })
      const settled = await Promise.allSettled(work)
      expect(settled.filter(({ status }) => status === 'rejected')).toEqual([])
    } finally {
      await one.close()
      await other.close()
    }
  })

  it('are not all for pages: orders find one kept for them [FAULT-07]', async () => {
    const url = await seededPostgresUrl()
    const db = await openPostgres(url, log, { poolSize: 5, timeoutMs: 20_000 })
    const locker = new pg.Client({ connectionString: url })
    await locker.connect()
    try {
      await locker.query('begin; lock table products')
      const pages = Array.from({ length: 30 }, () =>
        db.orm.execute(sql`select count(*) from products`),
      )
      // All of them wait, for the table or for a connection.
      await aheadOfPages(() => transaction(db))
      await locker.query('rollback')
      expect(await Promise.all(pages)).toHaveLength(30)
    } finally {
      await locker.end()
      await db.close()
    }
  })

  it('are as many as was set [FAULT-07]', async () => {
    const url = await seededPostgresUrl()
    const db = await openPostgres(url, log, { poolSize: 3 })
    try {
      await Promise.all(
        Array.from({ length: 20 }, (_, at) =>
          at % 2 ? transaction(db) : aheadOfPages(() => transaction(db)),
        ),
      )
      const { rows } = (await db.orm.execute(sql`
        select count(*)::int as n from pg_stat_activity
        where datname = current_database() and application_name = 'shop'`)) as {
        rows: { n: number }[]
      }
      expect(rows).toEqual([{ n: 3 }])
    } finally {
      await db.close()
    }
  })
})
