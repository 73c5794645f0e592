import type { AppContext } from '#app/.server/app-context.ts'
import { type TextHistory, textHistory } from '#app/.server/content/queries/text-history.ts'
import { type TextState, textStates } from '#app/.server/content/queries/text-states.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import { mailText, templateOf } from '../mail-text.ts'
import { isMailTextKind, type MailTextKind, mailTexts } from '../templates/mail-texts.ts'
import { type MailPreview, mailPreview } from './mail-preview.ts'

type ListedMailText = TextState & { kind: MailTextKind; name: string; when: string }

/** The mails that staff may write in other words [MAILTEXT-01]. */
export async function listMailTexts(app: AppContext): Promise<ListedMailText[]> {
  const { stateOf } = await withDatabase(app, ({ orm }) => textStates(orm, 'email'))
  return (Object.keys(mailTexts) as MailTextKind[]).map((kind) => {
    const { name, when } = mailTexts[kind]
    return { kind, name, when, ...stateOf(kind) }
  })
}

export type MailTextPage = TextHistory & {
  /** By what the fields begin with; null where there is nothing yet that it could be about. */
  preview: MailPreview | null
}

/** Null where there is no such email. */
export async function mailTextPage(app: AppContext, key: string): Promise<MailTextPage | null> {
  if (!isMailTextKind(key)) return null
  const text = await textHistory(app, mailText(key))
  return { ...text, preview: await mailPreview(app, key, { text: templateOf(text.values) }) }
}
