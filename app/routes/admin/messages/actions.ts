import { redirect } from 'react-router'
import { retryEmail } from '#app/.server/emails/commands/retry-email.ts'
import { sendNow } from '#app/.server/emails/commands/send-now.ts'
import {
  deleteMessage,
  moveMessage,
  replyToMessage,
} from '#app/.server/messages/commands/change-message.ts'
import { messageForms } from '#app/contracts/messages/message.ts'
import { noFields, staffAction } from '../components/staff-actions.ts'
import { stateNames } from './state-names.ts'

/** What staff do with a message. An answer goes to the address that the message has. */
export const messageActions = {
  answer: staffAction(null, 'never', {
    form: messageForms.answer,
    run: replyToMessage,
    answer: 'The reply is on its way.',
  }),
  move: staffAction(null, 'never', {
    form: messageForms.move,
    run: moveMessage,
    answer: (_, { to }) => `The message is ${stateNames[to].toLowerCase()}.`,
  }),
  'send again': staffAction(null, 'never', {
    form: messageForms['send again'],
    async run(app, { id: messageId, by, mail: emailId }) {
      await retryEmail(app, { emailId, messageId, by })
      return sendNow(app, [emailId])
    },
    answer: (outcome) => outcome,
  }),
  delete: staffAction(null, 'never', {
    form: noFields,
    run: deleteMessage,
    answer: () => redirect('/admin/dashboard/messages'),
  }),
}
