import { type TextValues, valuesOf } from '#app/domain/content/text-field.ts'
import {
  type EmailTemplate,
  maxBody,
  maxSubject,
  templateProblems,
} from '#app/domain/emails/email-template.ts'
import { lastVersion } from '../content/text-rows.ts'
import { checkedText, noText, type VersionedText } from '../content/versioned-text.ts'
import type { Orm } from '../platform/db/database.ts'
import { type EmailTextKind, emailTexts, isEmailTextKind } from './templates/email-texts.ts'

/** The text of the emails of this kind; refused where staff can write none. */
export function emailText(key: string): VersionedText & { key: EmailTextKind } {
  if (!isEmailTextKind(key)) throw noText()
  const { name, when, fields, builtIn } = emailTexts[key]
  return {
    ...{ kind: 'email', key, about: when, hasBuiltIn: true, keeps: [] },
    nameOf: () => name,
    fields: [
      {
        ...{ name: 'subject', label: 'Subject', group: '', kind: 'line' },
        ...{ max: maxSubject, builtIn: builtIn.subject },
      },
      {
        ...{ name: 'body', label: 'Text', group: '', kind: 'template' },
        ...{ max: maxBody, builtIn: builtIn.body },
        hint: 'Leave a blank line to start a new paragraph. Start a line with “# ” to make it a heading. Words in {braces} are filled in when the email is sent.',
      },
    ],
    variables: fields.map((field) => ({
      name: field.name,
      says: 'isBlock' in field ? `${field.says}. Put it on its own line` : field.says,
    })),
    needs: fields.flatMap((field) => ('isNeeded' in field ? [field.name] : [])),
    problems: (values) => templateProblems(templateOf(values), fields),
  }
}

export const templateOf = ({ subject = '', body = '' }: TextValues): EmailTemplate => ({
  subject,
  body,
})

/** What was typed as an email is written by it. Refused where none can be. */
export function typedTemplate(text: VersionedText, input: TextValues): EmailTemplate {
  return templateOf(valuesOf(text.fields, checkedText(text, input)))
}

/** What staff published for the emails of this kind; null where the built-in text is in use. */
export async function writtenText(orm: Orm, kind: string): Promise<EmailTemplate | null> {
  if (!isEmailTextKind(kind)) return null
  const text = emailText(kind)
  const written = (await lastVersion(orm, text))?.fields ?? null
  return written && templateOf(valuesOf(text.fields, written))
}
