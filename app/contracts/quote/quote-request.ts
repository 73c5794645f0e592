import { z } from 'zod'
import { lineKey, maxQuantity } from '#app/domain/cart/cart.ts'
import { maxOptionLength, maxOptions } from '#app/domain/catalog/options.ts'
import { maxQuoteLines } from '#app/domain/quote/quote.ts'
import { shippingMethods } from '#app/domain/shipping/shipping-method.ts'

const quantityMessage = `The quantity must be a whole number from 1 to ${maxQuantity}.`
const linesMessage = 'Please send the lines of the cart as a list.'
const engravingMessage = 'engraving must be text of at most 1000 characters.'
const optionsMessage = `options must be a list of at most ${maxOptions} names and choices.`
const codeMessage = 'code must have one code of at most 100 characters.'
const lineMessage = 'Each line needs a productId, a size, and a quantity.'

/** No control characters: a database refuses some of them, and no name holds any. */
const plainText = (maxLength: number, message: string) =>
  z
    .string({ error: message })
    .max(maxLength, message)
    .regex(/^\P{Cc}*$/u, message)

const line = z.object(
  {
    productId: plainText(64, 'productId must be a text of 1 to 64 characters.').min(1, {
      error: 'productId must be a text of 1 to 64 characters.',
    }),
    // An old saved cart may hold a piece without a size: it is dropped with a note, not refused.
    size: plainText(60, 'size must be a text of at most 60 characters.'),
    quantity: z
      .int({ error: quantityMessage })
      .min(1, quantityMessage)
      .max(maxQuantity, quantityMessage),
    // What of it can be cut is for the piece to say, in a sentence for the shopper.
    engraving: z
      .string({ error: engravingMessage })
      .max(1000, { error: engravingMessage })
      .optional(),
    // What of them is offered, the product says.
    options: z
      .array(
        z.object(
          {
            name: plainText(maxOptionLength, optionsMessage),
            choice: plainText(maxOptionLength, optionsMessage),
          },
          { error: optionsMessage },
        ),
        { error: optionsMessage },
      )
      .max(maxOptions, { error: optionsMessage })
      .optional(),
  },
  { error: lineMessage },
)

/** The cart's one discount code, as it was entered; what is wrong with it the answer says. */
const enteredCode = z.object(
  {
    code: plainText(100, codeMessage),
    email: plainText(254, 'email must be text of at most 254 characters.').optional(),
  },
  { error: codeMessage },
)
export type EnteredCode = z.output<typeof enteredCode>

const shippingMessage = 'shipping must name a method, and a country for international shipping.'

/** How it is delivered; what is offered, the setting says [SHIPPING-04]. */
const shippingChoice = z.object(
  {
    method: z.enum(shippingMethods, { error: shippingMessage }),
    country: z
      .string({ error: shippingMessage })
      .regex(/^[A-Z]{2}$/, shippingMessage)
      .optional(),
  },
  { error: shippingMessage },
)

/** The body of POST /api/quote [QUOTE-06]. */
export const quoteRequest = z
  .object(
    {
      lines: z
        .array(line, { error: linesMessage })
        .min(1, 'The cart is empty.')
        .max(maxQuoteLines, `A cart can hold at most ${maxQuoteLines} lines.`),
      code: enteredCode.optional(),
      /** Left out: standard shipping. */
      shipping: shippingChoice.optional(),
      // The cart was empty before: it is counted as one more cart, and prices nothing.
      begun: z.boolean().optional().catch(undefined),
    },
    { error: linesMessage },
  )
  .refine(({ lines }) => maxOfOneItem(lines) <= maxQuantity, {
    error: `At most ${maxQuantity} of one piece can be bought at a time.`,
    path: ['lines'],
  })

/** The highest number of one item that a cart asks for, over all lines that name it. */
function maxOfOneItem(lines: readonly z.output<typeof line>[]): number {
  const wanted = new Map<string, number>()
  for (const { productId, size, quantity, engraving, options } of lines) {
    const item = lineKey(productId, size, engraving, options)
    wanted.set(item, (wanted.get(item) ?? 0) + quantity)
  }
  return Math.max(0, ...wanted.values())
}
