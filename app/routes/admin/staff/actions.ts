import { redirect } from 'react-router'
import { z } from 'zod'
import { adminActor } from '#app/.server/audit-log/record-event.ts'
import { WrongField } from '#app/.server/auth/auth-errors.ts'
import { changeRole } from '#app/.server/auth/commands/change-role.ts'
import { invite, resendInvitation, revokeInvitation } from '#app/.server/auth/commands/invite.ts'
import { removeAdmin } from '#app/.server/auth/commands/remove-admin.ts'
import { resetColleagueFactor } from '#app/.server/auth/commands/reset-second-factor.ts'
import { adminContext } from '#app/.server/auth/require-admin.ts'
import { AppError } from '#app/.server/platform/errors.ts'
import { clientAddressContext } from '#app/.server/platform/http/request-context.ts'
import { type QrCode, qrCode } from '#app/.server/platform/qr-code.ts'
import { shownEmail } from '#app/.server/platform/shown-email.ts'
import {
  type InvitationInput,
  invitationForm,
  proofForm,
  roleField,
} from '#app/contracts/auth/sign-in.ts'
import { fieldErrors } from '#app/contracts/platform/form-data.ts'
import { roleNames } from '#app/domain/access/rights.ts'
import type { Failure } from '../components/client-action.ts'
import { type Done, noFields, type Requested, staffAction } from '../components/staff-actions.ts'

/** Shown once, with this answer alone [INVITE-02]. */
export type Invited = { id: string; email: string; link: string }

/** Likewise, to be handed to its owner [FORGOT-04]. */
export type NewSecondFactor = {
  email: string
  totpUri: string
  secret: string
  qr: QrCode
  recoveryCodes: string[]
}

/** `resetOf`: whose second factor was not reset, so that the form of that colleague says why. */
export type StaffFailure = Failure<InvitationInput> & { resetOf?: string }

const email = z.string().default('')
const ofInvitation = z.object({ id: z.string().default('') })

export const staffActions = {
  role: staffAction(null, 'once valid', {
    form: z.object({ email, role: roleField }),
    async run(app, { email, role, by }, requested) {
      const actor = adminActor(by)
      const changed = await changeRole(app, { email, actor, from: originOf(requested), role })
      // Their own: from now on this page is not theirs.
      if (changed.email === by && changed.after !== 'owner') throw redirect('/admin/dashboard')
      return changed
    },
    answer: ({ before, after }, { email }): Done =>
      before === after
        ? { done: 'Nothing was changed', detail: `That’s already their role: ${after}.` }
        : {
            done: 'Role changed',
            detail: `${email}: ${roleNames[before]} → ${roleNames[after]}.`,
          },
  }),

  remove: staffAction(null, 'once valid', {
    form: z.object({ email }),
    run: (app, { email, by }, requested) =>
      removeAdmin(app, { email, actor: adminActor(by), from: originOf(requested) }),
    answer: (_, { email }): Done => ({
      done: 'Removed',
      detail: `${email} is signed out everywhere and can’t sign in again.`,
    }),
  }),

  'reset-2fa': staffAction(null, 'never', {
    // Its form asks for password and code.
    form: z.object({ email }),
    async run(app, { email, by }, { typed, ...requested }) {
      const proof = proofForm.safeParse(typed)
      if (!proof.success) throw notReset(email, fieldErrors(proof.error))
      const made = await resetColleagueFactor(
        app,
        { email, by, proof: proof.data },
        visitorOf(requested),
      ).catch((error: unknown) => {
        throw error instanceof WrongField
          ? notReset(email, { [error.field]: error.message })
          : error
      })
      const { totpUri, recoveryCodes } = made
      const secret = new URL(totpUri).searchParams.get('secret') ?? ''
      const reset: NewSecondFactor = {
        ...{ email: shownEmail(made.email), totpUri, secret, recoveryCodes },
        qr: await qrCode(totpUri),
      }
      return reset
    },
    answer: (reset) => ({
      done: 'Second factor reset',
      detail: `${reset.email} is signed out everywhere.`,
      reset,
    }),
  }),

  invite: staffAction(null, 'checked', {
    form: noFields,
    async run(app, _, requested) {
      const form = invitationForm.safeParse(requested.typed)
      if (!form.success) throw notInvited(fieldErrors(form.error))
      await requested.requireFresh()
      try {
        const by = requested.context.get(adminContext)
        const { id, link } = await invite(app, { ...form.data, by, ...originOf(requested) })
        const invited: Invited = { id, email: shownEmail(form.data.email), link }
        return invited
      } catch (error) {
        throw error instanceof WrongField ? notInvited({ [error.field]: error.message }) : error
      }
    },
    answer: (invited) => ({ done: `${invited.email} was invited`, invited }),
  }),

  resend: staffAction(null, 'never', {
    // The same link to the same address.
    form: ofInvitation,
    run: (app, { id }, { context }) =>
      resendInvitation(app, {
        ...{ id, by: context.get(adminContext) },
        address: context.get(clientAddressContext),
      }),
    answer: ({ email }): Done => ({
      done: 'The email was sent again',
      detail: `With the same link, to ${shownEmail(email)}.`,
    }),
  }),

  revoke: staffAction(null, 'never', {
    form: ofInvitation,
    run: (app, { id }, { context }) =>
      revokeInvitation(app, {
        ...{ id, by: context.get(adminContext) },
        address: context.get(clientAddressContext),
      }),
    answer: ({ email }): Done => ({
      done: 'Invitation revoked',
      detail: `The link for ${shownEmail(email)} no longer works.`,
    }),
  }),
}

/** The fields of an invitation: other forms hold passwords, which never travel back. */
export const submittedInvitation = ({
  action,
  email = '',
  role = '',
}: Partial<Record<string, string>>): InvitationInput | undefined =>
  action === 'invite' ? { email, role } : undefined

function notInvited(errors: Record<string, string>) {
  return new AppError('invalid_fields', 400, 'Invitation not sent.', { details: { errors } })
}

/** The form of this colleague opens again, with what is wrong beside its fields. */
function notReset(email: string, errors: Record<string, string>) {
  const message = `The second factor for ${shownEmail(email)} wasn’t reset.`
  return new AppError('not_proven', 400, message, { details: { errors, resetOf: email } })
}

type Asker = Pick<Requested, 'request' | 'context'>

const visitorOf = ({ request: { headers }, context }: Asker) => ({
  headers,
  address: context.get(clientAddressContext),
})

const originOf = ({ request: { headers }, context }: Asker) => ({
  address: context.get(clientAddressContext),
  userAgent: headers.get('User-Agent'),
})
