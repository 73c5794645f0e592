import type { emailOutbox } from '../platform/db/schema.ts'

type About = Pick<typeof emailOutbox.$inferSelect, 'kind' | 'occasion'>

const suffix = /:?again:\d+$/

/** What an email is about, of one that is sent once more: the parcel, the refund, the return. */
export const originalOccasion = (occasion: string): string => occasion.replace(suffix, '')

/** The next that is free for sending an email about the same once more. */
export function occasionAgain(emails: readonly About[], { kind, occasion }: About): string {
  const sent = emails.filter(
    (email) => email.kind === kind && originalOccasion(email.occasion) === occasion,
  )
  return `${occasion === '' ? '' : `${occasion}:`}again:${sent.length}`
}
