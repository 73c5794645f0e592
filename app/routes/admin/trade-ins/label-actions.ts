import {
  buyTradeInLabel,
  giveUpTradeInLabel,
  lookForTradeInLabel,
  requestLabelRates,
  voidTradeInLabel,
} from '#app/.server/trade-ins/commands/buy-trade-in-label.ts'
import { tradeInLabelForms as forms } from '#app/contracts/trade-ins/label.ts'
import { formatCount } from '../components/format-count.ts'
import { staffAction } from '../components/staff-actions.ts'
import { voidMessages } from '../fulfillment/actions.ts'

/** Rates and the prepaid label of a trade-in, as of the parcels of orders [TRADE-23]. */
export const tradeInLabelActions = {
  'ask-rates': staffAction({
    form: forms['ask-rates'],
    right: 'orders.send',
    reauth: 'never',
    run: requestLabelRates,
    answer: (rates) => `${formatCount(rates, 'rate')} to choose from.`,
  }),
  'buy-label': staffAction({
    form: forms['buy-label'],
    right: 'orders.send',
    // Above $100, and the eleventh smaller one of a session within an hour [FRESH-06].
    reauth: 'checked',
    async run(app, input, { requireFresh }) {
      await requireFresh('small')
      return buyTradeInLabel(app, { ...input, requireFresh })
    },
    answer: ({ service, cost }) => `The label was bought: ${service}, ${cost}.`,
  }),
  'look-for-label': staffAction({
    form: forms['look-for-label'],
    right: 'orders.send',
    reauth: 'never',
    run: lookForTradeInLabel,
    answer: (said) => said,
  }),
  'give-up-label': staffAction({
    form: forms['give-up-label'],
    right: 'orders.send',
    reauth: 'never',
    run: giveUpTradeInLabel,
    answer: 'You’ve stopped waiting for this label.',
  }),
  'void-label': staffAction({
    form: forms['void-label'],
    right: 'orders.send',
    reauth: 'never',
    run: voidTradeInLabel,
    answer: (state) => voidMessages[state],
  }),
}
