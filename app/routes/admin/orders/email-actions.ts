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
  'send again': staffAction({
    form: ofEmail,
    reauth: 'never',
    async run(app, { id: orderId, by, mail: emailId }) {
      await retryEmail(app, { emailId, orderId, by })
      return sendNow(app, [emailId])
    },
    answer: whatBecame,
  }),
  'dismiss mail': staffAction({
    form: ofEmail,
    reauth: 'never',
    run: (app, { id: orderId, by, mail: emailId }) => dismissEmail(app, { emailId, orderId, by }),
    answer: 'The email was dismissed and won’t be sent.',
  }),
  'confirm again': staffAction({
    form: noFields,
    reauth: 'never',
    run: async (app, { id: orderId, by }) =>
      sendNow(app, [await sendConfirmationAgain(app, { orderId, by })]),
    answer: whatBecame,
  }),
  'send to new address': staffAction({
    form: noFields,
    reauth: 'never',
    run: async (app, { id: orderId, by }) =>
      sendNow(app, await sendToNewAddress(app, { orderId, by })),
    answer: whatBecame,
  }),
}
