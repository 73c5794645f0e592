import { alertText } from './alert-email.ts'
import type { MailText } from './fill-template.ts'
import { foundOrdersText } from './found-orders-email.ts'
import { type BuyerEmailKind, buyerEmails } from './order-buyer-emails.ts'

const texts = {
  ...buyerEmails,
  'order-list-buyer': foundOrdersText,
  alert: alertText,
} as const

export type MailTextKind = keyof typeof texts

/** The mails that staff may write in other words, as their list shows them. */
export const mailTexts: Readonly<Record<MailTextKind, Omit<MailText<never>, 'values'>>> = texts

export function isMailTextKind(kind: string): kind is MailTextKind {
  return Object.hasOwn(mailTexts, kind)
}

export const isAboutOrder = (kind: MailTextKind): kind is BuyerEmailKind =>
  Object.hasOwn(buyerEmails, kind)
