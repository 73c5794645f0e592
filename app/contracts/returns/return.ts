import { z } from 'zod'
import { carriers, checkTracking } from '#app/domain/fulfillment/carrier.ts'
import type { Pieces } from '#app/domain/fulfillment/parcel.ts'
import { parseScaleGrams } from '#app/domain/returns/return.ts'
import { maxTrackingLength } from '../fulfillment/parcel.ts'
import { maxReasonLength, reason } from '../orders/order.ts'
import { filledLine, lineUpTo } from '../platform/text.ts'

export const maxInstructions = 1000

/** Of one form: pressed twice, it is one return. */
const key = z.string().regex(/^[\w-]{16,64}$/)
const revision = z.coerce.number().int()
const id = z.string().min(1).max(64)

export const piecesField = (position: number) => `pieces-${position}`
export const gramsField = (position: number) => `grams-${position}`

const wrongNumber = 'Please enter how many pieces, as a whole number.'

/** `pieces-0=2`: two of the first line; 0 and empty ones are left out. */
function piecesOf(form: Record<string, unknown>, context: z.RefinementCtx): Pieces[] {
  return Object.entries(form).flatMap(([name, value]) => {
    const position = /^pieces-(\d{1,4})$/.exec(name)?.[1]
    if (position === undefined) return []
    const text = String(value).trim()
    if (!/^\d{0,3}$/.test(text)) {
      context.addIssue({ code: 'custom', path: [name], message: wrongNumber })
      return []
    }
    const quantity = Number(text)
    return quantity > 0 ? [{ line: Number(position), quantity }] : []
  })
}

export const words = (message: string, most = maxReasonLength) => filledLine(message, most)

export const optionalText = (most = maxReasonLength) => lineUpTo(most).default('')

/** What a buyer asks on the page of the order [RETURN-05]. */
export const requestReturnForm = z
  .looseObject({
    key,
    revision,
    reason: words('Please tell us why you’re returning it.'),
  })
  .transform((form, context) => ({
    key: form.key,
    revision: form.revision,
    reason: form.reason,
    pieces: piecesOf(form, context),
  }))

/** How a parcel goes; left empty: not said. */
export const tracked = {
  carrier: z
    .enum([...carriers, 'by number'], 'Please choose a carrier from the list.')
    .default('by number'),
  tracking: lineUpTo(maxTrackingLength).default(''),
}

type Tracked = { carrier: (typeof carriers)[number] | 'by number'; tracking: string }

export function checkedTracking({ carrier, tracking }: Tracked, context: z.RefinementCtx) {
  if (tracking === '') return null
  const found = checkTracking(carrier, tracking)
  if (!('problem' in found)) return found
  context.addIssue({ code: 'custom', path: ['tracking'], message: found.problem })
  return z.NEVER
}

/** How the buyer sent the pieces. */
export const returnSentForm = z
  .object({ id, ...tracked })
  .transform((form, context) => ({ id: form.id, parcel: checkedTracking(form, context) }))

const openForm = z
  .looseObject({
    key,
    revision,
    reason,
    exception: optionalText(),
    instructions: words('Please tell the buyer how to send it.', maxInstructions),
  })
  .transform((form, context) => {
    const { key, revision, reason, exception, instructions } = form
    const pieces = piecesOf(form, context)
    return { key, revision, reason, exception, instructions, pieces }
  })

export const wrongGrams =
  'Please enter what the scale shows, in grams with no more than two decimals, like 28.90.'

const weighForm = z
  .looseObject({
    id,
    revision,
    note: optionalText(),
  })
  .transform((form, context) => {
    const { id, revision, note } = form
    const weights = Object.entries(form).flatMap(([name, value]) => {
      const position = /^grams-(\d{1,4})$/.exec(name)?.[1]
      if (position === undefined) return []
      const weighed = parseScaleGrams(String(value))
      if (weighed === null) {
        context.addIssue({ code: 'custom', path: [name], message: wrongGrams })
        return []
      }
      return [{ line: Number(position), weighed }]
    })
    return { id, revision, note, weights }
  })

/** What staff do with a return, on the page of its order. */
export const staffReturnForms = {
  'return-open': openForm,
  'return-weigh': weighForm,
  'return-accept': z.object({
    id,
    revision,
    instructions: words('Please tell the buyer how to send it.', maxInstructions),
  }),
  'return-refuse': z
    .object({
      id,
      revision,
      reason: words('Please give the buyer a reason in one sentence.'),
      ...tracked,
    })
    .transform((form, context) => {
      const { id, revision, reason } = form
      return { id, revision, reason, again: checkedTracking(form, context) }
    }),
  'return-receive': z.object({ id, revision }),
  'return-call-off': z.object({ id, revision, reason }),
}
