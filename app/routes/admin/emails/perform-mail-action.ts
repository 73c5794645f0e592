import { data } from 'react-router'
import { z } from 'zod'
import type { AppContext } from '#app/.server/app-context.ts'
import {
  refuseWrong,
  restoreBuiltInText,
  saveMailText,
  takeBackMailText,
} from '#app/.server/emails/commands/save-mail-text.ts'
import { sendTestMail } from '#app/.server/emails/commands/send-test-mail.ts'
import { mailPreview } from '#app/.server/emails/queries/mail-preview.ts'
import type { EditableMail } from '#app/.server/emails/queries/mail-texts.ts'
import { runCommand } from '../components/run-command.ts'

type Asked = { typed: Record<string, string>; by: string; requireFresh: () => Promise<void> }

const unchanged = 'Nothing was changed: this text stands already.'

/** Saves, previews or sends a test of a mail's text. What was typed comes back where it is not saved. */
export async function performMailAction(
  app: AppContext,
  kind: EditableMail,
  { typed, by, requireFresh }: Asked,
) {
  const parsed = mailTextAction.safeParse(typed)
  if (!parsed.success) {
    const refused = { code: 'invalid_request', message: 'This cannot be done here.', typed }
    return data({ refused }, { status: 400 })
  }
  const asked = parsed.data
  const done = (isNew: boolean, sentence: string) => ({ done: isNew ? sentence : unchanged })
  return runCommand(
    app,
    async () => {
      switch (asked.action) {
        case 'preview': {
          refuseWrong(kind, asked)
          const text = { subject: asked.subject, body: asked.body }
          const shown = await mailPreview(app, kind, { text, number: asked.order })
          return { shown, typed }
        }
        case 'test': {
          const text = { subject: asked.subject, body: asked.body }
          await sendTestMail(app, { kind, text, number: asked.order, to: by })
          return { done: `A test was sent to ${by}.` }
        }
        case 'save': {
          const text = { subject: asked.subject, body: asked.body }
          // A wrong text is told of before anything is to be confirmed.
          refuseWrong(kind, text)
          await requireFresh()
          const isNew = await saveMailText(app, { kind, text, seen: asked.seen, by })
          return done(isNew, 'The text was saved. The next mail is written by it.')
        }
        case 'built-in':
          await requireFresh()
          return done(
            await restoreBuiltInText(app, { kind, seen: asked.seen, by }),
            'The built-in text is in use again.',
          )
        case 'take back': {
          await requireFresh()
          const { seen, version } = asked
          const isNew = await takeBackMailText(app, { kind, seen, version, by })
          return done(isNew, `The text of version ${version} is in use again.`)
        }
      }
    },
    typed,
  )
}

/** What can be done on the screen of an email; whether its text can be used the shop says. */
const text = { subject: z.string().max(1000), body: z.string().max(50_000) }
const seen = z.coerce.number().int().min(0)

const mailTextAction = z.discriminatedUnion('action', [
  z.object({ action: z.literal('save'), seen, ...text }),
  z.object({ action: z.literal('preview'), order: z.string().max(100).default(''), ...text }),
  z.object({ action: z.literal('test'), order: z.string().max(100).default(''), ...text }),
  z.object({ action: z.literal('built-in'), seen }),
  z.object({ action: z.literal('take back'), seen, version: z.coerce.number().int().min(1) }),
])
