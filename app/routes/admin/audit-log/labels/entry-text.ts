import type { AuditLogEntry } from '#app/.server/audit-log/queries/audit-log.ts'
import type { AuditAction } from '#app/.server/audit-log/record-event.ts'
import { type Cents, formatCents } from '#app/domain/money/cents.ts'
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

/** Network addresses are cleared after 90 days. */
export const from = (address: string | null) =>
  address === null ? 'address cleared' : `from ${address}`

/** Of what a command may do as well, which has no address. */
export const origin = ({ address }: { address: string | null }) =>
  address === null ? '' : `from ${address}`

export const parted = (...parts: string[]) => parts.filter(Boolean).join(', ')

export function sum(paid: { amountCents: number | null; currency: string | null }) {
  const { amountCents, currency } = paid
  const amount = amountCents === null ? 'an unknown sum' : formatCents(amountCents as Cents)
  return currency === null ? amount : `${amount} ${currency.toUpperCase()}`
}
