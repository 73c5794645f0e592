import { redirect } from 'react-router'
import type { Route } from './+types/alerts.ts'
import { alertActions } from './components/alert-actions.ts'
import { keepScreen } from './components/client-action.ts'
import { actionOf } from './components/staff-actions.ts'

/** Takes the alerts that were shown from the reader's own health strip, or a notice from everybody's. */
export const action = actionOf(alertActions)

/** The screen below them stays, with whatever is typed in it. */
export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  try {
    return await keepScreen(serverAction, 'The alerts weren’t dismissed.')
  } catch (elsewhere) {
    if (elsewhere instanceof Response) return null
    throw elsewhere
  }
}

export function loader() {
  return redirect('/admin/dashboard')
}
