import { z } from 'zod'
import { maxReasonLength } from '../orders/order.ts'
import { line } from '../platform/text.ts'

/** What staff say of a certificate; the reason is read by anybody on its page. */
export const certificateForm = z.object({
  certificate: z.string().max(40),
  move: z.enum(['revoked', 'recast', 'lost', 'found'], 'Please choose what became of it.'),
  reason: line.pipe(
    z
      .string()
      .min(1, 'Please write why, in a sentence that anybody may read.')
      .max(maxReasonLength, `Please write why in at most ${maxReasonLength} characters.`),
  ),
})

/** A new claim code for an owner who lost theirs; `events`: of the certificate, as the screen showed them [CERT-10]. */
export const claimCodeForm = z.object({
  certificate: z.string().max(40),
  key: z.string().min(8).max(80),
  events: z.coerce.number().int().min(0).max(1_000_000),
  reason: line.pipe(
    z
      .string()
      .min(1, 'Please write how you know that the piece is theirs.')
      .max(maxReasonLength, `Please write that in at most ${maxReasonLength} characters.`),
  ),
})

/** What anyone who has the claim code asks; `open`: to see what its gold is worth today. */
export const claimForm = z.object({
  code: z
    .string()
    .trim()
    .min(1, 'Please type the claim code.')
    .max(60, 'This is not a claim code.'),
  move: z.enum(['open', 'lost', 'found', 'passed on']),
})
