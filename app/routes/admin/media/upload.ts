import { redirect } from 'react-router'
import { uploadPart } from '#app/.server/media/commands/upload.ts'
import { bodyLimit } from '#app/.server/platform/http/limits/body-limit.ts'
import { rateLimit } from '#app/.server/platform/http/limits/rate-limits.ts'
import { mediaAddress } from '#app/domain/catalog/media.ts'
import { partBytes } from '#app/domain/catalog/media-limits.ts'
import type { Route } from './+types/upload.ts'
import { answerUpload } from './answer-upload.ts'

export const middleware: Route.MiddlewareFunction[] = [
  rateLimit('upload'),
  bodyLimit(partBytes / 1024, 25),
]

/** Takes one part of an uploaded picture, as bytes [MEDIA-01, MEDIA-02]. */
export function action(args: Route.ActionArgs) {
  return answerUpload(args, async (app, upload) => {
    const uploaded = await uploadPart(app, upload)
    if ('received' in uploaded) return uploaded
    const { picture, isNew } = uploaded
    const { id, name, alt, focusX, focusY } = picture
    const src = mediaAddress({ ...picture, focus: { x: focusX, y: focusY } })
    return { picture: { id, name, alt, src }, isNew }
  })
}

export function loader() {
  return redirect('/admin/dashboard/media')
}
