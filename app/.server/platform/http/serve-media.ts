import type { AppContext } from '#app/.server/app-context.ts'
import { AppError } from '../errors.ts'
import { refusal } from './error-page.ts'

/** `<id>-<version>-<width>x<height>-<focus>[-<width of the file>].<type>` */
const address =
  /^([\da-f]{16}-[\da-f]{8})-\d{1,4}x\d{1,4}-\d{1,3}x\d{1,3}(?:(\.jpg)|(-\d{1,4}\.(?:avif|webp)))$/

const types = { jpg: 'image/jpeg', avif: 'image/avif', webp: 'image/webp' }

/**
 * A file of an uploaded picture. Its address names what it shows, so it is kept for ever; what is said
 * in it of measures and focus is for the page alone [MEDIA-03].
 */
export async function serveMedia(
  app: AppContext,
  request: Request,
  asked: string,
): Promise<Response> {
  const [, files, jpeg, other] = address.exec(asked) ?? []
  if (!files) return refusal(request, notThere())
  const name = `${files}${jpeg ?? other}`
  const bytes = await app.mediaFiles.read(name).catch((error: unknown) => {
    app.log.error({ err: error, name }, 'the file of a picture cannot be read')
    throw new AppError('media_unavailable', 503, 'This picture cannot be had right now.')
  })
  if (!bytes) return refusal(request, notThere())
  const type = name.slice(name.lastIndexOf('.') + 1) as keyof typeof types
  return new Response(new Uint8Array(bytes), {
    headers: {
      'Content-Type': types[type],
      'Content-Length': String(bytes.length),
      'Cache-Control': 'public, max-age=31536000, immutable',
    },
  })
}

const notThere = () => new AppError('not_found', 404, 'There is no such picture.')
