import { z } from 'zod'
import type { Withdrawn } from '#app/domain/gold-price/withdrawal.ts'
import { filledLine, lineUpTo } from '../platform/text.ts'

export const maxWithdrawalReason = 300
export const maxSellingMessage = 200

const id = z.coerce.number().int().positive()

/** Which prices are withdrawn, of those the screen showed, and why [WITHDRAW-07]. */
export const withdrawalForm = z
  .object({
    id,
    newest: id,
    scope: z.enum(['alone', 'later']).default('alone'),
    reason: filledLine(
      'Please say what’s wrong with this price. It’s saved in the history.',
      maxWithdrawalReason,
    ),
  })
  .transform(({ id: from, newest, scope, reason }): Withdrawn & { reason: string } => ({
    from,
    until: scope === 'later' ? Math.max(from, newest) : from,
    reason,
  }))

/** What shoppers read beside the shop's own sentence while nothing is sold; may be empty. */
export const stopSellingForm = z.object({
  message: lineUpTo(maxSellingMessage),
})
