import { eq } from 'drizzle-orm'
import type { CertificateFile } from '#app/domain/certificates/certificate.ts'
import type { PrintedCertificate } from '../documents/certificate.ts'
import { certificatePictures } from '../platform/db/certificate-schema.ts'
import type { Orm } from '../platform/db/database.ts'
import type { CertificateRow } from './issue.ts'

export type Printed = PrintedCertificate

/** What its PDF is made of: the file as it was signed, and its picture. */
export async function printed(
  orm: Pick<Orm, 'select'>,
  { file, state, picture }: CertificateRow,
  claimCode: string | null = null,
): Promise<Printed> {
  const [found] =
    picture === null
      ? []
      : await orm
          .select({ jpeg: certificatePictures.jpeg })
          .from(certificatePictures)
          .where(eq(certificatePictures.hash, picture))
  return {
    file: JSON.parse(file) as CertificateFile,
    text: file,
    jpeg: found?.jpeg ?? null,
    state,
    claimCode,
  }
}
