// zod/mini: every public page carries this, and whole Zod is several times its size.
import * as z from 'zod/mini'
import { differenceText } from '#app/domain/catalog/option-words.ts'
import type { OptionChoice } from '#app/domain/catalog/options.ts'
import { type CodeProblem, codeProblemText } from '#app/domain/discounts/code-problem.ts'
import { takenAtOf } from '#app/domain/gold-price/gold-price.ts'
import { rateToDecimal } from '#app/domain/gold-price/rates.ts'
import { centsToDecimal, parseDollars } from '#app/domain/money/cents.ts'
import { gramsToNumber } from '#app/domain/money/grams.ts'
import { formatBankDiscount } from '#app/domain/pricing/bank-discount.ts'
import { dueOf, type PricedCart } from '#app/domain/quote/quote.ts'
import { codeSavingOf } from '#app/domain/quote/with-code.ts'

const money = z
  .string()
  .check(z.refine((text) => /^\d+\.\d{2}$/.test(text) && parseDollars(text) !== null))

/**
 * What POST /api/quote answers, and checkout under `fresh` [QUOTE-01]. Money is a string with two
 * decimals; rates of gold are strings with at least two and at most four, since they are exact to
 * four; weights are numbers in grams; times are ISO 8601 in UTC.
 */
const quoteResponse = z
  .object({
    /** The signed token: opaque to the browser, handed back at checkout. */
    quote: z.string(),
    lines: z.array(
      z.object({
        productId: z.string(),
        size: z.string(),
        name: z.string(),
        grams: z.number(),
        pricePerGram: z.string(),
        goldPart: money,
        fee: money,
        /** What was chosen beside the size, and what that adds: grams and fee include it. */
        options: z.optional(
          z.array(
            z.object({ name: z.string(), choice: z.string(), difference: z.optional(z.string()) }),
          ),
        ),
        /** What is engraved on each piece; its fee is in the unit price. Left out: nothing. */
        engraving: z.optional(z.string()),
        engravingFee: z.optional(money),
        /** It is not returnable for a change of mind; left out: it is [RETURN-14]. */
        finalSale: z.optional(z.boolean()),
        unitPrice: money,
        quantity: z.number(),
        lineTotal: money,
      }),
    ),
    total: money,
    /** The discount code: what it takes off, which the total is less; or why it takes off nothing [CODE-05]. */
    code: z.optional(
      z.object({
        name: z.string(),
        saving: z.optional(money),
        problem: z.optional(z.string()),
        /** It is kept, for it may apply once the cart, or the address that is asked for, is another. */
        isKept: z.optional(z.boolean()),
        needsEmail: z.optional(z.boolean()),
      }),
    ),
    /** The lower price by bank; left out where there is none [BANK-02]. */
    bank: z.optional(
      z.object({
        percent: z.string(),
        total: money,
        saving: money,
        /** Until when a wire may arrive if it is ordered now. */
        wireBy: z.optional(z.string()),
      }),
    ),
    goldPrice: z.object({
      price: z.string(),
      pricePerGram: z.string(),
      source: z.string(),
      state: z.string(),
      /** null for the fallback price, which was never true. */
      takenAt: z.nullable(z.string()),
    }),
    issuedAt: z.string(),
    expiresAt: z.string(),
    /** Sales tax comes on top of the total, on the payment page. */
    taxAtCheckout: z.optional(z.boolean()),
    /** What it costs in the shop's words, and when it comes if it is ordered now [FACTS-07]. */
    shipping: z.optional(
      z.object({
        cost: z.string(),
        /** How it is delivered and what that costs, which the total includes; left out: standard, free. */
        row: z.optional(z.string()),
        rate: z.optional(money),
        arrives: z.nullable(z.string()),
        /** Counted from the day on which the money is expected [BANK-24]. */
        arrivesByBank: z.optional(
          z.object({ debit: z.nullable(z.string()), wire: z.nullable(z.string()) }),
        ),
      }),
    ),
    /** Sentences for the shopper about what was dropped [QUOTE-06]. */
    notes: z.array(z.string()),
  })
  .check(z.refine((answer) => lockedForMs(answer) > 0))

