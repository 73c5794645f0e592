import { and, desc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { CertificateFile } from '#app/domain/certificates/certificate.ts'
import { lockCertificate } from '../certificates/commands/move-certificate.ts'
import { type CertificateRow, certificatesOf } from '../certificates/issue.ts'
import { refundedPieces } from '../orders/parcels.ts'
import { certificateEvents, certificates } from '../platform/db/certificate-schema.ts'
import type { Orm } from '../platform/db/database.ts'
import { orderReturnLines, orderReturns } from '../platform/db/return-schema.ts'
import { orderLines, orders } from '../platform/db/schema.ts'
import { tradeIns } from '../platform/db/trade-in-schema.ts'
import { tradeInRefused } from './change-trade-in.ts'

/** The piece of a certificate, as a trade-in keeps it. */
export type CertifiedPiece = {
  certificateId: string
  productId: string | null
  name: string
  size: string
  serial: string
  stampedMg: number
}

export async function pieceOf(orm: Orm, row: CertificateRow): Promise<CertifiedPiece> {
  const { product } = (JSON.parse(row.file) as CertificateFile).certificate
  const [line] = await orm
    .select({ productId: orderLines.productId })
    .from(orderLines)
    .where(and(eq(orderLines.orderId, row.orderId), eq(orderLines.position, row.line)))
  // A piece that was recast before is of the product and size that it was then.
  const [recast] = await orm
    .select({ productId: tradeIns.productId, size: tradeIns.size })
    .from(tradeIns)
    .where(and(eq(tradeIns.orderId, row.orderId), eq(tradeIns.kind, 'recast')))
  return {
    certificateId: row.id,
    productId: recast ? recast.productId : line?.productId || null,
    name: product.name,
    size: recast ? recast.size : product.size,
    serial: row.serial,
    stampedMg: row.actualMg,
  }
}

const ended = {
  lost: 'This piece was reported lost. If you’ve found it, report it found on its certificate page first.',
  recast: 'This piece was recast. Please use the certificate of the recast piece.',
  revoked: 'This certificate was revoked, so its piece can’t be traded in.',
  returned: 'This piece was returned to us already.',
} as const

/** Why the piece of a certificate cannot be traded in, in a sentence; null where it can [TRADE-05]. */
export async function tradeInProblem(orm: Orm, row: CertificateRow): Promise<string | null> {
  const problem = await claimProblem(orm, row)
  if (problem) return problem
  const [open] = await orm
    .select({ number: tradeIns.number })
    .from(tradeIns)
    .where(and(eq(tradeIns.certificateId, row.id), isNull(tradeIns.closedAt)))
  return open ? `Trade-in ${open.number} is already open for this piece.` : null
}

/** The same of a piece whose trade-in is open: the shop takes no gold that its owner no longer has a claim to. */
async function claimProblem(orm: Orm, row: CertificateRow): Promise<string | null> {
  if (row.state !== 'valid') return ended[row.state]
  const [order] = await orm.select().from(orders).where(eq(orders.id, row.orderId))
  if (order?.dispute === 'open') {
    return 'The payment for this piece is in dispute. Please wait until the bank has decided.'
  }
  if (order?.dispute === 'lost') return 'The bank reversed the payment for this piece.'
  if (order?.state === 'refunded') return 'This piece was refunded, so it can’t be traded in.'
  const returning = await orm
    .select({ id: orderReturns.id })
    .from(orderReturns)
    .innerJoin(orderReturnLines, eq(orderReturnLines.returnId, orderReturns.id))
    .where(
      and(
        eq(orderReturns.orderId, row.orderId),
        eq(orderReturnLines.line, row.line),
        isNull(orderReturns.closedAt),
      ),
    )
    .limit(1)
  if (returning.length > 0) return 'This piece is part of a return that is still open.'
  return refundProblem(orm, row)
}

/**
 * The certificate of a piece whose gold the shop takes now, under the lock of its order, so that a refund or a dispute
 * at the same moment is seen here or waits. Refused where its owner has no claim any longer
 * [TRADE-05]; `returned` where the shop took it before.
 */
export async function lockClaim(tx: Orm, id: string): Promise<CertificateRow | null> {
  const ofCertificate = tx
    .select({ id: certificates.orderId })
    .from(certificates)
    .where(eq(certificates.id, id))
  await tx
    .select({ id: orders.id })
    .from(orders)
    .where(inArray(orders.id, ofCertificate))
    .for('update')
  const row = await lockCertificate(tx, id)
  if (row === null || row.state === 'returned') return row
  const why = await claimProblem(tx, row)
  if (why) throw tradeInRefused(why)
  return row
}

/** If more pieces of the line were refunded than certificates revoked, this piece may be a refunded one. */
async function refundProblem(orm: Orm, { orderId, line }: CertificateRow): Promise<string | null> {
  const withoutPiece = (await refundedPieces(orm, orderId)).flatMap(({ pieces }) => pieces)
  const withPiece = await orm
    .select({ line: orderReturnLines.line, quantity: orderReturnLines.quantity })
    .from(orderReturns)
    .innerJoin(orderReturnLines, eq(orderReturnLines.returnId, orderReturns.id))
    .where(and(eq(orderReturns.orderId, orderId), eq(orderReturns.state, 'refunded')))
  const refunded = [...withoutPiece, ...withPiece]
    .filter((piece) => piece.line === line)
    .reduce((sum, { quantity }) => sum + quantity, 0)
  const issued = (await certificatesOf(orm, orderId)).filter((each) => each.line === line)
  const items = Map.groupBy(issued, ({ item }) => item)
  const revoked = [...items.values()]
    .flatMap((all) => all.at(-1) ?? [])
    .filter(({ state }) => state === 'revoked')
  if (refunded <= revoked.length) return null
  return refunded >= items.size
    ? 'This piece was refunded, so it can’t be traded in.'
    : 'One of these pieces was refunded. Please contact us, so we can check which one.'
}

/** Whether the piece has a new owner since its order, whose buyer then has no claim on it. */
export const wasPassedOn = async (orm: Orm, id: string): Promise<boolean> =>
  (await orm.$count(
    certificateEvents,
    and(eq(certificateEvents.certificateId, id), eq(certificateEvents.event, 'passed on')),
  )) > 0

/** By the serial number as it is read from a piece; the one that counts. */
export async function certificateBySerial(tx: Orm, serial: string): Promise<CertificateRow | null> {
  const [found] = await tx
    .select({ id: certificates.id })
    .from(certificates)
    .where(sql`lower(${certificates.serial}) = lower(${serial})`)
    .orderBy(sql`${certificates.state} = 'valid' desc`, desc(certificates.issuedAt))
    .limit(1)
  return found ? lockCertificate(tx, found.id) : null
}

/** Certificates of an order that its buyer may trade in from the page of the order. */
export const certificatesOfBuyer = (orm: Orm, orderId: string) =>
  orm
    .select()
    .from(certificates)
    .where(and(eq(certificates.orderId, orderId), inArray(certificates.state, ['valid', 'lost'])))
    .orderBy(certificates.line, certificates.item)
