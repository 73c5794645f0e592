import { z } from 'zod'
import { type Box, parseTenths } from '#app/domain/fulfillment/label.ts'
import { parseDollarInput } from '#app/domain/money/cents.ts'
import { withoutUnit } from '#app/domain/text/typed-code.ts'
import { checkbox } from '../platform/form-data.ts'
import { readBy } from '../platform/text.ts'
import { ifTyped, piecesOf } from './parcel.ts'

const text = z.string().trim().max(200, 'Please use no more than 200 characters per line.')

const label = z.coerce.number().int()

const size = (name: string) =>
  readBy(
    (text) => parseTenths(withoutUnit(text, ['in', '"'])),
    `Please enter the ${name} in inches, such as 8 or 8.5.`,
    z.string({ error: `Please enter the ${name} of the box.` }),
  )

const weight = readBy(
  (text) => parseTenths(withoutUnit(text, ['oz'])),
  'Please enter the weight of the packed box in ounces, such as 12.5.',
  z.string({ error: 'Please enter the weight of the packed box.' }),
)

/** What a package is packed in. */
export const boxFields = {
  boxLength: size('length'),
  boxWidth: size('width'),
  boxHeight: size('height'),
  boxWeight: weight,
}

export const declaredField = ifTyped(
  parseDollarInput,
  'Please enter the value in dollars and cents, such as 2500.00.',
)

/** What the next parcel costs: a part of the form of parcels. */
const ratesForm = z
  .looseObject({
    ...boxFields,
    declared: declaredField,
    /** Left empty: by the value. */
    signature: z.enum(['yes', 'no', '']).optional(),
    insured: checkbox,
    carrierName: text.optional(),
    carrierLine1: text.optional(),
    carrierLine2: text.optional(),
    carrierCity: text.optional(),
    /** The stored lines that these were made of. */
    carrierOf: z.string().optional(),
  })
  .transform((form, context) => {
    const pieces = piecesOf(form, context)
    const { declared, signature, insured } = form
    const { carrierName: name, carrierLine1: line1, carrierLine2: line2, carrierCity: city } = form
    const isTyped = name !== undefined && line1 !== undefined && city !== undefined
    const of = form.carrierOf
    const to = isTyped && { name, line1, line2: line2 ?? '', city }
    return {
      insured,
      box: boxOf(form),
      ...(pieces && { pieces }),
      ...(declared !== undefined && { declared }),
      ...(signature && { signature: signature === 'yes' }),
      ...(to && { to }),
      ...(of !== undefined && { of }),
    }
  })

type BoxForm = Record<keyof typeof boxFields, number>

export const boxOf = ({ boxLength, boxWidth, boxHeight, boxWeight }: BoxForm): Box => ({
  ...{ length: boxLength, width: boxWidth, height: boxHeight, weight: boxWeight },
})

/** What staff do with labels of an order. */
export const labelForms = {
  'ask-rates': ratesForm,
  'buy-label': z.object({
    label,
    rate: z.string({ error: 'Please choose a rate.' }).min(1, 'Please choose a rate.'),
  }),
  'look-for-label': z.object({ label }),
  'give-up-label': z.object({ label }),
  'void-label': z.object({ label }),
}

export const isLabelForm = ({ action }: Readonly<Record<string, string>>) =>
  action === 'ask-rates' || (action?.endsWith('-label') ?? false)
