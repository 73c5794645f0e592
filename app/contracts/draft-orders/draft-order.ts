import { z } from 'zod'
import { readState, readZip } from '#app/domain/address/us-places.ts'
import type { ChosenOption } from '#app/domain/catalog/chosen-options.ts'
import { readOptionsText } from '#app/domain/catalog/options-text.ts'
import { customStages } from '#app/domain/draft-orders/custom-work.ts'
import { maxStaffLines } from '#app/domain/draft-orders/draft-order.ts'
import { type Cents, cents, parseDollarInput } from '#app/domain/money/cents.ts'
import { type Milligrams, parseGrams } from '#app/domain/money/grams.ts'
import { giftNoteOf, whyNoGiftNote } from '#app/domain/orders/gift-note.ts'
import { handKinds } from '#app/domain/payments/offline-payment.ts'
import { maxLinkDays, paymentRequestKinds } from '#app/domain/payments/payment-request-link.ts'
import { withoutDirection } from '#app/domain/text/no-break.ts'
import { withoutUnit } from '#app/domain/text/typed-code.ts'
import { optionalEmailField } from '../customers/email.ts'
import { phoneField, stateMessage, zipMessage } from '../customers/us-address.ts'
import { filledLine, lineUpTo, readBy } from '../platform/text.ts'
import { handOverChoices } from './hand-over.ts'

/** The forms of orders that staff make: texts as they were posted, read once. */

/** In days; custom work may take most of a year. */
export const maxHoldDays = 366
export const maxRequestLength = 5000

/** Rows of the form. */
export const maxStaffRows = maxStaffLines

/** The fields of a line, by its place in the form. */
export type LineField = 'piece' | 'grams' | 'fee' | 'quantity' | 'engraving' | 'options'

export const lineField = (at: number, name: LineField) => `line-${at}-${name}`

const maxAmount = cents(99_999_999)

const dollars = (text: string) => {
  const amount = parseDollarInput(text)
  return amount !== null && amount >= 0 && amount <= maxAmount ? amount : null
}

const amount = readBy(
  (text) => dollars(text) || null,
  'Please enter an amount above zero in dollars and cents, like 1000.00.',
  z.string({ error: 'Please enter an amount.' }),
)

const short = (longest: number) => lineUpTo(longest).default('')

const day = z
  .string()
  .default('')
  .refine((text) => isDay(text), 'Please enter a date.')

function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const at = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text)
}

const days = (most: number) =>
  z.coerce
    .number('Please enter a number of days.')
    .int('Please enter a whole number of days.')
    .min(1, 'At least one day.')
    .max(most, `At most ${most} days.`)

const key = z.string().regex(/^[\w-]{16,64}$/)
const revision = z.coerce.number().int()

const fields = z
  .object({
    key,
    goldPrice: z.coerce.number('Please choose a gold price.').int(),
    email: optionalEmailField,
    name: short(100),
    phone: phoneField,
    line1: short(200),
    line2: short(200),
    city: short(100),
    state: short(60).transform((text) => readState(text) ?? text),
    postalCode: short(30).transform((text) => readZip(text) ?? text),
    price: z.enum(['card', 'bank']).default('card'),
    tax: z.enum(['none', 'rate', 'payment page']).default('none'),
    taxRate: z
      .string()
      .default('')
      .transform((text) => text.replace(/[%\s]/g, '')),
    taxState: short(60).transform((text) => readState(text) ?? text),
    /** How it was paid just now; empty: not yet. */
    paid: z.enum(['', ...handKinds], 'Please choose how it was paid.').default(''),
    payer: short(100),
    paymentReference: short(100),
    handOver: z.enum(handOverChoices, 'Please choose from the list.').default('later'),
    /** `yes` once the price was read back as of pieces that are handed over. */
    statedHandOver: z.string().default(''),
    holdDays: days(maxHoldDays),
    custom: z.literal('yes').optional(),
    deposit: short(20),
    goldFixed: z.enum(['deposit', 'delivery']).default('deposit'),
    request: z
      .string()
      .default('')
      .pipe(
        z.string().max(maxRequestLength, `Please use no more than ${maxRequestLength} characters.`),
      ),
    giftNote: z
      .string()
      .default('')
      .transform((input, context) => {
        const note = giftNoteOf(input)
        const message = whyNoGiftNote(note)
        if (message) context.addIssue({ code: 'custom', message })
        return note || null
      }),
    rows: z.coerce.number().int().min(1).max(maxStaffLines).catch(1),
  })
  .loose()

