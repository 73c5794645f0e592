import { found } from '#app/.server/platform/http/page-errors.ts'
import { appContext } from '#app/.server/platform/http/request-context.ts'
import { photoFile } from '#app/.server/trade-ins/photos.ts'
import type { Route } from './+types/photo-file.ts'

/** A photograph of the piece of a trade-in, for staff; its right: route-rights.ts. */
export async function loader({ context, params: { id, file } }: Route.LoaderArgs) {
  const bytes = await found(photoFile(context.get(appContext), { id }, file))
  return new Response(new Uint8Array(bytes), {
    headers: { 'Content-Type': 'image/webp', 'Cache-Control': 'no-store' },
  })
}
