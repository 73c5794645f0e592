import { z } from 'zod'
import { readEmail } from '#app/domain/address/email.ts'
import { cents, parseDollarInput } from '#app/domain/money/cents.ts'
import type { RefundInput } from '#app/domain/refunds/plan-refund.ts'
import { notAnEmail } from '../customers/email.ts'
import { noteForBuyer, reason } from '../orders/order.ts'
import { blankOr } from '../platform/text.ts'

/** The field of how many pieces of a line are refunded. */
export const quantityField = (position: number) => `quantity-${position}`

/** A form that shows what a refund would do, or one that confirms it. */
export const isRefundForm = ({ action }: Partial<Record<string, string>>) =>
  action === 'preview' || action === 'refund'

const ofWhat = z.enum(['whole', 'lines', 'tax', 'sum'], 'Please choose what to refund.')

/** A sum that was entered, with nothing chosen, is what is refunded [REFUND-14]. */
const chosen = (form: unknown) => {
  const { of, sum } = (form ?? {}) as { of?: unknown; sum?: unknown }
  const isSum = of === undefined && typeof sum === 'string' && sum.trim() !== ''
  return isSum ? { ...(form as object), of: 'sum' } : form
}

/** What is refunded, and why; texts as they were posted. */
const fields = z
  .object({
    of: ofWhat,
    sum: z.string().default(''),
    /** The provider's id of the payment, where an order has several. */
    payment: z
      .string()
      .max(200)
      .default('')
      .transform((id) => id || null),
    /** The return whose pieces are refunded; none: left out. */
    return: z
      .string()
      .max(64)
      .default('')
      .transform((id) => id || null),
    reason,
    note: noteForBuyer,
    /** The buyer's, where the order has none and the refund needs one [REFUND-19]. */
    email: blankOr(readEmail, notAnEmail),
  })
  .loose()
  .transform(({ of, sum, payment, return: ofReturn, reason, note, email, ...texts }, context) => {
    const input = refundInputOf(of, sum, texts)
    if (input) return { wish: input, payment, ofReturn, reason, note, email }
    context.addIssue({
      code: 'custom',
      path: ['sum'],
      message: 'Please enter an amount in dollars and cents, such as 25.00.',
    })
    return z.NEVER
  })

export const refundForm = z.preprocess(chosen, fields)

function refundInputOf(
  of: Exclude<RefundInput['of'], 'gold'>,
  sum: string,
  texts: Record<string, unknown>,
): RefundInput | null {
  if (of === 'whole' || of === 'tax') return { of }
  if (of === 'sum') {
    const amount = parseDollarInput(sum)
    return amount === null ? null : { of, amount }
  }
  const quantities = Object.entries(texts).flatMap(([name, text]) => {
    const position = /^quantity-(\d{1,4})$/.exec(name)?.[1]
    return position === undefined
      ? []
      : { position: Number(position), quantity: Number(String(text).trim() || 0) }
  })
  return { of, quantities, ...(texts.shipping === 'yes' && { withShipping: true }) }
}

/** What was shown, confirmed by the second press. */
export const refundConfirmation = z.object({
  revision: z.coerce.number().int(),
  key: z.string().regex(/^[\w-]{16,64}$/),
  /** In cents. */
  stated: z.coerce.number().int().transform(cents),
})
