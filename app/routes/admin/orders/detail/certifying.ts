import type { RouterContextProvider } from 'react-router'
import { adminContext } from '#app/.server/auth/require-admin.ts'
import { refuseUnless } from '#app/.server/auth/require-right.ts'
import { moveCertificate } from '#app/.server/certificates/commands/move-certificate.ts'
import { appContext } from '#app/.server/platform/http/request-context.ts'
import { certificateForm } from '#app/contracts/certificate.ts'
import { parseForm } from '../../components/parse-form.ts'
import { runCommand } from '../../components/run-command.ts'

const done = {
  revoked: 'The certificate is revoked, and its page says so.',
  recast: 'The certificate has ended: the piece was recast. Its page says so.',
  lost: 'The piece is marked as lost, and the page of its certificate says so.',
  found: 'The piece is found, and its certificate is valid again.',
} as const

/** What staff say of a certificate of this order [CERT-06]. */
export async function performCertificate(
  context: Readonly<RouterContextProvider>,
  orderId: string,
  typed: Record<string, string>,
) {
  const app = context.get(appContext)
  const { email: by, role } = context.get(adminContext)
  return runCommand(
    app,
    async (): Promise<{ done: string; report?: string[] }> => {
      refuseUnless(role, 'orders.decide')
      const { certificate: id, move, reason } = parseForm(certificateForm, typed)
      await moveCertificate(app, { orderId, id, move, reason, by })
      return { done: done[move] }
    },
    typed,
  )
}
