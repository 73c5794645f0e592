import { data } from 'react-router'
import { z } from 'zod'
import {
  refuseWrong,
  restoreBuiltInText,
  saveMailText,
  takeBackMailText,
} from '#app/.server/emails/commands/save-mail-text.ts'
import { sendTestMail } from '#app/.server/emails/commands/send-test-mail.ts'
import { mailPreview } from '#app/.server/emails/queries/mail-preview.ts'
import { editableMail } from '#app/.server/emails/queries/mail-texts.ts'
import { staffAction } from '../components/staff-actions.ts'

const text = { subject: z.string().max(1000), body: z.string().max(50_000) }
const seen = z.coerce.number().int().min(0)
const tried = z.object({ order: z.string().max(100).default(''), ...text })

const unchanged = 'Nothing was changed: this text stands already.'

/** What staff do with the text of an email; `id`: which email it is, as its address names it. */
export const mailTextActions = {
  save: staffAction({
    form: z.object({ seen, ...text }),
    // A wrong text is refused before anything is to be confirmed.
    reauth: 'checked',
    async run(app, { id, subject, body, ...change }, { requireFresh }) {
      const [kind, text] = [kindOf(id), { subject, body }]
      refuseWrong(kind, text)
      await requireFresh()
      return saveMailText(app, { ...change, kind, text })
    },
    answer: (isNew) => (isNew ? 'The text was saved. The next mail is written by it.' : unchanged),
  }),
  preview: staffAction({
    form: tried,
    reauth: 'never',
    async run(app, { id, order: number, ...text }) {
      const kind = kindOf(id)
      refuseWrong(kind, text)
      return mailPreview(app, kind, { text, number })
    },
    answer: (shown, _, { typed }) => ({ shown, typed }),
  }),
  test: staffAction({
    form: tried,
    reauth: 'never',
    run: (app, { id, by: to, order: number, ...text }) =>
      sendTestMail(app, { kind: kindOf(id), text, number, to }),
    answer: (_, __, { by }) => `A test was sent to ${by}.`,
  }),
  'built-in': staffAction({
    form: z.object({ seen }),
    reauth: 'once valid',
    run: (app, { id, ...change }) => restoreBuiltInText(app, { ...change, kind: kindOf(id) }),
    answer: (isNew) => (isNew ? 'The built-in text is in use again.' : unchanged),
  }),
  'take back': staffAction({
    form: z.object({ seen, version: z.coerce.number().int().min(1) }),
    reauth: 'once valid',
    run: (app, { id, ...change }) => takeBackMailText(app, { ...change, kind: kindOf(id) }),
    answer: (isNew, { version }) =>
      isNew ? `The text of version ${version} is in use again.` : unchanged,
  }),
}

function kindOf(id: string) {
  const kind = editableMail(id)
  if (!kind) throw data(null, { status: 404 })
  return kind
}
