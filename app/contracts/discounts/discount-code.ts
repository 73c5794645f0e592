import { z } from 'zod'
import {
  codeKey,
  type DiscountPercent,
  parseDiscountPercent,
} from '#app/domain/discounts/discount-code.ts'
import { type Cents, parseDollarInput } from '#app/domain/money/cents.ts'
import { withoutUnit } from '#app/domain/text/typed-code.ts'
import { isDay } from '#app/domain/time/day.ts'
import { checkbox } from '../platform/form-data.ts'
import { blankOr, line } from '../platform/text.ts'

const maxDollars = 1_000_000
const wrongPercent =
  'Enter a percentage above 0 and up to 100 with no more than two decimals, such as 10.'
const wrongAmount = 'Enter dollars above zero, such as 25.00.'
const wrongCode = 'Use 3 to 30 English letters and digits. Dashes are fine.'
const wrongCount = 'Enter a whole number above zero, or leave it blank.'
const wrongDay = 'Choose a date, or leave it blank.'

function dollars(text: string): Cents | null {
  const amount = parseDollarInput(text)
  return amount !== null && amount > 0 && amount <= maxDollars * 100 ? amount : null
}

const count = blankOr(
  (text) => (/^[1-9]\d{0,6}$/.test(text.trim()) ? Number(text) : null),
  wrongCount,
)
const day = blankOr((text) => (isDay(text) ? text : null), wrongDay)
type Off = { percent: DiscountPercent } | { amount: Cents }

function readOff(kind: 'percent' | 'amount', value: string): Off | null {
  if (kind === 'percent') {
    const percent = parseDiscountPercent(withoutUnit(value.trim(), ['%']))
    return percent === null ? null : { percent }
  }
  const amount = dollars(value)
  return amount === null ? null : { amount }
}

/** A code as owners enter it [CODE-10]. */
const saveForm = z
  .object({
    /** Of the code that is changed; empty: a new one. */
    code_id: z.string().regex(/^\d{0,9}$/),
    revision: z.string().regex(/^\d{0,9}$/),
    code: line.pipe(z.string().refine((text) => codeKey(text) !== null, wrongCode)),
    kind: z.enum(['percent', 'amount']),
    value: z.string(),
    /** One piece a line, by name or number. */
    pieces: z.string().max(5000, 'Enter fewer products, or leave this blank for all products.'),
    from: day,
    until: day,
    minTotal: blankOr(dollars, wrongAmount),
    maxUses: count,
    maxUsesPerEmail: count,
    offMetal: checkbox,
    sure: checkbox,
  })
  .transform(({ kind, value, code_id, revision, pieces, ...rest }, context) => {
    const refuse = (path: string, message: string) => {
      context.addIssue({ code: 'custom', path: [path], message })
      return z.NEVER
    }
    const off = readOff(kind, value)
    if (off === null) return refuse('value', kind === 'percent' ? wrongPercent : wrongAmount)
    if (rest.offMetal && 'percent' in off && off.percent === 10_000) {
      return refuse('value', 'A code that is also off the gold must be below 100%.')
    }
    if (rest.from !== null && rest.until !== null && rest.until < rest.from) {
      return refuse('until', 'The last day can’t be before the first.')
    }
    return {
      ...rest,
      off,
      pieces: pieces
        .split('\n')
        .map((each) => each.trim())
        .filter(Boolean),
      changes: code_id === '' ? null : { codeId: Number(code_id), revision: Number(revision) },
    }
  })

const switchForm = z.object({
  code_id: z
    .string()
    .regex(/^\d{1,9}$/)
    .transform(Number),
})

export const discountForms = { save: saveForm, switch: switchForm }
export type DiscountInput = z.output<typeof saveForm>