export type QuoteResponse = z.output<typeof quoteResponse>
export type QuotedLine = QuoteResponse['lines'][number]

/** From issue to expiry: the server's clock and the browser's need not agree. */
export function lockedForMs({
  issuedAt,
  expiresAt,
}: Pick<QuoteResponse, 'issuedAt' | 'expiresAt'>): number {
  return Date.parse(expiresAt) - Date.parse(issuedAt)
}

/** Null where it is anything else: a proxy's error page must not become a price. */
export function readQuoteResponse(json: unknown): QuoteResponse | null {
  return quoteResponse.safeParse(json).data ?? null
}

const mayApplyLater: readonly CodeProblem['is'][] = [
  ...(['other pieces', 'below minimum', 'nothing to take off', 'total too low'] as const),
  ...(['email needed', 'used by you', 'too many tries'] as const),
]

/** Why a code takes nothing off, in words for the shopper. */
export const refusedCode = (problem: CodeProblem, entered: string, timeZone: string) => ({
  name: entered.trim(),
  problem: codeProblemText(problem, entered, timeZone),
  ...(mayApplyLater.includes(problem.is) && { isKept: true }),
  ...((problem.is === 'email needed' || problem.is === 'used by you') && { needsEmail: true }),
})

/** `+$25.00, +0.4 g` in words of the shop, so that the browser only shows it. */
function withDifference(option: OptionChoice) {
  const { name, choice } = option
  const difference = differenceText(option)
  return { name, choice, ...(difference && { difference }) }
}

export function writeQuoteResponse(
  { quote, notes }: PricedCart,
  token: string,
  {
    taxAtCheckout = false,
    shipping,
    wireBy,
    code,
  }: Pick<QuoteResponse, 'taxAtCheckout' | 'shipping' | 'code'> & {
    wireBy?: string
  } = {},
): QuoteResponse {
  const { goldPrice } = quote
  return {
    quote: token,
    lines: quote.lines.map((line) => ({
      productId: line.productId,
      size: line.size,
      name: line.name,
      grams: gramsToNumber(line.weight),
      pricePerGram: rateToDecimal(line.perGram),
      goldPart: centsToDecimal(line.metalValue),
      fee: centsToDecimal(line.fee),
      ...(line.options && { options: line.options.map(withDifference) }),
      ...(line.engraving && {
        engraving: line.engraving.text ?? '',
        engravingFee: centsToDecimal(line.engraving.fee),
      }),
      ...(line.finalSale && { finalSale: true }),
      unitPrice: centsToDecimal(line.unitPrice),
      quantity: line.quantity,
      lineTotal: centsToDecimal(line.lineTotal),
    })),
    total: centsToDecimal(quote.total),
    ...(quote.code
      ? { code: { name: quote.code.name, saving: centsToDecimal(codeSavingOf(quote)) } }
      : code && { code }),
    ...(quote.bank && {
      bank: {
        percent: formatBankDiscount(quote.bank.discount),
        total: centsToDecimal(dueOf(quote, 'debit')),
        saving: centsToDecimal(quote.bank.saving),
        ...(wireBy !== undefined && { wireBy }),
      },
    }),
    goldPrice: {
      price: rateToDecimal(goldPrice.perOunce),
      pricePerGram: rateToDecimal(goldPrice.perGram),
      source: goldPrice.source,
      state: goldPrice.state,
      takenAt: takenAtOf(goldPrice),
    },
    issuedAt: quote.issuedAt.toISOString(),
    expiresAt: quote.expiresAt.toISOString(),
    ...(taxAtCheckout && { taxAtCheckout }),
    ...(shipping && { shipping }),
    notes,
  }
}