/**
 * What staff entered of a line: a label of the catalog, or a piece described with its weight and fee; null:
 * left empty. `at`: its place in the form, where rows may be empty.
 */
export type LineInput = {
  at: number
  piece: string
  weight: Milligrams | null
  fee: Cents | null
  quantity: number
  engraving: string
  options: ChosenOption[]
}

export const draftOrderForm = fields.transform((input, context) => {
  const issue = (path: string, message: string) =>
    context.addIssue({ code: 'custom', path: [path], message })
  const { name, line1, line2, city, state, postalCode, phone } = input
  const place = { name, line1, line2, city, state, postalCode, country: 'US' }
  const address = { ...place, ...(phone && { phone }) }
  if (phone !== '' && name === '')
    issue('name', 'Please enter the name that goes with this phone number.')
  const payer = input.payer || name
  if (input.paid !== '' && payer === '')
    issue('payer', 'Enter who paid, or the buyer’s name above.')
  const tax = taxOf(input)
  if (tax === 'rate' && input.tax !== 'rate' && isShippedElsewhere(input)) {
    issue('tax', elsewhereMessage)
  }
  if (line1 !== '' || city !== '' || postalCode !== '') {
    if (name === '') issue('name', 'Please enter a name.')
    if (line1 === '') issue('line1', 'Please enter a street address.')
    if (city === '') issue('city', 'Please enter a city.')
    if (!readZip(postalCode)) issue('postalCode', zipMessage)
    if (!readState(state)) issue('state', stateMessage)
  }
  if (tax === 'rate') {
    if (!/^\d{1,2}(\.\d{1,4})?$/.test(input.taxRate) || !(Number(input.taxRate) > 0)) {
      issue('taxRate', 'Please enter the rate as a percentage, like 10.35.')
    } else if (Number(input.taxRate) > 20) issue('taxRate', 'Please enter no more than 20 percent.')
    if (!readState(input.taxState)) issue('taxState', stateMessage)
  }
  const lines = Array.from({ length: input.rows }, (_, at) => lineInput(input, at, issue))
  const sold = lines.filter((each) => each !== null)
  if (sold.length === 0 && context.issues.length === 0) {
    issue(lineField(0, 'piece'), 'Please enter at least one piece.')
  }
  return {
    key: input.key,
    goldPriceId: input.goldPrice,
    email: input.email,
    address: name === '' ? null : address,
    lines: sold,
    payBy: input.price === 'bank' ? ('debit' as const) : ('card' as const),
    tax: tax === 'rate' ? { rate: input.taxRate, state: input.taxState } : tax,
    holdDays: input.holdDays,
    giftNote: input.giftNote,
    custom:
      input.custom === 'yes'
        ? { deposit: input.deposit, goldFixed: input.goldFixed, request: input.request }
        : null,
    /** Of custom work the deposit, of any other order the whole. */
    received:
      input.paid === '' ? null : { kind: input.paid, payer, reference: input.paymentReference },
    handOver: input.handOver,
    wasHandedOver: input.statedHandOver === 'yes',
  }
})

/**
 * A payment page adds the tax to the whole alone: where a deposit or what was paid just now comes before it,
 * the rate applies [SALE-26].
 */
function taxOf({ tax, custom, paid }: z.output<typeof fields>) {
  return tax === 'payment page' && (custom === 'yes' || paid !== '') ? 'rate' : tax
}

