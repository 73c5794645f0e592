import { adminContext } from '#app/.server/auth/require-admin.ts'
import { downloadSignedRecords } from '#app/.server/certificates/commands/download-signed-records.ts'
import { appContext, clientAddressContext } from '#app/.server/platform/http/request-context.ts'
import { brand } from '#brand'
import type { Route } from './+types/signed-records.ts'
import { toSystem } from './send-backup.ts'

/** By its address alone nothing is made [SEC-10]. */
export const loader = () => toSystem()

/** Certificates and days of gold prices with what checks them, for an owner to keep [PROOF-10]. */
export async function action({ context }: Route.ActionArgs) {
  const { name, body } = await downloadSignedRecords(context.get(appContext), {
    by: context.get(adminContext).email,
    address: context.get(clientAddressContext),
    shop: brand.name,
  })
  return new Response(body, {
    headers: {
      'Content-Type': 'application/gzip',
      'Content-Disposition': `attachment; filename="${name}"`,
      'Cache-Control': 'no-store',
    },
  })
}
