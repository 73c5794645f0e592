import { z } from 'zod'
import { goldPriceStates } from '#app/domain/gold-price/gold-price.ts'
import type { PricePerGram, PricePerOunce } from '#app/domain/gold-price/rates.ts'
import type { Cents } from '#app/domain/money/cents.ts'
import type { Milligrams } from '#app/domain/money/grams.ts'
import type { BankDiscount } from '#app/domain/pricing/bank-discount.ts'
import type { Quote } from '#app/domain/quote/quote.ts'

/**
 * A quote as plain JSON and back, without loss: cents, milligrams and ten-thousandths are whole
 * numbers there as here, and times are milliseconds, so no rounding can happen on the way.
 */
export function quoteToJson(quote: Quote) {
  const { goldPrice } = quote
  return {
    // Field by field: whatever else an object may carry does not travel, and the order is fixed.
    lines: quote.lines.map((line) => ({
      productId: line.productId,
      size: line.size,
      name: line.name,
      weight: line.weight as number,
      perGram: line.perGram as number,
      // The name in quotes that were signed before an update.
      goldPart: line.metalValue as number,
      fee: line.fee as number,
      ...(line.options && {
        options: line.options.map(({ name, choice, price, mg }) => ({
          ...{ name, choice, price: price as number, mg },
        })),
      }),
      ...(line.engraving && {
        engraving: { text: line.engraving.text, fee: line.engraving.fee as number },
      }),
      unitPrice: line.unitPrice as number,
      quantity: line.quantity,
      lineTotal: line.lineTotal as number,
      ...(line.codeDiscount !== undefined && { codeDiscount: line.codeDiscount as number }),
      ...(line.finalSale !== undefined && { finalSale: line.finalSale }),
    })),
    total: quote.total as number,
    bank: quote.bank && {
      discount: quote.bank.discount as number,
      saving: quote.bank.saving as number,
    },
    ...(quote.code && {
      code: {
        id: quote.code.id,
        name: quote.code.name,
        email: quote.code.email,
        offMetal: quote.code.offMetal,
      },
    }),
    goldPrice: {
      perOunce: goldPrice.perOunce as number,
      perGram: goldPrice.perGram as number,
      source: goldPrice.source,
      state: goldPrice.state,
      takenAt: goldPrice.takenAt.getTime(),
    },
    issuedAt: quote.issuedAt.getTime(),
    expiresAt: quote.expiresAt.getTime(),
    correctedAt: quote.correctedAt?.getTime() ?? null,
    goldPriceId: quote.goldPriceId,
  }
}

const whole = <Unit extends number>() => z.int().transform((value) => value as Unit)
const time = z.int().transform((ms) => new Date(ms))

const line = z
  .object({
    productId: z.string(),
    size: z.string(),
    name: z.string(),
    weight: whole<Milligrams>(),
    perGram: whole<PricePerGram>(),
    goldPart: whole<Cents>(),
    fee: whole<Cents>(),
    // Missing in quotes that were signed before an update.
    options: z
      .array(z.object({ name: z.string(), choice: z.string(), price: whole<Cents>(), mg: z.int() }))
      .optional(),
    engraving: z.object({ text: z.string().nullable(), fee: whole<Cents>() }).optional(),
    unitPrice: whole<Cents>(),
    quantity: z.int(),
    lineTotal: whole<Cents>(),
    codeDiscount: whole<Cents>().optional(),
    // Missing in quotes that were signed before an update.
    finalSale: z.boolean().optional(),
  })
  .transform(({ goldPart, options, engraving, codeDiscount, ...rest }) => ({
    ...rest,
    ...(options && { options }),
    ...(engraving && { engraving }),
    ...(codeDiscount !== undefined && { codeDiscount }),
    metalValue: goldPart,
  }))

const quote = z
  .object({
    lines: z.array(line),
    total: whole<Cents>(),
    // Quotes that were signed before an update have none.
    bank: z
      .object({ discount: whole<BankDiscount>(), saving: whole<Cents>() })
      .nullable()
      .default(null),
    code: z
      .object({
        id: z.int(),
        name: z.string(),
        email: z.string().nullable(),
        // Missing in quotes that were signed before an update.
        offMetal: z.boolean().default(false),
      })
      .optional(),
    goldPrice: z.object({
      perOunce: whole<PricePerOunce>(),
      perGram: whole<PricePerGram>(),
      source: z.string(),
      state: z.enum(goldPriceStates),
      takenAt: time,
    }),
    issuedAt: time,
    expiresAt: time,
    correctedAt: time.nullable(),
    // Missing in quotes that were signed before an update.
    goldPriceId: z.int().nullable().default(null),
  })
  .transform(({ code, ...rest }) => ({ ...rest, ...(code && { code }) }))

/** What quoteToJson wrote, or null where anything is missing or of another kind. */
export function quoteFromJson(json: unknown): Quote | null {
  return quote.safeParse(json).data ?? null
}
