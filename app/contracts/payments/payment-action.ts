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
      .min(1, 'Please enter the order number as shown on the Orders page.')
      .max(40, 'Order numbers are shorter than this. Please check it.'),
  }),
  note,
  settle: note,
  refund: z.object({
    /** Of the form: sent twice, it is one refund. */
    key: z.uuid(),
    reason,
  }),
}
