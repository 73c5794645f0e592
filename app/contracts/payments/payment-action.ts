import { z } from 'zod'
import { maxReasonLength, reason } from '../orders/order.ts'

export const maxNoteLength = maxReasonLength

const note = z.object({ note: reason })

/** What staff can do with a payment that belongs to no order. */
export const paymentForms = {
  attach: z.object({
    number: z
      .string()
      .trim()
      .min(1, 'Please enter the number of the order, as the list of orders shows it.')
      .max(40, 'A number of an order is shorter. Please look at it again.'),
  }),
  note,
  settle: note,
  refund: z.object({
    /** Of the form: sent twice, it is one refund. */
    key: z.uuid(),
    reason,
  }),
}
