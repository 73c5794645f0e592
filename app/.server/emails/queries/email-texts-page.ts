import type { AppContext } from '#app/.server/app-context.ts'
import { type TextHistory, textHistory } from '#app/.server/content/queries/text-history.ts'
import { type TextState, textStates } from '#app/.server/content/queries/text-states.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import { emailText, templateOf } from '../email-text.ts'
import { type EmailTextKind, emailTexts, isEmailTextKind } from '../templates/email-texts.ts'
import { type EmailPreview, emailPreview } from './email-preview.ts'

type ListedEmailText = TextState & { kind: EmailTextKind; name: string; when: string }

/** The emails that staff may write in other words [MAILTEXT-01]. */
export async function listEmailTexts(app: AppContext): Promise<ListedEmailText[]> {
  const { stateOf } = await withDatabase(app, ({ orm }) => textStates(orm, 'email'))
  return (Object.keys(emailTexts) as EmailTextKind[]).map((kind) => {
    const { name, when } = emailTexts[kind]
    return { kind, name, when, ...stateOf(kind) }
  })
}

export type EmailTextPage = TextHistory & {
  /** By what the fields begin with. */
  preview: EmailPreview
}

/** Null where there is no such email. */
export async function emailTextPage(app: AppContext, key: string): Promise<EmailTextPage | null> {
  if (!isEmailTextKind(key)) return null
  const text = await textHistory(app, emailText(key))
  return { ...text, preview: await emailPreview(app, key, { text: templateOf(text.values) }) }
}
