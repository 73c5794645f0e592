import { z } from 'zod'
import { maxEngraving } from '#app/domain/catalog/engraving.ts'
import { readOptionsText } from '#app/domain/catalog/options-text.ts'
import { maxLinkDays } from '#app/domain/payments/payment-request-link.ts'
import { optionsMessage } from '../draft-orders/draft-order.ts'
import { reason } from '../orders/order.ts'

/** The forms of a change of a paid order: texts as they were posted. */

type EditField = 'quantity' | 'size' | 'engraving'
type AddedField = 'piece' | 'quantity' | 'options' | 'engraving'

/** A field of a line of the order, by its position. */
export const editField = (position: number, name: EditField) => `edit-${position}-${name}`

/** A field of a piece to be added, by its place in the form. */
export const addedField = (at: number, name: AddedField) => `add-${at}-${name}`

/** So many pieces can be added at once. */
export const addedRows = 3

const fields = z.object({ revision: z.coerce.number().int() }).loose()

export const orderEditForm = fields.transform((input, context) => {
  const { revision } = input
  const given = reason.safeParse(input.reason ?? '')
  for (const { message } of given.error?.issues ?? []) {
    context.addIssue({ code: 'custom', path: ['reason'], message })
  }
  const text = (name: string) =>
    String((input as Record<string, unknown>)[name] ?? '')
      .replace(/\s+/g, ' ')
      .trim()
  const count = (name: string, least: number) => {
    const number = Number(text(name))
    if (Number.isInteger(number) && text(name) !== '' && number >= least && number <= 99)
      return number
    const message = `Please enter a whole number from ${least} to 99.`
    context.addIssue({ code: 'custom', path: [name], message })
    return least
  }
  const engraving = (name: string) => {
    if (text(name).length <= maxEngraving) return text(name)
    const message = `Please use no more than ${maxEngraving} characters.`
    context.addIssue({ code: 'custom', path: [name], message })
    return ''
  }
  const options = (name: string) => {
    const chosen = text(name) === '' ? [] : readOptionsText(text(name))
    if (chosen === null) context.addIssue({ code: 'custom', path: [name], message: optionsMessage })
    return chosen ?? []
  }
  const positions = Object.keys(input).flatMap((name) => {
    const position = /^edit-(0|[1-9]\d{0,3})-quantity$/.exec(name)?.[1]
    return position === undefined ? [] : [Number(position)]
  })
  return {
    reason: given.data ?? '',
    revision,
    lines: positions.map((position) => ({
      position,
      quantity: count(editField(position, 'quantity'), 0),
      size: text(editField(position, 'size')),
      engraving: engraving(editField(position, 'engraving')),
    })),
    added: Array.from({ length: addedRows }, (_, at) => at).flatMap((at) => {
      const piece = text(addedField(at, 'piece'))
      if (piece === '') return []
      return {
        ...{ at, piece, quantity: count(addedField(at, 'quantity'), 1) },
        options: options(addedField(at, 'options')),
        engraving: engraving(addedField(at, 'engraving')),
      }
    }),
  }
})

export type OrderEditInput = z.output<typeof orderEditForm>

const wrongDays = `Please enter a whole number of days, from 1 to ${maxLinkDays}.`

/** What was shown, confirmed by the second press. */
export const confirmedEdit = z.object({
  key: z.string().regex(/^[\w-]{16,64}$/),
  /** In cents: above zero the buyer pays it, below it is refunded. */
  stated: z.coerce.number().int(),
  /** The gold price that the added pieces were priced at; empty: none were. */
  goldPrice: z.string().transform((id) => (id === '' ? null : Number(id))),
  /** How long the buyer can pay. */
  days: z.coerce
    .number(wrongDays)
    .int(wrongDays)
    .min(1, wrongDays)
    .max(maxLinkDays, wrongDays)
    .default(1),
})

export const cancelEditForm = z.object({ reason, revision: z.coerce.number().int() })
