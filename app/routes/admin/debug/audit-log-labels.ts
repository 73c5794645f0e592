import type { AuditLogEntry } from '#app/.server/audit-log/queries/audit-log.ts'
import { formatExactRate, formatRate, type PricePerGram } from '#app/domain/gold-price/rates.ts'
import { type Cents, cents, formatCents } from '#app/domain/money/cents.ts'
import { formatDay } from '#app/domain/orders/ship-by.ts'
import { stepNames } from '../orders/labels.ts'

/** An entry of the audit log as people read it: who did what, to what, and how. */
export type AuditLabel = { who: string; what: string; details: string }

export function auditLabel(entry: AuditLogEntry): AuditLabel {
  const { actorType, actorId } = entry
  const [action, target = '', details = ''] = words(entry)
  return {
    who: actorType === 'visitor' ? visitor(actorId) : actorId,
    what: target ? `${action}: ${target}` : action,
    details,
  }
}

/** Addresses are cleared after 90 days. */
const visitor = (address: string) => (address === 'cleared' ? 'visitor' : `visitor at ${address}`)
const typed = (account: string) => (account === 'cleared' ? '' : account)
const from = (address: string | null) => (address === null ? 'address cleared' : `from ${address}`)

/** Of what a command may do as well, which has no address. */
const origin = ({ address }: { address: string | null }) =>
  address === null ? '' : `from ${address}`
const parted = (...parts: string[]) => parts.filter(Boolean).join(', ')

/** Entries from before migration 0025 know no role. */
const become = (before: string | undefined, after: string | undefined) =>
  before && after ? `${before} → ${after}` : ''

type Words = [action: string, target?: string, details?: string]

