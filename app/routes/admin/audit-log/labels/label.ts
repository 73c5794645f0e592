import type { AuditLogEntry } from '#app/.server/audit-log/queries/audit-log.ts'
import type { AuditAction } from '#app/.server/audit-log/record-event.ts'
import type { EntryText, EntryTexts } from './entry-text.ts'
import { goldWords } from './gold.ts'
import { orderEntryLabels } from './orders.ts'
import { paymentEntryLabels } from './payments.ts'
import { peopleEntryLabels } from './people.ts'
import { productEntryLabels } from './products.ts'
import { settingEntryLabels } from './settings.ts'
import type { ShownChange } from './shown-changes.ts'
import { tradeInEntryLabels } from './trade-ins.ts'

/** An entry of the log as people read it: who did what, to what, and which fields it changed. */
export type AuditLabel = {
  who: string
  what: string
  details: string
  changes: readonly ShownChange[]
  /** The screen of what it was done to. */
  to: string | null
}

/** What an action without words here says is its name: it was written by a newer version of the shop. */
const words: EntryTexts<AuditAction['action']> = {
  ...peopleEntryLabels,
  ...productEntryLabels,
  ...orderEntryLabels,
  ...paymentEntryLabels,
  ...goldWords,
  ...tradeInEntryLabels,
  ...settingEntryLabels,
}

export function auditLabel(entry: AuditLogEntry): AuditLabel {
  const { actorType, actorId } = entry
  const [action, target = '', details = '', changes = []] = said(entry)
  return {
    who: actorType === 'visitor' ? visitor(actorId) : actorId,
    what: target ? `${action} ${target}` : action.replace(/:$/, ''),
    details,
    changes,
    to: screenOf(entry),
  }
}

/** Addresses are cleared after 90 days. */
const visitor = (address: string) => (address === 'cleared' ? 'visitor' : `visitor at ${address}`)

function said(entry: AuditLogEntry): EntryText {
  if ('facts' in entry && 'carriedOver' in entry.facts) {
    const { action, target, details } = entry.facts.carriedOver
    return [`${action}:`, target, details]
  }
  const known = Object.hasOwn(words, entry.action)
    ? (words[entry.action as keyof typeof words] as (entry: AuditLogEntry) => EntryText)
    : null
  return known ? known(entry) : [entry.action]
}

const screens: Readonly<Record<string, (id: string) => string>> = {
  product: (id) => `/admin/products/edit/${id}`,
  product_change: (id) => `/admin/dashboard/products/changes/${id}`,
  media: (id) => `/admin/dashboard/media/${id}`,
  order: (id) => `/admin/dashboard/orders/${id}`,
  payment: (id) => `/admin/dashboard/payments/${id}`,
  trade_in: (id) => `/admin/dashboard/trade-ins/${id}`,
}

/** What was deleted no longer has one. */
function screenOf(entry: AuditLogEntry): string | null {
  if (!('target' in entry) || !entry.target || /\.deleted$/.test(entry.action)) return null
  const { type, id } = entry.target
  return screens[type]?.(encodeURIComponent(id)) ?? null
}
