import { deleteCustomerNote, noteCustomer } from '#app/.server/customers/commands/note-customer.ts'
import { customerNoteForms } from '#app/contracts/customers/customer-note.ts'
import { staffAction } from '../components/staff-actions.ts'

/** What staff write about a customer. */
export const customerActions = {
  note: staffAction(null, 'never', {
    form: customerNoteForms.note,
    run: noteCustomer,
    answer: 'The note was saved.',
  }),
  'delete note': staffAction(null, 'never', {
    form: customerNoteForms['delete note'],
    run: deleteCustomerNote,
    answer: 'The note was deleted.',
  }),
}
