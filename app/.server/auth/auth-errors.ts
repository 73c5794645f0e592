import { AppError } from '../platform/errors.ts'

/** The failures of signing in and setting up that screens tell apart. */

/** Too many tries to sign in or to change a password; in `seconds` the next one is taken. */
export class TooManyAttempts extends AppError {
  readonly seconds: number

  constructor(seconds: number) {
    const minutes = Math.ceil(seconds / 60)
    const inMinutes = minutes === 1 ? 'a minute' : `${minutes} minutes`
    const wait = minutes > 120 ? `${Math.ceil(minutes / 60)} hours` : inMinutes
    const message = `Too many sign-in attempts. Please try again in ${wait}.`
    super('too_many_requests', 429, message)
    this.seconds = seconds
  }
}

/** One field of the form cannot be taken; the message is shown next to it. */
export class WrongField extends AppError {
  readonly field: string

  constructor(code: string, field: string, message: string) {
    super(code, 400, message, { details: { field } })
    this.field = field
  }
}

/** A link that makes an admin no longer works. */
export class LinkEnded extends AppError {}

/** The setup link was used, or is too old. */
export class SetupLinkExpired extends LinkEnded {
  constructor() {
    super('setup_done', 404, 'This setup link was already used or is more than 24 hours old.')
  }
}

const invitationEnds = {
  unknown: [
    404,
    'This invitation link isn’t valid. Open the full link from your email, or ask for a new invitation.',
  ],
  gone: [410, 'This invitation has ended. An owner can send a new one.'],
  used: [410, 'This invitation was already used. It works only once.'],
  expired: [410, 'This invitation expired after 72 hours. An owner can send a new one.'],
  revoked: [410, 'This invitation was revoked. An owner can send a new one.'],
  taken: [409, 'There is already an admin with the invited email address.'],
} as const

/** An invitation that can no longer be accepted, and why. */
export class InvitationEnded extends LinkEnded {
  constructor(why: keyof typeof invitationEnds) {
    const [status, sentence] = invitationEnds[why]
    super(`invitation_${why}`, status, sentence)
  }
}
