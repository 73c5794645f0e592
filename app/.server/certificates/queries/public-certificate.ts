import { asc, eq } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { certificateEvents, certificates } from '#app/.server/platform/db/certificate-schema.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import { qrCode } from '#app/.server/platform/qr-code.ts'
import type { CertificateFile } from '#app/domain/certificates/certificate.ts'
import { isCertificateId } from '#app/domain/certificates/codes.ts'
import { printed } from '../printed.ts'

const sentence = 'Certificates can’t be loaded right now. Please try again in a few minutes.'

async function findCertificate(app: AppContext, id: string) {
  if (!isCertificateId(id) || app.config.database === 'none') return null
  const [row] = await app.db.orm.select().from(certificates).where(eq(certificates.id, id))
  return row ?? null
}

/** A certificate as anybody sees it; null for any other address [CERT-03]. */
export function publicCertificate(app: AppContext, id: string) {
  const read = async () => {
    const row = await findCertificate(app, id)
    if (!row) return null
    const { orm } = app.db
    const events = await orm
      .select()
      .from(certificateEvents)
      .where(eq(certificateEvents.certificateId, id))
      .orderBy(asc(certificateEvents.id))
    const [next] = await orm
      .select({ id: certificates.id })
      .from(certificates)
      .where(eq(certificates.replaces, id))
    const file = JSON.parse(row.file) as CertificateFile
    return {
      file,
      state: row.state,
      /** Whether its owner can have one: it is made with the print for the box, or by staff [CERT-14]. */
      hasCode: row.claimHash !== null,
      events: events
        .reverse()
        .map(({ event, actor, at, reason }) => ({ event, actor, at, reason })),
      replacedBy: next?.id ?? null,
      qr: await qrCode(file.certificate.page),
    }
  }
  return withDatabase(app, read, sentence)
}

export type PublicCertificate = NonNullable<Awaited<ReturnType<typeof publicCertificate>>>

/** The signed file, byte by byte as it was stored. */
export function certificateText(app: AppContext, id: string): Promise<string | null> {
  return withDatabase(app, async () => (await findCertificate(app, id))?.file ?? null, sentence)
}

/** Its page to print; what became of it stands on it. */
export async function certificatePdf(app: AppContext, id: string): Promise<Buffer | null> {
  const read = async () => {
    const row = await findCertificate(app, id)
    return row && printed(app.db.orm, row)
  }
  const one = await withDatabase(app, read, sentence)
  if (!one) return null
  const { certificatesPdf } = await import('#app/.server/documents/certificate.ts')
  return certificatesPdf([one])
}
