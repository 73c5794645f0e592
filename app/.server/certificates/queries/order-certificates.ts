import { count, eq } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { certificateEvents, certificates } from '#app/.server/platform/db/certificate-schema.ts'
import type { Orm } from '#app/.server/platform/db/database.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import type { CertificateFile } from '#app/domain/certificates/certificate.ts'
import { sizeAndOptions } from '#app/domain/certificates/certificate.ts'
import { afterMove } from '#app/domain/certificates/state.ts'
import { certificatesOf } from '../issue.ts'
import { weighedPieces } from '../weighed.ts'

/** Of each piece the last one, in the order of the lines. */
export async function listedCertificates(
  orm: Pick<Orm, 'select'>,
  orderId: string,
  { sentOnly = false } = {},
) {
  const found = await certificatesOf(orm, orderId)
  if (found.length === 0) return []
  const pieces = sentOnly ? (await weighedPieces(orm, orderId)).filter(({ sent }) => sent) : null
  const replaced = new Set(found.map(({ replaces }) => replaces))
  return found
    .filter(({ id }) => !replaced.has(id))
    .filter((one) => !pieces || pieces.some((of) => of.line === one.line && of.item === one.item))
    .map(({ id, line, item, serial, state, file }) => {
      const { product, grams } = (JSON.parse(file) as CertificateFile).certificate
      return {
        id,
        line,
        item,
        name: product.name,
        size: sizeAndOptions(product),
        serial,
        grams,
        state,
      }
    })
}

/** A certificate in the list of its order. */
export type ListedCertificate = Awaited<ReturnType<typeof listedCertificates>>[number]

/** For staff: `events`, how often something became of it; `mayHaveCode`: its owner may get a new claim code. */
export type StaffCertificate = ListedCertificate & { events: number; mayHaveCode: boolean }

/** For the screen of the order [CERT-06]. */
export function orderCertificates(app: AppContext, orderId: string) {
  return withDatabase(app, async ({ orm }) => {
    const pieces = await weighedPieces(orm, orderId)
    const listed = await listedCertificates(orm, orderId)
    const events = await orm
      .select({ id: certificates.id, events: count() })
      .from(certificateEvents)
      .innerJoin(certificates, eq(certificates.id, certificateEvents.certificateId))
      .where(eq(certificates.orderId, orderId))
      .groupBy(certificates.id)
    const isSent = ({ line, item }: ListedCertificate) =>
      pieces.some((piece) => piece.sent && piece.line === line && piece.item === item)
    const issued = await certificatesOf(orm, orderId)
    const coded = new Set(issued.flatMap((one) => (one.claimHash === null ? [] : one.id)))
    const hasCode = (piece: { line: number; item: number }) =>
      listed.some(({ id, line, item }) => {
        return line === piece.line && item === piece.item && coded.has(id)
      })
    return {
      list: listed.map((one) => ({
        ...one,
        events: events.find(({ id }) => id === one.id)?.events ?? 0,
        mayHaveCode: isSent(one) && afterMove(one.state, 'new code', 'staff') !== null,
      })),
      weighed: pieces.length,
      toSend: pieces.filter(({ sent }) => !sent).length,
      missing: pieces.filter(({ sent, line, item }) => {
        const hasOne = listed.some((one) => one.line === line && one.item === item)
        return sent && !hasOne
      }).length,
      unprinted: {
        toSend: pieces.filter((piece) => !piece.sent && !hasCode(piece)).length,
        sent: listed.filter((one) => isSent(one) && one.state === 'valid' && !coded.has(one.id))
          .length,
      },
    }
  })
}

/**
 * `weighed`: pieces whose certificate can be printed for the box; `missing`: sent without one. `unprinted`: pieces
 * without a claim code, which is made with the print: to be sent, and sent with a certificate that counts.
 */
export type OrderCertificates = Awaited<ReturnType<typeof orderCertificates>>
