import { makeClaimCode } from '#app/.server/certificates/commands/make-claim-code.ts'
import { moveCertificate } from '#app/.server/certificates/commands/move-certificate.ts'
import { certificateForm, claimCodeForm } from '#app/contracts/certificates/certificate.ts'
import { staffAction } from '../components/staff-actions.ts'

const movedMessages = {
  revoked: 'The certificate was revoked, and its page says so.',
  recast: 'The certificate has ended because the piece was recast. Its page says so.',
  lost: 'The piece was marked as lost, and its certificate page says so.',
  found: 'The piece was found, and its certificate is valid again.',
} as const

export type NewClaimCode = { serial: string; code: string }

/** What staff say of a certificate of this order [CERT-06], or a new claim code for its owner [CERT-10]. */
export const certificateActions = {
  certificate: staffAction('orders.decide', 'never', {
    form: certificateForm,
    run: (app, { id: orderId, certificate: id, ...input }) =>
      moveCertificate(app, { ...input, orderId, id }),
    answer: (_, { move }) => movedMessages[move],
  }),
  'claim-code': staffAction('orders.decide', 'always', {
    // Says whose the item is.
    form: claimCodeForm,
    run: (app, { id: orderId, certificate: id, ...input }): Promise<NewClaimCode> =>
      makeClaimCode(app, { ...input, orderId, id }),
    // The code is in this answer alone, and on no page that is opened again.
    answer: (newCode) => ({ done: `${newCode.serial} has a new claim code.`, newCode }),
  }),
}
