import { brand } from '#brand'
import { type MailDraft, mailDraft, oneLine } from './mail-draft.ts'

export type ContactField = 'name' | 'email' | 'subject' | 'message'

/** The entered address stays out: the visitor's mail program supplies the sender's [CONTACT-07, D36]. */
export function contactDraft(values: Partial<Record<ContactField, string>>): MailDraft {
  const { name = '', subject = '', message = '' } = values
  return mailDraft(brand.email, subject, `Name: ${oneLine(name)}\n\n${message}`)
}
