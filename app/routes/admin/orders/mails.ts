import { redirect } from 'react-router'
import { adminContext } from '#app/.server/http/admin.ts'
import { shopContext } from '#app/.server/http/context.ts'
import { retryMail } from '#app/.server/operations/retry-mail.ts'
import type { Route } from './+types/mails.ts'

/** Sends a mail about an order again, and goes back to the order. */
export async function action({ context, params, request }: Route.ActionArgs) {
  const { email: by } = context.get(adminContext)
  const mailId = String((await request.formData()).get('mail') ?? '')
  await retryMail(context.get(shopContext), { mailId, orderId: params.id, by })
  return redirect(`/admin/dashboard/orders/${encodeURIComponent(params.id)}`)
}

export function loader({ params }: Route.LoaderArgs) {
  return redirect(`/admin/dashboard/orders/${encodeURIComponent(params.id)}`)
}
