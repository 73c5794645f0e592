import type { AppContext } from '#app/.server/app-context.ts'
import { attachPayment } from '#app/.server/payments/commands/attach-payment.ts'
import { notePayment } from '#app/.server/payments/commands/note-payment.ts'
import type { PaymentAction } from '#app/contracts/payment-action.ts'

/** Does what staff asked for and says so in a sentence. */
export async function performPaymentAction(
  app: AppContext,
  request: { id: string; by: string } & PaymentAction,
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
    case 'note':
    case 'settle':
      await notePayment(app, { ...request, settles: request.action === 'settle' })
      return {
        done: request.action === 'settle' ? 'Noted, and settled.' : 'The note was kept.',
      }
  }
}
