import { z } from 'zod'
import { sendTestMail } from '#app/.server/emails/commands/send-test-mail.ts'
import { mailText, typedTemplate } from '#app/.server/emails/mail-text.ts'
import { mailPreview } from '#app/.server/emails/queries/mail-preview.ts'
import { staffAction } from '../components/staff-actions.ts'
import { versionActions } from '../content/version-actions.ts'

/** The number of an order that the email is to be about. */
const order = z.object({ order: z.string().max(100).default('') })

/** What staff do with the text of an email. What is previewed or sent as a test is what they entered. */
export const mailTextActions = {
  ...versionActions({
    right: 'settings',
    textOf: mailText,
    published: () => 'Published. The next email uses it.',
  }),
  preview: staffAction({
    form: order,
    reauth: 'never',
    async run(app, { id, order: number }, { typed }) {
      const text = mailText(id)
      return mailPreview(app, text.key, { text: typedTemplate(text, typed), number })
    },
    answer: (shown, _, { typed }) => ({ shown, typed }),
  }),
  test: staffAction({
    form: order,
    reauth: 'never',
    async run(app, { id, order: number, by: to }, { typed }) {
      const text = mailText(id)
      await sendTestMail(app, { kind: text.key, text: typedTemplate(text, typed), number, to })
    },
    answer: (_, __, { by }) => `A test was sent to ${by}.`,
  }),
}
