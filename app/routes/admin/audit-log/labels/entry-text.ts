import type { AuditLogEntry } from '#app/.server/audit-log/queries/audit-log.ts'
import type { AuditAction } from '#app/.server/audit-log/record-event.ts'
import { type Cents, formatCents } from '#app/domain/money/cents.ts'
import { formatDay, isDay } from '#app/domain/time/day.ts'
import type { ShownChange } from './shown-changes.ts'

/** What was done, to what, how, and which fields it changed. */
export type EntryText = readonly [
  action: string,
  target?: string,
  details?: string,
  changes?: readonly ShownChange[],
]

type Common = Pick<AuditLogEntry, 'id' | 'at' | 'actorType' | 'actorId' | 'address'>

/** For each of these actions, what an entry of it says. */
export type EntryTexts<Action extends AuditAction['action']> = {
  readonly [A in Action]: (entry: Extract<AuditAction, { action: A }> & Common) => EntryText
}

/** Actions whose names begin so. */
export type Of<Group extends string> = Extract<AuditAction['action'], `${Group}.${string}`>

/** IP addresses are cleared after 90 days. */
export const from = (address: string | null) =>
  address === null ? 'IP address cleared' : `IP address ${address}`

/** Of what a command may do as well, which has no address. */
export const origin = ({ address }: { address: string | null }) =>
  address === null ? '' : `IP address ${address}`

/** `Wed, Mar 14, 2035` of `2035-03-14`. */
export const dayText = (day: string) => (isDay(day) ? `${formatDay(day)}, ${day.slice(0, 4)}` : day)

export const parted = (...parts: string[]) => parts.filter(Boolean).join(', ')

export function sum(paid: { amountCents: number | null; currency: string | null }) {
  const { amountCents, currency } = paid
  const amount = amountCents === null ? 'an unknown amount' : formatCents(amountCents as Cents)
  return currency === null ? amount : `${amount} ${currency.toUpperCase()}`
}
