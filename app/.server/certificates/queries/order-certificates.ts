import type { AppContext } from '#app/.server/app-context.ts'
import type { Orm } from '#app/.server/platform/db/database.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import type { CertificateFile } from '#app/domain/certificate/certificate.ts'
import type { CertificateState } from '#app/domain/certificate/state.ts'
import { certificatesOf } from '../issue.ts'
import { weighedPieces } from '../weighed.ts'

/** A certificate in the list of its order. */
export type ListedCertificate = {
  id: string
  line: number
  item: number
  name: string
  size: string
  serial: string
  grams: string
  state: CertificateState
}

/** Of each piece the last one, in the order of the lines. */
export async function listedCertificates(
  orm: Pick<Orm, 'select'>,
  orderId: string,
  { sentOnly = false } = {},
): Promise<ListedCertificate[]> {
  const found = await certificatesOf(orm, orderId)
  if (found.length === 0) return []
  const pieces = sentOnly ? (await weighedPieces(orm, orderId)).filter(({ sent }) => sent) : null
  const replaced = new Set(found.map(({ replaces }) => replaces))
  return found
    .filter(({ id }) => !replaced.has(id))
    .filter((one) => !pieces || pieces.some((of) => of.line === one.line && of.item === one.item))
    .map(({ id, line, item, serial, state, file }) => {
      const { product, grams } = (JSON.parse(file) as CertificateFile).certificate
      return { id, line, item, name: product.name, size: product.size, serial, grams, state }
    })
}

/** `weighed`: pieces whose certificate can be printed for the box. */
export type OrderCertificates = { list: ListedCertificate[]; weighed: number; toSend: number }

/** For the screen of the order [CERT-06]. */
export function orderCertificates(app: AppContext, orderId: string): Promise<OrderCertificates> {
  return withDatabase(app, async ({ orm }) => {
    const pieces = await weighedPieces(orm, orderId)
    return {
      list: await listedCertificates(orm, orderId),
      weighed: pieces.length,
      toSend: pieces.filter(({ sent }) => !sent).length,
    }
  })
}
