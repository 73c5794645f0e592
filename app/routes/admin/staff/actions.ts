import { redirect } from 'react-router'
import type { AppContext } from '#app/.server/app-context.ts'
import { adminActor } from '#app/.server/audit-log/record-event.ts'
import { WrongField } from '#app/.server/auth/auth-errors.ts'
import { changeRole } from '#app/.server/auth/commands/change-role.ts'
import { invite, resendInvitation, revokeInvitation } from '#app/.server/auth/commands/invite.ts'
import { removeAdmin } from '#app/.server/auth/commands/remove-admin.ts'
import { resetColleagueFactor } from '#app/.server/auth/commands/reset-second-factor.ts'
import type { Visitor } from '#app/.server/auth/commands/sign-in.ts'
import type { StaffAction } from '#app/.server/auth/route-rights.ts'
import { AppError } from '#app/.server/platform/errors.ts'
import { type QrCode, qrCode } from '#app/.server/platform/qr-code.ts'
import { shownEmail } from '#app/.server/platform/shown-email.ts'
import { invitationForm, roleField, type TypedInvitation } from '#app/contracts/auth/invitation.ts'
import { proofForm } from '#app/contracts/auth/sign-in.ts'
import { fieldErrors } from '#app/contracts/platform/form-data.ts'
import { roleNames } from '#app/domain/access/rights.ts'
import type { Failure } from '../components/client-action.ts'
import { runCommand } from '../components/run-command.ts'

/** Who asks. */
type Asker = {
  by: { id: string; email: string }
  visitor: Visitor
  /** Throws where the session has not shown a second factor just now. */
  requireFresh: () => Promise<void>
}

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
export type StaffFailure = Failure<TypedInvitation> & { resetOf?: string }

type Fields = Record<string, string>
type Done = { done: string; detail?: string; invited?: Invited; reset?: NewSecondFactor }

const actions: Record<
  StaffAction,
  (app: AppContext, asker: Asker, fields: Fields) => Promise<Done>
> = {
  async role(app, { by, visitor, requireFresh }, { email = '', role }) {
    const parsed = roleField.safeParse(role)
    if (!parsed.success) throw new AppError('invalid_request', 400, 'Please choose a role.')
    await requireFresh()
    const asked = { email, actor: adminActor(by.email), from: originOf(visitor) }
    const { before, after, ...whom } = await changeRole(app, { ...asked, role: parsed.data })
    // Their own: from now on this screen is not theirs.
    if (whom.email === by.email && after !== 'owner') throw redirect('/admin/dashboard')
    if (before === after)
      return { done: 'Nothing was changed', detail: `They are ${after} already.` }
    return {
      done: 'Role changed',
      detail: `${email} was ${roleNames[before]}, and is ${roleNames[after]} now.`,
    }
  },

  async remove(app, { by, visitor, requireFresh }, { email = '' }) {
    await requireFresh()
    const from = originOf(visitor)
    await removeAdmin(app, { email, actor: adminActor(by.email), from })
    return {
      done: 'Removed',
      detail: `${email} is signed out everywhere and cannot sign in again.`,
    }
  },

  async 'reset-2fa'(app, { by, visitor }, { email = '', ...typed }) {
    const proof = proofForm.safeParse(typed)
    if (!proof.success) throw notReset(email, fieldErrors(proof.error))
    const asked = { email, by: by.email, proof: proof.data }
    const made = await resetColleagueFactor(app, asked, visitor).catch((error: unknown) => {
      throw error instanceof WrongField ? notReset(email, { [error.field]: error.message }) : error
    })
    const { totpUri, recoveryCodes, ...whom } = made
    const of = shownEmail(whom.email)
    const secret = new URL(totpUri).searchParams.get('secret') ?? ''
    const reset = { email: of, totpUri, secret, qr: await qrCode(totpUri), recoveryCodes }
    return { done: 'Second factor reset', detail: `${of} is signed out everywhere.`, reset }
  },

  async invite(app, { by, visitor, requireFresh }, fields) {
    const parsed = invitationForm.safeParse(fields)
    if (!parsed.success) throw invalid(fieldErrors(parsed.error))
    await requireFresh()
    try {
      const { id, link } = await invite(app, { ...parsed.data, by, ...originOf(visitor) })
      const email = shownEmail(parsed.data.email)
      return { done: `${email} is invited`, invited: { id, email, link } }
    } catch (error) {
      throw error instanceof WrongField ? invalid({ [error.field]: error.message }) : error
    }
  },

  async resend(app, { by, visitor: { address } }, { id = '' }) {
    const { email } = await resendInvitation(app, { id, by, address })
    return {
      done: 'The mail is sent again',
      detail: `With the same link, to ${shownEmail(email)}.`,
    }
  },

  async revoke(app, { by, visitor: { address } }, { id = '' }) {
    const { email } = await revokeInvitation(app, { id, by, address })
    const to = shownEmail(email)
    return { done: 'Invitation revoked', detail: `The link for ${to} leads nowhere now.` }
  },
}

/** Runs the action of a form on the staff screen. */
export async function performStaffAction(app: AppContext, asker: Asker, fields: Fields) {
  const intent = fields.intent ?? ''
  const typed: TypedInvitation | undefined =
    intent === 'invite' ? { email: fields.email ?? '', role: fields.role ?? '' } : undefined
  return runCommand(
    app,
    async () => {
      const action = Object.hasOwn(actions, intent) ? actions[intent as StaffAction] : undefined
      if (!action)
        throw new AppError(
          'unknown_form',
          400,
          'This form is not known. Please load the page again.',
        )
      return action(app, asker, fields)
    },
    typed,
  )
}

function invalid(errors: Record<string, string>) {
  return new AppError('invalid_fields', 400, 'Nobody was invited.', { details: { errors } })
}

/** The form of this colleague opens again, with what is wrong beside its fields. */
function notReset(email: string, errors: Fields) {
  const message = `The second factor of ${shownEmail(email)} was not reset.`
  return new AppError('not_proven', 400, message, { details: { errors, resetOf: email } })
}

const originOf = ({ address, headers }: Visitor) => ({
  address,
  userAgent: headers.get('User-Agent'),
})
