import { readEmail } from '#app/domain/address/email.ts'
import { originalOccasion } from '../orders/email-occasion.ts'
import type { emailOutbox } from '../platform/db/schema.ts'

type Email = Pick<typeof emailOutbox.$inferSelect, 'kind' | 'occasion' | 'state' | 'recipient'>

/** Emails whose text may still be true, and whose link is no key that was sent for one hour. */
const repeatable: readonly Email['kind'][] = [
  'order-paid-buyer',
  'order-part-buyer',
  'order-pay-buyer',
  'order-fulfilled-buyer',
  'order-pickup-buyer',
  'order-tracking-buyer',
  'order-delivered-buyer',
  'order-refunded-buyer',
  'order-canceled-buyer',
  'order-closed-buyer',
  'order-refund-declined-buyer',
  'order-delay-buyer',
  'order-return-asked-buyer',
  'order-return-accepted-buyer',
  'order-return-received-buyer',
  'order-return-refused-buyer',
]

/**
 * Emails to the buyer that went to an address the order no longer has, while the present one got nothing about
 * the same and nothing is on its way to it; of several about the same the last one [MAIL-14].
 */
export function sentElsewhere<Sent extends Email>(
  emails: readonly Sent[],
  email: string | null,
): Sent[] {
  const now = email === null ? null : readEmail(email)
  if (now === null) return []
  const of = emails.filter(({ kind }) => repeatable.includes(kind))
  const groups = Map.groupBy(of, ({ kind, occasion }) => `${kind} ${originalOccasion(occasion)}`)
  return [...groups.values()].flatMap((same) => {
    const isTold = same.some(
      ({ state, recipient }) =>
        state === 'waiting' || (recipient === now && (state === 'sent' || state === 'failed')),
    )
    const last = same.findLast(
      ({ state, recipient }) =>
        recipient !== null && recipient !== now && (state === 'sent' || state === 'failed'),
    )
    return isTold || !last ? [] : [last]
  })
}
