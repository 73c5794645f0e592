import { z } from 'zod'
import { clientAddressContext } from '#app/.server/platform/http/request-context.ts'
import { eraseOrderBuyer } from '#app/.server/privacy/commands/order-buyer.ts'
import { staffAction } from '../components/staff-actions.ts'

export const privacyActions = {
  /** Erases the buyer of an order: for owners, with a fresh second factor [PRIVACY-07]. */
  erase: staffAction('privacy', 'once valid', {
    form: z.object({ number: z.string().default('') }),
    run: (app, { id: orderId, by, number: typed }, { context }) =>
      eraseOrderBuyer(app, { orderId, by, address: context.get(clientAddressContext), typed }),
    answer: (report) => ({ done: 'The buyer’s data was erased', report }),
  }),
}
