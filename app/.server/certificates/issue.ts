import { createHash, createPublicKey, randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import { and, asc, eq } from 'drizzle-orm'
import { optionText } from '#app/domain/catalog/line-title.ts'
import { readMediaAddress } from '#app/domain/catalog/media.ts'
import {
  type Certificate,
  type CertificateFile,
  certificateOf,
} from '#app/domain/certificates/certificate.ts'
import { bytesOfId, certificateId } from '#app/domain/certificates/codes.ts'
import { cents } from '#app/domain/money/cents.ts'
import { brand } from '#brand'
import type { AppContext } from '../app-context.ts'
import { productsById } from '../catalog/queries/catalog.ts'
import { certificatePictures, certificates } from '../platform/db/certificate-schema.ts'
import type { Orm } from '../platform/db/database.ts'
import { orderLines, orders } from '../platform/db/schema.ts'
import { tradeIns } from '../platform/db/trade-in-schema.ts'
import { AppError } from '../platform/errors.ts'
import { canonicalJson, type Json } from '../signing/canonical-json.ts'
import { currentSigningKey, type SigningKey, signJson } from '../signing/signing-key.ts'
import { endCorrected, endRecast } from './end-replaced.ts'
import { type SaleOfLine, saleOfLine } from './sale-of-line.ts'
import { type WeighedPiece, weighedPieces } from './weighed.ts'

/** What is had before the transaction: the key that signs, and pictures by product. */
export type Issuing = {
  key: SigningKey
  pictures: ReadonlyMap<string, { hash: string; jpeg: Buffer }>
}

/**
 * The key and the pictures; null where nothing has to be issued. Refused in a sentence while the
 * key cannot be read: what was issued before stays good [CERT-07].
 */
export async function prepareIssuing(app: AppContext, orderId: string): Promise<Issuing | null> {
  const { orm } = app.db
  const pieces = await weighedPieces(orm, orderId)
  const issued = await certificatesOf(orm, orderId)
  if (!pieces.some((piece) => isNews(piece, lastOf(issued, piece)))) return null
  const lines = await orm.select().from(orderLines).where(eq(orderLines.orderId, orderId))
  const pictures = new Map<string, { hash: string; jpeg: Buffer }>()
  const products = await productsById(
    app,
    lines.map(({ productId }) => productId),
  )
  for (const [id, { images }] of products) {
    const jpeg = images[0] ? await jpegOf(app, images[0].src) : null
    if (jpeg) pictures.set(id, { hash: createHash('sha256').update(jpeg).digest('hex'), jpeg })
  }
  return { key: await currentSigningKey(app), pictures }
}

/**
 * The same for a parcel, which leaves anyway: a job issues what is missing once the key is there.
 */
export async function issuingIfReadable(app: AppContext, orderId: string): Promise<Issuing | null> {
  return prepareIssuing(app, orderId).catch((error: unknown) => {
    if (!(error instanceof AppError) || error.code !== 'signing_key_unreadable') throw error
    app.log.error({ err: error }, 'a parcel leaves without certificates')
    return null
  })
}

export type CertificateRow = typeof certificates.$inferSelect

/** By line, piece and number; the last of a piece is the one that counts. */
export function certificatesOf(orm: Pick<Orm, 'select'>, orderId: string) {
  const { line, item, nth } = certificates
  return orm
    .select()
    .from(certificates)
    .where(eq(certificates.orderId, orderId))
    .orderBy(asc(line), asc(item), asc(nth))
}

const lastOf = (issued: readonly CertificateRow[], { line, item }: WeighedPiece) =>
  issued.findLast((one) => one.line === line && one.item === item)

/** It has none yet, or one that says something else. What staff revoked, or was recast, stays so. */
function isNews(piece: WeighedPiece, last: CertificateRow | undefined): boolean {
  if (!last) return true
  const isSame = last.serial === piece.serial && last.actualMg === piece.actual
  return !isSame && (last.state === 'valid' || last.state === 'lost')
}

/**
 * Issues what is due, on an order the caller has locked: once for each piece that was weighed and sent, with
 * `early` also before it is sent, for the paper in the box [CERT-02]. A weight that was corrected since ends
 * the certificate that says another one and puts a new one in its place.
 */
export async function issueDue(
  tx: Orm,
  app: Pick<AppContext, 'now' | 'publicUrl'>,
  issuing: Issuing,
  orderId: string,
  { early = false } = {},
): Promise<number> {
  const [order] = await tx.select().from(orders).where(eq(orders.id, orderId))
  if (!order) return 0
  const lines = await tx.select().from(orderLines).where(eq(orderLines.orderId, orderId))
  const issued = await certificatesOf(tx, orderId)
  let count = 0
  for (const piece of await weighedPieces(tx, orderId)) {
    const last = lastOf(issued, piece)
    const line = lines.find(({ position }) => position === piece.line)
    if (!line || !isNews(piece, last) || !(last || piece.sent || early)) continue
    const picture = issuing.pictures.get(line.productId) ?? null
    if (picture) {
      await tx
        .insert(certificatePictures)
        .values(picture)
        .onConflictDoNothing({ target: certificatePictures.hash })
    }
    const recast = last ? null : await recastOf(tx, orderId)
    if (last) await endCorrected(tx, app.now(), last, piece)
    if (recast !== null) await endRecast(tx, app.now(), recast)
    const replaces = last?.id ?? recast
    const file = signed(app, issuing.key, order, line, piece, {
      sale: await saleOfLine(tx, order, line),
      picture: picture?.hash ?? null,
      replaces,
    })
    await tx.insert(certificates).values({
      id: file.certificate.id,
      orderId,
      line: piece.line,
      item: piece.item,
      nth: (last?.nth ?? 0) + 1,
      serial: piece.serial,
      actualMg: piece.actual,
      issuedAt: new Date(file.certificate.issuedAt),
      keyId: file.keyId,
      picture: picture?.hash ?? null,
      replaces,
      file: `${canonicalJson(file as unknown as Json)}\n`,
      state: 'valid',
      claimHash: last?.claimHash ?? null,
    })
    count += 1
  }
  return count
}

/** The certificate of the piece that an order recasts; its own is then the next of that piece [TRADE-13]. */
async function recastOf(tx: Orm, orderId: string): Promise<string | null> {
  const { certificateId, kind, orderId: of } = tradeIns
  const [found] = await tx
    .select({ certificateId })
    .from(tradeIns)
    .where(and(eq(of, orderId), eq(kind, 'recast')))
  return found?.certificateId ?? null
}

function signed(
  { now, publicUrl }: Pick<AppContext, 'now' | 'publicUrl'>,
  key: SigningKey,
  order: typeof orders.$inferSelect,
  line: typeof orderLines.$inferSelect,
  piece: WeighedPiece,
  {
    sale,
    picture,
    replaces,
  }: Pick<Certificate, 'replaces'> & { sale: SaleOfLine; picture: string | null },
): CertificateFile {
  const id = certificateId(randomBytes(bytesOfId))
  const { city, region } = brand.address
  const certificate = certificateOf(
    {
      serial: piece.serial,
      product: {
        ...{ name: line.name, size: line.size, picture },
        ...(line.options.length > 0 && { options: line.options.map(optionText) }),
      },
      actual: piece.actual,
      fee: cents(line.feeCents),
      weighedAt: piece.weighedAt,
      ...sale,
      test: !order.livemode,
    },
    {
      id,
      page: new URL(`/certificate/${id}`, publicUrl).href,
      replaces,
      maker: { name: brand.name, place: `${city}, ${region}` },
      fineness: brand.mark,
      publicKey: createPublicKey(key.privateKey)
        .export({ type: 'spki', format: 'der' })
        .toString('base64'),
    },
    now(),
  )
  return { certificate, keyId: key.id, signature: signJson(key, certificate as unknown as Json) }
}

/** Of our own pictures and of uploads; another site's is not asked for. */
async function jpegOf(app: AppContext, src: string): Promise<Buffer | null> {
  const upload = readMediaAddress(src)
  const read = upload
    ? app.mediaFiles.read(`${upload.id}-${upload.version}.jpg`)
    : /^\/pendants\/[\w-]+\.jpg$/.test(src)
      ? readFile(resolve('content/pendants/pictures', basename(src)))
      : null
  const jpeg = await read?.catch((error: unknown) => {
    app.log.error({ err: error, src }, 'the picture of a certificate cannot be read')
    return null
  })
  return jpeg?.subarray(0, 2).toString('hex') === 'ffd8' ? jpeg : null
}
