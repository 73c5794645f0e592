import { type SQL, sql } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import type { auditLog } from '#app/.server/platform/db/audit-log-schema.ts'
import { type Orm, rows } from '#app/.server/platform/db/database.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import type { LogArea, LogQuestion } from '#app/contracts/audit-log/audit-log.ts'
import { searchTerm } from '#app/domain/catalog/search.ts'
import type { Day } from '#app/domain/time/day.ts'
import { brand } from '#brand'
import type { AuditAction } from '../record-event.ts'

/** An older entry, whose facts are a sentence. */
type CarriedOver = {
  action: string
  facts: { carriedOver: { action: string; target: string; details: string } }
}
export type AuditLogEntry = (AuditAction | CarriedOver) &
  Pick<typeof auditLog.$inferSelect, 'id' | 'at' | 'actorType' | 'actorId' | 'address'>

export const auditEventsPerPage = 25

type Group = AuditAction['action'] extends infer A
  ? A extends `${infer First}.${string}`
    ? First
    : never
  : never

/** The first part of an action says what it is about. */
const areaOf: Record<Group, LogArea> = {
  admin: 'people',
  product: 'products',
  production_cost: 'products',
  products: 'products',
  media: 'products',
  order: 'orders',
  trade_in: 'orders',
  payment: 'orders',
  customer: 'orders',
  message: 'orders',
  gold_price: 'gold',
  selling: 'gold',
  metal: 'gold',
  signing_key: 'settings',
  settings: 'settings',
  discount: 'settings',
  newsletter: 'settings',
  mail_text: 'settings',
  text: 'settings',
  redirect: 'settings',
  backup: 'backups',
}

/** A page of the log, found by its indexes however long it is [PEOPLE-05]. */
export async function auditLogPage(app: AppContext, question: LogQuestion = {}) {
  return withDatabase(app, async ({ orm }) => {
    const isBackwards = question.before === undefined && question.after !== undefined
    const found = await rows<StoredEntry>(orm, auditLogQuery(question))
    const hasMore = found.length > auditEventsPerPage
    const page = found.slice(0, auditEventsPerPage)
    if (isBackwards) page.reverse()
    const [first, last] = [page.at(0)?.id ?? null, page.at(-1)?.id ?? null]
    const isFirstPage = question.before === undefined && question.after === undefined
    return {
      entries: page.map(readEntry),
      /** The entry that older or newer ones are asked by; null where there are none. */
      older: hasMore || isBackwards ? last : null,
      newer: isBackwards ? (hasMore ? first : null) : isFirstPage ? null : first,
      people: await peopleIn(orm),
    }
  })
}

export type AuditLogPage = Awaited<ReturnType<typeof auditLogPage>>

type StoredEntry = {
  id: number
  at: number
  actorType: AuditLogEntry['actorType']
  actorId: string
  action: string
  targetType: string | null
  targetId: string | null
  facts: Record<string, unknown>
  address: string | null
}

function readEntry({ targetType, targetId, at, ...entry }: StoredEntry): AuditLogEntry {
  return {
    ...entry,
    at: new Date(at),
    ...(targetType === null ? {} : { target: { type: targetType, id: targetId } }),
  } as AuditLogEntry
}

/** One more than a page, so that it is known whether there are more; from `after` on, oldest first. */
export function auditLogQuery(question: LogQuestion): SQL {
  const { area, q, before, after } = question
  const isBackwards = before === undefined && after !== undefined
  const order = isBackwards ? sql`at, id` : sql`at desc, id desc`
  const where = conditions(question)
  const page = (more: SQL[] = []) => sql`(
    select id, at from audit_log ${whereAll([...where, ...more])}
    order by ${order} limit ${auditEventsPerPage + 1})`
  const groups = area ? groupsOf(area) : []
  const words = q === undefined ? null : wordsOf(q)
  const ids =
    words === null
      ? groups.length > 0
        ? sql.join(
            groups.map((group) => page([inGroup(group)])),
            sql` union all `,
          )
        : page()
      : // Words first: they are few, and an entry’s words are slow to read without their index.
        sql`(with said as materialized (
          select id, at, action from audit_log
          ${whereAll([...where, sql`audit_log_words(action, actor_id, target_id, facts) @@ to_tsquery('simple', ${words})`])})
        select id, at from said
        ${whereAll(groups.length > 0 ? [sql`(${sql.join(groups.map(inGroup), sql` or `)})`] : [])}
        order by ${order} limit ${auditEventsPerPage + 1})`
  return sql`select l.id::float8 as id, (extract(epoch from l.at) * 1000)::float8 as at,
      l.actor_type as "actorType", l.actor_id as "actorId", l.action,
      l.target_type as "targetType", l.target_id as "targetId", l.facts, l.address
    from (${ids}) found join audit_log l using (id)
    order by ${isBackwards ? sql`found.at, found.id` : sql`found.at desc, found.id desc`}
    limit ${auditEventsPerPage + 1}`
}

const groupsOf = (area: LogArea) =>
  (Object.keys(areaOf) as Group[]).filter((group) => areaOf[group] === area)

/** As its index is written. */
const inGroup = (group: string) => sql`split_part(action, '.', 1) = ${group}`

const whereAll = (all: readonly SQL[]) =>
  all.length > 0 ? sql`where ${sql.join([...all], sql` and `)}` : sql``

function conditions({ who, from, to, before, after }: LogQuestion): SQL[] {
  const key = (id: number) => sql`(select at, id from audit_log where id = ${id})`
  return [
    ...(who === undefined ? [] : [doneBy(who)]),
    ...(from === undefined ? [] : [sql`at >= ${beginOf(from)}`]),
    ...(to === undefined ? [] : [sql`at < ${endOf(to)}`]),
    ...(before !== undefined ? [sql`(at, id) < ${key(before)}`] : []),
    ...(before === undefined && after !== undefined ? [sql`(at, id) > ${key(after)}`] : []),
  ]
}

function doneBy(who: string): SQL {
  if (who === 'visitors') return sql`actor_type = 'visitor'`
  if (who === 'commands') return sql`actor_type in ('command', 'setup-link')`
  return sql`actor_type = 'admin' and actor_id = ${who}`
}

const beginOf = (day: Day) => sql`((${day}::date)::timestamp at time zone ${brand.timeZone})`
const endOf = (day: Day) => sql`((${day}::date + 1)::timestamp at time zone ${brand.timeZone})`

/**
 * Words parted as the database parts them (db/migrations/0008_audit_log.sql), each to be found by
 * its beginning; null where there are none.
 */
function wordsOf(q: string): string | null {
  const words = searchTerm(q)
    .replace(/[!-/:-@[-`{-~\s]+/g, ' ')
    .split(' ')
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
  return words.length === 0
    ? null
    : words
        .slice(0, 10)
        .map((word) => `${word}:*`)
        .join(' & ')
}

/** By an index, one step for each, however often they did something. */
async function peopleIn(orm: Orm): Promise<string[]> {
  const first = (more: SQL) => sql`(
    select actor_id from audit_log where actor_type = 'admin' ${more} order by actor_id limit 1)`
  const found = await rows<{ who: string }>(
    orm,
    sql`with recursive people as (
        ${first(sql``)}
        union all
        select ${first(sql`and actor_id > people.actor_id`)} from people
        where people.actor_id is not null)
      select actor_id as who from people where actor_id is not null limit 200`,
  )
  return found.map(({ who }) => who)
}
