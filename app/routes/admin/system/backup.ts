import { redirect } from 'react-router'
import { requireFreshFactor } from '#app/.server/auth/fresh-factor.ts'
import { adminContext } from '#app/.server/auth/require-admin.ts'
import { downloadBackup } from '#app/.server/backup/commands/download-backup.ts'
import { AppError } from '#app/.server/platform/errors.ts'
import { appContext, clientAddressContext } from '#app/.server/platform/http/request-context.ts'
import type { Route } from './+types/backup.ts'

/** A backup of now as a file, for owners who have just confirmed that it is them [SYSTEM-03]. */
export async function loader({ context }: Route.LoaderArgs) {
  try {
    await requireFreshFactor(context)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return redirect('/admin/dashboard/system')
  }
  const { name, bytes } = await downloadBackup(context.get(appContext), {
    by: context.get(adminContext).email,
    address: context.get(clientAddressContext),
  })
  return new Response(new Uint8Array(bytes), {
    headers: {
      'Content-Type': 'application/octet-stream',
      'Content-Disposition': `attachment; filename="${name}"`,
      'Cache-Control': 'no-store',
    },
  })
}
