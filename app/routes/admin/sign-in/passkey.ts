import { redirect } from 'react-router'
import { signInByPasskey } from '#app/.server/auth/commands/sign-in-by-passkey.ts'
import { assertionOptions } from '#app/.server/auth/passkey-assertion.ts'
import { withCookies } from '#app/.server/auth/require-admin.ts'
import { pageAfterSignIn } from '#app/.server/auth/route-rights.ts'
import { takeOrigin } from '#app/.server/platform/http/admin-origin.ts'
import { apiRoute, json, jsonBody } from '#app/.server/platform/http/api-route.ts'
import { rateLimit } from '#app/.server/platform/http/limits/rate-limits.ts'
import { clientAddressContext } from '#app/.server/platform/http/request-context.ts'
import { passkeySignIn } from '#app/contracts/auth/passkey.ts'

export const middleware = [rateLimit('passkey')]

/** Signing in by passkey: first a challenge, then its answer for a session [PASSKEY-01]. */
export const action = apiRoute({
  POST: async ({ request, app, context }) => {
    const { assertion } = await jsonBody(request, passkeySignIn)
    if (!assertion) return assertionOptions(app, null)
    const visitor = { headers: request.headers, address: context.get(clientAddressContext) }
    const { admin, cookies } = await signInByPasskey(app, assertion, visitor)
    const { origin, forget } = await takeOrigin(app, request.headers)
    const to = pageAfterSignIn(admin.role, origin)
    return json({ to }, { headers: withCookies([...cookies, forget]) })
  },
})

export function loader() {
  return redirect('/admin/login')
}
