import { z } from 'zod'

export const maxTrackingLength = 200
export const maxReasonLength = 500

/** One line of plain text: blanks single, no control characters, which a database may refuse. */
const line = z.string().transform((text) =>
  text
    .toWellFormed()
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim(),
)

const tracking = line.pipe(
  z
    .string()
    .min(1, 'Please enter a tracking number, or how the order was handed over.')
    .max(
      maxTrackingLength,
      `Please enter the tracking in at most ${maxTrackingLength} characters.`,
    ),
)

const reason = line.pipe(
  z
    .string()
    .min(1, 'Please write why; it stays in the history.')
    .max(maxReasonLength, `Please write why in at most ${maxReasonLength} characters.`),
)

/**
 * What staff can do with an order. `was` and `held` are what the screen showed: what somebody else
 * changed in the meantime is refused.
 */
export const orderAction = z.discriminatedUnion('deed', [
  z.object({ deed: z.literal('fulfil'), tracking }),
  z.object({
    deed: z.literal('correct'),
    tracking,
    was: z.string(),
    /** A checkbox: sent where it is ticked. */
    mail: z
      .literal('yes')
      .optional()
      .transform((value) => value === 'yes'),
  }),
  z.object({ deed: z.literal('dispute'), reason }),
  z.object({ deed: z.literal('cancel'), reason }),
  z.object({ deed: z.literal('accept'), reason, held: z.string() }),
  z.object({ deed: z.literal('close'), reason, held: z.string() }),
])

export type OrderAction = z.output<typeof orderAction>
