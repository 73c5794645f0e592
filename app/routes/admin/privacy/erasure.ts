import type { RouterContextProvider } from 'react-router'
import { requireFreshFactor } from '#app/.server/auth/fresh-factor.ts'
import { adminContext } from '#app/.server/auth/require-admin.ts'
import { refuseUnless } from '#app/.server/auth/require-right.ts'
import { appContext, clientAddressContext } from '#app/.server/platform/http/request-context.ts'
import { eraseBuyerOfOrder } from '#app/.server/privacy/commands/buyer-of-order.ts'
import { runCommand } from '../components/run-command.ts'

/** Erases the buyer of an order: for owners, with a fresh second factor [PRIVACY-07]. */
export async function performErasure(
  context: Readonly<RouterContextProvider>,
  orderId: string,
  typed: Record<string, string>,
) {
  const app = context.get(appContext)
  const { email: by, role } = context.get(adminContext)
  return runCommand(
    app,
    async () => {
      refuseUnless(role, 'privacy')
      await requireFreshFactor(context)
      const address = context.get(clientAddressContext)
      const asked = { orderId, by, address, typed: typed.number ?? '' }
      return { done: 'The buyer’s data were erased', report: await eraseBuyerOfOrder(app, asked) }
    },
    typed,
  )
}
