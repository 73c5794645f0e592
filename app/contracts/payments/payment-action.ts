import { z } from 'zod'
import { maxReasonLength, reason } from '../orders/order.ts'

export const maxNoteLength = maxReasonLength

/** What staff can do with a payment that belongs to no order. */
export const paymentAction = z.discriminatedUnion('action', [
  z.object({
    action: z.literal('attach'),
    number: z
      .string()
      .trim()
      .min(1, 'Please enter the number of the order, as it stands in the list of orders.')
      .max(40, 'A number of an order is shorter. Please look at it again.'),
  }),
  z.object({
    action: z.enum(['note', 'settle']),
    note: reason,
  }),
  z.object({
    action: z.literal('refund'),
    /** Of the form: sent twice, it is one refund. */
    key: z.uuid(),
    reason,
  }),
])

export type PaymentAction = z.output<typeof paymentAction>
