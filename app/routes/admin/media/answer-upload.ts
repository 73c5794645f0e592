import type { RouterContextProvider } from 'react-router'
import type { AppContext } from '#app/.server/app-context.ts'
import { adminContext } from '#app/.server/auth/require-admin.ts'
import type { UploadPart } from '#app/.server/media/receive-upload.ts'
import { AppError } from '#app/.server/platform/errors.ts'
import { appContext } from '#app/.server/platform/http/request-context.ts'
import { type UploadResponse, uploadQuery } from '#app/contracts/media/media.ts'
import { issueText } from '#app/contracts/platform/form-data.ts'

type Args = { context: Readonly<RouterContextProvider>; request: Request }

/** Answers one part of an upload, as JSON that use-uploads.ts reads; `take` says what it became. */
export async function answerUpload(
  { context, request }: Args,
  take: (app: AppContext, upload: UploadPart) => Promise<UploadResponse>,
): Promise<Response> {
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
    return response(await take(app, { ...query.data, part, by }))
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    app.log.info({ code: error.code, ...error.facts }, 'an upload was refused')
    return response({ refused: { code: error.code, message: error.message } }, error.status)
  }
}
