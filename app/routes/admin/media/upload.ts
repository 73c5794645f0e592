import { redirect } from 'react-router'
import { adminContext } from '#app/.server/auth/require-admin.ts'
import { uploadPart } from '#app/.server/media/commands/upload.ts'
import { AppError } from '#app/.server/platform/errors.ts'
import { bodyLimit } from '#app/.server/platform/http/limits/body-limit.ts'
import { rateLimit } from '#app/.server/platform/http/limits/rate-limits.ts'
import { appContext } from '#app/.server/platform/http/request-context.ts'
import { type UploadResponse, uploadQuery } from '#app/contracts/media/media.ts'
import { issueText } from '#app/contracts/platform/form-data.ts'
import { mediaAddress } from '#app/domain/catalog/media.ts'
import { partBytes } from '#app/domain/catalog/media-limits.ts'
import type { Route } from './+types/upload.ts'

export const middleware: Route.MiddlewareFunction[] = [
  rateLimit('upload'),
  bodyLimit(partBytes / 1024, 25),
]

/** Takes one part of an uploaded picture, as bytes [MEDIA-01, MEDIA-02]. */
export async function action({ context, request }: Route.ActionArgs) {
  const app = context.get(appContext)
  const { email: by } = context.get(adminContext)
  const response = (body: UploadResponse, status = 200) =>
    Response.json(body, { status, headers: { 'Cache-Control': 'no-store' } })
  try {
    const query = uploadQuery.safeParse(Object.fromEntries(new URL(request.url).searchParams))
    if (!query.success) {
      const message = query.error.issues.map(issueText)[0] ?? 'This upload isn’t valid.'
      throw new AppError('upload_refused', 400, message)
    }
    const part = Buffer.from(await request.arrayBuffer())
    const uploaded = await uploadPart(app, { ...query.data, part, by })
    if ('received' in uploaded) return response(uploaded)
    const { picture, isNew } = uploaded
    const { id, name, alt, focusX, focusY } = picture
    const src = mediaAddress({ ...picture, focus: { x: focusX, y: focusY } })
    return response({ picture: { id, name, alt, src }, isNew })
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    app.log.info({ code: error.code, ...error.facts }, 'an upload was refused')
    return response({ refused: { code: error.code, message: error.message } }, error.status)
  }
}

export function loader() {
  return redirect('/admin/dashboard/media')
}
