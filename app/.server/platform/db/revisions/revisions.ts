import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import { type Database, rows } from '../database.ts'
import { aheadOfPages } from '../pool/pool-priority.ts'

/** What public pages are made of; the rows of `page_revisions`. */
const areas = ['catalog', 'gold_price', 'settings', 'saved_settings', 'certificates'] as const
export type Area = (typeof areas)[number]

/**
 * What this process knows of changes to what pages show (docs/decisions/025-page-cache.md). What was
 * read at one count is valid until the count is raised.
 */
type Revisions = {
  /** How often the area changed, as far as this process knows. */
  of(area: Area): number
  /** The same of all areas together. */
  total(): number
  /** False while a change may have been missed: then memory alone proves nothing. */
  isSure(): boolean
  /** The area changed, or may have. */
  raise(area: Area): void
  /** This process changed the area: raises it, unless a database tells of that too. */
  changed(area: Area): void
  /** How often something was answered from memory because the database did not answer. */
  misses(): number
  missed(): void
  /** Calls back after each raise; returns how to stop. */
  onRaise(listener: (area: Area) => void): () => void
  /**
   * Resolves once every process knows what was committed before the call, or can no longer serve
   * what it kept from before. Throws nothing: without a database there is nobody to wait for.
   */
  settle(): Promise<void>
}

type Source = { isSure(): boolean; settle(): Promise<void> }

export type OwnRevisions = Revisions & {
  /** From now on the database tells of changes. */
  follow(source: Source): void
}

