import { and, eq, sql } from 'drizzle-orm'
import { bigint, pgTable, text } from 'drizzle-orm/pg-core'
import type { Logger } from 'pino'
import { at } from './columns.ts'
import type { Lease, Orm } from './database.ts'

/** Which process runs a job, and until when. */
export const jobLeases = pgTable('job_leases', {
  name: text().primaryKey(),
  holder: text().notNull(),
  fence: bigint({ mode: 'number' }).notNull(),
  expiresAt: at('expires_at').notNull(),
})

/** How long a lease lasts unless it is renewed, which happens three times as often. */
export const leaseMs = 30_000

export class LeaseLost extends Error {
  constructor(name: string) {
    super(`another process took over the job: ${name}`)
  }
}

export type LeaseTerms = {
  orm: Orm
  log: Logger
  /** Of this process, unlike that of any other. */
  holder: string
  /** No other process can be at work: a lease of another holder is one that died. */
  isSoleProcess: boolean
  lastsMs?: number | undefined
}

/** Runs work under the named lease, or answers null at once where another one has it. */
export async function withLease<T>(
  terms: LeaseTerms,
  name: string,
  work: (lease: Lease) => Promise<T>,
): Promise<T | null> {
  const { orm, log, lastsMs = leaseMs } = terms
  const fence = await take(terms, name, lastsMs)
  if (fence === null) return null
  const mine = and(eq(jobLeases.name, name), eq(jobLeases.fence, fence))
  const lost = new AbortController()
  let renewedAt = performance.now()
  const renew = async () => {
    // Such work ends; its lease is left to anyone who comes next.
    if (lost.signal.aborted) return
    try {
      const began = performance.now()
      const renewed = await orm
        .update(jobLeases)
        .set({ expiresAt: after(lastsMs) })
        .where(mine)
        .returning({ name: jobLeases.name })
      if (renewed.length === 0) lost.abort(new LeaseLost(name))
      else renewedAt = began
    } catch (error) {
      log.warn({ err: error, job: name }, 'the lease of a job could not be renewed')
      if (performance.now() - renewedAt > lastsMs) lost.abort(new LeaseLost(name))
    }
  }
  let renewing = Promise.resolve()
  const timer = setInterval(() => {
    renewing = renewing.then(renew)
  }, lastsMs / 3)
  timer.unref()
  try {
    return await work({
      signal: lost.signal,
      async check(within) {
        const [held] = await within
          .select({ name: jobLeases.name })
          .from(jobLeases)
          .where(mine)
          .for('share')
        if (held) return
        lost.abort(new LeaseLost(name))
        throw new LeaseLost(name)
      },
    })
  } finally {
    clearInterval(timer)
    await renewing
    // Where this fails the lease ends automatically.
    await orm
      .update(jobLeases)
      .set({ expiresAt: sql`'-infinity'` })
      .where(mine)
      .catch(() => {})
  }
}

/** The fence of a lease taken, or null where another holder has it. */
async function take(
  { orm, holder, isSoleProcess }: LeaseTerms,
  name: string,
  lastsMs: number,
): Promise<number | null> {
  const [taken] = await orm
    .insert(jobLeases)
    .values({ name, holder, fence: 1, expiresAt: after(lastsMs) })
    .onConflictDoUpdate({
      target: jobLeases.name,
      set: { holder, fence: sql`${jobLeases.fence} + 1`, expiresAt: after(lastsMs) },
      // One that ends later than any can was taken before the database's clock was set back.
      setWhere: sql`${jobLeases.expiresAt} <= clock_timestamp()
        or ${jobLeases.expiresAt} > ${after(lastsMs)}
        or (${isSoleProcess} and ${jobLeases.holder} <> ${holder})`,
    })
    .returning({ fence: jobLeases.fence })
  return taken?.fence ?? null
}

const after = (ms: number) => sql`clock_timestamp() + ${ms} * interval '1 millisecond'`
