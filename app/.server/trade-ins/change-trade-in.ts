import { desc, eq, sql } from 'drizzle-orm'
import { plusBusinessDays } from '#app/domain/time/business-days.ts'
import { type Day, dayAt, plusDays } from '#app/domain/time/day.ts'
import {
  canTradeIn,
  dueBusinessDays,
  isTradeInOpen,
  recastDays,
  type TradeInState,
} from '#app/domain/trade-ins/trade-in.ts'
import { brand } from '#brand'
import type { AppContext } from '../app-context.ts'
import { adminActor, recordAuditEvent } from '../audit-log/record-event.ts'
import type { Orm } from '../platform/db/database.ts'
import { emailOutbox, type TradeInEmailKind } from '../platform/db/schema.ts'
import { tradeInHistory, tradeIns } from '../platform/db/trade-in-schema.ts'
import { withDatabase } from '../platform/db/with-database.ts'
import { AppError } from '../platform/errors.ts'

export type TradeInRow = typeof tradeIns.$inferSelect

type Columns = Partial<Omit<TradeInRow, 'id' | 'number' | 'token' | 'key' | 'state' | 'revision'>>

type Step = {
  /** The next state; left out, it stays in its own. */
  to?: TradeInState
  columns?: Columns
  /** For the history and the audit log. */
  why: string
  email?: TradeInEmailKind | readonly TradeInEmailKind[] | null
}

type Changer = { actor: 'owner' | 'staff' | 'shop'; by: string }

/** A trade-in under its lock, who changes it, and the one way to save it. */
export type LockedTradeIn = Changer & {
  tx: Orm
  /** As it was locked. */
  row: TradeInRow
  at: Date
  save: (step: Step) => Promise<TradeInRow>
}

/** Which trade-in staff change, at the revision the page showed, and who does it. */
export type StaffTradeIn = { id: string; revision: number; by: string }

type StepOfStaff = StaffTradeIn & {
  to?: TradeInState | readonly TradeInState[]
  /** Of a step that may be done again in its state: whether what is stored is what was sent. */
  isSame?: (row: TradeInRow, tx: Orm) => boolean | Promise<boolean>
}

/** For the history and the audit log [TRADE-18]. */
export const ownerCompared = 'Customer screened against sanctions lists.'

export const tradeInUnknown = () =>
  new AppError('trade_in_unknown', 404, 'This trade-in doesn’t exist.')

/** What staff cannot do, in a sentence; at its field where it has one. */
export const tradeInRefused = (message: string, field?: string): AppError =>
  refusedWith(`${message} Nothing was changed.`, message, field)

/** What a customer cannot do. */
export const customerRefused = (message: string, field?: string): AppError =>
  refusedWith(message, message, field)

function refusedWith(message: string, atField: string, field?: string): AppError {
  const details = field === undefined ? {} : { details: { errors: { [field]: atField } } }
  return new AppError('trade_in_refused', 422, message, details)
}

/**
 * The one way staff change a trade-in: in one transaction, under the lock of its row [TRADE-04]. `to` is the state
 * the step leads to: the same person who sends it twice does it once, and of two people the second is told who was
 * first. Answers false where it was done before.
 */
export function changeTradeIn(
  app: AppContext,
  request: StepOfStaff,
  work: (locked: LockedTradeIn) => Promise<void>,
): Promise<boolean> {
  return withDatabase(app, ({ orm }) =>
    orm.transaction((tx) => changeTradeInIn(tx, app, request, work)),
  )
}

/** The same in a transaction that the caller has begun; an order is locked before its trade-in. */
export async function changeTradeInIn(
  tx: Orm,
  app: Pick<AppContext, 'now'>,
  { id, revision, by, to, isSame = () => true }: StepOfStaff,
  work: (locked: LockedTradeIn) => Promise<void>,
): Promise<boolean> {
  const row = await lockTradeIn(tx, 'id', id)
  if (row.revision !== revision) {
    const last = await lastStep(tx, id)
    const isDone = to !== undefined && [to].flat().includes(row.state) && last?.by === by
    if (isDone && (await isSame(row, tx))) return false
    throw new AppError(
      'trade_in_changed',
      409,
      `This trade-in has changed since it was shown. The last change was by ${last?.by}: ${last?.why} Nothing was changed.`,
    )
  }
  await work(tradeInChanger(tx, app, row, { actor: 'staff', by }))
  return true
}

const byOwner = { actor: 'owner', by: 'the customer' } as const

/** The one way its owner changes it, by the unguessable address of its page. */
export function changeOwnTradeIn(
  app: AppContext,
  token: string,
  work: (locked: LockedTradeIn) => Promise<void>,
): Promise<void> {
  return withDatabase(app, ({ orm }) =>
    orm.transaction(async (tx) =>
      work(tradeInChanger(tx, app, await lockTradeIn(tx, 'token', token), byOwner)),
    ),
  )
}

