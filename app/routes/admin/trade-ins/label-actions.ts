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
  'ask-rates': staffAction('orders.send', 'never', {
    form: forms['ask-rates'],
    run: requestLabelRates,
    answer: (rates) => `${formatCount(rates, 'rate')} to choose from.`,
  }),
  'buy-label': staffAction('orders.send', 'checked', {
    // Above $100, and the eleventh smaller one of a session within an hour [FRESH-06].
    form: forms['buy-label'],
    async run(app, input, { requireFresh }) {
      await requireFresh('small')
      return buyTradeInLabel(app, { ...input, requireFresh })
    },
    answer: ({ service, cost }) => `The label was bought: ${service}, ${cost}.`,
  }),
  'look-for-label': staffAction('orders.send', 'never', {
    form: forms['look-for-label'],
    run: lookForTradeInLabel,
    answer: (said) => said,
  }),
  'give-up-label': staffAction('orders.send', 'never', {
    form: forms['give-up-label'],
    run: giveUpTradeInLabel,
    answer: 'You’ve stopped waiting for this label.',
  }),
  'void-label': staffAction('orders.send', 'never', {
    form: forms['void-label'],
    run: voidTradeInLabel,
    answer: (state) => voidMessages[state],
  }),
}
