import { randomBytes, randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { AppContext } from '#app/.server/app-context.ts'
import { isClaimCode } from '#app/.server/certificates/claim.ts'
import {
  certificateUnknown,
  lockCertificate,
  wrongCode,
} from '#app/.server/certificates/commands/move-certificate.ts'
import { isConfirmed } from '#app/.server/orders/order-link.ts'
import { findOrder, isToken } from '#app/.server/orders/repository.ts'
import type { Orm } from '#app/.server/platform/db/database.ts'
import { tradeIns } from '#app/.server/platform/db/trade-in-schema.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import { AppError } from '#app/.server/platform/errors.ts'
import { tradeInTermsSetting } from '#app/.server/settings/trade-in-terms.ts'
import type {
  beginTradeInForm,
  requestTradeInForm,
  requestTradeInOfOrderForm,
} from '#app/contracts/trade-ins/trade-in.ts'
import { isCertificateId } from '#app/domain/certificates/codes.ts'
import type { TradeInKind } from '#app/domain/trade-ins/trade-in.ts'
import {
  customerRefused,
  dueOn,
  queueTradeInEmails,
  recordStep,
  type TradeInRow,
  tradeInRefused,
} from '../change-trade-in.ts'
import { certificateBySerial, pieceOf, tradeInProblem, wasPassedOn } from '../claims.ts'

/**
 * The person with the claim code asks for a recast, an exchange or a sale [TRADE-05]. The certificate is locked, so
 * of two people one is first, and the database keeps one open case for each.
 */
export function requestTradeIn(
  app: AppContext,
  {
    certificateId,
    code,
    name,
    ...asked
  }: z.output<typeof requestTradeInForm> & { certificateId: string },
): Promise<{ token: string }> {
  return begin(app, asked.key, async (tx) => {
    const row = isCertificateId(certificateId) ? await lockCertificate(tx, certificateId) : null
    if (!row || !isClaimCode(row.claimHash, code)) throw wrongCode()
    await assertOffered(tx, asked.kind)
    const why = await tradeInProblem(tx, row)
    if (why) throw customerRefused(why)
    return { ...asked, ...(await pieceOf(tx, row)), ownerName: name }
  })
}

/** The buyer asks the same on the page of the order that an email opened, unless the piece has a new owner. */
export function requestTradeInOfOrder(
  app: AppContext,
  {
    token,
    confirmed,
    certificate,
    ...asked
  }: z.output<typeof requestTradeInOfOrderForm> & { token: string; confirmed: string | null },
): Promise<{ token: string }> {
  return begin(app, asked.key, async (tx) => {
    const order = isToken(token) ? await findOrder(tx, 'token', token) : null
    if (!order) throw new AppError('order_unknown', 404, 'This order doesn’t exist.')
    if (!isConfirmed(app, order.id, confirmed)) throw linkEnded()
    const row = await lockCertificate(tx, certificate)
    if (!row || row.orderId !== order.id) throw certificateUnknown()
    await assertOffered(tx, asked.kind)
    if (await wasPassedOn(tx, row.id)) {
      throw customerRefused(
        'This piece was transferred to a new owner, who can ask with its claim code.',
      )
    }
    const why = await tradeInProblem(tx, row)
    if (why) throw customerRefused(why)
    const { name = '', state: region = null } = order.shippingAddress ?? {}
    const owner = { ownerName: name, email: order.email, region }
    return { ...asked, ...(await pieceOf(tx, row)), ...owner }
  })
}

/** Staff begin a case by phone or at the counter, also of a piece without a certificate [TRADE-06]. */
export async function beginTradeIn(
  app: AppContext,
  {
    by,
    serial,
    piece,
    size,
    grams,
    name,
    ...asked
  }: z.output<typeof beginTradeInForm> & { by: string },
): Promise<{ id: string }> {
  const { id } = await begin(app, asked.key, async (tx) => {
    const owner = { ...asked, ownerName: name, askedBy: by }
    if (serial === '') {
      if (piece === '') throw tradeInRefused('Please describe the piece.', 'piece')
      return { ...owner, name: piece, size, stampedMg: grams ?? null }
    }
    const row = await certificateBySerial(tx, serial)
    if (!row) throw tradeInRefused('There’s no certificate with this serial number.', 'serial')
    const why = await tradeInProblem(tx, row)
    if (why) throw tradeInRefused(why, 'serial')
    return { ...owner, ...(await pieceOf(tx, row)) }
  })
  return { id }
}

type NewTradeIn = Omit<
  typeof tradeIns.$inferInsert,
  'id' | 'token' | 'state' | 'askedAt' | 'livemode'
>

/** The form's key makes it one case, however often it is sent, also at once. */
function begin(
  app: AppContext,
  key: string,
  plan: (tx: Orm) => Promise<NewTradeIn>,
): Promise<TradeInRow> {
  return withDatabase(app, ({ orm }) =>
    orm.transaction(async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${key}))`)
      const [known] = await tx.select().from(tradeIns).where(eq(tradeIns.key, key))
      if (known) return known
      const planned = await plan(tx)
      const at = app.now()
      const [row] = await tx
        .insert(tradeIns)
        .values({
          ...planned,
          id: randomUUID(),
          token: randomBytes(24).toString('base64url'),
          state: 'requested',
          askedAt: at,
          dueOn: dueOn(at, 'requested'),
          livemode: app.payments?.live ?? false,
        })
        .returning()
      if (!row) throw new RangeError('The trade-in was not stored')
      const { askedBy } = row
      const actor = askedBy === '' ? 'owner' : 'staff'
      const who = askedBy === '' ? 'the customer' : askedBy
      const why = `${kindWords[row.kind]} of ${[row.name, row.size].filter(Boolean).join(', ')} requested.`
      await recordStep(tx, row, { at, actor, by: who, state: 'requested', why })
      const emails = [
        'trade-in-requested-owner' as const,
        ...(askedBy === '' ? (['trade-in-requested-staff'] as const) : []),
      ]
      await queueTradeInEmails(tx, row, emails, at)
      return row
    }),
  )
}

const kindWords: Record<TradeInKind, string> = {
  recast: 'Recast',
  exchange: 'Exchange',
  'sell-back': 'Sell-back',
}

async function assertOffered(tx: Orm, kind: TradeInKind): Promise<void> {
  const { kinds } = await tradeInTermsSetting.stored(tx)
  if (!kinds.includes(kind)) throw customerRefused('We don’t offer this right now.', 'kind')
}

const linkEnded = () =>
  new AppError(
    'link_ended',
    403,
    'The link in the email has expired; it works for an hour. Please request a new one.',
  )
