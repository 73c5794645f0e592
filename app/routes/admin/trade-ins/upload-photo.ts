import { redirect } from 'react-router'
import { bodyLimit } from '#app/.server/platform/http/limits/body-limit.ts'
import { rateLimit } from '#app/.server/platform/http/limits/rate-limits.ts'
import { addPhoto } from '#app/.server/trade-ins/commands/change-photos.ts'
import { partBytes } from '#app/domain/catalog/media-limits.ts'
import { answerUpload } from '../media/answer-upload.ts'
import type { Route } from './+types/upload-photo.ts'

export const middleware: Route.MiddlewareFunction[] = [
  rateLimit('upload'),
  bodyLimit(partBytes / 1024, 25),
]

/** Takes one part of a photograph of a piece at the bench, as bytes [TRADE-27]. */
export function action(args: Route.ActionArgs) {
  const { id } = args.params
  return answerUpload(args, async (app, upload) => {
    const added = await addPhoto(app, { id, ...upload })
    if ('received' in added) return added
    const src = `/admin/dashboard/trade-ins/${encodeURIComponent(id)}/photos/${added.photo}`
    return { picture: { id: added.photo, name: upload.name, alt: '', src }, isNew: true }
  })
}

export function loader({ params: { id } }: Route.LoaderArgs) {
  return redirect(`/admin/dashboard/trade-ins/${encodeURIComponent(id)}`)
}
