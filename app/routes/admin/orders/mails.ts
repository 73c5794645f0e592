import { redirect } from 'react-router'
import { adminContext } from '#app/.server/auth/require-admin.ts'
import {
  dismissMail,
  retryMail,
  sendConfirmationAgain,
} from '#app/.server/emails/commands/retry-mail.ts'
import { appContext } from '#app/.server/platform/http/request-context.ts'
import { formTexts } from '#app/contracts/platform/form-data.ts'
import { keepScreen } from '../components/client-action.ts'
import { runCommand } from '../components/run-command.ts'
import type { Route } from './+types/mails.ts'

/** Sends a mail about an order again or dismisses it, and goes back to the order. */
export async function action({ context, params, request }: Route.ActionArgs) {
  const { email: by } = context.get(adminContext)
  const { mail, dismiss, again } = await formTexts(request)
  const orderId = params.id
  const app = context.get(appContext)
  return runCommand(app, async () => {
    if (again === 'confirmation') await sendConfirmationAgain(app, { orderId, by })
    else if (dismiss) await dismissMail(app, { mailId: dismiss, orderId, by })
    else await retryMail(app, { mailId: mail ?? '', orderId, by })
    return redirect(`/admin/dashboard/orders/${encodeURIComponent(params.id)}`)
  })
}

export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  return keepScreen(serverAction, 'The mail was not sent again.')
}

export function loader({ params }: Route.LoaderArgs) {
  return redirect(`/admin/dashboard/orders/${encodeURIComponent(params.id)}`)
}
