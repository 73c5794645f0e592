import { eq } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { certificatePictures } from '../db/certificate-schema.ts'
import { withDatabase } from '../db/with-database.ts'
import { AppError } from '../errors.ts'
import { refusal } from './error-page.ts'

/** The picture of a certificate, by the hash that the certificate names: it never changes [CERT-03]. */
export async function serveCertificatePicture(
  app: AppContext,
  request: Request,
  file: string,
): Promise<Response> {
  const hash = /^([0-9a-f]{64})\.jpg$/.exec(file)?.[1]
  const [found] =
    hash === undefined
      ? []
      : await withDatabase(app, ({ orm }) =>
          orm.select().from(certificatePictures).where(eq(certificatePictures.hash, hash)),
        )
  if (!found) return refusal(request, new AppError('not_found', 404, 'There is no such picture.'))
  return new Response(new Uint8Array(found.jpeg), {
    headers: {
      'Content-Type': 'image/jpeg',
      'Content-Length': String(found.jpeg.length),
      'Cache-Control': 'public, max-age=31536000, immutable',
    },
  })
}