export async function lockTradeIn(tx: Orm, by: 'id' | 'token', value: string): Promise<TradeInRow> {
  const [row] = await tx.select().from(tradeIns).where(eq(tradeIns[by], value)).for('update')
  if (!row) throw tradeInUnknown()
  return row
}

async function lastStep(tx: Orm, id: string) {
  const [last] = await tx
    .select()
    .from(tradeInHistory)
    .where(eq(tradeInHistory.tradeInId, id))
    .orderBy(desc(tradeInHistory.id))
    .limit(1)
  return last ?? null
}

/** For a row that the caller has locked. */
export function tradeInChanger(
  tx: Orm,
  { now }: Pick<AppContext, 'now'>,
  row: TradeInRow,
  { actor, by }: Changer,
): LockedTradeIn {
  const at = now()
  let current = row
  const save = async ({ to, columns = {}, why, email }: Step) => {
    const state = to ?? current.state
    if (to !== undefined) assertStep(current, to, actor)
    const isClosed = !isTradeInOpen(state)
    const [after] = await tx
      .update(tradeIns)
      .set({
        ...(to !== undefined && {
          dueOn: dueOn(at, to, current.receivedAt),
          closedAt: isClosed ? at : null,
          closedBy: isClosed ? by : null,
        }),
        ...columns,
        state,
        revision: sql`${tradeIns.revision} + 1`,
      })
      .where(eq(tradeIns.id, row.id))
      .returning()
    if (!after) throw tradeInUnknown()
    current = after
    await recordStep(tx, after, { at, actor, by, state: to ?? null, why })
    await queueTradeInEmails(tx, after, [email ?? []].flat(), at)
    return after
  }
  return { tx, row, at, actor, by, save }
}

export function assertStep(
  row: TradeInRow,
  to: TradeInState,
  actor: Changer['actor'] = 'staff',
): void {
  if (!canTradeIn(row.kind, row.state, to)) throw movedOn(row, actor)
}

/** The step doesn’t fit the state that the trade-in has by now. */
export function movedOn({ state }: TradeInRow, actor: Changer['actor']): AppError {
  const message = `This trade-in ${stateWords[state]}, so you can’t do this now.`
  const whole = actor === 'owner' ? message : `${message} Nothing was changed.`
  return new AppError('trade_in_moved', 409, whole)
}

const stateWords: Record<TradeInState, string> = {
  requested: 'was requested',
  accepted: 'was approved',
  sent: 'is on its way',
  received: 'was received',
  weighed: 'was weighed',
  offered: 'is waiting for an answer to the offer',
  agreed: 'has an accepted offer',
  working: 'is being recast',
  returning: 'will be sent back',
  done: 'is done',
  declined: 'was declined',
  canceled: 'was canceled',
  lost: 'was lost in transit',
  'sent back': 'was sent back',
}

/**
 * The day by which staff do the next step; null: it waits for somebody else. A recast is due so many days after its
 * piece arrived, no matter when work began [TRADE-09].
 */
export function dueOn(at: Date, state: TradeInState, receivedAt: Date | null = null): Day | null {
  if (state === 'working') return plusDays(dayAt(receivedAt ?? at, brand.timeZone), recastDays)
  const days = dueBusinessDays[state]
  return days === undefined ? null : plusBusinessDays(dayAt(at, brand.timeZone), days)
}

type Recorded = Pick<typeof tradeInHistory.$inferInsert, 'at' | 'actor' | 'by' | 'state' | 'why'>

/** Into the history; of staff into the audit log as well. */
export async function recordStep(
  tx: Orm,
  { id, number }: Pick<TradeInRow, 'id' | 'number'>,
  step: Recorded,
) {
  await tx.insert(tradeInHistory).values({ tradeInId: id, ...step })
  if (step.actor !== 'staff') return
  await recordAuditEvent(tx, {
    at: step.at,
    actor: adminActor(step.by),
    action: 'trade_in.moved',
    target: { type: 'trade_in', id },
    facts: { number, what: step.why },
  })
}

/** Into the outbox in the same transaction. An owner without an email address gets none. */
export async function queueTradeInEmails(
  tx: Orm,
  { id, email, revision }: TradeInRow,
  kinds: readonly TradeInEmailKind[],
  at: Date,
): Promise<void> {
  const sent = kinds.filter((kind) => email !== null || kind.endsWith('-staff'))
  if (sent.length === 0) return
  await tx
    .insert(emailOutbox)
    .values(
      sent.map((kind) => ({
        ...{ tradeInId: id, kind, occasion: `${revision}` },
        ...{ nextAttemptAt: at, createdAt: at },
      })),
    )
    .onConflictDoNothing()
}
