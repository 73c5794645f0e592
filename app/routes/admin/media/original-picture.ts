import { wholePicture } from '#app/.server/media/queries/media-detail.ts'
import { found } from '#app/.server/platform/http/page-errors.ts'
import { appContext } from '#app/.server/platform/http/request-context.ts'
import type { Route } from './+types/original-picture.ts'

/** A picture as it was uploaded, for the screen on which it is turned and cut. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const bytes = await found(wholePicture(context.get(appContext), params.id))
  return new Response(new Uint8Array(bytes), {
    headers: { 'Content-Type': 'image/webp', 'Cache-Control': 'private, max-age=3600' },
  })
}
