import { z } from 'zod'
import { type MetalUnit, metalUnits, parseMetal } from '#app/domain/metal/metal-weight.ts'
import { type Cents, parseDollarInput } from '#app/domain/money/cents.ts'
import { isDay } from '#app/domain/time/day.ts'
import { reason } from '../orders/order.ts'
import { checkbox } from '../platform/form-data.ts'
import { blankOr, filledLine, line, lineUpTo, readBy } from '../platform/text.ts'

/** No purchase of a maker is beyond it, and a slip of the finger is seen. */
const maxDollars = 10_000_000
export const maxPartyLength = 80
export const maxMetalNote = 300

const wrongWeight: Record<MetalUnit, string> = {
  g: 'Please enter grams above zero and no more than 100,000, with no more than two decimals, like 28.90.',
  ozt: 'Please enter troy ounces above zero, with no more than three decimals, like 1.5.',
}
const wrongUnit = 'Please choose grams or troy ounces.'
const wrongZero =
  'Please enter grams with no more than two decimals, like 28.90. Enter 0 for nothing.'
const wrongSum = `Please enter dollars above zero and no more than ${maxDollars.toLocaleString('en-US')}, like 4000.00.`

function readDollars(text: string): Cents | null {
  const amount = parseDollarInput(text)
  return amount !== null && amount > 0 && amount <= maxDollars * 100 ? amount : null
}

const optionalSum = blankOr(readDollars, wrongSum)

const key = z.string().regex(/^[\w-]{8,64}$/)
const day = line.pipe(z.string().refine(isDay, 'Please choose a date.'))
const note = lineUpTo(maxMetalNote)

const weighed = {
  weight: line,
  unit: z.enum(metalUnits, wrongUnit),
}

/** Weight and unit make milligrams; what was entered is kept beside them. */
function withMg<Typed extends { weight: string; unit: MetalUnit }>(
  input: Typed,
  context: z.RefinementCtx,
) {
  const mg = parseMetal(input.weight, input.unit)
  if (mg === null) {
    context.addIssue({ code: 'custom', path: ['weight'], message: wrongWeight[input.unit] })
    return z.NEVER
  }
  const [number = ''] = /[\d.]+/.exec(input.weight) ?? []
  return { ...input, mg: mg as number, typed: `${number} ${input.unit}` }
}

const hereMg = readBy(
  (text): number | null => (/^0+(\.0{1,2})?\s*g?$/i.test(text) ? 0 : parseMetal(text, 'g')),
  wrongZero,
  line,
)

const purchase = z
  .object({
    key,
    ...weighed,
    paid: readBy(readDollars, wrongSum, line),
    party: filledLine('Please enter who you bought it from.', maxPartyLength),
    day,
    note,
    sure: checkbox,
  })
  .transform(withMg)

const movement = z
  .object({
    key,
    kind: z.enum(
      ['cast', 'melted', 'loss', 'loss of pieces', 'scrap', 'found'],
      'Please choose what happened.',
    ),
    ...weighed,
    paid: optionalSum,
    day,
    note,
  })
  .superRefine(({ kind, paid }, context) => {
    if ((kind === 'scrap') === (paid !== null)) return
    const message =
      paid === null
        ? wrongSum
        : 'Enter dollars only for gold that was sold. Please leave this blank.'
    context.addIssue({ code: 'custom', path: ['paid'], message })
  })
  .transform(withMg)

/** What staff do with the maker's gold [METAL-05]. */
export const metalForms = {
  begin: z.object({
    key,
    // It begins once, so that a press on empty fields begins nothing: what is not here is 0.
    stock: hereMg,
    pieces: line.transform((text) => text || '0').pipe(hereMg),
    paid: optionalSum,
  }),
  purchase,
  move: movement,
  'take-back': z.object({
    entry: z.coerce.number().int().positive(),
    reason,
  }),
  limits: z.object({
    loss: optionalSum,
    grams: blankOr((text): number | null => parseMetal(text, 'g'), wrongWeight.g),
  }),
}
