import { z } from 'zod'
import { longReason, maxReasonLength } from '../orders/order.ts'
import { filledLine } from '../platform/text.ts'

/** What staff say of a certificate; the reason is read by anybody on its page. */
export const certificateForm = z.object({
  certificate: z.string().max(40),
  move: z.enum(['revoked', 'recast', 'lost', 'found'], 'Please choose what happened to it.'),
  reason: filledLine(
    'Please give the reason in a sentence that anyone may read.',
    maxReasonLength,
    longReason,
  ),
})

/** A new claim code for an owner who lost theirs; `events`: of the certificate, as the screen showed them [CERT-10]. */
export const claimCodeForm = z.object({
  certificate: z.string().max(40),
  key: z.string().min(8).max(80),
  events: z.coerce.number().int().min(0).max(1_000_000),
  reason: filledLine('Please say how you know the piece is theirs.', maxReasonLength),
})

/** What anyone who has the claim code asks; `open`: to see what its gold is worth today. */
export const claimForm = z.object({
  code: z
    .string()
    .trim()
    .min(1, 'Please enter the claim code.')
    .max(60, 'This isn’t a claim code.'),
  move: z.enum(['open', 'lost', 'found', 'passed on']),
})
