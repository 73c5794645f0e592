import { z } from 'zod'
import { maxQuantity } from '#app/domain/cart/cart.ts'
import { maxQuoteLines } from '#app/domain/quote/quote.ts'

const quantitySentence = `The quantity must be a whole number from 1 to ${maxQuantity}.`
const linesSentence = 'Please send the lines of the cart as a list.'
const engravingSentence = 'engraving must be a text of at most 1000 characters.'
const lineSentence = 'Each line needs a productId, a size and a quantity.'

/** No control characters: a database refuses some of them, and no name holds any. */
const plainText = (maxLength: number, sentence: string) =>
  z
    .string({ error: sentence })
    .max(maxLength, sentence)
    .regex(/^\P{Cc}*$/u, sentence)

const line = z.object(
  {
    productId: plainText(64, 'productId must be a text of 1 to 64 characters.').min(1, {
      error: 'productId must be a text of 1 to 64 characters.',
    }),
    // An old saved cart may hold a piece without a size: it is dropped with a note, not refused.
    size: plainText(60, 'size must be a text of at most 60 characters.'),
    quantity: z
      .int({ error: quantitySentence })
      .min(1, quantitySentence)
      .max(maxQuantity, quantitySentence),
    // What of it can be cut is for the piece to say, in a sentence for the shopper.
    engraving: z
      .string({ error: engravingSentence })
      .max(1000, { error: engravingSentence })
      .optional(),
  },
  { error: lineSentence },
)

/** The body of POST /api/quote [QUOTE-06]. */
export const quoteRequest = z
  .object(
    {
      lines: z
        .array(line, { error: linesSentence })
        .min(1, 'The cart is empty.')
        .max(maxQuoteLines, `A cart can hold at most ${maxQuoteLines} lines.`),
    },
    { error: linesSentence },
  )
  .refine(({ lines }) => maxOfOneItem(lines) <= maxQuantity, {
    error: `At most ${maxQuantity} of one piece can be bought at a time.`,
    path: ['lines'],
  })

/** The highest number of one item that a cart asks for, over all lines that name it. */
function maxOfOneItem(lines: readonly z.output<typeof line>[]): number {
  const wanted = new Map<string, number>()
  for (const { productId, size, quantity, engraving } of lines) {
    const item = JSON.stringify([productId, size, engraving])
    wanted.set(item, (wanted.get(item) ?? 0) + quantity)
  }
  return Math.max(0, ...wanted.values())
}
