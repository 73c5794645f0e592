import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Orm } from '../platform/db/database.ts'
import { current } from '../platform/db/seed.ts'
import { selling } from '../platform/db/settings-schema.ts'
import { countOpen, type OpenItem } from './checklist.ts'

/** What an owner reads and does about the opening [OPENING-02]. */
export type Opening =
  | { state: 'test' }
  /** `must`: what must be done first, in a jeweler's words. */
  | { state: 'waiting'; must: ToDoFirst[] }
  | { state: 'open'; at: string; by: string }

type ToDoFirst = { message: string; page: OpenItem['page'] | null }

/**
 * Before a live key is used: until an owner has opened the shop, nothing is sold by it, in any process
 * [OPENING-01]. With a test key the shop goes on as before.
 */
export async function followOpening(
  orm: Orm,
  { live, at }: { live: boolean; at: Date },
): Promise<void> {
  const since = { awaitsOpeningSince: live ? at : null, updatedAt: at }
  if (live) {
    await orm
      .insert(selling)
      .values({ id: current, ...since })
      .onConflictDoUpdate({
        target: selling.id,
        set: since,
        setWhere: sql`${selling.openedAt} is null and ${selling.awaitsOpeningSince} is null`,
      })
    return
  }
  const waits = and(eq(selling.id, current), isNotNull(selling.awaitsOpeningSince))
  await orm.update(selling).set(since).where(waits)
}

/** True where this call opened it. */
export async function storeOpening(
  tx: Orm,
  { by, at }: { by: string; at: Date },
): Promise<boolean> {
  const opened = await tx
    .update(selling)
    .set({ openedAt: at, openedBy: by, awaitsOpeningSince: null, updatedAt: at })
    .where(and(eq(selling.id, current), isNull(selling.openedAt)))
    .returning({ id: selling.id })
  return opened.length > 0
}

export async function openingOf(
  orm: Orm,
  { live, open }: { live: boolean; open: readonly OpenItem[] },
): Promise<Opening> {
  const [row] = await orm.select().from(selling).where(eq(selling.id, current))
  if (row?.openedAt && row.openedBy !== null) {
    return { state: 'open', at: row.openedAt.toISOString(), by: row.openedBy }
  }
  return live ? { state: 'waiting', must: mustDo(open) } : { state: 'test' }
}

/** When something that is open is done: before the shop can be opened, at any time, or only after that. */
export type When = 'must' | 'should' | 'later'

export function whenOf({ must, afterOpening }: OpenItem, state: Opening['state']): When {
  // A shop that was opened is not closed by it, and everything can be done.
  if (state === 'open') return 'should'
  if (must) return 'must'
  return afterOpening ? 'later' : 'should'
}

/** How much is left to do, by when; the texts are one [OPENING-05]. */
export type Progress = Record<When, number>

export function progressOf(open: readonly OpenItem[], state: Opening['state']): Progress {
  const count = (when: When) => countOpen(open.filter((each) => whenOf(each, state) === when))
  return { must: count('must'), should: count('should'), later: count('later') }
}

/** Of what is open, that which keeps the shop from being opened. */
export const mustDo = (open: readonly OpenItem[]): ToDoFirst[] =>
  open
    .filter(({ must }) => must)
    .map(({ plain, sentence, page }) => ({ message: plain ?? sentence, page: page ?? null }))
