import { redirect } from 'react-router'
import { moneyCsv, unmatchedCsv } from '#app/.server/payments/queries/payments-csv.ts'
import { appContext } from '#app/.server/platform/http/request-context.ts'
import { sendList } from '../components/send-list.ts'
import type { Route } from './+types/payments-csv.ts'
import { readPayments } from './payments-list.ts'

/** The payments that the list finds, or all money; rights and re-authentication: route-rights.ts. */
export function action({ context, request }: Route.ActionArgs) {
  const app = context.get(appContext)
  const search = new URL(request.url).searchParams
  const { question } = readPayments(search)
  const isAll = search.get('money') === 'all'
  return sendList(context, 'payments', () =>
    isAll ? moneyCsv(app, question) : unmatchedCsv(app, question),
  )
}

export function loader({ request }: Route.LoaderArgs) {
  return redirect(`/admin/dashboard/payments${new URL(request.url).search}`)
}
