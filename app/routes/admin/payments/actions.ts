import type { AppContext } from '#app/.server/app-context.ts'
import { attachPayment } from '#app/.server/payments/commands/attach-payment.ts'
import { notePayment } from '#app/.server/payments/commands/note-payment.ts'
import { refundPayment } from '#app/.server/refunds/commands/refund-payment.ts'
import type { PaymentAction } from '#app/contracts/payments/payment-action.ts'
import { cents, formatCents } from '#app/domain/money/cents.ts'

/** Does what staff asked for and says so in a sentence. */
export async function performPaymentAction(
  app: AppContext,
  request: { id: string; by: string; requireFresh: () => Promise<void> } & PaymentAction,
): Promise<{ done: string; detail?: string }> {
  switch (request.action) {
    case 'attach': {
      const { order, outcome } = await attachPayment(app, request)
      return outcome === 'applied'
        ? { done: `Attached: order ${order.number} is paid now.` }
        : {
            done: `Attached to order ${order.number}, which needs a look now.`,
            detail: 'The payment does not fit it. Decide on the page of the order.',
          }
    }
    case 'refund': {
      const { state, amountCents } = await refundPayment(app, request)
      const sum = formatCents(cents(amountCents))
      return state === 'requested'
        ? { done: `A refund of ${sum} was asked for.`, detail: 'The shop asks until it is known.' }
        : { done: `${sum} was refunded.` }
    }
    case 'note':
    case 'settle':
      await notePayment(app, { ...request, settles: request.action === 'settle' })
      return {
        done: request.action === 'settle' ? 'Noted, and settled.' : 'The note was saved.',
      }
  }
}
