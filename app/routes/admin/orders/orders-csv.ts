import { redirect } from 'react-router'
import { ordersCsv } from '#app/.server/orders/queries/orders-csv.ts'
import { appContext } from '#app/.server/platform/http/request-context.ts'
import { sendList } from '../components/send-list.ts'
import type { Route } from './+types/orders-csv.ts'
import { readOrders } from './orders-list.ts'
import { stateNames, stepNames } from './state-names.ts'

/** The orders that the list finds; rights and re-authentication: route-rights.ts. */
export function action({ context, request }: Route.ActionArgs) {
  const { question } = readOrders(new URL(request.url).searchParams)
  return sendList(context, 'orders', () =>
    ordersCsv(context.get(appContext), question, {
      state: ({ step, state }) =>
        step === null || state === 'refunded' ? stateNames[state] : stepNames[step],
    }),
  )
}

export function loader({ request }: Route.LoaderArgs) {
  return redirect(`/admin/dashboard/orders${new URL(request.url).search}`)
}
