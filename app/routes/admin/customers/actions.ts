import { deleteCustomerNote, noteCustomer } from '#app/.server/customers/commands/note-customer.ts'
import { customerNoteForms } from '#app/contracts/customers/customer-note.ts'
import { staffAction } from '../components/staff-actions.ts'

/** What staff write about a customer. */
export const customerActions = {
  note: staffAction({
    form: customerNoteForms.note,
    reauth: 'never',
    run: noteCustomer,
    answer: 'The note was saved.',
  }),
  'delete note': staffAction({
    form: customerNoteForms['delete note'],
    reauth: 'never',
    run: deleteCustomerNote,
    answer: 'The note was deleted.',
  }),
}
