import { issueCertificates } from '#app/.server/certificates/commands/issue-certificates.ts'
import {
  approveWeight,
  decideWeight,
  undoWeight,
} from '#app/.server/weighing/commands/decide-weight.ts'
import { weighItem } from '#app/.server/weighing/commands/weigh-item.ts'
import { weighingForms } from '#app/contracts/weighing/weighing.ts'
import { cents, formatCents } from '#app/domain/money/cents.ts'
import { formatOff } from '#app/domain/weighing/evaluate-weight.ts'
import { waitingMessage } from '#app/domain/weighing/second-reading.ts'
import { staffAction } from '../components/staff-actions.ts'

/**
 * One item on the scale, or how a difference was settled [WEIGH-01]. The workshop weighs, and undoes it in
 * time; what is beyond its limit, or the shop cannot refund, others decide.
 */
export const weighingActions = {
  weigh: staffAction('orders.make', 'never', {
    // The workshop's limit for such refunds is under Risk; owners and managers have that of any refund.
    form: weighingForms.weigh,
    async run(app, { grams: actual, ...input }, { role }) {
      const weighed = await weighItem(app, { ...input, role, actual })
      // A certificate that says another weight ends now; a job makes up for what fails here.
      await issueCertificates(app, input.id).catch((error: unknown) => {
        app.log.error({ err: error }, 'a corrected certificate was not issued yet')
      })
      return weighed
    },
    answer: weighedMessage,
  }),
  'weigh-settle': staffAction('orders.decide', 'never', {
    form: weighingForms['weigh-settle'],
    run: decideWeight,
    answer: 'The difference is resolved.',
  }),
  'weigh-approve': staffAction('orders.decide', 'checked', {
    // Above $500, as a refund.
    form: weighingForms['weigh-approve'],
    run: (app, input, { requireFresh }) => approveWeight(app, { ...input, requireFresh }),
    answer: 'The refund was approved.',
  }),
  'weigh-undo': staffAction('orders.make', 'never', {
    form: weighingForms['weigh-undo'],
    run: undoWeight,
    answer: 'The weight was undone, and nothing was refunded. Weigh the piece again.',
  }),
}

function weighedMessage({
  serial,
  sold,
  actual,
  verdict,
  missing,
  settled,
  problem,
  waits,
  nth,
}: Awaited<ReturnType<typeof weighItem>>): string {
  const weighs = `${serial}: ${formatOff(sold, actual)}`
  if (verdict === 'outside') return `${weighs}. It can’t ship.`
  if (problem !== null) return `${weighs}. The difference wasn’t refunded.`
  if (waits === null) return `${weighs}.`
  const sum = formatCents(cents(missing - settled))
  return `${weighs}. ${sum} of gold is missing. ${waitingMessage({ waits, nth })}`
}
