/** How long the link in an email that asks for confirmation works. */
const confirmHours = 24

/** `at`: when the form was sent, in milliseconds. */
export const isTooLate = ({ at }: { at: number }, now: Date): boolean =>
  at + confirmHours * 3_600_000 <= now.getTime()

/** For the email, and for the page after the form. */
export const confirmWithin = `within ${confirmHours} hours`

/** What the page of a link says that was opened too late; `again`: what to do then. */
export const lateLink = (again: string): string =>
  `This link has expired. Links work for ${confirmHours} hours. ${again}`

/** What the page says of a link that the shop did not make, or that was altered. */
export const unknownLink =
  'This link doesn’t work. It may be incomplete. Please open it from the email again.'