/** Counts of this process alone, until they follow a database. */
export function openRevisions(log: Logger, { isSure = false } = {}): OwnRevisions {
  const counts = new Map<Area, number>(areas.map((area) => [area, 0]))
  const listeners = new Set<(area: Area) => void>()
  let source: Source | null = null
  let total = 0
  let misses = 0
  return {
    of: (area) => counts.get(area) ?? 0,
    total: () => total,
    isSure: () => source?.isSure() ?? isSure,
    raise(area) {
      counts.set(area, (counts.get(area) ?? 0) + 1)
      total += 1
      for (const listener of listeners) {
        try {
          listener(area)
        } catch (error) {
          log.error({ err: error, area }, 'what follows a change of the data failed')
        }
      }
    },
    misses: () => misses,
    missed() {
      misses += 1
    },
    onRaise(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    changed(area) {
      if (!source) this.raise(area)
    },
    settle: async () => source?.settle(),
    follow(next) {
      source = next
      // Whatever was read before may have changed since.
      for (const area of areas) this.raise(area)
    },
  }
}

const channel = 'page_revision'

/** The area and revision a notice names; null for one that says that some may have been missed. */
function readNotice(payload: string): { area: Area; revision: number } | null {
  const [name, revision] = payload.split(' ')
  const area = areas.find((each) => each === name)
  return area ? { area, revision: Number(revision) } : null
}

/** The embedded database has one process, and tells it of each change before the next statement. */
export async function followEmbedded(
  db: Database,
  revisions: OwnRevisions,
): Promise<() => Promise<void>> {
  const stop = await db.listen(channel, (payload) => {
    const notice = readNotice(payload)
    for (const area of notice ? [notice.area] : areas) revisions.raise(area)
  })
  revisions.follow({ isSure: () => true, settle: async () => {} })
  return stop
}

/**
 * How often a process reads the revisions and says which it knows; how long after such a reading it
 * is sure of them; and how long, by the database's clock, the others wait for it to know a change.
 * The last is longer than the one before, so that a process that is not waited for is not sure.
 */
const beatMs = 1000
const sureMs = 2500
const waitedForMs = 3500
/** A process not seen for so long is gone. */
const goneAfter = '1 minute'

export type Beat = { beatMs?: number; sureMs?: number; waitedForMs?: number }

/**
 * With PostgreSQL other processes write too. A notice tells of a change within milliseconds; that
 * none was lost is seen by reading the revisions once a second. A process that could not read them
 * is not sure of what it keeps, and nobody waits for it.
 */
export async function followPostgres(
  db: Database,
  revisions: OwnRevisions,
  log: Logger,
  times: Beat = {},
): Promise<() => Promise<void>> {
  const { beatMs: every, sureMs: sure, waitedForMs: waitedFor } = { ...defaults, ...times }
  const id = randomUUID()
  const known = new Map<Area, number>()
  let sureUntil = 0
  let stopped = false
  let failing = false
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | null = null
  let isAskedAgain = false

  /** Revisions only rise: one that is known already has been told of by another way. */
  const learn = (area: Area, revision: number) => {
    if (revision <= (known.get(area) ?? 0)) return false
    known.set(area, revision)
    revisions.raise(area)
    return true
  }
  /** Reads the revisions, raises what changed unnoticed, and tells the others what is known here. */
  const beat = async (): Promise<number> => {
    const sentAt = performance.now()
    const current = await notifyAndRead(db, id, sumOf(known.values()))
    const news = current.filter(({ area, revision }) => learn(area, revision))
    sureUntil = Math.max(sureUntil, sentAt + sure)
    // Those who wait for this process need not wait for the next beat.
    if (news.length > 0) await notifyAndRead(db, id, sumOf(known.values()))
    return sumOf(current.map(({ revision }) => revision))
  }
  const cycle = async (): Promise<void> => {
    do {
      isAskedAgain = false
      try {
        await aheadOfPages(beat)
        if (failing) log.info('the revisions of pages can be read again')
        failing = false
      } catch (error) {
        if (!failing) log.warn({ err: error }, 'the revisions of pages cannot be read')
        failing = true
      }
    } while (isAskedAgain && !stopped)
    running = null
    if (!stopped) timer = setTimeout(soon, every)
  }
  const soon = (): Promise<void> => {
    clearTimeout(timer)
    isAskedAgain = true
    running ??= cycle()
    return running
  }

  const stop = await db.listen(channel, (payload) => {
    const notice = readNotice(payload)
    if (notice) learn(notice.area, notice.revision)
    else for (const area of areas) revisions.raise(area)
    void soon()
  })
  revisions.follow({
    isSure: () => performance.now() < sureUntil,
    async settle() {
      const since = performance.now()
      try {
        await aheadOfPages(async () => {
          const target = await beat()
          const begun = performance.now()
          while (performance.now() - begun < waitedFor) {
            if (!(await isAnyBehind(db, id, target, waitedFor))) return
            await sleep(5)
          }
        })
      } catch {
        // The database became unavailable after the change was stored: a process that has not heard of it is no longer sure.
        await sleep(Math.max(0, since + waitedFor - performance.now()))
      }
    },
  })
  await soon()
  return async () => {
    stopped = true
    clearTimeout(timer)
    await running
    await stop()
    await db.orm.execute(sql`delete from web_processes where id = ${id}`).catch(() => {})
  }
}

const defaults = { beatMs, sureMs, waitedForMs }

function sumOf(revisions: Iterable<number>): number {
  let sum = 0
  for (const revision of revisions) sum += revision
  return sum
}

/** Says what this process knows; returns what the database has. */
async function notifyAndRead({ orm }: Database, id: string, known: number) {
  return rows<{ area: Area; revision: number }>(
    orm,
    sql`with told as (
          insert into web_processes (id, known_revisions, seen_at)
          values (${id}, ${known}::bigint, clock_timestamp())
          on conflict (id) do update
          set known_revisions = excluded.known_revisions, seen_at = excluded.seen_at
        ), forgotten as (
          delete from web_processes where seen_at < now() - ${goneAfter}::interval and id <> ${id}
        )
        select area, revision::float8 as revision from page_revisions`,
  )
}

async function isAnyBehind(
  { orm }: Database,
  id: string,
  known: number,
  waitedFor: number,
): Promise<boolean> {
  const [found] = await rows<{ behind: boolean }>(
    orm,
    sql`select exists (
          select from web_processes
          where id <> ${id} and known_revisions < ${known}::bigint
            and seen_at > clock_timestamp() - ${waitedFor} * interval '1 millisecond'
        ) as behind`,
  )
  return found?.behind ?? false
}
