import { stateName } from '../address/us-places.ts'
import type { ChosenOption } from '../catalog/chosen-options.ts'
import { engravingFor, maxEngraving } from '../catalog/engraving.ts'
import { withIncluded } from '../catalog/options.ts'
import type { Product } from '../catalog/product.ts'
import type { GoldPrice } from '../gold-price/gold-price.ts'
import { type Cents, cents, formatCents, sumCents } from '../money/cents.ts'
import { formatGrams, type Milligrams } from '../money/grams.ts'
import { type BankDiscount, discountOfLine } from '../pricing/bank-discount.ts'
import { pieceOf, priceLine, type QuoteLine } from '../quote/quote.ts'
import { type LineTax, ratedTaxes, sumOfTaxes } from '../tax/sales-tax.ts'

/**
 * A line of an order that staff make: a product of the catalog, or an item described manually. `weight` and
 * `fee` of a product: what this item weighs and costs to make; null: what its size does [SALE-31].
 */
export type StaffLine =
  | {
      productId: string
      size: string
      weight: Milligrams | null
      fee: Cents | null
      quantity: number
      engraving?: string | undefined
      /** An option that is left out is as the price includes it. */
      options?: readonly ChosenOption[] | undefined
    }
  | {
      name: string
      weight: Milligrams
      fee: Cents
      quantity: number
      engraving?: string | undefined
    }

/** What a line described manually has for a size, and for a product. */
const freeSize = 'Custom'
const freeProduct = ''

export const maxStaffLines = 20

/** `listed`: what an item of this size is listed at, where this one differs from it [SALE-31]. */
export type StaffQuoteLine = QuoteLine & {
  listed?: Pick<QuoteLine, 'weight' | 'fee' | 'unitPrice'>
}

/** A line, or the sentence that says why its piece or its engraving cannot be had. */
type PricedLine = StaffQuoteLine | { refused: string; of: 'piece' | 'engraving' | 'options' }

/**
 * Prices what staff sell as the web does [SALE-01]: grams × price per gram of the gold price they chose,
 * rounded once, and the fee. A product that weighs more or less than listed keeps its fee.
 */
export function priceStaffLines(
  lines: readonly StaffLine[],
  products: ReadonlyMap<string, Product>,
  { perGram }: Pick<GoldPrice, 'perGram'>,
): PricedLine[] {
  return lines.map((line) => {
    if ('productId' in line) {
      const offered = products.get(line.productId)?.options ?? []
      const options = withIncluded(line.options ?? [], offered)
      const found = pieceOf({ ...line, options }, products)
      if ('note' in found) return { refused: found.note, of: found.of ?? 'piece' }
      const { id: productId, name } = found.product
      const { product: _, size: of, ...engraved } = found
      const { size, weight, fee } = of
      const { quantity } = line
      const item = { productId, name, size, weight, fee, ...engraved, quantity }
      const listed = priceLine(item, perGram)
      const own = { weight: line.weight ?? weight, fee: line.fee ?? fee }
      if (own.weight === weight && own.fee === fee) return listed
      const { unitPrice } = listed
      return { ...priceLine({ ...item, ...own }, perGram), listed: { weight, fee, unitPrice } }
    }
    const { engraving: typed, ...free } = line
    // What it costs is part of the flat fee.
    const option = { fee: cents(0), max: maxEngraving }
    const engraving = engravingFor(typed, { name: line.name, engraving: option })
    if (engraving && 'refused' in engraving) return { ...engraving, of: 'engraving' }
    const engraved = engraving && { engraving }
    return priceLine({ ...free, ...engraved, productId: freeProduct, size: freeSize }, perGram)
  })
}

/** What this item weighs and costs beside what its size is listed at, each; null where it is as listed [SALE-31]. */
export function listedText({ listed, weight, fee, unitPrice }: StaffQuoteLine): string | null {
  if (!listed) return null
  const parts = [
    weight !== listed.weight && [formatGrams(weight), formatGrams(listed.weight)],
    fee !== listed.fee && [`a fee of ${formatCents(fee)}`, formatCents(listed.fee)],
    [`${formatCents(unitPrice)} each`, formatCents(listed.unitPrice)],
  ].filter((part) => part !== false)
  const differences = parts.map(([own, asListed]) => `${own} instead of ${asListed}`)
  return `Different from listed: ${differences.join(', ')}.`
}

/** The same pieces at another gold price: what was agreed to be fixed at delivery. */
export function repriceLines(
  lines: readonly QuoteLine[],
  { perGram }: Pick<GoldPrice, 'perGram'>,
): QuoteLine[] {
  return lines.map((line) => priceLine(line, perGram))
}

/** A tax that staff agree to: percent, and the state it is of. */
export type AgreedTax = { rate: string; state: string }

/** What an order comes to: the bank price by line, then the tax on what is left of it, by line. */
export function staffTotals(
  lines: readonly Pick<QuoteLine, 'lineTotal'>[],
  { bankDiscount, tax }: { bankDiscount: BankDiscount; tax: AgreedTax | null },
) {
  const discounts = lines.map(({ lineTotal }) => discountOfLine(lineTotal, bankDiscount))
  const due = lines.map(({ lineTotal }, at) => cents(lineTotal - (discounts[at] ?? 0)))
  const taxes = tax ? agreedTaxes(due, tax) : []
  return {
    /** What is taken off each line at the bank price. */
    discounts,
    discount: sumCents(discounts),
    /** Of the goods. */
    total: sumCents(due),
    taxes,
    tax: sumOfTaxes(taxes),
  }
}

/** The tax of each line at the rate that was agreed to. */
export function agreedTaxes(due: readonly Cents[], { rate, state }: AgreedTax): LineTax[] {
  const name = `${stateName(state)}, combined rate`
  return ratedTaxes(due, { rate, state, name })
}
