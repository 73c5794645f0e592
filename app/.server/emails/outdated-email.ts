import type { ReturnState } from '#app/domain/returns/return.ts'
import { delaysOfOrder } from '../fulfillment/delays.ts'
import { originalOccasion } from '../orders/email-occasion.ts'
import { findPaymentRequestLink } from '../payments/payment-request-token.ts'
import type { Orm } from '../platform/db/database.ts'
import type { emailOutbox, OrderRow } from '../platform/db/schema.ts'
import { returnsOfOrder } from '../returns/returns.ts'
import { sentElsewhere } from './sent-elsewhere.ts'

type Email = Pick<typeof emailOutbox.$inferSelect, 'kind' | 'occasion' | 'state' | 'recipient'>
type About = Pick<Email, 'kind' | 'occasion'>
type Order = Pick<OrderRow, 'id' | 'state' | 'email' | 'linkVersion' | 'notRefundedCents'>

/** In which states of a return an email about it still tells what must be done. */
const statesOfReturn: Partial<Record<Email['kind'], readonly ReturnState[]>> = {
  'order-return-asked-buyer': ['asked'],
  'order-return-accepted-buyer': ['accepted', 'sent back'],
  'order-return-received-buyer': ['received', 'weighed'],
  'order-return-refused-buyer': ['refused'],
}

/** Why an email to the buyer is no longer true, in a sentence; null where it is [MAIL-16]. */
export async function outdatedReason(
  orm: Orm,
  { id, state, linkVersion, notRefundedCents }: Order,
  { kind, occasion }: About,
  now: Date,
): Promise<string | null> {
  const about = originalOccasion(occasion)
  if (kind === 'order-new-link-buyer') return about === `${linkVersion}` ? null : linkReplaced
  if (kind === 'order-pay-buyer') {
    const link = await findPaymentRequestLink(orm, 'id', about)
    if (link?.closedAt !== null) return linkEnded
    return link.endsAt > now ? null : linkOver
  }
  if (kind === 'order-delay-buyer') {
    const last = (await delaysOfOrder(orm, id)).at(-1)
    return state === 'paid' && last?.id === about && last.decision === null ? null : delayEnded
  }
  if (kind === 'order-refund-declined-buyer') return notRefundedCents > 0 ? null : nothingDeclined
  const states = statesOfReturn[kind]
  if (!states) return null
  const found = (await returnsOfOrder(orm, id)).find((each) => each.id === about)
  return found && states.includes(found.state) ? null : returnMoved
}

const linkReplaced = 'The link was replaced again before this was sent, so it’s no longer needed.'
const linkEnded = 'The link was paid or canceled before this was sent, so it’s no longer needed.'
const linkOver = 'The link expired before this was sent, so it’s no longer needed.'
const delayEnded = 'The delay was resolved before this was sent, so it’s no longer needed.'
const nothingDeclined = 'It was refunded after all, so this is no longer needed.'
const returnMoved = 'The return has moved on, so this is no longer needed.'

/** Emails that the present address of the order has not received, and that are still true [MAIL-14, MAIL-16]. */
export async function missedEmails<Sent extends Email>(
  orm: Orm,
  order: Order,
  emails: readonly Sent[],
  now: Date,
): Promise<Sent[]> {
  const missed: Sent[] = []
  for (const email of sentElsewhere(emails, order.email)) {
    if ((await outdatedReason(orm, order, email, now)) === null) missed.push(email)
  }
  return missed
}
