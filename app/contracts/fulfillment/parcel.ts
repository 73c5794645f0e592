import { z } from 'zod'
import { carriers, checkTracking } from '#app/domain/fulfillment/carrier.ts'
import type { Pieces } from '#app/domain/fulfillment/parcel.ts'
import { readPickupCode } from '#app/domain/fulfillment/pickup.ts'
import { parseDollarInput } from '#app/domain/money/cents.ts'
import { checkbox } from '../platform/form-data.ts'
import { blankOr, filledLine, lineUpTo, readBy } from '../platform/text.ts'

export const maxTrackingLength = 200
export const maxInsurerLength = 100

const revision = z.coerce.number().int()

/** How a parcel is followed: a number that fits its carrier, or words [PARCEL-02]. */
const tracked = {
  carrier: z
    .enum([...carriers, 'by number'], 'Please choose a carrier from the list.')
    .default('by number'),
  tracking: filledLine(
    'Please enter a tracking number, or how the order was handed over.',
    maxTrackingLength,
    `Please use no more than ${maxTrackingLength} characters for the tracking number.`,
  ),
}

function checked<
  Form extends { carrier: (typeof carriers)[number] | 'by number'; tracking: string },
>(form: Form, context: z.RefinementCtx) {
  const found = checkTracking(form.carrier, form.tracking)
  if (!('problem' in found)) return { ...form, ...found }
  context.addIssue({ code: 'custom', path: ['tracking'], message: found.problem })
  return z.NEVER
}

/** Left empty, it is left out. */
export const ifTyped = <Parsed>(parse: (text: string) => Parsed | null, message: string) =>
  blankOr(parse, message).transform((parsed) => parsed ?? undefined)

const words = (name: string) =>
  lineUpTo(
    maxInsurerLength,
    `Please use no more than ${maxInsurerLength} characters for the ${name}.`,
  ).optional()

const fieldOfPieces = /^pieces-(\d{1,4})$/
export const piecesField = (lineOfOrder: number) => `pieces-${lineOfOrder}`

/** `pieces-0=2`: two of the first line. None where no such field was sent; lines with 0 are left out. */
export function piecesOf(
  form: Record<string, unknown>,
  context: z.RefinementCtx,
): Pieces[] | undefined {
  const fields = Object.entries(form).filter(([name]) => fieldOfPieces.test(name))
  if (fields.length === 0) return undefined
  return fields.flatMap(([name, value]) => {
    const text = String(value).trim()
    if (!/^\d{0,2}$/.test(text)) {
      const message = 'Please enter how many pieces are in the package, as a whole number.'
      context.addIssue({ code: 'custom', path: [name], message })
    }
    const quantity = Number(text)
    return quantity > 0 ? [{ line: Number(fieldOfPieces.exec(name)?.[1]), quantity }] : []
  })
}

/** A parcel of an order was sent. Fields beside its tracking may be left out or empty. */
export const fulfillForm = z
  .looseObject({
    revision,
    ...tracked,
    /** A checkbox that the texts of the shop promise: nothing is sent without it [PRIVACY-04]. */
    sanctions: z.literal('yes', {
      error: 'Please check the recipient against the sanctions lists first, then check the box.',
    }),
    declared: ifTyped(
      parseDollarInput,
      'Please enter the value in dollars and cents, such as 2500.00.',
    ),
    insurer: words('insurer'),
    policy: words('policy'),
    /** Left empty: by the value. */
    signature: z
      .enum(['yes', 'no', ''])
      .optional()
      .transform((answer) => (answer ? answer === 'yes' : undefined)),
    isLast: checkbox,
  })
  .transform((form, context) => {
    const pieces = piecesOf(form, context)
    const { carrier, tracking, sanctions } = checked(form, context)
    const { declared, insurer, policy, signature, isLast } = form
    const input = { pieces, declared, insurer, policy, signature }
    const said = Object.fromEntries(
      Object.entries(input).filter(([, value]) => value !== undefined),
    )
    return {
      ...{ revision: form.revision, carrier, tracking, sanctions, isLast },
      ...(said as { [Name in keyof typeof input]?: NonNullable<(typeof input)[Name]> }),
    }
  })

/** All that is left was given to the buyer in person. */
export const handOverForm = z.object({ revision })

/** The buyer is there, and shows the code of the email. */
export const handOverPickupForm = z.object({
  revision,
  code: readBy(readPickupCode, 'Please enter the 6 digits of the pickup code.', z.string()),
})

/** How a parcel that was sent is followed is corrected. */
export const correctTrackingForm = z
  .object({
    revision,
    parcel: z.coerce.number().int(),
    ...tracked,
    /** A checkbox: sent where it is ticked. */
    mail: checkbox,
  })
  .transform(checked)

/** A parcel was delivered, or was not after all. */
export const deliveredForm = z
  .object({
    revision,
    parcel: z.coerce.number().int(),
    delivered: z.enum(['yes', 'no']),
  })
  .transform((form) => ({ ...form, delivered: form.delivered === 'yes' }))
