import { redirect } from 'react-router'
import { signOut } from '#app/.server/auth/commands/sign-out.ts'
import { withCookies } from '#app/.server/auth/require-admin.ts'
import { appContext } from '#app/.server/platform/http/request-context.ts'
import type { Route } from './+types/logout.ts'

export function loader() {
  return redirect('/admin/dashboard')
}

/** Ends the session on the server, and the cookie with it [AUTH-20, SEC-04]. */
export async function action({ request, context }: Route.ActionArgs) {
  const { cookies } = await signOut(context.get(appContext), request.headers)
  return redirect('/admin/login', { status: 303, headers: withCookies(cookies) })
}
