import type { RouterContextProvider } from 'react-router'
import { adminContext } from '#app/.server/auth/require-admin.ts'
import { refuseUnless } from '#app/.server/auth/require-right.ts'
import { makeClaimCode } from '#app/.server/certificates/commands/make-claim-code.ts'
import { moveCertificate } from '#app/.server/certificates/commands/move-certificate.ts'
import { appContext } from '#app/.server/platform/http/request-context.ts'
import { certificateForm, claimCodeForm } from '#app/contracts/certificates/certificate.ts'
import { parseForm } from '../components/parse-form.ts'
import { runCommand } from '../components/run-command.ts'

const done = {
  revoked: 'The certificate is revoked, and its page says so.',
  recast: 'The certificate has ended: the piece was recast. Its page says so.',
  lost: 'The piece is marked as lost, and the page of its certificate says so.',
  found: 'The piece is found, and its certificate is valid again.',
} as const

/** The code is in this answer alone, and on no screen that is opened again. */
type Done = { done: string; report?: string[]; newCode?: NewClaimCode }

export type NewClaimCode = { serial: string; code: string }

/** What staff say of a certificate of this order [CERT-06], or a new claim code for its owner [CERT-10]. */
export async function performCertificate(
  context: Readonly<RouterContextProvider>,
  orderId: string,
  typed: Record<string, string>,
) {
  const app = context.get(appContext)
  const { email: by, role } = context.get(adminContext)
  return runCommand(
    app,
    async (): Promise<Done> => {
      refuseUnless(role, 'orders.decide')
      if (typed.action === 'claim-code') {
        const { certificate: id, key, events, reason } = parseForm(claimCodeForm, typed)
        const newCode = await makeClaimCode(app, { orderId, id, key, events, reason, by })
        return { done: `${newCode.serial} has a new claim code.`, newCode }
      }
      const { certificate: id, move, reason } = parseForm(certificateForm, typed)
      await moveCertificate(app, { orderId, id, move, reason, by })
      return { done: done[move] }
    },
    typed,
  )
}
