import { type Cents, cents, formatCents } from '#app/domain/money/cents.ts'
import { listParts } from '#app/domain/orders/buyer.ts'
import { howPaid } from '#app/domain/payments/offline-payment.ts'
import { formatDay } from '#app/domain/time/day.ts'
import { formatCount } from '#app/routes/admin/components/format-count.ts'
import { shopTimeText } from '#app/routes/admin/components/shop-time.tsx'
import { stepNames } from '#app/routes/admin/orders/state-names.ts'
import { dayText, type EntryText, type EntryTexts, type Of, origin, sum } from './entry-text.ts'
import type { ShownChange } from './shown-changes.ts'

const paidIn = (kind: string) =>
  Object.hasOwn(howPaid, kind) ? howPaid[kind as keyof typeof howPaid] : kind

const dollars = (amount: number) => formatCents(amount as Cents)

/** What was done to an order, with what is told of it, and the field that it changed. */
const order =
  <Facts extends { number: string }>(
    action: string,
    details: ((facts: NoInfer<Facts>, event: { address: string | null }) => string) | null = null,
    change?: (facts: NoInfer<Facts>) => ShownChange,
  ) =>
  (event: { facts: Facts; address: string | null }): EntryText => {
    const { facts } = event
    const changes = change ? [change(facts)] : []
    return [action, facts.number, details?.(facts, event) ?? '', changes]
  }

const reason = (facts: { reason: string }) => facts.reason
const what = (facts: { what: string }) => facts.what
const fromWhere = (_: object, event: { address: string | null }) => origin(event)
const refunded = ({ amountCents, reason: why }: { amountCents: number; reason: string }) =>
  `${dollars(amountCents)}. ${why}`

