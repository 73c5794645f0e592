import { type Cents, cents, formatCents } from '#app/domain/money/cents.ts'
import { listParts } from '#app/domain/orders/buyer.ts'
import { formatDay } from '#app/domain/time/day.ts'
import { shopTimeText } from '#app/routes/admin/components/shop-time.tsx'
import { stepNames } from '#app/routes/admin/orders/state-names.ts'
import { type EntryTexts, type Of, origin, sum } from './entry-text.ts'

const dollars = (amount: number) => formatCents(amount as Cents)

export const orderEntryLabels: EntryTexts<Of<'order'>> = {
  'order.fulfilled': ({ facts: { number, tracking, pieces, ordered } }) => {
    const sent = pieces === undefined ? 'Sent.' : `${pieces} of ${ordered} pieces sent.`
    return ['fulfilled order', number, `${sent} Tracking: ${tracking}`]
  },
  'order.step_changed': ({ facts: { number, from, to } }) => [
    'moved order',
    number,
    '',
    [{ label: 'Step', before: from === null ? 'None' : stepNames[from], after: stepNames[to] }],
  ],
  'order.parcel_delivered': ({ facts: { number, tracking, delivered } }) => [
    delivered
      ? 'marked a parcel as delivered of order'
      : 'marked a parcel as not delivered of order',
    number,
    tracking,
  ],
  'order.tracking_corrected': ({ facts: { number, from, to } }) => [
    'corrected tracking',
    number,
    '',
    [{ label: 'Tracking', before: from ?? 'none', after: to }],
  ],
  'order.canceled': ({ facts }) => ['canceled order', facts.number, facts.reason],
  'order.certificates_printed': ({ facts: { number, serials } }) => [
    'printed certificates of order',
    number,
    serials.join(', '),
  ],
  'order.certificate_changed': ({ facts: { number, serial, what, reason } }) => [
    'changed a certificate of order',
    number,
    `${serial}: ${what}. ${reason}`,
  ],
  'order.claim_code_made': ({ facts: { number, serial, reason } }) => [
    'made a new claim code for a piece of order',
    number,
    `${serial}. ${reason}`,
  ],
  'order.label_bought': ({ facts: { number, service, tracking, costCents, note } }) => [
    'bought a label for order',
    number,
    `${service}, ${formatCents(cents(costCents))}, ${tracking}${note ? `. ${note}` : ''}`,
  ],
  'order.label_given_up': ({ facts }) => [
    'stopped waiting for a label of order',
    facts.number,
    facts.service,
  ],
  'order.label_voided': ({ facts: { number, service, tracking } }) => [
    'voided a label of order',
    number,
    `${service}, ${tracking}`,
  ],
  'order.delay_told': ({ facts: { number, from, to, reason } }) => [
    'told of a delay of order',
    number,
    reason,
    [{ label: 'Ship by', before: formatDay(from), after: formatDay(to) }],
  ],
  'order.delay_agreed': ({ facts }) => [
    'noted that the buyer agreed to the delay of order',
    facts.number,
    facts.reason,
  ],
  'order.return_opened': ({ facts: { number, pieces, exception } }) => [
    'opened a return of order',
    number,
    [pieces, exception].filter(Boolean).join(': '),
  ],
  'order.return_moved': ({ facts }) => ['moved a return of order', facts.number, facts.what],
  'order.engraving_corrected': ({ facts }) => [
    'corrected an engraving of order',
    facts.number,
    facts.what,
  ],
  'order.weighed': ({ facts }) => ['weighed a piece of order', facts.number, facts.what],
  'order.weight_settled': ({ facts }) => [
    'settled a difference in weight of order',
    facts.number,
    facts.reason,
  ],
  'order.weight_approved': ({ facts }) => [
    'approved a refund for missing gold of order',
    facts.number,
    facts.reason,
  ],
  'order.weight_undone': ({ facts }) => ['undid a weight of order', facts.number, facts.reason],
  'order.pieces_decided': ({ facts }) => [
    'decided about the pieces of order',
    facts.number,
    facts.what,
  ],
  'order.held_payment_accepted': ({ facts: { number, accepted, due, reason } }) => [
    'accepted held payment',
    number,
    `Accepted ${sum(accepted)} where ${sum(due)} was due. ${reason}`,
  ],
  'order.buyer_corrected': ({ facts: { number, changed, linkReplaced } }) => [
    'corrected the buyer’s data of order',
    number,
    `${listParts(changed)}${linkReplaced ? '. The link to the order was replaced.' : ''}`,
  ],
  'order.hold_settled': ({ facts }) => ['reviewed order on hold', facts.number, facts.reason],
  'order.dispute_reviewed': ({ facts }) => ['looked at lost dispute', facts.number, facts.reason],
  'order.refund_requested': ({ facts: { number, amountCents, reason } }) => [
    'asked for a refund',
    number,
    `${dollars(amountCents)}. ${reason}`,
  ],
  'order.refund_declined': ({ facts: { number, amountCents, reason } }) => [
    'decided not to refund money of order',
    number,
    `${dollars(amountCents)}. ${reason}`,
  ],
  'order.made_by_staff': ({ facts: { number, totalCents, taxCents } }) => [
    'made order',
    number,
    dollars(totalCents + taxCents),
  ],
  'order.payment_recorded': ({ facts: { number, kind, amountCents, receivedOn } }) => [
    'recorded a payment of order',
    number,
    `${dollars(amountCents)} by ${kind}, received ${receivedOn}`,
  ],
  'order.cash_report_filed': ({ facts: { number, sumCents, crossedOn } }) => [
    'marked Form 8300 as filed for order',
    number,
    `${dollars(sumCents)} in cash, above $10,000 on ${crossedOn}`,
  ],
  'order.pay_link_made': ({ facts: { number, kind, amountCents, until } }) => [
    'made a pay link for order',
    number,
    `${dollars(amountCents)} (${kind}), until ${shopTimeText(until)}`,
  ],
  'order.pay_link_closed': ({ facts }) => ['took back the pay link of order', facts.number],
  'order.stage_changed': ({ facts: { number, from, to } }) => [
    'moved the custom work of order',
    number,
    '',
    [{ label: 'Stage', before: from, after: to }],
  ],
  'order.gold_fixed': ({ facts: { number, before, totalCents } }) => [
    'fixed the gold of order',
    number,
    '',
    [{ label: 'Total', before: dollars(before), after: dollars(totalCents) }],
  ],
  'order.hold_released': ({ facts: { number, kind, reason } }) => [
    'released order',
    number,
    `${kind}: ${reason}`,
  ],
  'order.evidence_exported': ({ facts: { number, format } }) => [
    'collected the evidence of order',
    number,
    format.toUpperCase(),
  ],
  'order.buyer_erased': (event) => [
    'erased name, street, and email address of order',
    event.facts.number,
    origin(event),
  ],
  'order.buyer_exported': (event) => [
    'exported the buyer’s data of order',
    event.facts.number,
    origin(event),
  ],
  'order.mail_retried': ({ facts }) => ['sent an email again', facts.number, facts.kind],
  'order.mail_dismissed': ({ facts }) => ['dismissed an unsent email', facts.number, facts.kind],
  'order.confirmation_sent_again': (event) => [
    'sent the confirmation again of order',
    event.facts.number,
    origin(event),
  ],
  'order.mails_sent_to_new_address': (event) => [
    'sent emails to the new address of order',
    event.facts.number,
    origin(event),
  ],
  'order.price_honored': ({ facts }) => [
    'honored the withdrawn price of',
    facts.number,
    facts.reason,
  ],
}
