import { type EntryTexts, type Of, origin, sum } from './entry-text.ts'

export const paymentEntryLabels: EntryTexts<Of<'payment' | 'customer' | 'message'>> = {
  'payment.attached': ({ facts: { number, payment, sum: paid, outcome } }) => [
    'matched a payment to order',
    number,
    `${sum(paid)}, ${payment ?? ''}: ${outcome}`,
  ],
  'payment.refund_requested': ({ facts: { payment, sum: paid, reason } }) => [
    'requested a refund of payment',
    payment ?? '',
    `${sum(paid)}: ${reason}`,
  ],
  'payment.noted': ({ facts: { payment, sum: paid, note, settles }, target }) => [
    settles ? 'resolved payment' : 'added a note to payment',
    payment ?? target.id,
    `${sum(paid)}: ${note}`,
  ],
  'payment.buyer_erased': (event) => [
    'erased name, street, and email address of payment',
    event.facts.payment ?? event.target.id,
    origin(event),
  ],
  'message.answered': () => ['replied to a message'],
  'message.moved': ({ facts: { from, to } }) => [
    'moved a message',
    '',
    '',
    [{ label: 'Status', before: from, after: to }],
  ],
  'message.mail_retried': () => ['resent the reply to a message'],
  'message.deleted': () => ['deleted a message'],
  'customer.list_exported': (event) => ['exported a list:', event.facts.list, origin(event)],
  'customer.noted': () => ['added a note about a customer'],
  'customer.note_deleted': () => ['deleted a note about a customer'],
}
