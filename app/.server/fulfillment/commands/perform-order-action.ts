import type { AppContext } from '#app/.server/app-context.ts'
import { changeStep } from '#app/.server/fulfillment/commands/change-work-status.ts'
import { correctBuyer } from '#app/.server/fulfillment/commands/correct-buyer.ts'
import { correctEngraving } from '#app/.server/fulfillment/commands/correct-engraving.ts'
import { correctTracking } from '#app/.server/fulfillment/commands/fulfill-order.ts'
import { markParcelDelivered } from '#app/.server/fulfillment/commands/mark-parcel-delivered.ts'
import { notifyDelay, recordAgreement } from '#app/.server/fulfillment/commands/notify-delay.ts'
import type { StaffOrder } from '#app/.server/orders/staff-order.ts'
import { staffCancelOrder } from '#app/.server/payments/commands/cancel-order.ts'
import { acceptHeldPayment, closeHold } from '#app/.server/payments/commands/resolve-held-order.ts'
import { honorPrice } from '#app/.server/refunds/commands/keep-sale-price.ts'
import { keepPiecesOut, putPiecesBack } from '#app/.server/returns/commands/restock.ts'
import { releaseHold } from '#app/.server/risk/commands/release-hold.ts'
import { movedTo, type OrderAction } from '#app/contracts/orders/order.ts'
import { handedOver } from '#app/domain/fulfillment/parcel.ts'
import { formatCents } from '#app/domain/money/cents.ts'
import { sendOrder } from './send-order.ts'

const sentSentences = {
  sent: 'The order is marked as sent.',
  part: 'The parcel is marked as sent. The rest of the order is still to be done.',
} as const

const delaySentences = {
  mailed: 'The new day is set, and a mail to the buyer is on its way.',
  agreed: 'The new day is set, as the buyer agreed by phone.',
} as const

/** Does what staff asked for and says so in a sentence; an AppError where it cannot be done. */
export async function performOrderAction(
  app: AppContext,
  request: StaffOrder & OrderAction,
): Promise<string> {
  switch (request.action) {
    case 'move':
      await changeStep(app, request)
      return movedTo[request.to]
    case 'fulfill':
      return sentSentences[await sendOrder(app, request)]
    case 'hand-over':
      await sendOrder(app, { ...request, ...handedOver })
      return 'The order is marked as handed over.'
    case 'correct':
      await correctTracking(app, request)
      return request.mail
        ? 'The tracking was corrected, and a mail to the buyer is on its way.'
        : 'The tracking was corrected.'
    case 'correct-buyer':
      return ['The buyer’s data is saved.', ...(await correctBuyer(app, request))].join(' ')
    case 'correct-engraving':
      await correctEngraving(app, request)
      return 'The engraving is corrected.'
    case 'delivered':
      await markParcelDelivered(app, request)
      return request.delivered ? 'The parcel is marked as delivered.' : 'The parcel is on its way.'
    case 'delay':
      return delaySentences[await notifyDelay(app, request)]
    case 'agree':
      await recordAgreement(app, request)
      return 'It is written down that the buyer agrees.'
    case 'cancel': {
      const received = await staffCancelOrder(app, request)
      return received > 0
        ? `The order was canceled. ${formatCents(received)} was received for it: refund it under Money.`
        : 'The order was canceled.'
    }
    case 'accept':
      await acceptHeldPayment(app, request)
      return 'The payment was accepted, and the order is paid.'
    case 'honor':
      await honorPrice(app, request)
      return 'The price is honored, and the order can be sent.'
    case 'release':
      await releaseHold(app, request)
      return 'It was released; your name and your reason stay with it.'
    case 'close':
      await closeHold(app, request)
      return 'The payment was settled.'
    case 'put-back':
      await putPiecesBack(app, request)
      return 'It is for sale again.'
    case 'keep-out':
      await keepPiecesOut(app, request)
      return 'It stays sold.'
  }
}
