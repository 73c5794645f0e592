import { adminContext } from '#app/.server/auth/require-admin.ts'
import { downloadBackup } from '#app/.server/backup/commands/download-backup.ts'
import { appContext, clientAddressContext } from '#app/.server/platform/http/request-context.ts'
import type { Route } from './+types/backup.ts'
import { sendBackup, toSystem } from './send-backup.ts'

/** By its address alone nothing is made [SEC-10]. */
export const loader = () => toSystem()

/** A backup of now as a file, for owners who have just confirmed that it is them [SYSTEM-03]. */
export async function action({ context }: Route.ActionArgs) {
  return sendBackup(context, async () => {
    const { name, bytes } = await downloadBackup(context.get(appContext), {
      by: context.get(adminContext).email,
      address: context.get(clientAddressContext),
    })
    return { name, bytes: bytes.length, body: new Uint8Array(bytes) }
  })
}
