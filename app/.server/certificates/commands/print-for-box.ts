import { randomBytes } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { staffTransaction } from '#app/.server/audit-log/staff-transaction.ts'
import { certificates } from '#app/.server/platform/db/certificate-schema.ts'
import type { Orm } from '#app/.server/platform/db/database.ts'
import { parcels } from '#app/.server/platform/db/fulfillment-schema.ts'
import { orders } from '#app/.server/platform/db/schema.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import { AppError } from '#app/.server/platform/errors.ts'
import { bytesOfClaimCode, claimCode } from '#app/domain/certificates/codes.ts'
import { handedOver } from '#app/domain/fulfillment/parcel.ts'
import { claimHash } from '../claim.ts'
import { type CertificateRow, certificatesOf, issueDue, prepareIssuing } from '../issue.ts'
import { type Printed, printed } from '../printed.ts'
import { weighedPieces } from '../weighed.ts'

/**
 * The certificates of what goes into the box now, each with its own claim code [CERT-04, CERT-05].
 * What is not issued yet is issued for it. Codes are kept as hashes: printed again they are new
 * ones, and the slips from before end. A piece that was sent keeps the code that lies in its box. A
 * sale over the counter is handed over as soon as it is made, so its first print makes the code
 * [CERT-18]. `again`: false where the page that was shown knew of no print; 409 then, where there
 * was one since [CERT-15].
 */
export async function printForBox(
  app: AppContext,
  { id, by, again = true }: { id: string; by: string; again?: boolean },
): Promise<{ number: string; certificates: Printed[] }> {
  const issuing = await withDatabase(app, () => prepareIssuing(app, id))
  return staffTransaction(app, { by }, async (tx, { audit }) => {
    const [order] = await tx.select().from(orders).where(eq(orders.id, id)).for('update')
    if (!order) throw new AppError('order_unknown', 404, 'This order doesn’t exist.')
    if (order.state !== 'paid' && order.state !== 'fulfilled') throw notPaid()
    if (issuing) await issueDue(tx, app, issuing, id, { early: true })
    const pieces = await weighedPieces(tx, id)
    const standing = (await certificatesOf(tx, id)).filter(({ state }) => state === 'valid')
    if (standing.length === 0) throw nothingToPrint(pieces.length > 0)
    const here = standing.filter(({ line, item }) =>
      pieces.some((piece) => piece.line === line && piece.item === item && !piece.sent),
    )
    if (!again && here.some(({ claimHash: printedBefore }) => printedBefore !== null)) {
      throw printedAlready()
    }
    const printedNow = here.length > 0 ? here : standing
    const ofOrder = eq(parcels.orderId, id)
    const inPerson = and(ofOrder, eq(parcels.tracking, handedOver.tracking))
    const isOverCounter = (await tx.$count(parcels, inPerson)) > 0
    const all: Printed[] = []
    for (const row of printedNow) {
      const getsCode = here.length > 0 || (isOverCounter && row.claimHash === null)
      all.push(await printed(tx, row, getsCode ? await newCode(tx, row) : null))
    }
    await audit({
      action: 'order.certificates_printed',
      target: { type: 'order', id },
      facts: { number: order.number, serials: all.map((one) => one.file.certificate.serial) },
    })
    return { number: order.number, certificates: all }
  })
}

async function newCode(tx: Pick<Orm, 'update'>, { id }: CertificateRow): Promise<string> {
  const code = claimCode(randomBytes(bytesOfClaimCode))
  await tx
    .update(certificates)
    .set({ claimHash: claimHash(code) })
    .where(eq(certificates.id, id))
  return code
}

const printedAlready = () =>
  new AppError(
    'printed_already',
    409,
    'These certificates were already printed. Printing them again creates new claim codes, and the codes on the earlier sheets stop working. If you need new sheets, choose “Print certificates again” on the order’s page. Nothing was printed.',
  )

const notPaid = () =>
  new AppError(
    'order_moved',
    409,
    'Certificates are issued only for paid or shipped orders. Nothing was printed.',
  )

const nothingToPrint = (wasWeighed: boolean) =>
  new AppError(
    'no_certificate',
    409,
    wasWeighed
      ? 'None of this order’s certificates are valid anymore. Nothing was printed.'
      : 'No piece in this order has been weighed yet, and a certificate states the weight. Weigh the pieces first.',
  )
