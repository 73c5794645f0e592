import fc from 'fast-check'
import { optionProblems } from '#app/domain/catalog/option-problems.ts'
import { choicesByOption, type OptionChoice } from '#app/domain/catalog/options.ts'
import type { DiscountPercent, DiscountTerms } from '#app/domain/discounts/discount-code.ts'
import { cents, parseDollars } from '#app/domain/money/cents.ts'
import type { Milligrams } from '#app/domain/money/grams.ts'
import type { BankDiscount } from '#app/domain/pricing/bank-discount.ts'
import type { OrderShipping } from '#app/domain/shipping/shipping-method.ts'
import { anyCart, catalog } from './quotes.ts'

/** A choice of an option; it costs so many cents more and has so many milligrams more. */
export const choice = (name: string, choice: string, price = 0, mg = 0): OptionChoice => ({
  ...{ name, choice, price: cents(price), mg },
})
const anyChoice = fc.record({
  price: fc.integer({ min: -300_000, max: 300_000 }),
  hundredths: fc.integer({ min: -2000, max: 5000 }),
})
/** Options that may be saved for a product with these sizes, and the choices of a buyer. */
const anyOptions = fc
  .array(fc.array(anyChoice, { maxLength: 4 }), { maxLength: 3 })
  .map((all) =>
    all.flatMap((choices, nth) => [
      choice(`Option ${nth}`, 'included'),
      ...choices.map(({ price, hundredths }, at) =>
        choice(`Option ${nth}`, `choice ${at}`, price, hundredths * 10),
      ),
    ]),
  )

/** A shop in which some products have options, and a cart that chose from them. */
export const anyChosenCart = fc
  .tuple(anyCart, anyOptions, fc.array(fc.nat(), { minLength: 1 }))
  .map(([cart, options, picks]) => {
    const products = catalog(
      ...[...cart.products.values()].map((piece) => {
        const sizes = priceableSizes(piece.attributes)
        return optionProblems(options, sizes).length > 0 ? piece : { ...piece, options }
      }),
    )
    const lines = cart.lines.map((line, at) => {
      const offered = products.get(line.productId)?.options ?? []
      const chosen = choicesByOption(offered).map(([, choices], nth) => {
        const pick = (picks[(at + nth) % picks.length] ?? 0) % choices.length
        return choices[pick] as OptionChoice
      })
      const options = chosen.map(({ name, choice }) => ({ name, choice }))
      return { ...line, chosen, ...(options.length > 0 && { options }) }
    })
    return { products, lines }
  })

const priceableSizes = (attributes: readonly { option: string; name: string }[]) =>
  attributes.map(({ name, option }) => {
    const [, grams = '', fee = ''] = /Weight: (.*)g, Fee: \$(.*)$/.exec(option) ?? []
    return {
      ...{ size: name, weight: Math.round(Number(grams) * 1000) as Milligrams },
      fee: parseDollars(fee) ?? cents(0),
    }
  })

export const anyShipping: fc.Arbitrary<OrderShipping | null> = fc.oneof(
  fc.constant(null),
  fc.record({
    method: fc.constantFrom('express' as const, 'international' as const, 'pickup' as const),
    country: fc.constantFrom('US', 'DE'),
    rate: fc.integer({ min: 0, max: 1_000_000 }).map(cents),
  }),
)
export const anyTerms: fc.Arbitrary<DiscountTerms> = fc.record({
  off: fc.oneof(
    fc.integer({ min: 1, max: 10_000 }).map((value) => ({ percent: value as DiscountPercent })),
    fc.integer({ min: 1, max: 5_000_000 }).map((amount) => ({ amount: cents(amount) })),
  ),
  offMetal: fc.boolean(),
  productIds: fc.constantFrom(null, ['1']),
  minTotal: fc.constant(cents(0)),
})
export const anyBank = fc.integer({ min: 0, max: 1000 }).map((value) => value as BankDiscount)
export const anyPayBy = fc.constantFrom('card' as const, 'debit' as const, 'wire' as const)
