import { type Of, origin, sum, type WordsOf } from './said.ts'

export const paymentWords: WordsOf<Of<'payment' | 'customer'>> = {
  'payment.attached': ({ facts: { number, payment, sum: paid, outcome } }) => [
    'attached a payment to order',
    number,
    `${sum(paid)}, ${payment ?? ''}: ${outcome}`,
  ],
  'payment.refund_requested': ({ facts: { payment, sum: paid, reason } }) => [
    'asked for a refund of a payment',
    payment ?? '',
    `${sum(paid)}: ${reason}`,
  ],
  'payment.noted': ({ facts: { payment, sum: paid, note, settles }, target }) => [
    settles ? 'settled a payment' : 'noted about a payment',
    payment ?? target.id,
    `${sum(paid)}: ${note}`,
  ],
  'payment.buyer_erased': (event) => [
    'erased name, street and e-mail of payment',
    event.facts.payment ?? event.target.id,
    origin(event),
  ],
  'customer.noted': () => ['wrote a note about a customer'],
  'customer.note_deleted': () => ['deleted a note about a customer'],
}
