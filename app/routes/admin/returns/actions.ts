import {
  acceptReturn,
  callOffReturn,
  receiveReturn,
  refuseReturn,
  weighReturn,
} from '#app/.server/returns/commands/move-return.ts'
import { openReturn } from '#app/.server/returns/commands/open-return.ts'
import { staffReturnForms } from '#app/contracts/returns/return.ts'
import { type Requested, staffAction } from '../components/staff-actions.ts'

/** The id in the form is that of the return; that of the address is that of its order. */
const ofReturn = <Input extends { id: string }>(
  { id: returnId, ...input }: Input,
  order: Requested,
) => ({
  ...input,
  returnId,
  id: order.id,
})

/** What staff do with a return [RETURN-06]. The workshop receives and weighs; what it leads to is decided by others. */
export const returnActions = {
  'return-open': staffAction({
    form: staffReturnForms['return-open'],
    right: 'orders.decide',
    // Where returned goods are sent is in its instructions.
    reauth: 'always',
    run: openReturn,
    answer: 'The return is opened and accepted.',
  }),
  'return-accept': staffAction({
    form: staffReturnForms['return-accept'],
    right: 'orders.decide',
    // Likewise.
    reauth: 'always',
    run: (app, input, order) => acceptReturn(app, ofReturn(input, order)),
    answer: 'The return is accepted.',
  }),
  'return-refuse': staffAction({
    form: staffReturnForms['return-refuse'],
    right: 'orders.decide',
    reauth: 'never',
    run: (app, input, order) => refuseReturn(app, ofReturn(input, order)),
    answer: 'The return is refused.',
  }),
  'return-receive': staffAction({
    form: staffReturnForms['return-receive'],
    right: 'orders.make',
    reauth: 'never',
    run: (app, input, order) => receiveReturn(app, ofReturn(input, order)),
    answer: 'The return is marked as received.',
  }),
  'return-weigh': staffAction({
    form: staffReturnForms['return-weigh'],
    right: 'orders.make',
    reauth: 'never',
    run: (app, input, order) => weighReturn(app, ofReturn(input, order)),
    answer: 'The weight was saved.',
  }),
  'return-call-off': staffAction({
    form: staffReturnForms['return-call-off'],
    right: 'orders.decide',
    reauth: 'never',
    run: (app, input, order) => callOffReturn(app, ofReturn(input, order)),
    answer: 'The return is closed without a refund.',
  }),
}
