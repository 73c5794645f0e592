import { parseGoldSize, sizeLabel } from '#app/domain/catalog/gold-size.ts'
import type { Attribute } from '#app/domain/catalog/product.ts'
import { centsToDecimal } from '#app/domain/money/cents.ts'
import { gramsToDecimal } from '#app/domain/money/grams.ts'
import type { SizeRow } from './product.ts'

/**
 * A stored gold size as its row of the form. One that cannot be read, as an import may have left
 * it, keeps its label and shows what was stored as its weight, so that nothing vanishes in silence:
 * the save then asks for a number.
 */
export function readStoredSize(attribute: Attribute): SizeRow {
  const read = parseGoldSize(attribute)
  if (!read) {
    return {
      size: sizeLabel(attribute) ?? '',
      weight: attribute.option,
      fee: '',
      stripeLink: '',
    }
  }
  return {
    size: read.size,
    weight: gramsToDecimal(read.weight),
    fee: centsToDecimal(read.fee).replace(/\.00$/, ''),
    stripeLink: read.checkoutLink ?? '',
  }
}
