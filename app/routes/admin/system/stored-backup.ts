import { adminContext } from '#app/.server/auth/require-admin.ts'
import { downloadStoredBackup } from '#app/.server/backup/commands/download-stored-backup.ts'
import { appContext, clientAddressContext } from '#app/.server/platform/http/request-context.ts'
import type { Route } from './+types/stored-backup.ts'
import { sendBackup, toSystem } from './send-backup.ts'

/** By its address alone nothing is read [SEC-10]. */
export const loader = () => toSystem()

/** A backup of a night as a file, for owners who have just confirmed that it is them [SYSTEM-05]. */
export async function action({ context, params }: Route.ActionArgs) {
  return sendBackup(context, () =>
    downloadStoredBackup(context.get(appContext), {
      id: /^\d{1,15}$/.test(params.id) ? Number(params.id) : 0,
      by: context.get(adminContext).email,
      address: context.get(clientAddressContext),
    }),
  )
}
