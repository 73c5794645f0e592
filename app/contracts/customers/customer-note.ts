import { z } from 'zod'

export const maxCustomerNote = 2000

/** What staff can do with the notes about a customer. */
export const customerNoteForms = {
  note: z.object({
    text: z
      .string()
      .trim()
      .min(1, 'Please enter something first.')
      .max(maxCustomerNote, `Please use no more than ${maxCustomerNote} characters.`),
    /** Of the form as it was opened: sent twice, it is one note. */
    key: z.uuid(),
  }),
  'delete note': z.object({ note: z.string().max(60) }),
}
