import { alertText } from './alert-email.ts'
import { cartReminderText } from './cart-reminder-email.ts'
import type { EmailText } from './fill-template.ts'
import { foundOrdersText } from './found-orders-email.ts'
import { type BuyerEmailKind, buyerEmails } from './order-buyer-emails.ts'
import { type TradeInOwnerEmailKind, tradeInEmails } from './trade-in-emails.ts'

const texts = {
  ...buyerEmails,
  ...tradeInEmails,
  'order-list-buyer': foundOrdersText,
  'cart-reminder': cartReminderText,
  alert: alertText,
} as const

export type EmailTextKind = keyof typeof texts

/** The emails that staff may write in other words, as their list shows them. */
export const emailTexts: Readonly<Record<EmailTextKind, Omit<EmailText<never>, 'values'>>> = texts

export function isEmailTextKind(kind: string): kind is EmailTextKind {
  return Object.hasOwn(emailTexts, kind)
}

export const isAboutTradeIn = (kind: string): kind is TradeInOwnerEmailKind =>
  Object.hasOwn(tradeInEmails, kind)

export const isAboutOrder = (kind: EmailTextKind): kind is BuyerEmailKind =>
  Object.hasOwn(buyerEmails, kind)
