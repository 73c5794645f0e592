import { fixGold } from '#app/.server/draft-orders/commands/fix-gold.ts'
import { moveStage } from '#app/.server/draft-orders/commands/move-stage.ts'
import { fileForm8300 } from '#app/.server/payments/commands/file-form-8300.ts'
import { recordOfflinePayment } from '#app/.server/payments/commands/record-offline-payment.ts'
import {
  closePaymentRequestLink,
  sendPaymentRequestLink,
} from '#app/.server/payments/commands/send-payment-request-link.ts'
import { draftOrderForms } from '#app/contracts/draft-orders/draft-order.ts'
import { staffAction } from '../components/staff-actions.ts'

const asTheCommandSays = (message: string) => message

/** What staff do with an order that they made: its money, its links, its stages. */
export const saleActions = {
  'record-payment': staffAction({
    form: draftOrderForms['record-payment'],
    right: 'orders.sell',
    // Above $1,000 of an order, and the eleventh smaller one of a session within an hour.
    reauth: 'checked',
    async run(app, input, { requireFresh }) {
      await requireFresh('small')
      return recordOfflinePayment(app, { ...input, requireFresh })
    },
    answer: asTheCommandSays,
  }),
  'send-link': staffAction({
    form: draftOrderForms['send-link'],
    right: 'orders.sell',
    reauth: 'always',
    run: sendPaymentRequestLink,
    answer: asTheCommandSays,
  }),
  'close-link': staffAction({
    form: draftOrderForms['close-link'],
    right: 'orders.sell',
    reauth: 'never',
    run: closePaymentRequestLink,
    answer: asTheCommandSays,
  }),
  'form-8300-filed': staffAction({
    form: draftOrderForms['form-8300-filed'],
    right: 'orders.sell',
    reauth: 'never',
    run: fileForm8300,
    answer: asTheCommandSays,
  }),
  stage: staffAction({
    form: draftOrderForms.stage,
    right: 'orders.sell',
    reauth: 'never',
    run: moveStage,
    answer: asTheCommandSays,
  }),
  'fix-gold': staffAction({
    form: draftOrderForms['fix-gold'],
    right: 'orders.sell',
    reauth: 'always',
    run: fixGold,
    answer: asTheCommandSays,
  }),
}
