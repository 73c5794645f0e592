import { type Role, roleNames } from '#app/domain/access/rights.ts'
import { type EntryTexts, from, type Of, origin, parted } from './entry-text.ts'

/** Older entries have no role. */
const become = (before: Role | 'none' | undefined, after: Role | 'none' | undefined) =>
  before && after ? `${nameOf(before)} → ${nameOf(after)}` : ''

const nameOf = (role: Role | 'none') => (role === 'none' ? role : roleNames[role])

const typed = (account: string) => (account === 'cleared' ? '' : account)

const factors = { code: 'a code', recovery_code: 'a recovery code', passkey: 'a passkey' }
const parts = {
  email: 'the email address',
  recovery_codes: 'the recovery codes',
  second_factor: 'the authenticator app',
  passkey: 'the passkeys',
  colleague: 'the second factor of a coworker',
}
const wrong = {
  credentials: 'Invalid credentials',
  current: 'This isn’t your current password.',
  code: 'Invalid MFA code',
}

export const peopleEntryLabels: EntryTexts<Of<'admin'>> = {
  'admin.created': ({ target, facts }) => ['added admin', target.id, become('none', facts.role)],
  'admin.role_changed': (event) => {
    const { before, after } = event.facts
    return ['changed the role of', event.target.id, parted(become(before, after), origin(event))]
  },
  'admin.removed': (event) => [
    'removed admin',
    event.target.id,
    parted(become(event.facts.role, 'none'), origin(event)),
  ],
  'admin.invited': (event) => [
    'invited',
    event.target.id,
    parted(`Role: ${roleNames[event.facts.role]}`, origin(event)),
  ],
  'admin.invitation_revoked': (event) => [
    'canceled the invitation for',
    event.target.id,
    parted(`Role: ${roleNames[event.facts.role]}`, origin(event)),
  ],
  'admin.invitation_mail_retried': (event) => [
    'sent another invitation to',
    event.target.id,
    origin(event),
  ],
  'admin.invitation_accepted': ({ facts: { role, invitedBy }, address }) => [
    'accepted the invitation from',
    invitedBy,
    parted(`Role: ${roleNames[role]}`, from(address)),
  ],
  'admin.second_factor_reset': (event) => [
    'reset the second factor for',
    event.target.id,
    origin(event),
  ],
  'admin.signed_in': ({ facts, address }) => [
    'signed in',
    '',
    `${from(address)}, with ${factors[facts.factor]}`,
  ],
  'admin.sign_in_failed': ({ target, facts }) => [
    'failed to sign in:',
    typed(target.id),
    wrong[facts.wrong],
  ],
  'admin.signed_out': () => ['signed out'],
  'admin.password_changed': ({ facts: { factor, otherSessionsEnded }, address }) => [
    'changed the password',
    '',
    `${from(address)}, with ${factors[factor]}; other sessions ended: ${otherSessionsEnded}`,
  ],
  'admin.password_reset': (event) => [
    'reset the password of',
    event.target.id,
    parted(
      origin(event),
      event.facts.factor ? `with an emailed link and ${factors[event.facts.factor]}` : '',
      `sessions ended: ${event.facts.sessionsEnded}`,
    ),
  ],
  'admin.password_reset_failed': ({ target }) => [
    'failed to reset the password of',
    target.id,
    wrong.code,
  ],
  'admin.password_change_failed': ({ facts }) => [
    'failed to change the password',
    '',
    wrong[facts.wrong],
  ],
  'admin.account_change_failed': ({ facts }) => [
    `failed to change ${parts[facts.change]}`,
    '',
    wrong[facts.wrong],
  ],
  'admin.sessions_ended': ({ facts, address }) => [
    'ended sessions',
    '',
    `${facts.count}, ${from(address)}`,
  ],
  'admin.factor_confirmed': ({ facts, address }) => [
    'confirmed',
    '',
    `${from(address)}, with ${factors[facts.factor]}`,
  ],
  'admin.factor_not_confirmed': ({ address }) => ['failed to confirm', '', from(address)],
  'admin.email_change_asked': ({ facts }) => [
    'requested a change of email address',
    '',
    `to ${facts.to}`,
  ],
  'admin.email_change_canceled': ({ facts, address }) => [
    'canceled a change of email address',
    '',
    `to ${facts.to}, ${from(address)}; sessions ended: ${facts.sessionsEnded}`,
  ],
  'admin.email_changed': ({ facts }) => [
    'changed the email address',
    '',
    `${facts.from} to ${facts.to}`,
  ],
  'admin.recovery_codes_renewed': () => ['created new recovery codes'],
  'admin.second_factor_changed': () => ['changed the authenticator app'],
  'admin.passkey_added': ({ facts }) => ['added passkey', facts.name],
  'admin.passkey_renamed': ({ facts }) => ['renamed passkey', facts.to, `before: ${facts.from}`],
  'admin.passkey_removed': ({ facts }) => ['removed passkey', facts.name],
}