/** The rate that the form proposes is of another state than the one the order is shipped to. */
const isShippedElsewhere = (input: z.output<typeof fields>) => {
  const { state, taxState, handOver, statedHandOver } = input
  const isTaken = handOver === 'now' || (handOver === 'auto' && statedHandOver === 'yes')
  return !isTaken && state !== '' && taxState !== '' && state !== taxState
}

const elsewhereMessage =
  'The rate below is for a different state than the address. Choose “At the rate below” or “None.”'

export type DraftOrderInput = z.output<typeof draftOrderForm>

function lineInput(
  input: Record<string, unknown>,
  at: number,
  issue: (path: string, message: string) => void,
): LineInput | null {
  const text = (name: LineField) =>
    withoutDirection(String(input[lineField(at, name)] ?? ''))
      .replace(/[\s\p{Cc}]+/gu, ' ')
      .trim()
  const [piece, grams, fee, many] = [text('piece'), text('grams'), text('fee'), text('quantity')]
  const [engraving, chosen] = [text('engraving'), text('options')]
  if ([piece, grams, fee, engraving, chosen].every((each) => each === '')) return null
  const options = chosen === '' ? [] : readOptionsText(chosen)
  if (options === null) issue(lineField(at, 'options'), optionsMessage)
  const quantity = Number(many === '' ? '1' : many)
  if (!Number.isInteger(quantity) || quantity < 1 || quantity > 99) {
    issue(lineField(at, 'quantity'), 'Please enter a quantity from 1 to 99.')
  }
  if (piece === '') issue(lineField(at, 'piece'), 'Please describe the piece.')
  if (piece.length > 200) issue(lineField(at, 'piece'), 'Please use no more than 200 characters.')
  const weight = grams === '' ? null : parseGrams(withoutUnit(grams, ['g']))
  const sum = fee === '' ? null : dollars(fee)
  if (grams !== '' && weight === null) issue(lineField(at, 'grams'), gramsMessage)
  if (fee !== '' && sum === null) {
    issue(lineField(at, 'fee'), 'Please enter dollars and cents, like 250.00.')
  }
  return { at, piece, weight, fee: sum, quantity, engraving, options: options ?? [] }
}

export const optionsMessage = 'Please enter options like “Chain length: 20 in | Finish: Matte.”'
export const gramsMessage =
  'Please enter grams above zero, with no more than three decimals, like 14.7.'

/** What was shown, confirmed by the second press: the total in cents, what was paid and whether it left. */
export const statedOrder = z.object({
  stated: z.coerce.number().int(),
  statedReceived: z.string().default(''),
  statedHandOver: z.string().default(''),
})

type Received = { amount: number; kind: string; payer: string; report: object | null }

/**
 * What was paid just now as the form has it: amount, kind and payer, and whether Form 8300 is due for it; empty
 * where nothing was paid.
 */
export function receivedText(received: Received | null): string {
  if (!received) return ''
  const { amount, kind, payer, report } = received
  return `${amount} ${kind} ${payer}${report ? ', Form 8300' : ''}`
}

/** What staff do with an order that they made. */
export const draftOrderForms = {
  'record-payment': z.object({
    key,
    revision,
    kind: z.enum(handKinds, 'Please choose how it was paid.'),
    amount,
    payer: filledLine('Please enter who paid.', 100),
    reference: short(100),
    receivedOn: day,
    /** What Form 8300 asks for was read back. */
    form8300: z.literal('yes').optional(),
  }),
  'send-link': z.object({
    key,
    revision,
    kind: z.enum(paymentRequestKinds, 'Please choose what the buyer pays.'),
    days: days(maxLinkDays),
  }),
  'close-link': z.object({ revision }),
  'form-8300-filed': z.object({ revision }),
  stage: z.object({ revision, to: z.enum(customStages) }),
  'fix-gold': z.object({
    revision,
    goldPrice: z.coerce.number('Please choose a gold price.').int(),
  }),
}

export type DraftOrderFormInput<Name extends keyof typeof draftOrderForms> = z.output<
  (typeof draftOrderForms)[Name]
>
