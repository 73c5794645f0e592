import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import { expect, it, vi } from 'vitest'
import { onBothDatabases, onPostgres, seededPostgresUrl } from '#tests/support/databases.ts'
import type { Lease } from './database.ts'
import { type Database, rows } from './database.ts'
import { LeaseLost, withLease } from './lease.ts'
import { openPostgres } from './postgres.ts'

const log = pino({ level: 'silent' })

/** Two processes on one database, as far as their leases go. */
const process = (db: Database, holder: string, lastsMs?: number) => {
  const terms = { orm: db.orm, log, holder, isSoleProcess: false }
  return <T>(name: string, work: (lease: Lease) => Promise<T>) =>
    withLease({ ...terms, ...(lastsMs ? { lastsMs } : {}) }, name, work)
}

/** As when the holder is frozen: nothing renews its lease, and its time runs out. */
const freeze = (db: Database) =>
  db.orm.execute(sql`update job_leases set expires_at = clock_timestamp()`)

onBothDatabases('the lease of a job', (open) => {
  it('is taken over once it has ended, and its former holder writes no more [FAULT-05]', async () => {
    const db = await open()
    const [one, other] = [process(db, 'one'), process(db, 'other')]
    await one('refresh', async (first) => {
      await first.check(db.orm)
      expect(await other('refresh', async () => 'too early')).toBeNull()
      await freeze(db)
      await other('refresh', async (second) => {
        await second.check(db.orm)
        const late = db.orm.transaction(async (tx) => {
          await first.check(tx)
          await tx.execute(sql`delete from products`)
        })
        await expect(late).rejects.toBeInstanceOf(LeaseLost)
        expect(first.signal.aborted).toBe(true)
        expect(second.signal.aborted).toBe(false)
      })
    })
    expect(await rows(db.orm, sql`select count(*) as n from products`)).toEqual([{ n: 8 }])
    // What the former holder gave back at its end was not the lease of another.
    expect(await rows(db.orm, sql`select fence, holder from job_leases`)).toEqual([
      { fence: 2, holder: 'other' },
    ])
  })

  it('is renewed as long as its work takes, and reports when it is lost [FAULT-05]', async () => {
    const db = await open()
    const [one, other] = [process(db, 'one', 4000), process(db, 'other', 4000)]
    await one('refresh', async ({ signal }) => {
      await sleep(6000)
      expect(await other('refresh', async () => 'taken over')).toBeNull()
      expect(signal.aborted).toBe(false)
      await db.orm.execute(sql`update job_leases set fence = fence + 1`)
      await vi.waitFor(() => expect(signal.aborted).toBe(true), 10_000)
    })
  })

  it('ends although the clock of the database was set back [FAULT-05]', async () => {
    const db = await open()
    await process(db, 'one')('refresh', async () => {
      await db.orm.execute(sql`update job_leases set expires_at = now() + interval '3 hours'`)
      expect(await process(db, 'other')('refresh', async () => 'mine')).toBe('mine')
    })
  })

  it('of a process that died holds up no other for longer than it lasts [FAULT-05]', async () => {
    const db = await open()
    await db.orm.execute(
      sql`insert into job_leases values ('refresh', 'dead', 7, clock_timestamp() + interval '20 seconds')`,
    )
    const [taken] = [await db.withLease('refresh', async () => 'mine')]
    // Nobody else can hold the embedded database: there it is free at once.
    expect(taken).toBe(db.engine === 'embedded' ? 'mine' : null)
    await freeze(db)
    expect(await db.withLease('refresh', async () => 'mine')).toBe('mine')
  })
})

onPostgres('the lease of a job whose connections are frozen', () => {
  it('goes to another process, and the first can be closed at once [FAULT-05]', async () => {
    const url = await seededPostgresUrl()
    const [one, other] = [
      await openPostgres(url, log, { leaseMs: 500, timeoutMs: 500 }),
      await openPostgres(url, log),
    ]
    try {
      await one.withLease('refresh', async ({ signal }) => {
        // A table lock keeps its renewals waiting, as a frozen connection does.
        await other.orm.transaction(async (tx) => {
          await tx.execute(sql`lock table job_leases in exclusive mode`)
          await vi.waitFor(() => expect(signal.aborted).toBe(true), 20_000)
        })
        // A renewal that waited for the lock may still come through, for another half second.
        await vi.waitFor(
          async () => expect(await other.withLease('refresh', async () => 'mine')).toBe('mine'),
          20_000,
        )
      })
    } finally {
      await one.close()
      await other.close()
    }
  })
})
