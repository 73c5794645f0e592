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
  'ask-rates': staffAction('orders.send', 'checked', {
    // To another name or place than the order has, or without the usual signature [LABEL-12].
    form: labelForms['ask-rates'],
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
  'buy-label': staffAction('orders.send', 'checked', {
    // Above $100, and the eleventh smaller one of a session within an hour.
    form: labelForms['buy-label'],
    async run(app, input, { requireFresh }) {
      await requireFresh('small')
      return buyLabel(app, { ...input, requireFresh })
    },
    answer: ({ service, cost }, _, { typed }) => ({
      done: `The label was bought: ${service}, ${cost}.`,
      typed,
    }),
  }),
  'look-for-label': staffAction('orders.send', 'never', {
    form: labelForms['look-for-label'],
    run: lookForLabel,
    answer: (done, _, { typed }) => ({ done, typed }),
  }),
  'give-up-label': staffAction('orders.send', 'never', {
    form: labelForms['give-up-label'],
    run: giveUpLabel,
    answer: (_, __, { typed }) => ({ done: 'You’ve stopped waiting for this label.', typed }),
  }),
  'void-label': staffAction('orders.send', 'never', {
    form: labelForms['void-label'],
    run: voidLabel,
    answer: (state, _, { typed }) => ({ done: voidMessages[state], typed }),
  }),
}

/** Making and sending an order, its parcels and their labels. */
export const fulfillmentActions = {
  ...labelActions,

  move: staffAction('orders.make', 'never', {
    form: orderForms.move,
    run: changeStep,
    answer: (_, { to }) => movedTo[to],
  }),
  fulfill: staffAction('orders.send', 'never', {
    form: orderForms.fulfill,
    run: shipParcel,
    answer: (sent) => sentMessages[sent],
  }),
  'hand-over': staffAction('orders.send', 'never', {
    form: orderForms['hand-over'],
    run: (app, input) => shipParcel(app, { ...input, ...handedOver }),
    answer: 'The order is marked as handed over.',
  }),
  'ready-for-pickup': staffAction('orders.send', 'never', {
    form: orderForms['ready-for-pickup'],
    run: readyForPickup,
    answer: 'The order is ready for pickup, and an email with the code is on its way to the buyer.',
  }),
  'hand-over-pickup': staffAction('orders.send', 'never', {
    form: orderForms['hand-over-pickup'],
    run: handOverPickup,
    answer: 'The order is marked as picked up.',
  }),
  'hand-over-without-code': staffAction('pickup.override', 'always', {
    form: orderForms['hand-over-without-code'],
    run: handOverWithoutCode,
    answer: 'The order is marked as picked up.',
  }),
  correct: staffAction('orders.send', 'never', {
    form: orderForms.correct,
    run: correctTracking,
    answer: (_, { mail: email }) =>
      email
        ? 'The tracking number was corrected, and an email to the buyer is on its way.'
        : 'The tracking number was corrected.',
  }),
  'correct-buyer': staffAction('orders.decide', 'always', {
    form: orderForms['correct-buyer'],
    run: correctBuyer,
    answer: (notes) => ['The buyer’s information was saved.', ...notes].join(' '),
  }),
  'correct-contact': staffAction('orders.decide', 'always', {
    form: orderForms['correct-contact'],
    run: correctContact,
    answer: (notes) => ['The contact details are saved.', ...notes].join(' '),
  }),
  'correct-engraving': staffAction('orders.decide', 'never', {
    form: orderForms['correct-engraving'],
    run: correctEngraving,
    answer: 'The engraving is corrected.',
  }),
  delivered: staffAction('orders.make', 'never', {
    form: orderForms.delivered,
    run: markParcelDelivered,
    answer: (_, { delivered }) =>
      delivered ? 'The package is marked as delivered.' : 'The package is on its way.',
  }),
  delay: staffAction('orders.decide', 'never', {
    form: orderForms.delay,
    run: notifyDelay,
    answer: (notified) => delayMessages[notified],
  }),
  agree: staffAction('orders.decide', 'never', {
    form: orderForms.agree,
    run: recordAgreement,
    answer: 'The buyer’s approval was recorded.',
  }),
}
