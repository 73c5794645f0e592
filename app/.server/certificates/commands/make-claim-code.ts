import { asc, eq } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { staffTransaction } from '#app/.server/audit-log/staff-transaction.ts'
import { certificateEvents, certificates } from '#app/.server/platform/db/certificate-schema.ts'
import { orders } from '#app/.server/platform/db/schema.ts'
import { AppError } from '#app/.server/platform/errors.ts'
import { claimHash, isClaimCode, staffClaimCode } from '../claim.ts'
import { weighedPieces } from '../weighed.ts'
import { certificateUnknown, lockCertificate, move } from './move-certificate.ts'

export type NewClaimCode = {
  orderId: string
  /** Of the certificate. */
  id: string
  /** Of the form: sent twice it makes one code. */
  key: string
  /** How many events of the certificate the screen showed. */
  events: number
  by: string
  /** How staff know that the piece is theirs; the audit log alone has it. */
  reason: string
}

/**
 * A new claim code for an owner who lost theirs, told once to the staff who checked; the former one ends
 * [CERT-10]. Before a piece is sent, printing for the box does the same.
 */
export async function makeClaimCode(
  app: AppContext,
  { orderId, id, key, events: seen, by, reason }: NewClaimCode,
): Promise<{ serial: string; code: string }> {
  return staffTransaction(app, { by }, async (tx, { audit }) => {
    const row = await lockCertificate(tx, id)
    const [order] = await tx.select().from(orders).where(eq(orders.id, orderId))
    if (!row || !order || row.orderId !== orderId) throw certificateUnknown()
    const code = staffClaimCode(app.secret, id, key)
    const events = await tx
      .select({ event: certificateEvents.event, by: certificateEvents.by })
      .from(certificateEvents)
      .where(eq(certificateEvents.certificateId, id))
      .orderBy(asc(certificateEvents.id))
    if (events.length !== seen) {
      const last = events.at(-1)
      const isAgain = events.length === seen + 1 && last?.event === 'new code' && last.by === by
      if (isAgain && isClaimCode(row.claimHash, code)) return { serial: row.serial, code }
      throw changedSinceLoaded()
    }
    const pieces = await weighedPieces(tx, orderId)
    if (!pieces.some(({ line, item, sent }) => sent && line === row.line && item === row.item)) {
      throw notSent()
    }
    await move(tx, app, row, { move: 'new code', actor: 'staff', by, reason: '' })
    await tx
      .update(certificates)
      .set({ claimHash: claimHash(code) })
      .where(eq(certificates.id, id))
    await audit({
      action: 'order.claim_code_made',
      target: { type: 'order', id: orderId },
      facts: { number: order.number, serial: row.serial, reason },
    })
    return { serial: row.serial, code }
  })
}

const changedSinceLoaded = () =>
  new AppError(
    'certificate_moved',
    409,
    'This certificate has changed since you opened it. Please check its page first. No code was created.',
  )

const notSent = () =>
  new AppError(
    'piece_not_sent',
    409,
    'This piece hasn’t shipped yet. Print its certificate for the box. Each printing creates a new code. No code was created.',
  )