export const orderEntryLabels: EntryTexts<Of<'order'>> = {
  'order.fulfilled': ({ facts: { number, tracking, pieces, ordered, note } }) => {
    const sent = pieces === undefined ? 'Shipped.' : `${pieces} of ${ordered} pieces shipped.`
    if (note !== undefined) return ['handed over order', number, note]
    return ['shipped order', number, `${sent} Tracking: ${tracking}`]
  },
  'order.ready_for_pickup': order('marked as ready for pickup order', ({ pieces }) =>
    formatCount(pieces, 'piece'),
  ),
  'order.pickup_code_wrong': order(
    'entered a wrong pickup code for order',
    ({ left }) => `${formatCount(left, 'try', 'tries')} left`,
  ),
  'order.step_changed': order('moved order', null, ({ from, to }) => ({
    label: 'Step',
    before: from === null ? 'None' : stepNames[from],
    after: stepNames[to],
  })),
  'order.parcel_delivered': ({ facts: { number, tracking, delivered } }) => [
    delivered
      ? 'marked a package as delivered for order'
      : 'marked a package as not delivered for order',
    number,
    tracking,
  ],
  'order.tracking_corrected': order('edited tracking for order', null, ({ from, to }) => ({
    label: 'Tracking',
    before: from ?? 'none',
    after: to,
  })),
  'order.canceled': order('canceled order', reason),
  'order.certificates_printed': order('printed certificates for order', ({ serials }) =>
    serials.join(', '),
  ),
  'order.certificate_changed': order(
    'changed a certificate in order',
    (facts) => `${facts.serial}: ${facts.what}. ${facts.reason}`,
  ),
  'order.claim_code_made': order(
    'created a new claim code for a piece in order',
    (facts) => `${facts.serial}. ${facts.reason}`,
  ),
  'order.label_bought': order(
    'bought a label for order',
    ({ service: name, tracking, costCents, note }) =>
      `${name}, ${formatCents(cents(costCents))}, ${tracking}${note ? `. ${note}` : ''}`,
  ),
  'order.label_given_up': order('stopped waiting for a label for order', ({ service }) => service),
  'order.label_voided': order(
    'voided a label for order',
    ({ service: name, tracking }) => `${name}, ${tracking}`,
  ),
  'order.delay_told': order('notified the buyer of a delay on order', reason, ({ from, to }) => ({
    label: 'Ship by',
    before: formatDay(from),
    after: formatDay(to),
  })),
  'order.delay_agreed': order('recorded the buyer’s approval of the delay for order', reason),
  'order.return_opened': order('opened a return for order', ({ pieces, exception }) =>
    [pieces, exception].filter(Boolean).join(': '),
  ),
  'order.return_moved': order('updated a return for order', what),
  'order.engraving_corrected': order('corrected an engraving in order', what),
  'order.weighed': order('weighed a piece for order', what),
  'order.weight_settled': order('resolved a weight difference in order', reason),
  'order.weight_approved': order('approved a refund for missing gold in order', reason),
  'order.weight_undone': order('undid a weight in order', reason),
  'order.pieces_decided': order('decided what to do with the pieces in order', what),
  'order.held_payment_accepted': order(
    'accepted a payment on hold for order',
    (facts) => `Accepted ${sum(facts.accepted)} when ${sum(facts.due)} was due. ${facts.reason}`,
  ),
  'order.buyer_corrected': order(
    'edited contact details for order',
    ({ changed, linkReplaced }) =>
      `${listParts(changed)}${linkReplaced ? '. The link to the order was replaced.' : ''}`,
  ),
  'order.hold_settled': order('reviewed the hold on order', reason),
  'order.dispute_reviewed': order('reviewed the lost dispute for order', reason),
  'order.refund_requested': order('requested a refund for order', refunded),
  'order.refund_declined': order('declined a refund for order', refunded),
  'order.made_by_staff': order('created order', ({ totalCents, taxCents }) =>
    dollars(totalCents + taxCents),
  ),
  'order.payment_recorded': order(
    'recorded a payment for order',
    ({ kind, amountCents, receivedOn }) =>
      `${dollars(amountCents)} ${paidIn(kind)}, received ${dayText(receivedOn)}`,
  ),
  'order.cash_report_filed': order(
    'marked Form 8300 as filed for order',
    ({ sumCents, crossedOn }) =>
      `${dollars(sumCents)} in cash, over $10,000 on ${dayText(crossedOn)}`,
  ),
  'order.pay_link_made': order(
    'created a payment link for order',
    ({ kind, amountCents, until }) =>
      `${dollars(amountCents)} (${kind}), active until ${shopTimeText(until)}`,
  ),
  'order.pay_link_closed': order('canceled the payment link for order'),
  'order.edited': order(
    'changed order',
    (facts) =>
      `${facts.what}; ${facts.dueCents < 0 ? `${dollars(-facts.dueCents)} refunded` : 'nothing due'}: ${facts.reason}`,
  ),
  'order.edit_waits': order(
    'requested payment for a change to order',
    (facts) => `${facts.what}; ${dollars(facts.dueCents)} due: ${facts.reason}`,
  ),
  'order.edit_canceled': order('canceled the change to order', reason),
  'order.stage_changed': order('moved the custom work for order', null, ({ from, to }) => ({
    label: 'Stage',
    before: from,
    after: to,
  })),
  'order.gold_fixed': order('locked the gold price for order', null, ({ before, totalCents }) => ({
    label: 'Total',
    before: dollars(before),
    after: dollars(totalCents),
  })),
  'order.hold_released': order('released order', (facts) => `${facts.kind}: ${facts.reason}`),
  'order.reversed_closed': order('closed after the bank took the money back, order', reason),
  'order.evidence_exported': order('downloaded the evidence for order', ({ format }) =>
    format.toUpperCase(),
  ),
  'order.buyer_erased': order('erased name, street, and email address in order', fromWhere),
  'order.buyer_exported': order('exported the buyer’s data of order', fromWhere),
  'order.mail_retried': order('resent an email for order', ({ kind }) => kind),
  'order.mail_dismissed': order('dismissed an unsent email for order', ({ kind }) => kind),
  'order.confirmation_sent_again': order('resent the confirmation for order', fromWhere),
  'order.mails_sent_to_new_address': order('sent emails to the new address in order', fromWhere),
  'order.price_honored': order('honored the withdrawn price of order', reason),
}
