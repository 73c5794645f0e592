import { and, eq, gte, isNull } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { staffTransaction } from '#app/.server/audit-log/staff-transaction.ts'
import { certificateEvents, certificates } from '#app/.server/platform/db/certificate-schema.ts'
import type { Orm } from '#app/.server/platform/db/database.ts'
import { orders } from '#app/.server/platform/db/schema.ts'
import { tradeIns } from '#app/.server/platform/db/trade-in-schema.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import { AppError } from '#app/.server/platform/errors.ts'
import { isCertificateId } from '#app/domain/certificates/codes.ts'
import {
  afterMove,
  type CertificateActor,
  type CertificateMove,
  type CertificateState,
} from '#app/domain/certificates/state.ts'
import { claimHash, isClaimCode, nextClaimCode } from '../claim.ts'
import type { CertificateRow } from '../issue.ts'
import { recordInOrder } from '../record-in-order.ts'

type Change = { move: CertificateMove; actor: CertificateActor; by: string; reason: string }

/** What staff say of a certificate; the reason stands on its page [CERT-06]. Said twice it is done once. */
export async function moveCertificate(
  app: AppContext,
  {
    orderId,
    id,
    ...change
  }: { orderId: string; id: string; move: CertificateMove; by: string; reason: string },
): Promise<void> {
  await staffTransaction(app, { by: change.by }, async (tx, { audit }) => {
    const row = await lockCertificate(tx, id)
    const [order] = await tx.select().from(orders).where(eq(orders.id, orderId))
    if (!row || !order || row.orderId !== orderId) throw certificateUnknown()
    const moved = await move(tx, app, row, { ...change, actor: 'staff' })
    if (!moved) return
    await audit({
      action: 'order.certificate_changed',
      target: { type: 'order', id: orderId },
      facts: {
        number: order.number,
        serial: row.serial,
        what: change.move,
        reason: change.reason,
      },
    })
  })
}

/**
 * What a person with the claim code does with a certificate [CERT-05]. A transfer ends the code, and the answer
 * has the new owner's. For an hour the old code shows it again, in case that answer was lost.
 */
export async function claimCertificate(
  app: AppContext,
  {
    id,
    code,
    move: asked,
  }: { id: string; code: string; move: 'lost' | 'found' | 'passed on' | null },
): Promise<{ newCode: string | null }> {
  return withDatabase(app, ({ orm }) =>
    orm.transaction(async (tx) => {
      const row = isCertificateId(id) ? await lockCertificate(tx, id) : null
      if (!row) throw wrongCode()
      const next = nextClaimCode(app.secret, id, code)
      if (!isClaimCode(row.claimHash, code)) {
        const asksAgain = asked === null || asked === 'passed on'
        const isAgain = asksAgain && next !== null && isClaimCode(row.claimHash, next)
        if (isAgain && (await wasJustPassedOn(tx, app, id))) return { newCode: next }
        throw wrongCode()
      }
      if (asked === null) return { newCode: null }
      if (asked === 'passed on') await assertNotTradedIn(tx, id)
      await move(tx, app, row, { move: asked, actor: 'owner', by: '', reason: '' })
      if (asked !== 'passed on' || next === null) return { newCode: null }
      await tx
        .update(certificates)
        .set({ claimHash: claimHash(next) })
        .where(eq(certificates.id, id))
      return { newCode: next }
    }),
  )
}

/** Its owner has answered for the piece, and is paid for it; a new owner would have neither. */
async function assertNotTradedIn(tx: Pick<Orm, 'select'>, id: string): Promise<void> {
  const { number, certificateId, closedAt } = tradeIns
  const [open] = await tx
    .select({ number })
    .from(tradeIns)
    .where(and(eq(certificateId, id), isNull(closedAt)))
  if (!open) return
  const message = `Cancel trade-in ${open.number} first, or wait until it’s done.`
  throw new AppError('trade_in_open', 409, message)
}

const hourMs = 3_600_000

async function wasJustPassedOn(
  tx: Pick<Orm, 'select'>,
  { now }: Pick<AppContext, 'now'>,
  id: string,
): Promise<boolean> {
  const { certificateId, event, at } = certificateEvents
  const since = new Date(now().getTime() - hourMs)
  const [found] = await tx
    .select({ at })
    .from(certificateEvents)
    .where(and(eq(certificateId, id), eq(event, 'passed on'), gte(at, since)))
    .limit(1)
  return found !== undefined
}

/** Its order first, as everything that changes an order with its certificates does: two orders of locks deadlock. */
export async function lockCertificate(tx: Pick<Orm, 'select'>, id: string) {
  const [found] = await tx
    .select({ orderId: certificates.orderId })
    .from(certificates)
    .where(eq(certificates.id, id))
  if (!found) return null
  await tx
    .select({ id: orders.id })
    .from(orders)
    .where(eq(orders.id, found.orderId))
    .for('key share')
  const [row] = await tx.select().from(certificates).where(eq(certificates.id, id)).for('update')
  return row ?? null
}

/** False where it is so already. */
export async function move(
  tx: Orm,
  { now }: Pick<AppContext, 'now'>,
  row: CertificateRow,
  { move: event, actor, by, reason }: Change,
): Promise<boolean> {
  const { id, state } = row
  const to = afterMove(state, event, actor)
  if (to === null) {
    if (isSo(state, event)) return false
    throw new AppError('certificate_moved', 409, refusals[state])
  }
  if (to !== state) {
    await tx.update(certificates).set({ state: to }).where(eq(certificates.id, id))
  }
  const [inserted] = await tx
    .insert(certificateEvents)
    .values({ certificateId: id, at: now(), event, actor, by, reason })
    .returning()
  if (inserted) await recordInOrder(tx, row, inserted)
  return true
}

const isSo = (state: CertificateState, event: CertificateMove) =>
  state === event || (state === 'valid' && event === 'found')

const refusals: Record<CertificateState, string> = {
  valid: 'This certificate is valid, so this change doesn’t apply. Nothing was changed.',
  lost: 'This piece was reported lost. Report it found first. Nothing was changed.',
  recast: 'The piece was recast, so this certificate has ended. Nothing was changed.',
  revoked: 'This certificate was revoked and has ended. Nothing was changed.',
  returned:
    'The piece was returned to its maker, so this certificate has ended. Nothing was changed.',
}

export const certificateUnknown = () =>
  new AppError('certificate_unknown', 404, 'This certificate doesn’t exist. Nothing was changed.')

export const wrongCode = () =>
  new AppError(
    'wrong_claim_code',
    403,
    'This isn’t this certificate’s claim code. The code has 16 letters and digits and is on its own sheet in the box.',
  )
