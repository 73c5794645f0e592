import { z } from 'zod'
import { parseDollarInput } from '#app/domain/money/cents.ts'
import { parseScaleGrams } from '#app/domain/returns/return.ts'
import { isDay } from '#app/domain/time/day.ts'
import { identityFields } from '#app/domain/trade-ins/identity.ts'
import { payoutKinds } from '#app/domain/trade-ins/money.ts'
import { parseFineness } from '#app/domain/trade-ins/offer.ts'
import { tradeInKinds } from '#app/domain/trade-ins/trade-in.ts'
import { emailField, optionalEmailField } from '../customers/email.ts'
import { phoneField, stateField } from '../customers/us-address.ts'
import { ifTyped } from '../fulfillment/parcel.ts'
import { reason } from '../orders/order.ts'
import { line, lineUpTo, readBy } from '../platform/text.ts'
import {
  checkedTracking,
  maxInstructions,
  optionalText,
  tracked,
  words,
  wrongGrams,
} from '../returns/return.ts'

/** Of one form: sent twice, it is one case, order, payment or payout. */
const key = z.string().regex(/^[\w-]{16,64}$/)
const revision = z.coerce.number().int()
const kind = z.enum(tradeInKinds, 'Please choose what you’d like us to do with the piece.')
/** The same comparison as before an order ships. */
const sanctions = z.literal('yes', {
  error: 'Please check the customer against the sanctions lists first, then check the box.',
})
/** Why an owner of the shop allows it beyond the limit of purchases from the public. */
const override = optionalText()
const optionalState = z
  .string()
  .default('')
  .transform((text) => text.trim() || null)
  .pipe(stateField.nullable())

export const maxName = 100

/** On the page of a certificate, by the person who has its claim code. */
export const requestTradeInForm = z.object({
  key,
  kind,
  code: z
    .string()
    .trim()
    .min(1, 'Please enter the claim code.')
    .max(60, 'This isn’t a claim code.'),
  name: words('Please enter your name.', maxName),
  email: emailField,
  region: optionalState,
  note: optionalText(),
})

/** The same on the page of an order, whose buyer is known. */
export const requestTradeInOfOrderForm = z.object({
  key,
  kind,
  certificate: z.string().min(1, 'Please choose the piece.').max(40),
  note: optionalText(),
})

/** What the owner answers on their page. `offer`: the number of the offer that the page showed. */
export const ownerTradeInForms = {
  answer: z.object({
    offer: z.coerce.number().int(),
    answer: z.enum(['yes', 'no'], 'Please choose yes or no.'),
  }),
  sent: z
    .object(tracked)
    .transform((form, context) => ({ parcel: checkedTracking(form, context) })),
  cancel: z.object({}),
}

const wrongFineness =
  'Please enter what the XRF analyzer shows, in parts per thousand with no more than one decimal, like 999.9.'
const wrongAmount = 'Please enter dollars and cents, like 250.00.'

/** From one cent; a million dollars is a slip. */
const dollars = (text: string) => {
  const sum = parseDollarInput(text)
  return sum !== null && sum > 0 && sum <= 100_000_000 ? sum : null
}

/** A case that staff begin themselves, also of a piece without a certificate. */
export const beginTradeInForm = z.object({
  key,
  kind,
  /** A certificate's serial number; empty: a piece without one. */
  serial: lineUpTo(60).default(''),
  piece: optionalText(200),
  size: optionalText(60),
  grams: ifTyped(parseScaleGrams, wrongGrams),
  name: optionalText(maxName),
  email: optionalEmailField,
  phone: phoneField,
  region: optionalState,
  note: optionalText(),
})

/** What staff do with a case, on its page. */
export const staffTradeInForms = {
  accept: z
    .object({
      revision,
      instructions: words('Please tell the customer how to send it.', maxInstructions),
      ...tracked,
      cost: ifTyped(dollars, wrongAmount),
    })
    .transform((form, context) => {
      const { revision, instructions, cost } = form
      return { revision, instructions, cost, label: checkedTracking(form, context) }
    }),
  decline: z.object({ revision, reason }),
  receive: z.object({ revision }),
  weigh: z.object({
    revision,
    grams: readBy(parseScaleGrams, wrongGrams, line),
    fineness: readBy(parseFineness, wrongFineness, line),
    maker: z.enum(['ours', 'another'], 'Please choose whose piece it is.'),
    note: optionalText(),
  }),
  /** `amount`: of a recast whose size has no production cost. */
  offer: z.object({ revision, amount: ifTyped(dollars, wrongAmount) }),
  /** By phone or at the counter, in the owner's name. */
  answer: z.object({
    revision,
    offer: z.coerce.number().int(),
    answer: z.enum(['yes', 'no'], 'Please choose yes or no.'),
  }),
  /** Of a recast: the order that is paid before work starts, and its payment request link. */
  bill: z.object({ revision, key }),
  start: z.object({ revision }),
  finish: z.object({ revision }),
  /** Of an exchange: the number of the order that uses its credit. */
  credit: z.object({
    ...{ revision, key, sanctions, override },
    order: words('Please enter the order number.', 40),
  }),
  'extend-credit': z.object({ revision }),
  payout: z.object({
    revision,
    key,
    kind: z.enum(payoutKinds, 'Please choose how you paid.'),
    reference: words('Please enter the check number or the reference of the transfer.', 100),
    paidOn: z.string().refine(isDay, 'Please enter a date.'),
    ...{ sanctions, override },
  }),
  identity: z
    .object({
      revision,
      ...Object.fromEntries(identityFields.map((each) => [each, optionalText(200)])),
    })
    .transform(({ revision, ...identity }) => ({ revision: revision as number, identity })),
  cancel: z.object({ revision, reason }),
  lost: z.object({ revision, reason }),
  'send-back': z.object({ revision, ...tracked, sanctions }).transform((form, context) => ({
    revision: form.revision,
    parcel: checkedTracking(form, context),
  })),
  note: z.object({ note: words('Please enter a note.') }),
}

export type StaffTradeInInput<Name extends keyof typeof staffTradeInForms> = z.output<
  (typeof staffTradeInForms)[Name]
>

/** What making a size costs, by staff; empty: no figure is kept. */
export const productionCostForm = z.object({
  productId: z.string().min(1).max(64),
  size: z.string().min(1).max(60),
  cost: ifTyped(dollars, wrongAmount),
})
