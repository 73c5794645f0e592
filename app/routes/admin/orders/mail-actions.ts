import { z } from 'zod'
import {
  dismissMail,
  retryMail,
  sendConfirmationAgain,
} from '#app/.server/emails/commands/retry-mail.ts'
import { sendNow } from '#app/.server/emails/commands/send-now.ts'
import { sendToNewAddress } from '#app/.server/emails/commands/send-to-new-address.ts'
import { noFields, staffAction } from '../components/staff-actions.ts'

const ofMail = z.object({ mail: z.string().default('') })

const whatBecame = (outcome: string) => outcome

/** What staff do with an email about an order. It goes to the address that the order has. */
export const mailActions = {
  'send again': staffAction({
    form: ofMail,
    reauth: 'never',
    async run(app, { id: orderId, by, mail: mailId }) {
      await retryMail(app, { mailId, orderId, by })
      return sendNow(app, [mailId])
    },
    answer: whatBecame,
  }),
  'dismiss mail': staffAction({
    form: ofMail,
    reauth: 'never',
    run: (app, { id: orderId, by, mail: mailId }) => dismissMail(app, { mailId, orderId, by }),
    answer: 'The email is dismissed: it stays unsent.',
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
