import { redirect } from 'react-router'
import { subscribersCsv } from '#app/.server/newsletter/queries/subscribers.ts'
import { appContext } from '#app/.server/platform/http/request-context.ts'
import { sendList } from '../components/send-list.ts'
import type { Route } from './+types/newsletter-csv.ts'

/** The whole list; rights and re-authentication: route-rights.ts. */
export function action({ context }: Route.ActionArgs) {
  return sendList(context, 'newsletter', () => subscribersCsv(context.get(appContext)))
}

export function loader() {
  return redirect('/admin/dashboard/newsletter')
}
