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
  'trade-in-accept': staffAction({
    form: forms.accept,
    right: 'orders.decide',
    // Where the piece is sent is in its instructions.
    reauth: 'always',
    run: acceptTradeIn,
    answer: 'The trade-in was approved.',
  }),
  'trade-in-decline': staffAction({
    form: forms.decline,
    right: 'orders.decide',
    reauth: 'never',
    run: declineTradeIn,
    answer: 'The trade-in was declined.',
  }),
  'trade-in-receive': staffAction({
    form: forms.receive,
    right: 'orders.make',
    reauth: 'never',
    run: receiveTradeIn,
    answer: 'The piece was marked as received.',
  }),
  'trade-in-weigh': staffAction({
    form: forms.weigh,
    right: 'orders.make',
    reauth: 'never',
    run: weighTradeIn,
    answer: 'The weight and fineness were saved.',
  }),
  'trade-in-offer': staffAction({
    form: forms.offer,
    right: 'orders.decide',
    reauth: 'once valid',
    run: offerTradeIn,
    answer: 'The offer was sent.',
  }),
  'trade-in-answer': staffAction({
    form: forms.answer,
    right: 'orders.decide',
    reauth: 'never',
    run: answerForOwner,
    answer: 'The customer’s answer was saved.',
  }),
  'trade-in-bill': staffAction({
    form: forms.bill,
    right: 'orders.sell',
    reauth: 'never',
    run: billRecast,
    answer: (said) => said,
  }),
  'trade-in-start': staffAction({
    form: forms.start,
    right: 'orders.make',
    reauth: 'never',
    run: startRecast,
    answer: 'Work on the recast began.',
  }),
  'trade-in-finish': staffAction({
    form: forms.finish,
    right: 'orders.make',
    reauth: 'never',
    run: finishRecast,
    answer: 'The recast is done.',
  }),
  'trade-in-credit': staffAction({
    form: forms.credit,
    right: 'orders.sell',
    reauth: 'once valid',
    run: (app, input, { role }) => useCredit(app, { ...input, role }),
    answer: 'The credit was used for the order.',
  }),
  'trade-in-extend-credit': staffAction({
    form: forms['extend-credit'],
    right: 'orders.decide',
    reauth: 'never',
    run: extendCredit,
    answer: 'The credit was extended.',
  }),
  'trade-in-payout': staffAction({
    form: forms.payout,
    right: 'orders.decide',
    reauth: 'once valid',
    run: (app, input, { role }) => payOut(app, { ...input, role }),
    answer: 'The payment to the customer was recorded.',
  }),
  'trade-in-identity': staffAction({
    form: forms.identity,
    right: 'orders.decide',
    reauth: 'never',
    run: noteIdentity,
    answer: 'The seller’s identity was saved.',
  }),
  'trade-in-read-identity': staffAction({
    form: noFields,
    right: 'privacy',
    reauth: 'always',
    run: readIdentity,
    answer: (identity) => ({ identity }),
  }),
  'trade-in-cancel': staffAction({
    form: forms.cancel,
    right: 'orders.decide',
    reauth: 'never',
    run: cancelTradeIn,
    answer: 'The trade-in was canceled.',
  }),
  'trade-in-lost': staffAction({
    form: forms.lost,
    right: 'orders.decide',
    reauth: 'never',
    run: loseTradeIn,
    answer: 'The trade-in was closed: its package was lost in transit.',
  }),
  'trade-in-send-back': staffAction({
    form: forms['send-back'],
    right: 'orders.send',
    reauth: 'never',
    run: sendBackTradeIn,
    answer: 'The piece was marked as sent back.',
  }),
  'trade-in-note': staffAction({
    form: forms.note,
    reauth: 'never',
    run: noteTradeIn,
    answer: 'The note was saved.',
  }),
}

/** A trade-in that staff begin, by phone or at the counter. */
export const beginActions = {
  begin: staffAction({
    form: beginTradeInForm,
    right: 'orders.decide',
    reauth: 'never',
    run: (app, { id: _, ...input }) => beginTradeIn(app, input),
    answer: ({ id }) => redirect(`/admin/dashboard/trade-ins/${id}`),
  }),
}

export const costActions = {
  'save-cost': staffAction({
    form: productionCostForm,
    right: 'products',
    // It decides what a recast costs an owner.
    reauth: 'once valid',
    run: (app, { id: _, ...input }) => saveProductionCost(app, input),
    answer: (_, { cost }) => (cost === undefined ? 'The cost was removed.' : 'The cost was saved.'),
  }),
}