function words(entry: AuditLogEntry): Words {
  if ('facts' in entry && 'carriedOver' in entry.facts) {
    const { action, target, details } = entry.facts.carriedOver
    return [action, target, details]
  }
  const event = entry as Exclude<AuditLogEntry, { facts: { carriedOver: object } }>
  switch (event.action) {
    case 'admin.created':
      return ['made an admin', event.target.id, become('none', event.facts.role)]
    case 'admin.role_changed': {
      const { before, after } = event.facts
      return ['changed the role of', event.target.id, parted(become(before, after), origin(event))]
    }
    case 'admin.removed':
      return [
        'removed an admin',
        event.target.id,
        parted(become(event.facts.role, 'none'), origin(event)),
      ]
    case 'admin.invited':
      return ['invited', event.target.id, parted(`as ${event.facts.role}`, origin(event))]
    case 'admin.invitation_revoked':
      return [
        'revoked the invitation of',
        event.target.id,
        parted(`as ${event.facts.role}`, origin(event)),
      ]
    case 'admin.invitation_mail_retried':
      return ['sent an invitation again', event.target.id, origin(event)]
    case 'admin.invitation_accepted': {
      const { role, invitedBy } = event.facts
      return ['accepted the invitation of', invitedBy, `as ${role}, ${from(event.address)}`]
    }
    case 'admin.second_factor_reset':
      return ['reset the second factor of', event.target.id]
    case 'admin.signed_in':
      return ['signed in', '', `${from(event.address)}, with ${factors[event.facts.factor]}`]
    case 'admin.sign_in_failed':
      return ['failed to sign in', typed(event.target.id), wrong[event.facts.wrong]]
    case 'admin.signed_out':
      return ['signed out']
    case 'admin.password_changed': {
      const { factor, otherSessionsEnded } = event.facts
      return [
        'changed the password',
        '',
        `${from(event.address)}, with ${factors[factor]}; other sessions ended: ${otherSessionsEnded}`,
      ]
    }
    case 'admin.password_change_failed':
      return ['failed to change the password', '', wrong[event.facts.wrong]]
    case 'admin.account_change_failed': {
      const { change, wrong: field } = event.facts
      return [`failed to change ${changes[change]}`, '', wrong[field]]
    }
    case 'admin.sessions_ended':
      return ['ended sessions', '', `${event.facts.count}, ${from(event.address)}`]
    case 'admin.factor_confirmed':
      return ['confirmed', '', `${from(event.address)}, with ${factors[event.facts.factor]}`]
    case 'admin.factor_not_confirmed':
      return ['failed to confirm', '', from(event.address)]
    case 'admin.email_change_asked':
      return ['asked to change the e-mail address', '', `to ${event.facts.to}`]
    case 'admin.email_changed':
      return ['changed the e-mail address', '', `${event.facts.from} to ${event.facts.to}`]
    case 'admin.recovery_codes_renewed':
      return ['made new recovery codes']
    case 'admin.second_factor_changed':
      return ['changed the authenticator app']
    case 'admin.passkey_added':
      return ['added a passkey', event.facts.name]
    case 'admin.passkey_renamed':
      return ['renamed a passkey', event.facts.to, `before: ${event.facts.from}`]
    case 'admin.passkey_removed':
      return ['removed a passkey', event.facts.name]
    case 'product.created':
      return ['created product', event.facts.name, `id ${event.target.id}`]
    case 'product.updated':
      return ['changed product', event.facts.name, `id ${event.target.id}`]
    case 'product.deleted':
      return ['deleted product', event.facts.name, `id ${event.target.id}`]
    case 'product.copied':
      return ['copied product', event.facts.from, `id ${event.target.id}`]
    case 'product.switched': {
      const { name, what, after } = event.facts
      const shown = after ? 'showed product' : 'hid product'
      const featured = after ? 'featured product' : 'no longer features product'
      return [what === 'active' ? shown : featured, name, `id ${event.target.id}`]
    }
    case 'products.changed':
    case 'products.change_undone': {
      const { title, pieces, part, parts } = event.facts
      const done = event.action === 'products.changed' ? 'changed' : 'undid a change of'
      const products = `${pieces} ${pieces === 1 ? 'product' : 'products'}`
      return [`${done} ${products}`, title, parts > 1 ? `entry ${part} of ${parts}` : '']
    }
    case 'media.uploaded':
      return ['uploaded a picture', event.facts.name, `id ${event.target.id}`]
    case 'media.changed':
      return ['changed a picture', event.facts.name, `id ${event.target.id}`]
    case 'media.deleted':
      return ['deleted a picture', event.facts.name, `id ${event.target.id}`]
    case 'order.fulfilled': {
      const { number, tracking, pieces, ordered } = event.facts
      const sent = pieces === undefined ? 'Sent.' : `${pieces} of ${ordered} pieces sent.`
      return ['fulfilled order', number, `${sent} Tracking: ${tracking}`]
    }
    case 'order.step_changed': {
      const { number, from, to } = event.facts
      return [
        'moved order',
        number,
        `${from === null ? 'None' : stepNames[from]} → ${stepNames[to]}`,
      ]
    }
    case 'order.tracking_corrected': {
      const { number, from, to } = event.facts
      return ['corrected tracking', number, `Tracking corrected from ${from ?? 'none'} to ${to}`]
    }
    case 'order.canceled':
      return ['cancelled order', event.facts.number, event.facts.reason]
    case 'order.label_bought': {
      const { number, service, tracking, costCents } = event.facts
      const cost = formatCents(cents(costCents))
      return ['bought a label for order', number, `${service}, ${cost}, ${tracking}`]
    }
    case 'order.label_given_up':
      return ['stopped waiting for a label of order', event.facts.number, event.facts.service]
    case 'order.label_voided': {
      const { number, service, tracking } = event.facts
      return ['gave back a label of order', number, `${service}, ${tracking}`]
    }
    case 'order.delay_told': {
      const { number, from, to, reason } = event.facts
      return [
        'told of a delay of order',
        number,
        `${formatDay(from)} to ${formatDay(to)}: ${reason}`,
      ]
    }
    case 'order.delay_agreed':
      return [
        'noted that the buyer agreed to the delay of order',
        event.facts.number,
        event.facts.reason,
      ]
    case 'order.return_opened': {
      const { number, pieces, exception } = event.facts
      return ['opened a return of order', number, [pieces, exception].filter(Boolean).join(': ')]
    }
    case 'order.return_moved':
      return ['moved a return of order', event.facts.number, event.facts.what]
    case 'order.pieces_decided':
      return ['decided about the pieces of order', event.facts.number, event.facts.what]
    case 'order.held_payment_accepted': {
      const { number, accepted, due, reason } = event.facts
      const details = `Accepted ${sum(accepted)} where ${sum(due)} was due. ${reason}`
      return ['accepted held payment', number, details]
    }
    case 'order.hold_settled':
      return ['settled held order', event.facts.number, event.facts.reason]
    case 'order.dispute_reviewed':
      return ['looked at lost dispute', event.facts.number, event.facts.reason]
    case 'order.refund_requested': {
      const { number, amountCents, reason } = event.facts
      return ['asked for a refund', number, `${formatCents(amountCents as Cents)}. ${reason}`]
    }
    case 'order.made_by_staff': {
      const { number, totalCents, taxCents } = event.facts
      return ['made order', number, formatCents((totalCents + taxCents) as Cents)]
    }
    case 'order.payment_recorded': {
      const { number, kind, amountCents, receivedOn } = event.facts
      const paid = formatCents(amountCents as Cents)
      return ['recorded a payment of order', number, `${paid} by ${kind}, received ${receivedOn}`]
    }
    case 'order.pay_link_made': {
      const { number, kind, amountCents, until } = event.facts
      const asked = formatCents(amountCents as Cents)
      return ['made a pay link for order', number, `${asked} (${kind}), until ${until}`]
    }
    case 'order.pay_link_closed':
      return ['took back the pay link of order', event.facts.number]
    case 'order.stage_changed': {
      const { number, from, to } = event.facts
      return ['moved the custom work of order', number, `${from} → ${to}`]
    }
    case 'order.gold_fixed': {
      const { number, before, totalCents } = event.facts
      const sums = [before, totalCents].map((sum) => formatCents(sum as Cents))
      return ['fixed the gold of order', number, sums.join(' → ')]
    }
    case 'payment.attached': {
      const { number, payment, sum: paid, outcome } = event.facts
      return ['attached a payment to order', number, `${sum(paid)}, ${payment ?? ''}: ${outcome}`]
    }
    case 'payment.refund_requested': {
      const { payment, sum: paid, reason } = event.facts
      return ['asked for a refund of a payment', payment ?? '', `${sum(paid)}: ${reason}`]
    }
    case 'payment.noted': {
      const { payment, sum: paid, note, settles } = event.facts
      const what = settles ? 'settled a payment' : 'noted about a payment'
      return [what, payment ?? event.target.id, `${sum(paid)}: ${note}`]
    }
    case 'customer.noted':
      return ['wrote a note about a customer', '', '']
    case 'customer.note_deleted':
      return ['deleted a note about a customer', '', '']
    case 'order.hold_released': {
      const { number, kind, reason } = event.facts
      return ['released order', number, `${kind}: ${reason}`]
    }
    case 'order.evidence_exported':
      return [
        'collected the evidence of order',
        event.facts.number,
        event.facts.format.toUpperCase(),
      ]
    case 'order.buyer_erased':
      return ['erased name, street and e-mail of order', event.facts.number, origin(event)]
    case 'payment.buyer_erased': {
      const { payment } = event.facts
      return [
        'erased name, street and e-mail of payment',
        payment ?? event.target.id,
        origin(event),
      ]
    }
    case 'order.buyer_exported':
      return ['exported the buyer’s data of order', event.facts.number, origin(event)]
    case 'order.mail_retried':
      return ['sent a mail again', event.facts.number, event.facts.kind]
    case 'gold_price.set': {
      const { perGram, before, voidsEarlier } = event.facts
      const was = `before: ${gram(before.perGram)} from ${before.source}`
      return [
        'set the gold price',
        `${gram(perGram)} a gram`,
        voidsEarlier ? `${was}; quotes and unpaid orders made before are void` : was,
      ]
    }
    case 'gold_price.fetched': {
      const { perOunce, source, reason } = event.facts
      return ['fetched the gold price', ounce(perOunce), `from ${source}: ${reason ?? 'accepted'}`]
    }
    case 'gold_price.accepted':
    case 'gold_price.rejected': {
      const { perOunce, source, reason } = event.facts
      const verdict = event.action === 'gold_price.accepted' ? 'accepted' : 'rejected'
      const details = `from ${source}${reason === null ? '' : `: ${reason}`}`
      return [`${verdict} the held gold price`, ounce(perOunce), details]
    }
    case 'gold_price.withdrawn': {
      const { perGram, source, prices, toDecide, reason, stands } = event.facts
      return [
        'withdrew the gold price',
        `${gram(perGram)} a gram from ${source}${prices > 1 ? ` and ${prices - 1} before it` : ''}`,
        `${reason}; ${gram(stands)} stands; paid orders to decide about: ${toDecide}`,
      ]
    }
    case 'order.price_honored':
      return ['honored the withdrawn price of', event.facts.number, event.facts.reason]
    case 'selling.stopped':
      return ['stopped selling', '', event.facts.message]
    case 'selling.resumed':
      return ['let the shop sell again']
    case 'settings.return_terms_updated': {
      const { from, to, toleranceMg, instructions } = event.facts
      const details = `${from} to ${to} days; tolerance ${toleranceMg} mg; ${instructions}`
      return ['changed the terms of returns', '', details]
    }
    case 'settings.shipping_updated': {
      const { processingTime, shippingTime, shippingCost } = event.facts
      return ['changed shipping', '', [processingTime, shippingTime, shippingCost].join(' · ')]
    }
    case 'settings.bank_discount_updated': {
      const { from, to } = event.facts
      return ['changed the bank discount', `${to}%`, `from ${from}%`]
    }
    case 'settings.risk_updated': {
      const { highValueCents, compareCountries, threeDSecureCents } = event.facts
      const from = (amount: number) => formatCents(amount as Cents)
      return [
        'changed risk settings',
        `checked from ${from(highValueCents)}, 3-D Secure from ${from(threeDSecureCents)}`,
        compareCountries ? 'countries are compared' : 'countries are not compared',
      ]
    }
    case 'settings.paracord_updated': {
      const { enabled, colors, message } = event.facts
      const details = [colors.join(', '), message].filter(Boolean).join(' · ')
      return ['changed paracord options', enabled ? 'shown' : 'not shown', details]
    }
    case 'settings.sales_tax_updated': {
      const { enabled, states, taxCode } = event.facts
      return [
        'changed sales tax',
        enabled ? 'on' : 'off',
        [states.join(', '), taxCode].filter(Boolean).join(' · '),
      ]
    }
    case 'settings.saved': {
      const { group, saved, removed } = event.facts
      const details = [
        saved.length > 0 && `saved ${saved.join(', ')}`,
        removed.length > 0 && `removed ${removed.join(', ')}`,
      ]
      return ['changed saved settings', group, details.filter(Boolean).join('; ')]
    }
    case 'settings.mail_tested':
      return ['sent a test mail', event.facts.to]
    case 'mail_text.saved': {
      const { mail, version, builtIn } = event.facts
      return ['changed the mail', mail, builtIn ? 'to the built-in text' : `version ${version}`]
    }
    case 'text.published': {
      const { text, version, changes } = event.facts
      return ['published the text', text, `version ${version}: ${changed(changes)}`]
    }
    case 'text.taken_back': {
      const { text, from, changes } = event.facts
      const to = from === null ? 'the shipped text' : `version ${from}`
      return ['went back with the text', text, `to ${to}: ${changed(changes)}`]
    }
    case 'text.read':
      return ['had a text read', event.facts.text, `version ${event.facts.version}`]
    case 'text.draft_discarded':
      return ['discarded the draft of', event.facts.text]
    case 'mail_text.tested':
      return ['sent a test of the mail', event.facts.mail, `to ${event.facts.to}`]
    case 'backup.written':
      return ['wrote a backup', event.target.id]
    case 'backup.downloaded':
      return ['downloaded a backup', event.target.id]
    case 'backup.restored': {
      const { mailsHeld } = event.facts
      return [
        'restored a backup',
        event.target.id,
        mailsHeld ? `mails held back: ${mailsHeld}` : '',
      ]
    }
    default:
      // Written by a newer version of the shop.
      return [(event as AuditLogEntry).action]
  }
}

/** As many as a line holds; the versions of the text have them whole. */
function changed(changes: readonly { field: string; before: string; after: string }[]): string {
  const [first, ...more] = changes
  if (!first) return 'as before'
  const { field, before, after } = first
  const rest = more.length > 0 ? `, and ${more.length} more` : ''
  return `${field}: ${before || 'nothing'} → ${after || 'nothing'}${rest}`
}

const factors = { code: 'a code', recovery_code: 'a recovery code', passkey: 'a passkey' }
const changes = {
  email: 'the e-mail address',
  recovery_codes: 'the recovery codes',
  second_factor: 'the authenticator app',
  passkey: 'the passkeys',
}
const wrong = {
  credentials: 'Invalid credentials',
  current: 'This is not your current password.',
  code: 'Invalid MFA code',
}

const gram = (perGram: number) => formatExactRate(perGram as PricePerGram)
const ounce = (perOunce: number) => `${formatRate(perOunce)} an ounce`

function sum({ amountCents, currency }: { amountCents: number | null; currency: string | null }) {
  const amount = amountCents === null ? 'an unknown sum' : formatCents(amountCents as Cents)
  return currency === null ? amount : `${amount} ${currency.toUpperCase()}`
}
