import { staffCancelOrder } from '#app/.server/payments/commands/cancel-order.ts'
import {
  acceptPaymentOfHeldOrder,
  settlePaymentHold,
} from '#app/.server/payments/commands/resolve-held-order.ts'
import { honorPrice } from '#app/.server/refunds/commands/honor-price.ts'
import { keepItemsOffSale, putPiecesBack } from '#app/.server/returns/commands/restock.ts'
import { closeReversedOrder } from '#app/.server/risk/commands/close-reversed-order.ts'
import { releaseShippingHold } from '#app/.server/risk/commands/release-shipping-hold.ts'
import { orderForms } from '#app/contracts/orders/order.ts'
import { formatCents } from '#app/domain/money/cents.ts'
import { certificateActions } from '../certificates/actions.ts'
import { staffAction } from '../components/staff-actions.ts'
import { saleActions } from '../draft-orders/actions.ts'
import { fulfillmentActions } from '../fulfillment/actions.ts'
import { waitingEditActions } from '../order-edits/actions.ts'
import { privacyActions } from '../privacy/actions.ts'
import { refundActions } from '../refunds/actions.ts'
import { returnActions } from '../returns/actions.ts'
import { weighingActions } from '../weighing/actions.ts'
import { emailActions } from './email-actions.ts'

/** What staff do on the page of an order. The workshop makes and sends, and decides on no money. */
export const orderActions = {
  ...fulfillmentActions,
  ...emailActions,
  ...certificateActions,
  ...privacyActions,
  ...refundActions,
  ...returnActions,
  ...saleActions,
  ...weighingActions,
  ...waitingEditActions,

  cancel: staffAction('orders.decide', 'never', {
    // Cancels what nobody paid.
    form: orderForms.cancel,
    run: staffCancelOrder,
    answer: (received) =>
      received > 0
        ? `The order was canceled. Refund the ${formatCents(received)} you received under Payment summary.`
        : 'The order was canceled.',
  }),
  accept: staffAction('orders.decide', 'always', {
    form: orderForms.accept,
    run: acceptPaymentOfHeldOrder,
    answer: 'The payment was accepted, and the order is paid.',
  }),
  close: staffAction('orders.decide', 'always', {
    form: orderForms.close,
    run: settlePaymentHold,
    answer: 'Reviewed. The order is no longer on hold.',
  }),
  honor: staffAction('orders.decide', 'always', {
    form: orderForms.honor,
    run: honorPrice,
    answer: 'The price is honored, and the order can ship.',
  }),
  release: staffAction('orders.decide', 'always', {
    form: orderForms.release,
    run: releaseShippingHold,
    answer: 'Saved with your name and reason.',
  }),
  'close-reversed': staffAction('orders.decide', 'always', {
    form: orderForms['close-reversed'],
    run: closeReversedOrder,
    answer: 'The order is closed. Nothing more of it ships.',
  }),
  'put-back': staffAction('orders.decide', 'never', {
    form: orderForms['put-back'],
    run: putPiecesBack,
    answer: 'It’s for sale again.',
  }),
  'keep-out': staffAction('orders.decide', 'never', {
    form: orderForms['keep-out'],
    run: keepItemsOffSale,
    answer: 'It stays sold.',
  }),
}
