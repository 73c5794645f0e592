import { z } from 'zod'
import {
  dismissEmail,
  retryEmail,
  sendConfirmationAgain,
} from '#app/.server/emails/commands/retry-email.ts'
import { sendNow } from '#app/.server/emails/commands/send-now.ts'
import { sendToNewAddress } from '#app/.server/emails/commands/send-to-new-address.ts'
import { noFields, staffAction } from '../components/staff-actions.ts'

const ofEmail = z.object({ mail: z.string().default('') })

const whatBecame = (outcome: string) => outcome

/** What staff do with an email about an order. It goes to the address that the order has. */
export const emailActions = {
  'send again': staffAction(null, 'never', {
    form: ofEmail,
    async run(app, { id: orderId, by, mail: emailId }) {
      await retryEmail(app, { emailId, orderId, by })
      return sendNow(app, [emailId])
    },
    answer: whatBecame,
  }),
  'dismiss mail': staffAction(null, 'never', {
    form: ofEmail,
    run: (app, { id: orderId, by, mail: emailId }) => dismissEmail(app, { emailId, orderId, by }),
    answer: 'The email was dismissed and won’t be sent.',
  }),
  'confirm again': staffAction(null, 'never', {
    form: noFields,
    run: async (app, { id: orderId, by }) =>
      sendNow(app, [await sendConfirmationAgain(app, { orderId, by })]),
    answer: whatBecame,
  }),
  'send to new address': staffAction(null, 'never', {
    form: noFields,
    run: async (app, { id: orderId, by }) =>
      sendNow(app, await sendToNewAddress(app, { orderId, by })),
    answer: whatBecame,
  }),
}
