import { type Role, roleNames } from '#app/domain/access/rights.ts'

/** The email address or command that did it. */
export type By = { by: string }
type Member = { email: string; role: Role }

export const log = { label: 'View the log', path: '/admin/dashboard/log' }
export const notMeant = (by: string) =>
  `If this looks wrong, undo it now and check with ${by}. If ${by} didn’t do this, someone else may be using that account. Remove the account right away.`

const joinsAs = {
  owner: 'an owner',
  manager: 'a manager',
  bench: 'workshop staff',
} as const satisfies Record<Role, string>

/** Alerts about who belongs to the staff, and with which role. */
export const staffAlerts = {
  'staff-invited': ({ by, email, role }: By & Member) => ({
    subject: `${email} was invited to join your staff`,
    sentence: `${by} invited ${email} to join as ${joinsAs[role]}. The invitation expires in 72 hours. An owner can cancel it on the Staff page.`,
    advice: notMeant(by),
    screen: { label: 'Staff', path: '/admin/staff' },
  }),
  'staff-added': ({ by, email, role }: By & Member) => ({
    subject: `${email} was added to the staff`,
    sentence: `${email} can now sign in to the admin area. Role: ${roleNames[role]}. Added by ${by}.`,
    advice: notMeant(by),
    screen: log,
  }),
  'staff-removed': ({ by, email, role }: By & Member) => ({
    subject: `${email} was removed from the staff`,
    sentence: `${by} removed ${email}, who had the role ${roleNames[role]}; they can no longer sign in.`,
    advice: notMeant(by),
    screen: log,
  }),
  /** By a colleague, on the Staff page; whose it is has an alert of the account besides. */
  'staff-factor-reset': ({ by, email }: By & { email: string }) => ({
    subject: `Second factor reset for ${email}`,
    sentence: `${by} reset the second factor for ${email}.`,
    advice: notMeant(by),
    screen: log,
  }),
  'staff-role-changed': ({
    by,
    email,
    before,
    after,
  }: By & { email: string; before: Role; after: Role }) => ({
    subject: `New role for ${email}: ${roleNames[after]}`,
    sentence: `${by} changed the role of ${email} from ${roleNames[before]} to ${roleNames[after]}.`,
    advice: notMeant(by),
    screen: log,
  }),
}
