import { redirect } from 'react-router'
import { cancelTradeIn } from '#app/.server/trade-ins/commands/cancel-trade-in.ts'
import {
  acceptTradeIn,
  declineTradeIn,
  loseTradeIn,
  noteTradeIn,
  receiveTradeIn,
  sendBackTradeIn,
  weighTradeIn,
} from '#app/.server/trade-ins/commands/move-trade-in.ts'
import { answerForOwner, offerTradeIn } from '#app/.server/trade-ins/commands/offer-trade-in.ts'
import { noteIdentity, payOut, readIdentity } from '#app/.server/trade-ins/commands/pay-out.ts'
import { billRecast, finishRecast, startRecast } from '#app/.server/trade-ins/commands/recast.ts'
import { beginTradeIn } from '#app/.server/trade-ins/commands/request-trade-in.ts'
import { saveProductionCost } from '#app/.server/trade-ins/commands/save-production-cost.ts'
import { extendCredit, useCredit } from '#app/.server/trade-ins/commands/use-credit.ts'
import {
  beginTradeInForm,
  staffTradeInForms as forms,
  productionCostForm,
} from '#app/contracts/trade-ins/trade-in.ts'
import { noFields, staffAction } from '../components/staff-actions.ts'

/** What staff do with a trade-in [TRADE-04]. The workshop receives and weighs; money is decided by others. */
export const tradeInActions = {
  'trade-in-accept': staffAction('orders.decide', 'always', {
    // Where the piece is sent is in its instructions.
    form: forms.accept,
    run: acceptTradeIn,
    answer: 'The trade-in was approved.',
  }),
  'trade-in-decline': staffAction('orders.decide', 'never', {
    form: forms.decline,
    run: declineTradeIn,
    answer: 'The trade-in was declined.',
  }),
  'trade-in-receive': staffAction('orders.make', 'never', {
    form: forms.receive,
    run: receiveTradeIn,
    answer: 'The piece was marked as received.',
  }),
  'trade-in-weigh': staffAction('orders.make', 'never', {
    form: forms.weigh,
    run: weighTradeIn,
    answer: 'The weight and fineness were saved.',
  }),
  'trade-in-offer': staffAction('orders.decide', 'once valid', {
    form: forms.offer,
    run: offerTradeIn,
    answer: 'The offer was sent.',
  }),
  'trade-in-answer': staffAction('orders.decide', 'never', {
    form: forms.answer,
    run: answerForOwner,
    answer: 'The customer’s answer was saved.',
  }),
  'trade-in-bill': staffAction('orders.sell', 'never', {
    form: forms.bill,
    run: billRecast,
    answer: (said) => said,
  }),
  'trade-in-start': staffAction('orders.make', 'never', {
    form: forms.start,
    run: startRecast,
    answer: 'Work on the recast began.',
  }),
  'trade-in-finish': staffAction('orders.make', 'never', {
    form: forms.finish,
    run: finishRecast,
    answer: 'The recast is done.',
  }),
  'trade-in-credit': staffAction('orders.sell', 'once valid', {
    form: forms.credit,
    run: (app, input, { role }) => useCredit(app, { ...input, role }),
    answer: 'The credit was used for the order.',
  }),
  'trade-in-extend-credit': staffAction('orders.decide', 'never', {
    form: forms['extend-credit'],
    run: extendCredit,
    answer: 'The credit was extended.',
  }),
  'trade-in-payout': staffAction('orders.decide', 'once valid', {
    form: forms.payout,
    run: (app, input, { role }) => payOut(app, { ...input, role }),
    answer: 'The payment to the customer was recorded.',
  }),
  'trade-in-identity': staffAction('orders.decide', 'never', {
    form: forms.identity,
    run: noteIdentity,
    answer: 'The seller’s identity was saved.',
  }),
  'trade-in-read-identity': staffAction('privacy', 'always', {
    form: noFields,
    run: readIdentity,
    answer: (identity) => ({ identity }),
  }),
  'trade-in-cancel': staffAction('orders.decide', 'never', {
    form: forms.cancel,
    run: cancelTradeIn,
    answer: 'The trade-in was canceled.',
  }),
  'trade-in-lost': staffAction('orders.decide', 'never', {
    form: forms.lost,
    run: loseTradeIn,
    answer: 'The trade-in was closed: its package was lost in transit.',
  }),
  'trade-in-send-back': staffAction('orders.send', 'never', {
    form: forms['send-back'],
    run: sendBackTradeIn,
    answer: 'The piece was marked as sent back.',
  }),
  'trade-in-note': staffAction(null, 'never', {
    form: forms.note,
    run: noteTradeIn,
    answer: 'The note was saved.',
  }),
}

/** A trade-in that staff begin, by phone or at the counter. */
export const beginActions = {
  begin: staffAction('orders.decide', 'never', {
    form: beginTradeInForm,
    run: (app, { id: _, ...input }) => beginTradeIn(app, input),
    answer: ({ id }) => redirect(`/admin/dashboard/trade-ins/${id}`),
  }),
}

export const costActions = {
  'save-cost': staffAction('products', 'once valid', {
    // It decides what a recast costs an owner.
    form: productionCostForm,
    run: (app, { id: _, ...input }) => saveProductionCost(app, input),
    answer: (_, { cost }) => (cost === undefined ? 'The cost was removed.' : 'The cost was saved.'),
  }),
}
