import { redirect } from 'react-router'
import { keepScreen } from '../components/client-action.ts'
import { performAction } from '../components/staff-actions.ts'
import type { Route } from './+types/mails.ts'
import { mailActions } from './mail-actions.ts'

/** Sends a mail about an order again or dismisses it, and goes back to the order. */
export async function action(args: Route.ActionArgs) {
  return performAction(mailActions, args, args.params.id)
}

export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  return keepScreen(serverAction, 'The mail was not sent again.')
}

export function loader({ params }: Route.LoaderArgs) {
  return redirect(`/admin/dashboard/orders/${encodeURIComponent(params.id)}`)
}
