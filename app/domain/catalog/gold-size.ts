import { type ShownStock, type Stock, stockInAll } from '../inventory/stock.ts'
import { type Cents, cents, centsToDecimal, parseDollars } from '../money/cents.ts'
import { gramsToDecimal, type Milligrams, parseGrams } from '../money/grams.ts'
import { goldSizeName, isGoldSize, sizeLabel } from './gold-size-name.ts'
import type { Attribute, Product } from './product.ts'
import { sizeKeys } from './size-key.ts'

/** A size a piece can be bought in. `checkoutLink` is a fixed-price payment link, https only [D7]. */
export type GoldSize = {
  size: string
  weight: Milligrams
  fee: Cents
  checkoutLink: string | null
}

/** A size of a product, with the key that its address, its item in feeds and its count name. */
export type KeyedSize = GoldSize & { key: string }

/** `stock` left out: its pieces are not counted by size. */
export type CountedSize = KeyedSize & { stock?: Stock }

/** The same as its page shows it. */
export type ShownSize = KeyedSize & { stock?: ShownStock }

/** The size that a page opens with where its address names none: the first that is not sold [STOCK-11]. */
export function firstSize<Size extends { stock?: ShownStock }>(
  sizes: readonly Size[],
): Size | undefined {
  return sizes.find(({ stock }) => !stock?.isSold) ?? sizes[0]
}

/**
 * The sizes a product is sold in, in stored order [SIZE-10]. Dropped are sizes that parseGoldSize
 * cannot read and, since a cart line knows its size by the label alone [D2], any second one of a
 * label.
 */
export function goldSizes(attributes: readonly Attribute[]): CountedSize[] {
  const byLabel = new Map<string, CountedSize>()
  for (const { attribute, key } of keyedSizes(attributes)) {
    const size = parseGoldSize(attribute)
    const { stock } = attribute
    if (size && !byLabel.has(size.size)) {
      byLabel.set(size.size, { key, ...size, ...(stock && { stock }) })
    }
  }
  return [...byLabel.values()]
}

/** Of the product as a whole, or of its sizes together; null: some of it is made to order. */
export function stockOf({
  stock,
  attributes,
}: Pick<Product, 'stock' | 'attributes'>): Stock | null {
  if (stock || !attributes.some((attribute) => attribute.stock)) return stock ?? null
  return stockInAll(goldSizes(attributes).map((size) => size.stock))
}

/** Every attribute that is a gold size, also one that cannot be read, with its key. */
export function keyedSizes<Stored extends Pick<Attribute, 'name' | 'key'>>(
  attributes: readonly Stored[],
): { attribute: Stored; size: string; key: string }[] {
  const sizes = attributes.filter(isGoldSize).map((attribute) => ({
    attribute,
    size: sizeLabel(attribute) ?? '',
    key: attribute.key,
  }))
  const keys = sizeKeys(sizes)
  return sizes.map((size, index) => ({ ...size, key: keys[index] ?? '' }))
}

/**
 * Reads `Weight: {n}g, Fee: ${n}[, Stripe Link: {url}]` (specification, section 3) and the ways
 * people type it: any case, any spaces, no dollar sign, `$1,250.00`. Null without a label, without
 * a weight above 0 in grams, or with a fee that is no amount of dollars: a piece is not sold for
 * less by a typing error. Only a fee left out altogether counts as none.
 */
export function parseGoldSize(attribute: Pick<Attribute, 'name' | 'option'>): GoldSize | null {
  const size = sizeLabel(attribute)
  // The link goes last and may itself hold anything, so it is cut off before commas are looked at.
  const cut = /,\s*Stripe Link:/i.exec(attribute.option)
  const facts = readFacts(attribute.option.slice(0, cut?.index))
  if (!size || !facts) return null
  const weight = parseGrams(/^(.*)g$/i.exec(facts.get('weight') ?? '')?.[1] ?? '')
  const fee = parseFee(facts.get('fee'))
  if (weight === null || fee === null) return null
  const link = cut ? attribute.option.slice(cut.index + cut[0].length) : ''
  return { size, weight, fee, checkoutLink: httpsLink(link) }
}

/** Writes what parseGoldSize reads [SIZE-08, SIZE-09]. */
export function goldSizeAttribute(size: GoldSize): { name: string; option: string } {
  const fee = centsToDecimal(size.fee).replace(/\.00$/, '')
  const facts = `Weight: ${gramsToDecimal(size.weight)}g, Fee: $${fee}`
  const link = httpsLink(size.checkoutLink ?? '')
  return {
    name: goldSizeName(size.size.trim()),
    option: link ? `${facts}, Stripe Link: ${link}` : facts,
  }
}

/** The lightest size gives the price that is stored [FORM-17]; the first of equals. */
export function lightest(sizes: readonly GoldSize[]): GoldSize | null {
  return sizes.reduce<GoldSize | null>(
    (least, size) => (least && least.weight <= size.weight ? least : size),
    null,
  )
}

/**
 * The size whose price is shown as “from”: the lightest that is not sold, or of all where each is sold
 * [LIST-22].
 */
export function startingSize(attributes: readonly Attribute[]): GoldSize | null {
  const sizes = goldSizes(attributes)
  return lightest(sizes.filter(({ stock }) => stock?.pieces !== 0)) ?? lightest(sizes)
}

/**
 * An address as the browser would open it, or null unless it is https: nothing else is ever
 * navigated to [PAY-06].
 */
export function httpsLink(text: string): string | null {
  if (!URL.canParse(text.trim())) return null
  const url = new URL(text.trim())
  return url.protocol === 'https:' ? url.href : null
}

/**
 * `Weight: 14.7g, Fee: $1,250` → weight: `14.7g`, fee: `$1,250`; a comma right before a digit groups
 * thousands. Null where a part is no `name: value`, or a name comes twice.
 */
function readFacts(text: string): Map<string, string> | null {
  const facts = new Map<string, string>()
  for (const part of text.split(/,(?!\d)/)) {
    if (part.trim() === '') continue
    const [, name = '', value = ''] = /^([^:]+):(.*)$/s.exec(part) ?? []
    const key = name.trim().toLowerCase()
    if (key === '' || facts.has(key)) return null
    facts.set(key, value.trim())
  }
  return facts
}

function parseFee(text: string | undefined): Cents | null {
  if (text === undefined) return cents(0)
  const amount = text.replace(/^\$\s*/, '')
  const grouped = /^\d{1,3}(,\d{3})+(\.\d+)?$/.test(amount)
  const fee = parseDollars(grouped ? amount.replaceAll(',', '') : amount)
  return fee === null || fee < 0 ? null : fee
}
