import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { adminActor, recordAuditEvent } from '#app/.server/audit-log/record-event.ts'
import { shopDay } from '#app/.server/orders/queries/orders-to-do.ts'
import type { Orm } from '#app/.server/platform/db/database.ts'
import { tradeInIdentities, tradeInPayouts } from '#app/.server/platform/db/trade-in-schema.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import { tradeInTermsSetting } from '#app/.server/settings/trade-in-terms.ts'
import type { StaffTradeInInput } from '#app/contracts/trade-ins/trade-in.ts'
import type { Role } from '#app/domain/access/rights.ts'
import { type Cents, formatCents } from '#app/domain/money/cents.ts'
import { type Identity, nameInSentence } from '#app/domain/trade-ins/identity.ts'
import { payoutOf } from '#app/domain/trade-ins/money.ts'
import { whyBlocked } from '#app/domain/trade-ins/public-purchases.ts'
import {
  changeTradeIn,
  lockTradeIn,
  ownerCompared,
  type StaffTradeIn,
  tradeInRefused,
} from '../change-trade-in.ts'
import { identityOf, identityState, sealIdentity } from '../identities.ts'
import { boughtFromPublic, moneyOf } from '../money.ts'
import { takeOver } from '../take-over.ts'

/**
 * Staff paid the owner by check or bank transfer [TRADE-11]: all that is still open, never before the seller's
 * identity is noted and compared with the sanctions lists, and beyond the limit of purchases from the public only
 * where an owner of the shop says why [TRADE-15]. The form's key makes it one payout.
 */
export async function payOut(
  app: AppContext,
  {
    key,
    kind,
    reference,
    paidOn,
    override,
    role,
    ...request
  }: StaffTradeIn & StaffTradeInInput<'payout'> & { role: Role },
): Promise<void> {
  const ofKey = eq(tradeInPayouts.key, key)
  const known = await withDatabase(app, ({ orm }) => orm.$count(tradeInPayouts, ofKey))
  if (known > 0) return
  const isSame = async (_: unknown, tx: Orm) => (await tx.$count(tradeInPayouts, ofKey)) > 0
  await changeTradeIn(app, { ...request, to: 'done', isSame }, async (locked) => {
    const { tx, row, at, by, save } = locked
    if (row.state !== 'agreed' || row.kind === 'recast') {
      throw tradeInRefused('This trade-in has nothing to pay out.')
    }
    if (paidOn > shopDay(at)) throw tradeInRefused('This date is in the future.', 'paidOn')
    const terms = await tradeInTermsSetting.stored(tx)
    const { missing } = await identityState(tx, app, row, terms)
    if (missing.length > 0) {
      const names = missing.map(nameInSentence).join(', ')
      throw tradeInRefused(`Record the seller’s identity before you pay: ${names}.`)
    }
    const { open } = await moneyOf(tx, row)
    const rates = { agreed: row.offerRate ?? terms.sellBackRate, sellBack: terms.sellBackRate }
    const amount = payoutOf(row.kind, open, rates)
    if (amount <= 0) throw tradeInRefused('Nothing is left to pay for this trade-in.')
    const allowed = await allowance(tx, { livemode: row.livemode, at, amount, override, role })
    await tx.insert(tradeInPayouts).values({
      ...{ id: randomUUID(), tradeInId: row.id, key, kind, reference, paidOn, at, by },
      ...{ amountCents: amount, settlesCents: open, override: allowed },
    })
    await takeOver(locked)
    await save({
      to: 'done',
      columns: { sanctionsAt: at, sanctionsBy: by },
      why: [
        `${formatCents(amount)} paid by ${kind}, ${reference}.`,
        ownerCompared,
        ...allowedWhy(allowed),
      ].join(' '),
      email: 'trade-in-paid-owner',
    })
  })
}

/** One purchase is compared with the limit at a time. Answers why an owner allows it; empty where it is within. */
export async function allowance(
  tx: Orm,
  {
    livemode,
    at,
    amount,
    override,
    role,
  }: { livemode: boolean; at: Date; amount: Cents; override: string; role: Role },
): Promise<string> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('purchases from the public'))`)
  const bought = await boughtFromPublic(tx, { livemode, at })
  const why = whyBlocked(bought, amount)
  if (why === null) return ''
  if (role !== 'owner' || override === '') throw tradeInRefused(why, 'override')
  return override
}

/** For the history and the audit log; empty where nothing had to be allowed. */
export const allowedWhy = (allowed: string): string[] =>
  allowed === '' ? [] : [`Compliance note: ${allowed}`]

/** Who sells the gold, sealed; noted again, it replaces what was noted [TRADE-16]. */
export async function noteIdentity(
  app: AppContext,
  { identity, ...request }: StaffTradeIn & { identity: Identity },
): Promise<void> {
  await changeTradeIn(app, request, async ({ tx, row, at, by, save }) => {
    const given = Object.fromEntries(Object.entries(identity).filter(([, text]) => text !== ''))
    if (Object.keys(given).length === 0) throw tradeInRefused('Please enter who the seller is.')
    const sealed = sealIdentity(app, row.id, given)
    await tx
      .insert(tradeInIdentities)
      .values({ tradeInId: row.id, sealed, at, by })
      .onConflictDoUpdate({ target: tradeInIdentities.tradeInId, set: { sealed, at, by } })
    await save({ why: 'The seller’s identity was recorded.' })
  })
}

/** For an owner of the shop alone; that it was read is in the audit log. */
export function readIdentity(
  app: AppContext,
  { id, by }: { id: string; by: string },
): Promise<Identity> {
  return withDatabase(app, ({ orm }) =>
    orm.transaction(async (tx) => {
      const { number } = await lockTradeIn(tx, 'id', id)
      const identity = await identityOf(tx, app, id)
      if (!identity) throw tradeInRefused('No identity is on file, or it can no longer be read.')
      await recordAuditEvent(tx, {
        at: app.now(),
        actor: adminActor(by),
        action: 'trade_in.identity_read',
        target: { type: 'trade_in', id },
        facts: { number },
      })
      return identity
    }),
  )
}
