import { found } from '#app/.server/platform/http/page-errors.ts'
import { appContext } from '#app/.server/platform/http/request-context.ts'
import { photoFile } from '#app/.server/trade-ins/photos.ts'
import type { Route } from './+types/trade-in-photo.ts'

/** A photograph of the piece, for the person with the secret link of the trade-in [TRADE-28]. */
export async function loader({ context, params: { token, photo } }: Route.LoaderArgs) {
  const bytes = await found(photoFile(context.get(appContext), { token }, photo))
  return new Response(new Uint8Array(bytes), {
    headers: {
      'Content-Type': 'image/webp',
      'Cache-Control': 'no-store',
      'X-Robots-Tag': 'noindex',
    },
  })
}
