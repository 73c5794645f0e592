import { z } from 'zod'
import { emailField } from './email.ts'
import { oneLine } from './mail-draft.ts'

export type MessageKind = 'contact' | 'custom-work'

const messageStates = ['new', 'answered', 'archived'] as const
export type MessageState = (typeof messageStates)[number]

/** Characters. */
export const maxAnswer = 20_000
const maxText = 20_000
const maxLine = 200

const missing = 'Please fill this in.'
const needed = (max: number) =>
  z
    .string({ error: missing })
    .trim()
    .min(1, missing)
    .max(max, `Please write at most ${max} characters.`)
const line = needed(maxLine).transform(oneLine)
const optional = (max: number) => z.string().trim().max(max).optional()

/** Hidden from people: a program that fills in every field fills it in, too [MESSAGE-04]. */
export const trapField = 'website'

/** The contact form, sent from the page instead of from a mail program [MESSAGE-01]. */
export const contactMessage = z.object({
  name: line,
  email: emailField,
  subject: line,
  message: needed(maxText),
})

/** The request for custom work; what a mail draft needs is needed here [CUSTOM-04, MESSAGE-01]. */
export const customWorkMessage = z.object({
  additionalNotes: optional(maxText),
  designType: optional(maxLine),
  jewelryType: optional(maxLine),
  ringSize: optional(maxLine),
  braceletLength: optional(maxLine),
  otherType: optional(maxLine),
  metalType: optional(maxLine),
  customerGold: optional(maxLine),
  stoneType: optional(maxLine),
  stoneDetails: optional(maxText / 2),
  date: line,
  deadline: optional(maxLine),
  phone: line,
  email: emailField,
  shippingAddress: line,
  shippingCity: line,
  shippingState: line,
  shippingZip: line,
  internationalShipping: optional(maxLine),
})

/** What staff can do with a message. */
export const messageAction = z.discriminatedUnion('action', [
  z.object({
    action: z.literal('answer'),
    text: z
      .string()
      .trim()
      .min(1, 'Please write an answer first.')
      .max(maxAnswer, `At most ${maxAnswer} characters.`),
    /** Of the form as it was opened: sent twice, it is one answer. */
    key: z.uuid(),
  }),
  z.object({ action: z.literal('move'), to: z.enum(messageStates) }),
  z.object({ action: z.literal('send again'), mail: z.string().max(60) }),
  z.object({ action: z.literal('delete') }),
])
export type MessageAction = z.output<typeof messageAction>
