import { redirect } from 'react-router'
import { dismissAlerts } from '#app/.server/alerts/commands/dismiss-alerts.ts'
import { adminContext } from '#app/.server/auth/require-admin.ts'
import { refuseUnless } from '#app/.server/auth/require-right.ts'
import { dismissStaffMails } from '#app/.server/emails/commands/retry-mail.ts'
import { appContext } from '#app/.server/platform/http/request-context.ts'
import { formTexts } from '#app/contracts/platform/form-data.ts'
import type { Route } from './+types/alerts.ts'
import { keepScreen } from './components/client-action.ts'
import { runCommand } from './components/run-command.ts'

/** Takes the alerts that were shown from the reader's own health strip, or a notice from everybody's. */
export async function action({ context, request }: Route.ActionArgs) {
  const { id: adminId, email: by, role } = context.get(adminContext)
  const typed = await formTexts(request)
  const until = new Date(typed.until ?? '')
  return runCommand(context.get(appContext), async () => {
    if (typed.unsent === 'staff') {
      refuseUnless(role, 'log')
      await dismissStaffMails(context.get(appContext), { by })
    } else if (!Number.isNaN(until.getTime())) {
      await dismissAlerts(context.get(appContext), { adminId, until })
    }
    return redirect('/admin/dashboard')
  })
}

/** The screen below them stays, with whatever is typed in it. */
export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  try {
    return await keepScreen(serverAction, 'The alerts were not dismissed.')
  } catch (elsewhere) {
    if (elsewhere instanceof Response) return null
    throw elsewhere
  }
}

export function loader() {
  return redirect('/admin/dashboard')
}
