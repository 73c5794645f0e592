import { redirect } from 'react-router'
import { adminContext } from '#app/.server/auth/require-admin.ts'
import { requireReauthentication } from '#app/.server/auth/require-reauthentication.ts'
import { appContext, clientAddressContext } from '#app/.server/platform/http/request-context.ts'
import { exportOrderBuyer } from '#app/.server/privacy/commands/order-buyer.ts'
import { keepingScreen } from '../components/client-action.ts'
import { runCommand } from '../components/run-command.ts'
import type { Route } from './+types/buyer.ts'

/** A file with all that the shop holds about the buyer of an order [PRIVACY-06]; its right: route-rights.ts. */
export async function action({ context, params }: Route.ActionArgs) {
  const app = context.get(appContext)
  return runCommand(app, async () => {
    await requireReauthentication(context)
    const { number, exported } = await exportOrderBuyer(app, {
      orderId: params.id,
      by: context.get(adminContext).email,
      address: context.get(clientAddressContext),
    })
    return new Response(JSON.stringify(exported, null, 2), {
      headers: {
        'Content-Type': 'application/json',
        'Content-Disposition': `attachment; filename="${number}-buyer.json"`,
      },
    })
  })
}

export const clientAction = keepingScreen<Route.ClientActionArgs>('Nothing was exported.')

export function loader({ params }: Route.LoaderArgs) {
  return redirect(`/admin/dashboard/orders/${encodeURIComponent(params.id)}`)
}
