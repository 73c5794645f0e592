import type { MailField, MailTemplate } from '#app/domain/emails/mail-template.ts'
import { alertText } from './alert-email.ts'
import { foundOrdersText } from './found-orders-email.ts'
import { type BuyerEmailKind, buyerEmails } from './order-buyer-emails.ts'

/** The mails that staff may write in other words, as their list shows them. */
export const mailTexts = {
  ...buyerEmails,
  'order-list-buyer': foundOrdersText,
  alert: alertText,
} as const

export type MailTextKind = keyof typeof mailTexts

export function isMailTextKind(kind: string): kind is MailTextKind {
  return Object.hasOwn(mailTexts, kind)
}

export const isAboutOrder = (kind: MailTextKind): kind is BuyerEmailKind =>
  Object.hasOwn(buyerEmails, kind)

/** Which fields it has, and what stands until staff write another text. */
export function mailTextOf(kind: MailTextKind): {
  name: string
  when: string
  fields: readonly MailField[]
  builtIn: MailTemplate
} {
  const { name, when, fields, builtIn } = mailTexts[kind]
  return { name, when, fields, builtIn }
}
