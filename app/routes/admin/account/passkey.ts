import { redirect } from 'react-router'
import { addPasskey, registrationOptions } from '#app/.server/auth/commands/add-passkey.ts'
import { confirmByPasskey } from '#app/.server/auth/commands/confirm-factor.ts'
import { assertionOptions } from '#app/.server/auth/passkey-assertion.ts'
import { adminContext } from '#app/.server/auth/require-admin.ts'
import { sessionContext } from '#app/.server/auth/session-context.ts'
import { apiRoute, jsonBody } from '#app/.server/platform/http/api-route.ts'
import { clientAddressContext } from '#app/.server/platform/http/request-context.ts'
import { passkeyStep } from '#app/contracts/auth/passkey.ts'

/** The steps of the browser's script that adds a passkey, or confirms by one [PASSKEY-04, FRESH-02]. */
export const action = apiRoute({
  POST: async ({ request, app, context }) => {
    const { email } = context.get(adminContext)
    const visitor = { headers: request.headers, address: context.get(clientAddressContext) }
    const asked = await jsonBody(request, passkeyStep)
    switch (asked.step) {
      case 'ask':
        return assertionOptions(app, context.get(sessionContext).id)
      case 'prove':
        return registrationOptions(app, email, asked.proof, visitor)
      case 'add':
        await addPasskey(app, email, asked, visitor)
        return { added: asked.name }
      case 'confirm':
        await confirmByPasskey(app, email, asked.assertion, visitor)
        return { confirmed: true }
    }
  },
})

export function loader() {
  return redirect('/admin/account')
}
