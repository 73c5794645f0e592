import { z } from 'zod'
import { sendTestEmail } from '#app/.server/emails/commands/send-test-email.ts'
import { emailText, typedTemplate } from '#app/.server/emails/email-text.ts'
import { emailPreview } from '#app/.server/emails/queries/email-preview.ts'
import { staffAction } from '../components/staff-actions.ts'
import { versionActions } from '../content/version-actions.ts'

/** The number of an order that the email is about. */
const order = z.object({ order: z.string().max(100).default('') })

/** What staff do with the text of an email. What is previewed or sent as a test is what they entered. */
export const emailTextActions = {
  ...versionActions({
    right: 'settings',
    textOf: emailText,
    published: () => 'Published. The next email uses it.',
  }),
  preview: staffAction(null, 'never', {
    form: order,
    async run(app, { id, order: number }, { typed }) {
      const text = emailText(id)
      return emailPreview(app, text.key, { text: typedTemplate(text, typed), number })
    },
    answer: (shown, _, { typed }) => ({ shown, typed }),
  }),
  test: staffAction(null, 'never', {
    form: order,
    async run(app, { id, order: number, by: to }, { typed }) {
      const text = emailText(id)
      await sendTestEmail(app, { kind: text.key, text: typedTemplate(text, typed), number, to })
    },
    answer: (_, __, { by }) => `A test was sent to ${by}.`,
  }),
}
