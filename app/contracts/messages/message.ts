import { z } from 'zod'
import { emailField } from '#app/contracts/customers/email.ts'
import { line } from '#app/contracts/platform/text.ts'
import { withoutDirection } from '#app/domain/text/no-break.ts'
import { brand } from '#brand'
import { type EmailDraft, emailDraft, oneLine } from './email-draft.ts'

export type MessageKind = 'contact' | 'custom-work'

const messageStates = ['new', 'answered', 'archived'] as const
export type MessageState = (typeof messageStates)[number]

/** Characters. */
export const maxReply = 20_000
const maxText = 20_000
const maxLine = 200

const missing = 'Please fill this in.'
const filled = (max: number) =>
  z.string().min(1, missing).max(max, `Please use no more than ${max} characters.`)

/** Without what a database or an email does not take: control characters but for line breaks and tabs. */
const running = z.string({ error: missing }).transform((text) =>
  withoutDirection(text)
    .toWellFormed()
    .replace(/[^\P{Cc}\r\n\t]/gu, '')
    .trim(),
)
const needed = running.pipe(filled(maxText))
const neededLine = line.pipe(filled(maxLine))
const optional = (max: number) => running.pipe(z.string().max(max)).optional()
const optionalLine = line.pipe(z.string().max(maxLine)).optional()

/** Hidden from people: a program that fills in every field fills it in, too [MESSAGE-04]. */
export const trapField = 'website'

/** The contact form, sent from the page instead of from a mail program [MESSAGE-01]. */
export const contactMessage = z.object({
  name: neededLine,
  email: emailField,
  subject: neededLine,
  message: needed,
})

/** The request for custom work; what an email draft needs is needed here [CUSTOM-04, MESSAGE-01]. */
export const customWorkMessage = z.object({
  additionalNotes: optional(maxText),
  designType: optionalLine,
  jewelryType: optionalLine,
  ringSize: optionalLine,
  braceletLength: optionalLine,
  otherType: optionalLine,
  metalType: optionalLine,
  customerGold: optionalLine,
  stoneType: optionalLine,
  stoneDetails: optional(maxText / 2),
  date: neededLine,
  deadline: optionalLine,
  phone: neededLine,
  email: emailField,
  shippingAddress: neededLine,
  shippingCity: neededLine,
  shippingState: neededLine,
  shippingZip: neededLine,
  internationalShipping: optionalLine,
})

/** What staff can do with a message. */
export const messageForms = {
  answer: z.object({
    text: running.pipe(
      z
        .string()
        .min(1, 'Please write a reply first.')
        .max(maxReply, `Please use no more than ${maxReply} characters.`),
    ),
    /** Of the form as it was opened: sent twice, it is one answer. */
    key: z.uuid(),
  }),
  move: z.object({ to: z.enum(messageStates) }),
  'send again': z.object({ mail: z.string().max(60) }),
}

export type ContactField = 'name' | 'email' | 'subject' | 'message'

/** The entered address stays out: the visitor's mail program supplies the sender's [CONTACT-07, D36]. */
export function contactDraft(values: Partial<Record<ContactField, string>>): EmailDraft {
  const { name = '', subject = '', message = '' } = values
  return emailDraft(brand.email, subject, `Name: ${oneLine(name)}\n\n${message}`)
}
