import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import type {
  BalanceTransaction,
  Payout,
} from '#app/.server/payments/gateway/balance-transaction.ts'
import {
  type PaymentGateway,
  PaymentUnavailable,
} from '#app/.server/payments/gateway/payment-gateway.ts'
import {
  stripeBalanceReads,
  stripePayouts,
  stripeTransactions,
} from '#app/.server/platform/db/bookkeeping-schema.ts'
import type { Orm } from '#app/.server/platform/db/database.ts'
import { ledgerEntries } from '#app/.server/platform/db/ledger-schema.ts'
import { dayMs } from '#app/domain/time/local-time.ts'

const hourMs = 3_600_000
/** How much is read in one call; halved when there is too much. */
const windowMs = 31 * dayMs
/** Windows of a run: more than a year. */
const maxWindows = 14
const maxBackMs = 400 * dayMs
/** A payout takes days to reach the bank, and may fail after. */
const payoutsBackMs = 45 * dayMs
const maxPayouts = 40

/**
 * Once a day: reads what moved on the balance at Stripe since the last time, which payouts there were, and what each is
 * made of [JOURNAL-03]. Bounded at each call and in all; what is left is read by the next run.
 */
export async function readStripeBalance(app: AppContext): Promise<unknown> {
  const { db, payments } = app
  if (db.engine === 'none' || payments?.provider !== 'stripe') return 'not due'
  if (!(await isDue(app, payments.live))) return 'not due'
  const read = await db.withLease('read stripe balance', async () => {
    if (!(await isDue(app, payments.live))) return 'not due'
    const from = await readUntil(db.orm, payments.live, app.now())
    try {
      await readWindows(app, payments, from)
      const lately = app.now().getTime() - payoutsBackMs
      await readPayouts(app, payments, new Date(Math.min(from.getTime(), lately)))
    } catch (error) {
      if (!(error instanceof PaymentUnavailable)) throw error
      app.log.warn({ cause: error.cause }, 'the balance at Stripe was not read')
      const isDenied = (error.cause as { status?: unknown } | undefined)?.status === 403
      const problem = isDenied ? 'not allowed' : 'unavailable'
      const readSoFar = await readUntil(db.orm, payments.live, app.now())
      await noteRead(app, payments.live, { readUntil: readSoFar, problem })
    }
    return 'done'
  })
  return read ?? 'busy'
}

async function isDue(app: AppContext, livemode: boolean): Promise<boolean> {
  const last = await lastRead(app.db.orm, livemode)
  if (!last) return true
  const now = app.now().getTime()
  if (last.problem !== null) return now - last.triedAt.getTime() >= hourMs
  return now - last.readUntil.getTime() >= dayMs
}

async function lastRead(orm: Orm, livemode: boolean) {
  const [last] = await orm
    .select()
    .from(stripeBalanceReads)
    .where(eq(stripeBalanceReads.livemode, livemode))
  return last ?? null
}

/** Where to continue; at first, one day before the first payment in the ledger. */
async function readUntil(orm: Orm, livemode: boolean, now: Date): Promise<Date> {
  const last = await lastRead(orm, livemode)
  if (last) return last.readUntil
  const { at, provider, livemode: mode } = ledgerEntries
  const [first] = await orm
    .select({ at })
    .from(ledgerEntries)
    .where(and(eq(provider, 'stripe'), eq(mode, livemode)))
    .orderBy(asc(at))
    .limit(1)
  const earliest = now.getTime() - maxBackMs
  return new Date(Math.max(earliest, (first?.at ?? now).getTime() - dayMs))
}

/** Window by window, each with the end of the one before, for what was reported late. */
async function readWindows(app: AppContext, payments: PaymentGateway, from: Date): Promise<void> {
  const now = app.now().getTime()
  let [until, span] = [from.getTime(), windowMs]
  for (let nth = 0; nth < maxWindows && until < now && !app.closing.aborted; nth += 1) {
    const to = Math.min(now, until + span)
    const found = await payments.balanceBetween(
      new Date(until - Math.min(dayMs, span)),
      new Date(to),
    )
    if (found === null) {
      // A minute that holds more cannot be read in this way, so the read fails instead of skipping any.
      if (span < 60_000) throw new PaymentUnavailable('Too many transactions', { cause: { until } })
      span = Math.floor(span / 2)
      continue
    }
    await storeTransactions(app.db.orm, payments.live, found)
    until = to
    await noteRead(app, payments.live, { readUntil: new Date(until), problem: null })
  }
}

async function readPayouts(app: AppContext, payments: PaymentGateway, since: Date): Promise<void> {
  const { orm } = app.db
  await storePayouts(orm, payments.live, await payments.payoutsSince(since))
  const { id, livemode, isAutomatic, isListed, isRead, createdAt } = stripePayouts
  const unread = await orm
    .select({ id })
    .from(stripePayouts)
    .where(
      and(
        eq(livemode, payments.live),
        eq(isAutomatic, true),
        eq(isListed, true),
        eq(isRead, false),
      ),
    )
    .orderBy(asc(createdAt))
    .limit(maxPayouts)
  for (const payout of unread) {
    if (app.closing.aborted) return
    const made = await payments.transactionsOfPayout(payout.id)
    if (made) await storeTransactions(orm, payments.live, made, payout.id)
    // A payout with too many transactions has no list, and is shown as not comparable.
    await orm.update(stripePayouts).set({ isRead: true }).where(eq(id, payout.id))
  }
}

/** Rows of one statement. */
const atOnce = 500

async function storeTransactions(
  orm: Orm,
  livemode: boolean,
  found: readonly BalanceTransaction[],
  payoutId: string | null = null,
): Promise<void> {
  for (let from = 0; from < found.length; from += atOnce) {
    const part = found.slice(from, from + atOnce)
    await orm
      .insert(stripeTransactions)
      .values(
        part.map(({ amount, fee, net, ...rest }) => ({
          ...{ ...rest, livemode, payoutId },
          ...{ amountCents: amount, feeCents: fee, netCents: net },
        })),
      )
      .onConflictDoNothing()
    if (payoutId === null) continue
    const ids = part.map(({ id }) => id)
    await orm
      .update(stripeTransactions)
      .set({ payoutId })
      .where(inArray(stripeTransactions.id, ids))
  }
}

async function storePayouts(orm: Orm, livemode: boolean, found: readonly Payout[]): Promise<void> {
  for (const { amount, ...payout } of found) {
    const { status, isListed } = payout
    await orm
      .insert(stripePayouts)
      .values({ ...payout, livemode, amountCents: amount })
      .onConflictDoUpdate({
        target: stripePayouts.id,
        set: { status, isListed: sql`${stripePayouts.isListed} or ${isListed}` },
      })
  }
}

type Read = Pick<typeof stripeBalanceReads.$inferSelect, 'readUntil' | 'problem'>

async function noteRead(app: AppContext, livemode: boolean, read: Read): Promise<void> {
  const noted = { ...read, triedAt: app.now() }
  await app.db.orm
    .insert(stripeBalanceReads)
    .values({ livemode, ...noted })
    .onConflictDoUpdate({ target: stripeBalanceReads.livemode, set: noted })
}
