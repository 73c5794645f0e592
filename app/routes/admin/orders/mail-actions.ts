import { redirect } from 'react-router'
import { z } from 'zod'
import {
  dismissMail,
  retryMail,
  sendConfirmationAgain,
} from '#app/.server/emails/commands/retry-mail.ts'
import { noFields, type Requested, staffAction } from '../components/staff-actions.ts'

const ofMail = z.object({ mail: z.string().default('') })

const backToOrder = (_: unknown, __: unknown, { id }: Requested) =>
  redirect(`/admin/dashboard/orders/${encodeURIComponent(id)}`)

/** What staff do with an email about an order. It goes to the address that the order has. */
export const mailActions = {
  'send again': staffAction({
    form: ofMail,
    reauth: 'never',
    run: (app, { id: orderId, by, mail: mailId }) => retryMail(app, { mailId, orderId, by }),
    answer: backToOrder,
  }),
  dismiss: staffAction({
    form: ofMail,
    reauth: 'never',
    run: (app, { id: orderId, by, mail: mailId }) => dismissMail(app, { mailId, orderId, by }),
    answer: backToOrder,
  }),
  'confirm again': staffAction({
    form: noFields,
    reauth: 'never',
    run: (app, { id: orderId, by }) => sendConfirmationAgain(app, { orderId, by }),
    answer: backToOrder,
  }),
}
