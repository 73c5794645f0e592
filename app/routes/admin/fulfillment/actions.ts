import { refuseUnless } from '#app/.server/auth/require-right.ts'
import { buyLabel, giveUpLabel, lookForLabel } from '#app/.server/fulfillment/commands/buy-label.ts'
import { changeStep } from '#app/.server/fulfillment/commands/change-work-status.ts'
import { correctBuyer } from '#app/.server/fulfillment/commands/correct-buyer.ts'
import { correctContact } from '#app/.server/fulfillment/commands/correct-contact.ts'
import { correctEngraving } from '#app/.server/fulfillment/commands/correct-engraving.ts'
import {
  handOverPickup,
  handOverWithoutCode,
} from '#app/.server/fulfillment/commands/hand-over-pickup.ts'
import { markParcelDelivered } from '#app/.server/fulfillment/commands/mark-parcel-delivered.ts'
import { notifyDelay, recordAgreement } from '#app/.server/fulfillment/commands/notify-delay.ts'
import { readyForPickup } from '#app/.server/fulfillment/commands/ready-for-pickup.ts'
import { correctTracking } from '#app/.server/fulfillment/commands/record-shipment.ts'
import { requestRates } from '#app/.server/fulfillment/commands/request-rates.ts'
import { shipParcel } from '#app/.server/fulfillment/commands/ship-parcel.ts'
import { voidLabel } from '#app/.server/fulfillment/commands/void-label.ts'
import { labelForms } from '#app/contracts/fulfillment/label.ts'
import { movedTo, orderForms } from '#app/contracts/orders/order.ts'
import { handedOver } from '#app/domain/fulfillment/parcel.ts'
import { formatCount } from '../components/format-count.ts'
import { staffAction } from '../components/staff-actions.ts'

const sentMessages = {
  sent: 'The order is marked as shipped.',
  part: 'The package is marked as shipped. The rest of the order still needs to ship.',
} as const

const delayMessages = {
  mailed: 'The new date is set, and an email to the buyer is on its way.',
  agreed: 'The new date is set, as the buyer agreed by phone.',
} as const

export const voidMessages = {
  voiding: 'The label is voided. The carrier will decide within a few days whether to refund it.',
  voided: 'The label is voided, and its cost is refunded.',
  kept: 'The carrier won’t refund this label.',
} as const

/** Rates and labels of the next parcel [LABEL-01]; the form of the parcel keeps what was typed. */
const labelActions = {
  'ask-rates': staffAction({
    form: labelForms['ask-rates'],
    right: 'orders.send',
    // To another name or place than the order has, or without the usual signature [LABEL-12].
    reauth: 'checked',
    run(app, input, { role, requireFresh }) {
      const requireDecision = async () => {
        refuseUnless(role, 'orders.decide')
        await requireFresh()
      }
      return requestRates(app, { ...input, requireDecision })
    },
    answer: (rates, _, { typed }) => ({
      done: `${formatCount(rates, 'rate')} to choose from.`,
      typed,
    }),
  }),
  'buy-label': staffAction({
    form: labelForms['buy-label'],
    right: 'orders.send',
    // Above $100, and the eleventh smaller one of a session within an hour.
    reauth: 'checked',
    async run(app, input, { requireFresh }) {
      await requireFresh('small')
      return buyLabel(app, { ...input, requireFresh })
    },
    answer: ({ service, cost }, _, { typed }) => ({
      done: `The label was bought: ${service}, ${cost}.`,
      typed,
    }),
  }),
  'look-for-label': staffAction({
    form: labelForms['look-for-label'],
    right: 'orders.send',
    reauth: 'never',
    run: lookForLabel,
    answer: (done, _, { typed }) => ({ done, typed }),
  }),
  'give-up-label': staffAction({
    form: labelForms['give-up-label'],
    right: 'orders.send',
    reauth: 'never',
    run: giveUpLabel,
    answer: (_, __, { typed }) => ({ done: 'You’ve stopped waiting for this label.', typed }),
  }),
  'void-label': staffAction({
    form: labelForms['void-label'],
    right: 'orders.send',
    reauth: 'never',
    run: voidLabel,
    answer: (state, _, { typed }) => ({ done: voidMessages[state], typed }),
  }),
}

/** Making and sending an order, its parcels and their labels. */
export const fulfillmentActions = {
  ...labelActions,

  move: staffAction({
    form: orderForms.move,
    right: 'orders.make',
    reauth: 'never',
    run: changeStep,
    answer: (_, { to }) => movedTo[to],
  }),
  fulfill: staffAction({
    form: orderForms.fulfill,
    right: 'orders.send',
    reauth: 'never',
    run: shipParcel,
    answer: (sent) => sentMessages[sent],
  }),
  'hand-over': staffAction({
    form: orderForms['hand-over'],
    right: 'orders.send',
    reauth: 'never',
    run: (app, input) => shipParcel(app, { ...input, ...handedOver }),
    answer: 'The order is marked as handed over.',
  }),
  'ready-for-pickup': staffAction({
    form: orderForms['ready-for-pickup'],
    right: 'orders.send',
    reauth: 'never',
    run: readyForPickup,
    answer: 'The order is ready for pickup, and an email with the code is on its way to the buyer.',
  }),
  'hand-over-pickup': staffAction({
    form: orderForms['hand-over-pickup'],
    right: 'orders.send',
    reauth: 'never',
    run: handOverPickup,
    answer: 'The order is marked as picked up.',
  }),
  'hand-over-without-code': staffAction({
    form: orderForms['hand-over-without-code'],
    right: 'pickup.override',
    reauth: 'always',
    run: handOverWithoutCode,
    answer: 'The order is marked as picked up.',
  }),
  correct: staffAction({
    form: orderForms.correct,
    right: 'orders.send',
    reauth: 'never',
    run: correctTracking,
    answer: (_, { mail: email }) =>
      email
        ? 'The tracking number was corrected, and an email to the buyer is on its way.'
        : 'The tracking number was corrected.',
  }),
  'correct-buyer': staffAction({
    form: orderForms['correct-buyer'],
    right: 'orders.decide',
    reauth: 'always',
    run: correctBuyer,
    answer: (notes) => ['The buyer’s information was saved.', ...notes].join(' '),
  }),
  'correct-contact': staffAction({
    form: orderForms['correct-contact'],
    right: 'orders.decide',
    reauth: 'always',
    run: correctContact,
    answer: (notes) => ['The contact details are saved.', ...notes].join(' '),
  }),
  'correct-engraving': staffAction({
    form: orderForms['correct-engraving'],
    right: 'orders.decide',
    reauth: 'never',
    run: correctEngraving,
    answer: 'The engraving is corrected.',
  }),
  delivered: staffAction({
    form: orderForms.delivered,
    right: 'orders.make',
    reauth: 'never',
    run: markParcelDelivered,
    answer: (_, { delivered }) =>
      delivered ? 'The package is marked as delivered.' : 'The package is on its way.',
  }),
  delay: staffAction({
    form: orderForms.delay,
    right: 'orders.decide',
    reauth: 'never',
    run: notifyDelay,
    answer: (notified) => delayMessages[notified],
  }),
  agree: staffAction({
    form: orderForms.agree,
    right: 'orders.decide',
    reauth: 'never',
    run: recordAgreement,
    answer: 'The buyer’s approval was recorded.',
  }),
}
