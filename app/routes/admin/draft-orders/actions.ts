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
  'record-payment': staffAction('orders.sell', 'checked', {
    // Above $1,000 of an order, and the eleventh smaller one of a session within an hour.
    form: draftOrderForms['record-payment'],
    async run(app, input, { requireFresh }) {
      await requireFresh('small')
      return recordOfflinePayment(app, { ...input, requireFresh })
    },
    answer: asTheCommandSays,
  }),
  'send-link': staffAction('orders.sell', 'always', {
    form: draftOrderForms['send-link'],
    run: sendPaymentRequestLink,
    answer: asTheCommandSays,
  }),
  'close-link': staffAction('orders.sell', 'never', {
    form: draftOrderForms['close-link'],
    run: closePaymentRequestLink,
    answer: asTheCommandSays,
  }),
  'form-8300-filed': staffAction('orders.sell', 'never', {
    form: draftOrderForms['form-8300-filed'],
    run: fileForm8300,
    answer: asTheCommandSays,
  }),
  stage: staffAction('orders.sell', 'never', {
    form: draftOrderForms.stage,
    run: moveStage,
    answer: asTheCommandSays,
  }),
  'fix-gold': staffAction('orders.sell', 'always', {
    form: draftOrderForms['fix-gold'],
    run: fixGold,
    answer: asTheCommandSays,
  }),
}
