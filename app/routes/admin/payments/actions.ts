import { attachPayment } from '#app/.server/payments/commands/attach-payment.ts'
import { notePayment } from '#app/.server/payments/commands/note-payment.ts'
import { refundPayment } from '#app/.server/refunds/commands/refund-payment.ts'
import { paymentForms } from '#app/contracts/payments/payment-action.ts'
import { cents, formatCents } from '#app/domain/money/cents.ts'
import { type Done, staffAction } from '../components/staff-actions.ts'

/** What staff do with a payment that belongs to no order. */
export const paymentActions = {
  attach: staffAction(null, 'always', {
    form: paymentForms.attach,
    run: attachPayment,
    answer: ({ order, outcome }): Done =>
      outcome === 'applied'
        ? { done: `Matched. Order ${order.number} is now paid.` }
        : {
            done: `Matched to order ${order.number}, which now needs review.`,
            detail: 'The payment doesn’t match it. Decide on the order page.',
          },
  }),
  refund: staffAction(null, 'checked', {
    form: paymentForms.refund,
    run: (app, input, { requireFresh }) => refundPayment(app, { ...input, requireFresh }),
    answer({ state, amountCents }): Done {
      const sum = formatCents(cents(amountCents))
      return state === 'requested'
        ? {
            done: `A refund of ${sum} was requested.`,
            detail: 'The shop will keep asking until it knows.',
          }
        : { done: `${sum} was refunded.` }
    },
  }),
  note: staffAction(null, 'never', {
    form: paymentForms.note,
    run: (app, input) => notePayment(app, { ...input, settles: false }),
    answer: 'The note was saved.',
  }),
  settle: staffAction(null, 'never', {
    form: paymentForms.settle,
    run: (app, input) => notePayment(app, { ...input, settles: true }),
    answer: 'Note saved. Payment resolved.',
  }),
}
