import { type Cents, cents, formatCents } from '#app/domain/money/cents.ts'
import { listParts } from '#app/domain/orders/buyer.ts'
import { howPaid } from '#app/domain/payments/offline-payment.ts'
import { formatDay } from '#app/domain/time/day.ts'
import { formatCount } from '#app/routes/admin/components/format-count.ts'
import { shopTimeText } from '#app/routes/admin/components/shop-time.tsx'
import { stepNames } from '#app/routes/admin/orders/state-names.ts'
import { dayText, type EntryTexts, type Of, origin, sum } from './entry-text.ts'

const paidIn = (kind: string) =>
  Object.hasOwn(howPaid, kind) ? howPaid[kind as keyof typeof howPaid] : kind

const dollars = (amount: number) => formatCents(amount as Cents)

export const orderEntryLabels: EntryTexts<Of<'order'>> = {
  'order.fulfilled': ({ facts: { number, tracking, pieces, ordered, note } }) => {
    const sent = pieces === undefined ? 'Shipped.' : `${pieces} of ${ordered} pieces shipped.`
    if (note !== undefined) return ['handed over order', number, note]
    return ['shipped order', number, `${sent} Tracking: ${tracking}`]
  },
  'order.ready_for_pickup': ({ facts: { number, pieces } }) => [
    'marked as ready for pickup order',
    number,
    formatCount(pieces, 'piece'),
  ],
  'order.pickup_code_wrong': ({ facts: { number, left } }) => [
    'entered a wrong pickup code for order',
    number,
    `${formatCount(left, 'try', 'tries')} left`,
  ],
  'order.step_changed': ({ facts: { number, from, to } }) => [
    'moved order',
    number,
    '',
    [{ label: 'Step', before: from === null ? 'None' : stepNames[from], after: stepNames[to] }],
  ],
  'order.parcel_delivered': ({ facts: { number, tracking, delivered } }) => [
    delivered
      ? 'marked a package as delivered for order'
      : 'marked a package as not delivered for order',
    number,
    tracking,
  ],
  'order.tracking_corrected': ({ facts: { number, from, to } }) => [
    'edited tracking for order',
    number,
    '',
    [{ label: 'Tracking', before: from ?? 'none', after: to }],
  ],
  'order.canceled': ({ facts }) => ['canceled order', facts.number, facts.reason],
  'order.certificates_printed': ({ facts: { number, serials } }) => [
    'printed certificates for order',
    number,
    serials.join(', '),
  ],
  'order.certificate_changed': ({ facts: { number, serial, what, reason } }) => [
    'changed a certificate in order',
    number,
    `${serial}: ${what}. ${reason}`,
  ],
  'order.claim_code_made': ({ facts: { number, serial, reason } }) => [
    'created a new claim code for a piece in order',
    number,
    `${serial}. ${reason}`,
  ],
  'order.label_bought': ({ facts: { number, service, tracking, costCents, note } }) => [
    'bought a label for order',
    number,
    `${service}, ${formatCents(cents(costCents))}, ${tracking}${note ? `. ${note}` : ''}`,
  ],
  'order.label_given_up': ({ facts }) => [
    'stopped waiting for a label for order',
    facts.number,
    facts.service,
  ],
  'order.label_voided': ({ facts: { number, service, tracking } }) => [
    'voided a label for order',
    number,
    `${service}, ${tracking}`,
  ],
  'order.delay_told': ({ facts: { number, from, to, reason } }) => [
    'notified the buyer of a delay on order',
    number,
    reason,
    [{ label: 'Ship by', before: formatDay(from), after: formatDay(to) }],
  ],
  'order.delay_agreed': ({ facts }) => [
    'recorded the buyer’s approval of the delay for order',
    facts.number,
    facts.reason,
  ],
  'order.return_opened': ({ facts: { number, pieces, exception } }) => [
    'opened a return for order',
    number,
    [pieces, exception].filter(Boolean).join(': '),
  ],
  'order.return_moved': ({ facts }) => ['updated a return for order', facts.number, facts.what],
  'order.engraving_corrected': ({ facts }) => [
    'corrected an engraving in order',
    facts.number,
    facts.what,
  ],
  'order.weighed': ({ facts }) => ['weighed a piece for order', facts.number, facts.what],
  'order.weight_settled': ({ facts }) => [
    'resolved a weight difference in order',
    facts.number,
    facts.reason,
  ],
  'order.weight_approved': ({ facts }) => [
    'approved a refund for missing gold in order',
    facts.number,
    facts.reason,
  ],
  'order.weight_undone': ({ facts }) => ['undid a weight in order', facts.number, facts.reason],
  'order.pieces_decided': ({ facts }) => [
    'decided what to do with the pieces in order',
    facts.number,
    facts.what,
  ],
  'order.held_payment_accepted': ({ facts: { number, accepted, due, reason } }) => [
    'accepted a payment on hold for order',
    number,
    `Accepted ${sum(accepted)} when ${sum(due)} was due. ${reason}`,
  ],
  'order.buyer_corrected': ({ facts: { number, changed, linkReplaced } }) => [
    'edited contact details for order',
    number,
    `${listParts(changed)}${linkReplaced ? '. The link to the order was replaced.' : ''}`,
  ],
  'order.hold_settled': ({ facts }) => ['reviewed the hold on order', facts.number, facts.reason],
  'order.dispute_reviewed': ({ facts }) => [
    'reviewed the lost dispute for order',
    facts.number,
    facts.reason,
  ],
  'order.refund_requested': ({ facts: { number, amountCents, reason } }) => [
    'requested a refund for order',
    number,
    `${dollars(amountCents)}. ${reason}`,
  ],
  'order.refund_declined': ({ facts: { number, amountCents, reason } }) => [
    'declined a refund for order',
    number,
    `${dollars(amountCents)}. ${reason}`,
  ],
  'order.made_by_staff': ({ facts: { number, totalCents, taxCents } }) => [
    'created order',
    number,
    dollars(totalCents + taxCents),
  ],
  'order.payment_recorded': ({ facts: { number, kind, amountCents, receivedOn } }) => [
    'recorded a payment for order',
    number,
    `${dollars(amountCents)} ${paidIn(kind)}, received ${dayText(receivedOn)}`,
  ],
  'order.cash_report_filed': ({ facts: { number, sumCents, crossedOn } }) => [
    'marked Form 8300 as filed for order',
    number,
    `${dollars(sumCents)} in cash, over $10,000 on ${dayText(crossedOn)}`,
  ],
  'order.pay_link_made': ({ facts: { number, kind, amountCents, until } }) => [
    'created a payment link for order',
    number,
    `${dollars(amountCents)} (${kind}), active until ${shopTimeText(until)}`,
  ],
  'order.pay_link_closed': ({ facts }) => ['canceled the payment link for order', facts.number],
  'order.edited': ({ facts: { number, what, dueCents, reason } }) => [
    'changed order',
    number,
    `${what}; ${dueCents < 0 ? `${dollars(-dueCents)} refunded` : 'nothing due'}: ${reason}`,
  ],
  'order.edit_waits': ({ facts: { number, what, dueCents, reason } }) => [
    'requested payment for a change to order',
    number,
    `${what}; ${dollars(dueCents)} due: ${reason}`,
  ],
  'order.edit_canceled': ({ facts: { number, reason } }) => [
    'canceled the change to order',
    number,
    reason,
  ],
  'order.stage_changed': ({ facts: { number, from, to } }) => [
    'moved the custom work for order',
    number,
    '',
    [{ label: 'Stage', before: from, after: to }],
  ],
  'order.gold_fixed': ({ facts: { number, before, totalCents } }) => [
    'locked the gold price for order',
    number,
    '',
    [{ label: 'Total', before: dollars(before), after: dollars(totalCents) }],
  ],
  'order.hold_released': ({ facts: { number, kind, reason } }) => [
    'released order',
    number,
    `${kind}: ${reason}`,
  ],
  'order.reversed_closed': ({ facts: { number, reason } }) => [
    'closed after the bank took the money back, order',
    number,
    reason,
  ],
  'order.evidence_exported': ({ facts: { number, format } }) => [
    'downloaded the evidence for order',
    number,
    format.toUpperCase(),
  ],
  'order.buyer_erased': (event) => [
    'erased name, street, and email address in order',
    event.facts.number,
    origin(event),
  ],
  'order.buyer_exported': (event) => [
    'exported the buyer’s data of order',
    event.facts.number,
    origin(event),
  ],
  'order.mail_retried': ({ facts }) => ['resent an email for order', facts.number, facts.kind],
  'order.mail_dismissed': ({ facts }) => [
    'dismissed an unsent email for order',
    facts.number,
    facts.kind,
  ],
  'order.confirmation_sent_again': (event) => [
    'resent the confirmation for order',
    event.facts.number,
    origin(event),
  ],
  'order.mails_sent_to_new_address': (event) => [
    'sent emails to the new address in order',
    event.facts.number,
    origin(event),
  ],
  'order.price_honored': ({ facts }) => [
    'honored the withdrawn price of order',
    facts.number,
    facts.reason,
  ],
}
