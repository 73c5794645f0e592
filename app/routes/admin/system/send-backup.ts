import { type RouterContextProvider, redirect } from 'react-router'
import { requireReauthentication } from '#app/.server/auth/require-reauthentication.ts'
import { AppError } from '#app/.server/platform/errors.ts'
import { appContext } from '#app/.server/platform/http/request-context.ts'

type BackupFile = {
  name: string
  bytes: number | null
  body: ReadableStream<Uint8Array> | Uint8Array<ArrayBuffer>
}

/** The file, after a second factor shown just now; or back to the screen, which says why there is none. */
export async function sendBackup(
  context: Readonly<RouterContextProvider>,
  take: () => Promise<BackupFile>,
): Promise<Response> {
  try {
    await requireReauthentication(context)
    const { name, bytes, body } = await take()
    return new Response(body, {
      headers: {
        'Content-Type': 'application/octet-stream',
        'Content-Disposition': `attachment; filename="${name}"`,
        'Cache-Control': 'no-store',
        ...(bytes === null ? {} : { 'Content-Length': String(bytes) }),
      },
    })
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    context.get(appContext).log.info({ code: error.code, ...error.facts }, 'refused')
    return toSystem(`?refused=${error.code}`)
  }
}

/** The page whose forms ask for what can be downloaded. */
export const toSystem = (search = '') => redirect(`/admin/dashboard/system${search}`, 303)

/** Why a download was refused, by the code in the address. */
export function refusalOf(request: Request): { message: string } | null {
  const code = new URL(request.url).searchParams.get('refused')
  if (code === null) return null
  // `constructor` is no code of ours, no matter who types it in the address.
  return { message: (Object.hasOwn(refusals, code) && refusals[code]) || refusals.other }
}

const refusals: Record<string, string> & { other: string } = {
  fresh_factor_needed:
    'It’s been more than ten minutes since you confirmed it’s you. Please confirm again.',
  backup_gone:
    'This backup is no longer there. The shop keeps one for each of the last 14 days and 8 weeks, or someone may have removed it. Nothing was downloaded.',
  backup_unreadable:
    'The backup location can’t be read right now. Nothing was downloaded. Please try again in a few minutes. The server log has details.',
  other: 'The backup couldn’t be read right now. Please try again in a few minutes.',
}
