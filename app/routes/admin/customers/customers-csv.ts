import { redirect } from 'react-router'
import { customersCsv } from '#app/.server/customers/queries/customers-csv.ts'
import { appContext } from '#app/.server/platform/http/request-context.ts'
import { sendList } from '../components/send-list.ts'
import type { Route } from './+types/customers-csv.ts'
import { readCustomers } from './customers-list.ts'

/** The customers that the list finds; rights and re-authentication: route-rights.ts. */
export function action({ context, request }: Route.ActionArgs) {
  const app = context.get(appContext)
  const { question } = readCustomers(app, new URL(request.url).searchParams)
  return sendList(context, 'customers', () => customersCsv(app, question))
}

export function loader({ request }: Route.LoaderArgs) {
  return redirect(`/admin/dashboard/customers${new URL(request.url).search}`)
}
