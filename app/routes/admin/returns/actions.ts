import { AppError } from '#app/.server/platform/errors.ts'
import {
  acceptReturn,
  callOffReturn,
  receiveReturn,
  refuseReturn,
  weighReturn,
} from '#app/.server/returns/commands/move-return.ts'
import { openReturn } from '#app/.server/returns/commands/open-return.ts'
import { weighedReturn } from '#app/.server/returns/queries/weighed-return.ts'
import { refundForm } from '#app/contracts/refunds/refund.ts'
import { staffReturnForms } from '#app/contracts/returns/return.ts'
import { may } from '#app/domain/access/rights.ts'
import { parseForm } from '../components/parse-form.ts'
import { type Requested, staffAction } from '../components/staff-actions.ts'
import { type ShownRefund, shownRefund } from '../refunds/actions.ts'
import { refundFieldsOf } from './refund-fields.ts'

/** The id in the form is that of the return; that of the address is that of its order. */
const ofReturn = <Input extends { id: string }>(
  { id: returnId, ...input }: Input,
  order: Requested,
) => ({
  ...input,
  returnId,
  id: order.id,
})

/** The form of refunds, filled in with the pieces of a return; null where it cannot be refunded as it is. */
async function refundOf(returnId: string, requested: Requested): Promise<ShownRefund | null> {
  const { app, id } = requested
  const weighed = await weighedReturn(app, { id, returnId })
  if (!weighed) return null
  const input = { revision: String(weighed.revision), ...refundFieldsOf(weighed.found) }
  return shownRefund(parseForm(refundForm, input), { ...requested, typed: input }).catch(
    (error) => {
      if (error instanceof AppError) return null
      throw error
    },
  )
}

/** What staff do with a return [RETURN-06]. The workshop receives and weighs; what it leads to is decided by others. */
export const returnActions = {
  'return-open': staffAction('orders.decide', 'always', {
    // Where returned goods are sent is in its instructions.
    form: staffReturnForms['return-open'],
    run: openReturn,
    answer: 'The return was opened and approved.',
  }),
  'return-accept': staffAction('orders.decide', 'always', {
    // Likewise.
    form: staffReturnForms['return-accept'],
    run: (app, input, order) => acceptReturn(app, ofReturn(input, order)),
    answer: 'The return was approved.',
  }),
  'return-refuse': staffAction('orders.decide', 'never', {
    form: staffReturnForms['return-refuse'],
    run: (app, input, order) => refuseReturn(app, ofReturn(input, order)),
    answer: 'The return was declined.',
  }),
  'return-receive': staffAction('orders.make', 'never', {
    form: staffReturnForms['return-receive'],
    run: (app, input, order) => receiveReturn(app, ofReturn(input, order)),
    answer: 'The return was marked as received.',
  }),
  'return-weigh': staffAction('orders.make', 'never', {
    form: staffReturnForms['return-weigh'],
    async run(app, input, requested) {
      await weighReturn(app, ofReturn(input, requested))
      return may(requested.role, 'orders.decide') ? refundOf(input.id, requested) : null
    },
    // What is refunded for it is shown at once, to be confirmed [RETURN-16].
    answer: (shown) => shown ?? 'The weight was saved.',
  }),
  'return-call-off': staffAction('orders.decide', 'never', {
    form: staffReturnForms['return-call-off'],
    run: (app, input, order) => callOffReturn(app, ofReturn(input, order)),
    answer: 'The return was closed without a refund.',
  }),
}
